import { type BranchCells, type BranchesAnswer, type BranchField, branchFields, type BranchIssue, MAX_BRANCHES } from '@weft/contract'
import { blocking } from '@weft/network-rules'

/** A row of the sheet. */
export interface SheetRow extends BranchCells {
  key: number
  /** True if it is left out. */
  skipped: boolean
}

let keys = 0
/** Returns a row with these cells, empty by default. */
export const sheetRow = (cells: Partial<BranchCells> = {}): SheetRow => {
  keys += 1
  return { note: '', router_name: '', prefix: '', center: '', ...cells, key: keys, skipped: false }
}

const isEmpty = (row: SheetRow): boolean => branchFields.every((field) => row[field].trim() === '')
/** Returns the rows that count: neither empty nor left out. */
export const counted = (rows: readonly SheetRow[]): SheetRow[] => rows.filter((row) => !row.skipped && !isEmpty(row))
/** Returns the rows that are left out on purpose. */
export const skippedOf = (rows: readonly SheetRow[]): SheetRow[] => rows.filter(({ skipped }) => skipped)

/** Returns a row as the call takes it. */
export const sent = ({ note, router_name, prefix, center }: SheetRow) => ({
  note,
  router_name,
  prefix: prefix.trim() === '' ? [] : [prefix],
  center: center.trim() === '' ? [] : [center],
})

/** Returns the rows with cells filled in from one cell on, to the right and down; new rows are added below, up to the limit. */
export function filledFrom(
  rows: readonly SheetRow[],
  at: { key: number; field: BranchField },
  table: readonly (readonly string[])[],
): SheetRow[] {
  const first = rows.findIndex(({ key }) => key === at.key)
  const column = branchFields.indexOf(at.field)
  const length = Math.min(MAX_BRANCHES, Math.max(rows.length, first + table.length))
  return Array.from({ length }, (_, i) => {
    const row = rows[i] ?? sheetRow()
    const cells = table[i - first]
    if (!cells) return row
    const pasted = cells.slice(0, branchFields.length - column).map((text, beside) => [branchFields[column + beside]!, text] as const)
    return { ...row, ...Object.fromEntries(pasted), skipped: false }
  })
}

/** An answered check, with the rows that it is about. */
export interface Checked {
  rows: readonly SheetRow[]
  answer: BranchesAnswer
}

/** Returns the problems of each row by its key; those of cells that were changed since are left out. */
export function issuesByRow({ rows: asked, answer }: Checked, now: readonly SheetRow[]): Map<number, BranchIssue[]> {
  const present = new Map(now.map((row) => [row.key, row]))
  const found = new Map<number, BranchIssue[]>()
  for (const issue of answer.problems) {
    const was = asked[issue.row]
    const row = was && present.get(was.key)
    if (!row || row.skipped || row[issue.field] !== was[issue.field]) continue
    found.set(row.key, [...(found.get(row.key) ?? []), issue])
  }
  return found
}

/** Returns the rows without a problem: those that can be added now, and those for which the account has no places left. */
export function placed({ rows: asked, answer }: Checked): { addable: SheetRow[]; beyond: SheetRow[] } {
  const good = answer.rows.flatMap((at) => asked[at] ?? [])
  const fitting = good.length - answer.over
  return { addable: good.slice(0, fitting), beyond: good.slice(fitting) }
}

/** Returns the rows with one problem solved as it proposes. */
export function fixed(rows: readonly SheetRow[], key: number, { field, fix }: BranchIssue): SheetRow[] {
  if (!fix) return [...rows]
  const { value } = fix
  return rows.map((row) => (row.key !== key ? row : value === null ? { ...row, skipped: true } : { ...row, [field]: value }))
}

export type RowState = 'error' | 'skip' | 'warning' | 'good'
/** Returns the worst state of a row; hints leave it good. @param beyond whether there is no place left for it */
export const stateOf = (issues: readonly BranchIssue[], beyond: boolean): RowState =>
  (['error', 'skip', 'warning'] as const).find((level) => (level === 'skip' && beyond) || issues.some((issue) => issue.level === level)) ??
  'good'
/** Returns whether a problem keeps its row from being added. */
export const blocks = ({ level }: BranchIssue): boolean => blocking.has(level)
