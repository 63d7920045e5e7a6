import { type ConnectionLog, contract, type NamedRow } from '@weft/contract'
import { type ListColumn, Nothing, PageHeader, StatusDot, TimeText, useText } from '@weft/ui'
import type { ReactNode } from 'react'
import * as recordText from '../../shared/record/record.text.ts'
import { address, nameColumn, orNothing } from '../../shared/record/record-columns.tsx'
import { type Keyed, LogList } from './LogList.tsx'
import * as text from './log.text.ts'

/** Shows when members connected and disconnected. */
export function ConnectionLogPage() {
  const t = useText(text)
  const r = useText(recordText)
  const columns = (shown: (row: NamedRow) => ReactNode): ListColumn<Keyed<ConnectionLog>>[] => [
    ...nameColumn<Keyed<ConnectionLog>>(r, shown),
    { key: 'remote', title: t.remote, render: (_, row) => address(row.remote_ip) },
    { key: 'port', title: t.port, render: (_, row) => (row.remote_ip ? row.remote_port : <Nothing />) },
    { key: 'version', title: t.firmware, render: (_, row) => orNothing(row.version) },
    {
      key: 'action',
      title: t.action,
      card: 'status',
      render: (_, row) => (row.online === 1 ? <StatusDot kind="online" text={t.came} /> : <StatusDot kind="idle" text={t.went} />),
    },
    { key: 'time', title: t.time, render: (_, row) => <TimeText at={row.create_time} seconds /> },
  ]
  return (
    <>
      <PageHeader title={t.connections} meta={t.kept} />
      <LogList
        endpoint={contract.logs.connect}
        type="connect"
        subject={t.connections}
        searchHint={t.search}
        empty={t.nothing}
        filters={[
          {
            name: 'online',
            label: t.action,
            options: [
              { value: '1', label: t.came },
              { value: '0', label: t.went },
            ],
          },
        ]}
        columns={columns}
      />
    </>
  )
}
