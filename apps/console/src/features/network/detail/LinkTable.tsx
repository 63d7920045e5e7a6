import type { NetworkLink } from '@weft/contract'
import { CopyText, Duration, EmptyState, type ListColumn, Nothing, StatusDot, useText } from '@weft/ui'
import { PagedRows } from '@weft/ui/list/PagedRows.tsx'
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
  const columns: ListColumn<NetworkLink>[] = [
    { title: t.from, key: 'from', card: 'title', render: (_, l) => name(l.router_name, l.router_name_note) },
    { title: t.to, key: 'to', render: (_, l) => name(l.center_router_name, l.center_router_name_note) },
    { title: t.kind, key: 'kind', render: (_, l) => n.linkKinds[l.kind] },
    {
      title: t.status,
      key: 'status',
      card: 'status',
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
  ]
  return (
    <PagedRows
      rows={[...links.filter((l) => l.vpn_online === 0), ...links.filter((l) => l.vpn_online === 1)]}
      keyOf={keyOf}
      columns={columns}
      nothing={<EmptyState title={t.noLinks} />}
    />
  )
}
