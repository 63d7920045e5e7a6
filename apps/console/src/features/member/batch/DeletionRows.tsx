import { DownloadOutlined } from '@ant-design/icons'
import type { DeletionRow } from '@weft/contract'
import { CopyText, type ListColumn, Nothing, StatusDot, useText } from '@weft/ui'
import { PagedRows } from '@weft/ui/list/PagedRows.tsx'
import { Button, Switch } from 'antd'
import { useState } from 'react'
import * as text from './batch.text.ts'
import { Outcome } from './Outcome.tsx'
import { saveCsv } from './save-csv.ts'

/** Shows the result for each member of a deletion. */
export function DeletionRows({ rows }: { rows: DeletionRow[] }) {
  const t = useText(text)
  const [onlyNot, setOnlyNot] = useState(false)
  const kept = rows.filter((row) => row.deleted === 0)
  const deleted = rows.length - kept.length
  const columns: ListColumn<DeletionRow>[] = [
    { key: 'name', title: t.name, card: 'title', render: (_, { name }) => name || <Nothing /> },
    { key: 'account', title: t.account, render: (_, { router_name }) => (router_name ? <CopyText value={router_name} /> : <Nothing />) },
    {
      key: 'result',
      title: t.result,
      card: 'status',
      render: (_, row) => <StatusDot kind={row.deleted ? 'online' : 'pending'} text={row.result} />,
    },
  ]
  const save = () =>
    saveCsv(
      t.resultName,
      [t.name, t.account, t.result],
      rows.map(({ name, router_name, result }) => [name, router_name, result]),
    )
  return (
    <>
      <Outcome
        outcome={{
          type: deleted === 0 ? 'error' : kept.length > 0 ? 'warning' : 'success',
          title: deleted === 0 ? t.nothingDeleted : t.deleted(deleted),
          ...(kept.length > 0 && deleted > 0 ? { description: t.notDeleted(kept.length) } : {}),
        }}
      />
      <div className="batch-counts">
        {kept.length > 0 && deleted > 0 ? (
          <label className="batch-filter">
            <Switch size="small" checked={onlyNot} onChange={setOnlyNot} />
            {t.onlyNotDeleted}
          </label>
        ) : (
          <span />
        )}
        <Button type="link" size="small" className="batch-filter" icon={<DownloadOutlined aria-hidden />} onClick={save}>
          {t.resultSheet}
        </Button>
      </div>
      <PagedRows rows={onlyNot ? kept : rows} keyOf={(row) => `${row.router_name}/${row.name}`} columns={columns} nothing={null} />
    </>
  )
}
