import type { ConnectionRecord, DialRecord, LoginRecord, SessionLog } from '@weft/contract'
import { CopyText, Duration, type ListColumn, Nothing, StatusDot, TimeText } from '@weft/ui'
import type { ReactNode } from 'react'
import { volumeText } from '../chart/units.ts'
import { MemberName } from '../member/MemberName.tsx'
import type { zhCN } from './record.text.ts'
import './record.css'

type Text = typeof zhCN
/** Draws the member of a row in lists over all members. */
type ShownName<R> = (row: R) => ReactNode

export const orNothing = (value: string | null): ReactNode => value || <Nothing />
export const address = (value: string | null): ReactNode => (value ? <CopyText value={value} /> : <Nothing />)

/** Returns columns for the address and the client of members' sign-ins. @param shown undefined where all rows are one member's */
export const loginColumns = <R extends LoginRecord>(t: Text, shown?: ShownName<R>): ListColumn<R>[] => [
  ...nameColumn<R>(t, shown),
  { key: 'ip', title: t.ip, ...(shown ? {} : head), render: (_, row) => address(row.ip) },
  { key: 'os', title: t.os, stays: true, render: (_, row) => orNothing(row.os) },
  { key: 'version', title: t.version, stays: true, render: (_, row) => orNothing(row.version) },
  { key: 'brand', title: t.brand, stays: true, render: (_, row) => orNothing(row.sys_brand) },
  { key: 'model', title: t.model, stays: true, render: (_, row) => orNothing(row.sys_model) },
  { key: 'osVersion', title: t.osVersion, stays: true, render: (_, row) => orNothing(row.sys_version) },
  { key: 'time', title: t.loginTime, render: (_, row) => <TimeText at={row.create_time} seconds /> },
]

export type DialMode = 'p2p' | 'pop'

/** A session; logs of all members also say what its ends are called. */
type Session = DialRecord & Partial<Pick<SessionLog, 'network_name' | 'link_note'>>

/** Shows a network by its name, or by its number where the name is not known. */
const networkOf = ({ network_number, network_name }: Session): ReactNode =>
  network_name ? <span title={network_number}>{network_name}</span> : <CopyText value={network_number} />

/** Returns columns for sessions to centers or to POPs. @param shown undefined where all rows are one member's */
export function dialColumns<R extends Session>(t: Text, mode: DialMode, shown?: ShownName<R>): ListColumn<R>[] {
  const heading = shown ? {} : head
  const ends: Record<DialMode, ListColumn<R>[]> = {
    p2p: [
      { key: 'network', title: shown ? t.networkName : t.network, render: (_, row) => networkOf(row) },
      { key: 'center', title: t.center, ...heading, render: (_, row) => orNothing(row.link_note || row.link_router_name) },
    ],
    pop: [
      { key: 'pop', title: t.pop, ...heading, render: (_, row) => orNothing(row.pop_name) },
      { key: 'area', title: t.area, render: (_, row) => orNothing(row.area) },
    ],
  }
  // The page around a list of one member shows the name as well, so the column can be hidden.
  const named = shown ?? (({ router_name }: R) => <span className="weft-mono">{router_name}</span>)
  return [
    ...nameColumn<R>(t, named).map((column) => (shown ? column : { ...column, card: 'none' as const, pinned: false })),
    ...ends[mode],
    { key: 'origin', title: t.origin, render: (_, row) => address(row.orig) },
    { key: 'vpn', title: t.vpnAddress, render: (_, row) => address(row.vpn_ip) },
    { key: 'start', title: t.start, render: (_, row) => <TimeText at={row.start_time} seconds /> },
    { key: 'end', title: t.end, render: (_, row) => ended(t, row.end_time) },
    { key: 'duration', title: t.duration[mode], render: (_, row) => <Duration seconds={row.online_time} /> },
  ]
}

/** Returns columns for tunnel sessions with their bytes, by name: lists order them differently. */
export const connectionColumns = <R extends ConnectionRecord>(t: Text) =>
  ({
    peer: {
      title: t.peer,
      key: 'peer',
      render: (_, row) =>
        row.peer === null ? (
          row.peer_name
        ) : (
          <MemberName member={{ router_name: row.peer, note: row.peer_name, router_type: 1 }} form="name" />
        ),
    },
    network: { title: t.networkName, key: 'network', render: (_, row) => row.network_name || orNothing(row.network_number) },
    ip: { title: t.address, key: 'ip', ...head, render: (_, row) => address(row.ip) },
    origin: { title: t.from, key: 'origin', render: (_, row) => address(row.origin) },
    upload: { title: t.upload, key: 'input', align: 'right', render: (_, row) => volumeText(row.input) },
    download: { title: t.download, key: 'out', align: 'right', className: 'record-figure', render: (_, row) => volumeText(row.out) },
    lasted: {
      title: t.lasted,
      key: 'online_time',
      align: 'right',
      className: 'record-figure',
      render: (_, row) => <Duration seconds={row.online_time} />,
    },
    began: { title: t.start, key: 'session_date', render: (_, row) => <TimeText at={row.session_date} seconds /> },
    ended: { title: t.end, key: 'stop_time', render: (_, row) => ended(t, row.stop_time) },
  }) satisfies Record<string, ListColumn<R>>

const head = { card: 'title', pinned: true } as const

export const nameColumn = <R extends { router_name: string }>(t: Text, shown: ShownName<R> | undefined): ListColumn<R>[] =>
  shown ? [{ key: 'name', title: t.name, ...head, render: (_, row) => shown(row) }] : []

const ended = (t: Text, at: number | null): ReactNode =>
  at === null ? <StatusDot kind="online" text={t.lasting} /> : <TimeText at={at} seconds />
