import { type BranchField, branchFields, type BranchIssue } from '@weft/contract'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { SheetRow } from './sheet-rows.ts'

/** Returns the id of a cell's field. */
export const cellId = (id: string, key: number, field: BranchField): string => `${id}-${key}-${field}`

interface Place {
  key: number
  field: BranchField
}
interface Sheet {
  id: string
  rows: readonly SheetRow[]
  issues: ReadonlyMap<number, readonly BranchIssue[]>
  append: () => number | undefined
}

/**
 * Returns the keyboard of a sheet: arrows go from cell to cell, sideways once the caret is at the edge; Enter goes down, and from the last
 * row to a new one; F8 goes to the next problem.
 */
export function useSheetKeys({ id, rows, issues, append }: Sheet) {
  const [first] = rows
  // A sheet begins in its first cell.
  const [wanted, setWanted] = useState<Place | undefined>(first && { key: first.key, field: 'note' })
  useEffect(() => {
    if (!wanted) return
    const field = document.getElementById(cellId(id, wanted.key, wanted.field)) as HTMLInputElement | null
    field?.focus()
    field?.select()
  }, [wanted, id])
  const goTo = (key: number, field: BranchField) => setWanted({ key, field })

  const nextProblem = ({ key, field }: Place, back: boolean) => {
    const cells = rows.flatMap((row) =>
      branchFields.flatMap((one) => {
        const here = row.key === key && one === field
        const wrong = issues.get(row.key)?.some((issue) => issue.field === one && issue.level !== 'hint')
        return here || wrong ? [{ key: row.key, field: one, here }] : []
      }),
    )
    const at = cells.findIndex(({ here }) => here)
    const others = [...cells.slice(at + 1), ...cells.slice(0, at)]
    const next = back ? others.at(-1) : others[0]
    if (next) goTo(next.key, next.field)
  }
  const move = ({ key, field }: Place, down: number, right: number): boolean => {
    const to = rows[rows.findIndex((one) => one.key === key) + down]
    const beside = branchFields[branchFields.indexOf(field) + right]
    if (to && beside) goTo(to.key, beside)
    return to !== undefined && beside !== undefined
  }
  const enter = (place: Place, up: boolean): void => {
    if (move(place, up ? -1 : 1, 0) || up) return
    const added = append()
    if (added !== undefined) goTo(added, 'note')
  }
  const latest = useRef({ nextProblem, move, enter })
  useEffect(() => {
    latest.current = { nextProblem, move, enter }
  })
  // Stays the same, so that a keystroke draws only the row that it changes.
  const onKeyDown = useCallback((event: KeyboardEvent<HTMLInputElement>) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const sheet = latest.current
    const { dataset, selectionStart: start, selectionEnd: end, value } = event.currentTarget
    const place = { key: Number(dataset['row']), field: dataset['field'] as BranchField }
    if (isHandled()) event.preventDefault()

    function isHandled(): boolean {
      switch (event.key) {
        case 'ArrowDown':
          return sheet.move(place, 1, 0)
        case 'ArrowUp':
          return sheet.move(place, -1, 0)
        case 'ArrowLeft':
          return start === 0 && (end === 0 || end === value.length) && sheet.move(place, 0, -1)
        case 'ArrowRight':
          return end === value.length && (start === end || start === 0) && sheet.move(place, 0, 1)
        case 'Enter':
          sheet.enter(place, event.shiftKey)
          return true
        case 'F8':
          sheet.nextProblem(place, event.shiftKey)
          return true
        default:
          return false
      }
    }
  }, [])
  return { goTo, onKeyDown }
}
