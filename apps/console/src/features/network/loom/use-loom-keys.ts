import type { KeyboardEvent } from 'react'
import { isAiling, worstColumn } from './loom-model.ts'
import type { Column } from './loom-columns.ts'
import type { Line } from './loom-order.ts'

export interface Cell {
  line: number
  /** 0 is the name, then the threads, then the others. */
  column: number
}

/** Returns the cell that an event comes from; undefined for the head. */
export function cellOf(target: EventTarget): Cell | undefined {
  if (!(target instanceof Element)) return undefined
  const line = target.closest<HTMLElement>('[data-line]')?.dataset.line
  if (line === undefined) return undefined
  return { line: Number(line), column: Number(target.closest<HTMLElement>('[data-column]')?.dataset.column ?? 0) }
}

/** Returns the element of a cell if its row is in the document; a group's head has fewer cells, and its first is returned for the others. */
export function elementOf(grid: HTMLElement | null, { line, column }: Cell): HTMLElement | null | undefined {
  const row = grid?.querySelector(`[data-line="${line}"]`)
  return row?.querySelector<HTMLElement>(`[data-column="${column}"]`) ?? row?.querySelector<HTMLElement>('[data-column="0"]')
}

/** Returns the crossing of a problem where it is worst, on the next line that has one; undefined if there is none. */
function nextProblem(lines: readonly Line[], columns: readonly Column[], from: number): Cell | undefined {
  for (let step = 1; step <= lines.length; step += 1) {
    const line = (from + step) % lines.length
    const site = lines[line]!.site
    if (!site || !isAiling(site)) continue
    const worst = worstColumn(site)
    const at = worst === undefined ? -1 : columns.findIndex((column) => column.thread !== null && column.at === worst)
    return { line, column: at + 1 }
  }
  return undefined
}

interface Moves {
  lines: readonly Line[]
  columns: readonly Column[]
  /** Number of the last column. */
  last: number
  /** Number of rows that a screen shows. */
  page: number
  go: (cell: Cell) => void
  /** Opens the card of a cell, or folds a group. */
  act: (cell: Cell) => void
  /** Opens the group 需要处理, which may be folded. */
  unfold: () => void
  search: () => void
}

/** Handles the keys of the loom's cells. */
export function handleKey(event: KeyboardEvent, cell: Cell, { lines, columns, last, page, go, act, unfold, search }: Moves): void {
  const { line, column } = cell
  if (event.altKey || event.metaKey) return
  const end = lines.length - 1
  const down = (steps: number) => () => go({ line: Math.min(end, Math.max(0, line + steps)), column })
  const across = (to: number) => () => go({ line, column: Math.min(last, Math.max(0, to)) })
  const problem = () => {
    const found = nextProblem(lines, columns, line)
    if (found) go(found)
    else unfold()
  }
  const plain: Record<string, () => void> = {
    ArrowDown: down(1),
    ArrowUp: down(-1),
    PageDown: down(page),
    PageUp: down(-page),
    ArrowRight: across(column + 1),
    ArrowLeft: across(column - 1),
    Home: across(0),
    End: across(last),
    Enter: () => act(cell),
    ' ': () => act(cell),
    n: problem,
    N: problem,
    '/': search,
  }
  const withControl: Record<string, () => void> = {
    Home: () => go({ line: 0, column: 0 }),
    End: () => go({ line: end, column: last }),
  }
  const step = (event.ctrlKey ? withControl : plain)[event.key]
  if (!step) return
  event.preventDefault()
  step()
}
