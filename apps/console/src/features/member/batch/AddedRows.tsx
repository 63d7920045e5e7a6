import type { BatchRow } from '@weft/contract'
import { type ListColumn, Nothing, StatusDot, useNarrow, useText } from '@weft/ui'
import { PagedRows } from '@weft/ui/list/PagedRows.tsx'
import { useAccount } from '../../../shared/account/use-account.ts'
import * as text from './batch.text.ts'

/** Shows the rows that were added as members. */
export function AddedRows({ rows }: { rows: BatchRow[] }) {
  const t = useText(text)
  const narrow = useNarrow()
  const { sign } = useAccount()
  const columns: ListColumn<BatchRow>[] = [
    { key: 'row', title: t.row, card: 'title', width: 64, render: (_, { row }) => (narrow ? <strong>{t.rowOf(row)}</strong> : row) },
    { key: 'name', title: t.memberName, render: (_, { username }) => `${username}@${sign}` },
    { key: 'result', title: t.result, card: 'status', render: () => <StatusDot kind="online" text={t.resultAdded} /> },
    { key: 'reason', title: t.reason, card: 'none', render: () => <Nothing /> },
  ]
  return <PagedRows rows={rows} keyOf={({ row }) => String(row)} columns={columns} nothing={null} />
}
