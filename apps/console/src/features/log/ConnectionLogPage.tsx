import { type ConnectionLog, contract, type NamedRow } from '@weft/contract'
import { Duration, type ListColumn, Nothing, PageHeader, StatusDot, TimeText, useText } from '@weft/ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { memberPath } from '../../shared/member/member-paths.ts'
import { OutageCause } from '../../shared/member/OutageCause.tsx'
import { usePageOpen } from '../../shared/page/open-pages.ts'
import * as recordText from '../../shared/record/record.text.ts'
import { address, nameColumn, orNothing } from '../../shared/record/record-columns.tsx'
import { type Keyed, LogList } from './LogList.tsx'
import { Term } from '../../shared/help/Term.tsx'
import * as text from './log.text.ts'

/** Shows when members connected and disconnected. */
export function ConnectionLogPage() {
  const t = useText(text)
  const r = useText(recordText)
  const columns = (shown: (row: NamedRow) => ReactNode): ListColumn<Keyed<ConnectionLog>>[] => [
    ...nameColumn<Keyed<ConnectionLog>>(r, shown),
    {
      key: 'action',
      title: t.action,
      card: 'status',
      render: (_, row) => (row.online === 1 ? <StatusDot kind="online" text={t.came} /> : <StatusDot kind="idle" text={t.went} />),
    },
    { key: 'cause', title: t.cause, render: (_, row) => <Why row={row} /> },
    {
      key: 'network',
      title: t.network,
      render: (_, { networks }) => orNothing(networks.map(({ network_name }) => network_name).join(t.between)),
    },
    { key: 'time', title: t.time, render: (_, row) => <TimeText at={row.create_time} seconds /> },
    { key: 'remote', title: t.remote, render: (_, row) => address(row.remote_ip) },
    { key: 'port', title: t.port, render: (_, row) => (row.remote_ip ? row.remote_port : <Nothing />) },
    { key: 'version', title: t.firmware, render: (_, row) => orNothing(row.version) },
  ]
  return (
    <>
      <PageHeader title={t.connections} term={<Term of="connection_log" />} meta={t.kept} />
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
        network
        columns={columns}
      />
    </>
  )
}

/** Says why a member went and how long it was away, and leads to the outage on its page. */
function Why({ row: { exceeded, outage, router_name, deleted } }: { row: ConnectionLog }) {
  const t = useText(text)
  const isOpen = usePageOpen()
  if (outage === null) return exceeded === null ? <Nothing /> : t.exceeded(exceeded)
  const lasted = (
    <>
      <Duration seconds={outage.seconds} />
      {outage.end_time === null && ` · ${t.lasting}`}
    </>
  )
  return (
    <span className="log-why">
      <span>{exceeded === null ? <OutageCause outage={outage} /> : t.exceeded(exceeded)}</span>
      {deleted === 0 && isOpen('/router/detail') ? (
        <Link to={memberPath.outage(router_name, outage.start_time)} aria-label={t.outageOf}>
          {lasted}
        </Link>
      ) : (
        <small>{lasted}</small>
      )}
    </span>
  )
}
