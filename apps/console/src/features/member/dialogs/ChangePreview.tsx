import type { MembersChanged } from '@weft/contract'
import { ErrorState, type ListColumn, Nothing, Skeleton, useText } from '@weft/ui'
import { PagedRows } from '@weft/ui/list/PagedRows.tsx'
import { Scrolling } from '@weft/ui/parts/Scrolling.tsx'
import type { ReactNode } from 'react'
import { MemberName } from '../../../shared/member/MemberName.tsx'
import { typeOf } from '../../../shared/member/name-of.ts'
import * as memberText from '../member.text.ts'
import './bulk.css'
import * as text from './bulk.text.ts'
import type { BulkChange } from './use-bulk-change.ts'

interface Props {
  preview: BulkChange['preview']
  /** The present and the new value of every member of the preview, if they are the same for all. */
  before?: ReactNode
  after?: ReactNode
}

/** Shows how many members a change affects, and the first of them before and after. */
export function ChangePreview({ preview, ...same }: Props) {
  const t = useText(text)
  const m = useText(memberText)
  const { data } = preview
  if (preview.isPending) return <Skeleton title={false} paragraph={{ rows: 4 }} />
  if (!data) return <ErrorState compact onRetry={() => void preview.refetch()} />
  const columns: ListColumn<MembersChanged['rows'][number]>[] = [
    {
      key: 'name',
      title: m.name,
      card: 'title',
      render: (_, { router_name, note = '' }) => (
        <MemberName form="line" link={false} member={{ router_name, note, router_type: typeOf(router_name) }} />
      ),
    },
    { key: 'before', title: t.before, render: (_, { before }) => same.before ?? (before || <Nothing />) },
    { key: 'after', title: t.after, render: (_, { after }) => same.after ?? (after || <Nothing />) },
  ]
  return (
    <>
      <p role="status">
        {data.changed === 0 ? t.nothing : t.willChange(data.changed)}
        {data.changed > 0 && data.unchanged > 0 && ` · ${t.same(data.unchanged)}`}
        {data.changed > data.rows.length && ` · ${t.first(data.rows.length)}`}
      </p>
      {data.rows.length > 0 && (
        <Scrolling className="bulk-rows" role="region" label={t.preview}>
          <PagedRows rows={data.rows} keyOf={({ router_name }) => router_name} columns={columns} nothing={null} />
        </Scrolling>
      )}
    </>
  )
}
