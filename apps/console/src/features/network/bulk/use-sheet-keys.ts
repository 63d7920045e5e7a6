import { type BranchField, branchFields, type BranchIssue } from '@weft/contract'
import { type KeyboardEvent, useEffect, useState } from 'react'
import type { SheetRow } from './sheet-rows.ts'

/** Returns the id of a cell's field. */
export const cellId = (id: string, key: number, field: BranchField): string => `${id}-${key}-${field}`

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
  const [wanted, setWanted] = useState<{ key: number; field: BranchField } | undefined>(first && { key: first.key, field: 'note' })
  useEffect(() => {
    if (!wanted) return
    const field = document.getElementById(cellId(id, wanted.key, wanted.field)) as HTMLInputElement | null
    field?.focus()
    field?.select()
  }, [wanted, id])
  const goTo = (key: number, field: BranchField) => setWanted({ key, field })

  const nextProblem = (key: number, field: BranchField, back: boolean) => {
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

  const onKeyDown = (event: KeyboardEvent) => {
    const input = event.target
    if (!(input instanceof HTMLInputElement) || event.nativeEvent.isComposing || event.ctrlKey || event.altKey || event.metaKey) return
    const [key, field] = [Number(input.dataset['row']), input.dataset['field'] as BranchField]
    const row = rows.findIndex((one) => one.key === key)
    const column = branchFields.indexOf(field)
    const move = (down: number, right: number): boolean => {
      const [to, beside] = [rows[row + down], branchFields[column + right]]
      if (to && beside) goTo(to.key, beside)
      return to !== undefined && beside !== undefined
    }
    const { selectionStart: start, selectionEnd: end, value } = input
    const handled = (): boolean => {
      switch (event.key) {
        case 'ArrowDown':
          return move(1, 0)
        case 'ArrowUp':
          return move(-1, 0)
        case 'ArrowLeft':
          return start === 0 && (end === 0 || end === value.length) && move(0, -1)
        case 'ArrowRight':
          return end === value.length && (start === end || start === 0) && move(0, 1)
        case 'Enter': {
          if (event.shiftKey ? move(-1, 0) : move(1, 0)) return true
          const added = event.shiftKey ? undefined : append()
          if (added !== undefined) goTo(added, 'note')
          return true
        }
        case 'F8':
          nextProblem(key, field, event.shiftKey)
          return true
        default:
          return false
      }
    }
    if (handled()) event.preventDefault()
  }
  return { goTo, onKeyDown }
}
