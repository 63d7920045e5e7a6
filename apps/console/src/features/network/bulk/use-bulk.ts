import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type BranchCells, type BranchField, type BranchIssue, contract, MAX_BRANCHES, type NetworkInfo } from '@weft/contract'
import { ApiRefusal, call, toast, useText } from '@weft/ui'
import { useCallback, useMemo, useState } from 'react'
import { applying } from '../../../shared/apply/applying.ts'
import { networksChanged } from '../networks-changed.ts'
import * as text from './bulk.text.ts'
import { type Checked, counted, filledFrom, fixed, issuesByRow, placed, sent, sheetRow, type SheetRow, skippedOf } from './sheet-rows.ts'
import { useSettled } from '@weft/ui/time/use-settled.ts'

/** Milliseconds after the last change of a cell before the rows are checked. */
const TYPING_PAUSE = 300
/** Refusal code: the network has another revision than the one that was checked. */
const CHANGED_ELSEWHERE = 409

/** Holds the rows of the sheet, checks them whenever they change, and adds the good ones. */
export function useBulk({ network_number }: NetworkInfo) {
  const t = useText(text)
  const queries = useQueryClient()
  const [rows, setRows] = useState<readonly SheetRow[]>([])
  const asked = counted(rows)
  const wanted = JSON.stringify(asked)
  const settled = useSettled(wanted, TYPING_PAUSE)

  const check = useQuery({
    // A key of its own, so that adding rows does not check them again.
    queryKey: ['branches', network_number, settled],
    queryFn: async ({ signal }): Promise<Checked> => {
      const of = JSON.parse(settled) as SheetRow[]
      const input = { network_number, check: 1 as const, rows: of.map(sent) }
      return { rows: of, answer: await call(contract.branches.add, input, { quiet: true, missing: 'stay', signal }) }
    },
    enabled: settled !== '[]',
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const checked = asked.length === 0 ? undefined : check.data
  const issues = useMemo(() => (checked ? issuesByRow(checked, rows) : new Map<number, BranchIssue[]>()), [checked, rows])
  const checking = asked.length > 0 && (wanted !== settled || check.isFetching)
  const { addable, beyond } = useMemo(() => (checked ? placed(checked) : { addable: [], beyond: [] }), [checked])
  const good = checking ? [] : addable

  const add = useMutation({
    mutationFn: (_onDone: () => void) =>
      applying.save(network_number, t.add(good.length), () =>
        call(
          contract.branches.add,
          { network_number, rows: good.map(sent), revision: checked!.answer.revision },
          { missing: 'stay', handled: [CHANGED_ELSEWHERE] },
        ),
      ),
    onSuccess: (_answer, onDone) => {
      const added = new Set(good.map(({ key }) => key))
      const left = rows.filter((row) => !added.has(row.key))
      void networksChanged(queries)
      setRows(left)
      if (counted(left).length === 0) onDone()
    },
    onError: (error) => {
      if (error instanceof ApiRefusal && error.code === CHANGED_ELSEWHERE) toast.warning(t.moved)
      void check.refetch()
    },
  })

  const read = useCallback(
    (cells: readonly BranchCells[]) => {
      if (cells.length === 0) return toast.warning(t.nothingRead)
      if (cells.length > MAX_BRANCHES) toast.warning(t.cut(MAX_BRANCHES, cells.length - MAX_BRANCHES))
      setRows(cells.slice(0, MAX_BRANCHES).map((one) => sheetRow(one)))
    },
    [t],
  )
  const change = useCallback(
    (key: number, field: BranchField, value: string) =>
      setRows((now) => now.map((row) => (row.key === key ? { ...row, [field]: value } : row))),
    [],
  )
  const fill = useCallback(
    (key: number, field: BranchField, table: readonly (readonly string[])[]) => setRows((now) => filledFrom(now, { key, field }, table)),
    [],
  )
  const takeFix = useCallback((key: number, issue: BranchIssue) => setRows((now) => fixed(now, key, issue)), [])
  const restore = useCallback((key: number) => setRows((now) => now.map((row) => (row.key === key ? { ...row, skipped: false } : row))), [])
  /** Adds an empty row and returns its key, undefined if the sheet is full. */
  const append = (): number | undefined => {
    if (rows.length >= MAX_BRANCHES) return undefined
    const row = sheetRow()
    setRows([...rows, row])
    return row.key
  }
  const fixes = [...issues].flatMap(([key, found]) => found.flatMap((issue) => (issue.fix ? [{ key, issue }] : [])))
  return {
    rows,
    asked,
    issues,
    /** The keys of the rows for which no place is left. */
    beyond: useMemo(() => new Set(beyond.map(({ key }) => key)), [beyond]),
    answer: checked?.answer,
    checking,
    failed: asked.length > 0 && check.isError && !check.isFetching ? check.error : undefined,
    recheck: () => void check.refetch(),
    good,
    skipped: skippedOf(rows).length,
    fixes: fixes.length,
    takeFixes: () => setRows((now) => fixes.reduce((all, { key, issue }) => fixed(all, key, issue), [...now])),
    adding: add.isPending,
    /** Adds the good rows. @param onDone is called if no row is left */
    add: (onDone: () => void) => add.mutate(onDone),
    read,
    change,
    fill,
    takeFix,
    restore,
    append,
    clear: () => setRows([]),
  }
}
export type Bulk = ReturnType<typeof useBulk>
