import type { MembersChanged } from '@weft/contract'
import { ErrorState, type ListColumn, Nothing, useText } from '@weft/ui'
import { PagedRows } from '@weft/ui/list/PagedRows.tsx'
import { Skeleton } from 'antd'
import * as memberText from '../member.text.ts'
import * as text from './bulk.text.ts'
import type { BulkChange } from './use-bulk-change.ts'

interface Props {
  preview: BulkChange['preview']
  /** A value in words. */
  said: (value: string) => React.ReactNode
}

/** How many members a change changes, and the first of them before and after. */
export function ChangePreview({ preview, said }: Props) {
  const t = useText(text)
  const m = useText(memberText)
  const { data } = preview
  if (preview.isPending) return <Skeleton active title={false} paragraph={{ rows: 4 }} />
  if (!data) return <ErrorState compact onRetry={() => void preview.refetch()} />
  const value = (shown: string) => (shown === '' ? <Nothing /> : said(shown))
  const columns: ListColumn<MembersChanged['rows'][number]>[] = [
    {
      key: 'name',
      title: m.name,
      card: 'title',
      render: (_, { router_name }) => <span className="weft-mono">{router_name}</span>,
    },
    { key: 'before', title: t.before, render: (_, { before }) => value(before) },
    { key: 'after', title: t.after, render: (_, { after }) => value(after) },
  ]
  return (
    <>
      <p role="status">
        {data.changed === 0 ? t.nothing : t.willChange(data.changed)}
        {data.changed > 0 && data.unchanged > 0 && ` · ${t.same(data.unchanged)}`}
        {data.changed > data.rows.length && ` · ${t.first(data.rows.length)}`}
      </p>
      {data.rows.length > 0 && <PagedRows rows={data.rows} keyOf={({ router_name }) => router_name} columns={columns} nothing={null} />}
    </>
  )
}
