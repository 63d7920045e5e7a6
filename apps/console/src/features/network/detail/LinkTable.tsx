import type { NetworkLink } from '@weft/contract'
import { CopyText, Duration, EmptyState, Nothing, StatusDot, useText } from '@weft/ui'
import { Table } from 'antd'
import * as networkText from '../network.text.ts'
import * as text from './network-detail.text.ts'

const keyOf = (link: NetworkLink) => `${link.kind}/${link.router_name}/${link.center_router_name}`

/** Who is connected to whom. */
export function LinkTable({ links }: { links: NetworkLink[] }) {
  const t = useText(text)
  const n = useText(networkText)
  const name = (router_name: string, note: string) => (
    <span className="network-member-name">
      <span className="weft-mono">{router_name}</span>
      {note && <small>{note}</small>}
    </span>
  )
  return (
    <Table<NetworkLink>
      rowKey={keyOf}
      dataSource={links.toSorted((a, b) => a.vpn_online - b.vpn_online)}
      scroll={{ x: 'max-content' }}
      pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
      locale={{ emptyText: <EmptyState title={t.noLinks} /> }}
      columns={[
        { title: t.from, key: 'from', render: (_, l) => name(l.router_name, l.router_name_note) },
        { title: t.to, key: 'to', render: (_, l) => name(l.center_router_name, l.center_router_name_note) },
        { title: t.kind, key: 'kind', render: (_, l) => n.linkKinds[l.kind] },
        {
          title: t.status,
          key: 'status',
          render: (_, l) =>
            l.enable === 0 ? (
              <StatusDot kind="disabled" text={t.linkOff} />
            ) : (
              <StatusDot kind={l.vpn_online === 1 ? 'online' : 'offline'} text={l.vpn_online === 1 ? t.connected : t.disconnected} />
            ),
        },
        { title: t.vpnIp, key: 'vpn_ip', render: (_, l) => (l.vpn_ip ? <CopyText value={l.vpn_ip} /> : <Nothing />) },
        {
          title: t.upSince,
          key: 'time',
          align: 'right',
          render: (_, l) => <Duration seconds={l.vpn_online === 1 ? l.vpn_online_time : null} />,
        },
      ]}
    />
  )
}
