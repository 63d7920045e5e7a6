import type { DialRecord, LoginRecord } from '@weft/contract'
import { CopyText, Duration, type ListColumn, Nothing, StatusDot, TimeText } from '@weft/ui'
import type { ReactNode } from 'react'
import type { zhCN } from './records.text.ts'

type Text = typeof zhCN

const orNothing = (value: string | null): ReactNode => value || <Nothing />
const address = (value: string | null): ReactNode => (value ? <CopyText value={value} /> : <Nothing />)

/** Where and with what a member signed in. */
export const loginColumns = (t: Text): ListColumn<LoginRecord>[] => [
  { key: 'ip', title: t.ip, card: 'title', pinned: true, render: (_, row) => address(row.ip) },
  { key: 'os', title: t.os, render: (_, row) => orNothing(row.os) },
  { key: 'version', title: t.version, render: (_, row) => orNothing(row.version) },
  { key: 'brand', title: t.brand, render: (_, row) => orNothing(row.sys_brand) },
  { key: 'model', title: t.model, render: (_, row) => orNothing(row.sys_model) },
  { key: 'osVersion', title: t.osVersion, render: (_, row) => orNothing(row.sys_version) },
  { key: 'time', title: t.loginTime, render: (_, row) => <TimeText at={row.create_time} /> },
]

export type DialMode = 'p2p' | 'pop'

/** The sessions of a member, to hubs or to POPs. */
export function dialColumns(t: Text, mode: DialMode): ListColumn<DialRecord>[] {
  const ends: Record<DialMode, ListColumn<DialRecord>[]> = {
    p2p: [
      { key: 'network', title: t.network, render: (_, row) => <CopyText value={row.network_number} /> },
      { key: 'center', title: t.center, card: 'title', pinned: true, render: (_, row) => orNothing(row.link_router_name) },
    ],
    pop: [
      { key: 'pop', title: t.pop, card: 'title', pinned: true, render: (_, row) => orNothing(row.pop_name) },
      { key: 'area', title: t.area, render: (_, row) => orNothing(row.area) },
    ],
  }
  return [
    // The drawer says it as well, so it can be hidden.
    { key: 'name', title: t.name, card: 'none', render: (_, row) => <span className="weft-mono">{row.router_name}</span> },
    ...ends[mode],
    { key: 'origin', title: t.origin, render: (_, row) => address(row.orig) },
    { key: 'vpn', title: t.vpnAddress, render: (_, row) => address(row.vpn_ip) },
    { key: 'start', title: t.start, render: (_, row) => <TimeText at={row.start_time} /> },
    {
      key: 'end',
      title: t.end,
      render: (_, row) => (row.end_time === null ? <StatusDot kind="online" text={t.lasting} /> : <TimeText at={row.end_time} />),
    },
    { key: 'duration', title: t.duration[mode], render: (_, row) => <Duration seconds={row.online_time} /> },
  ]
}
