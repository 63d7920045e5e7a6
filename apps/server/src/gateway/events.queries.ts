import { sql } from 'kysely'
import type { SystemDb } from '../db/client.ts'
import { fromUnix } from '../kernel/clock.ts'
import type { MemberName } from '../domains/network/state/state.service.ts'
import type { LinkKey, LinkState, SessionClosed, SessionOpened } from './events.rules.ts'
import { rowsOf } from '../db/rows-of.ts'

const column = <T, K extends keyof T>(rows: readonly T[], key: K): T[K][] => rows.map((row) => row[key])
const times = (seconds: readonly (number | null)[]): (Date | null)[] => seconds.map((at) => (at === null ? null : fromUnix(at)))

export async function updateEventSeqs({ sql: db }: SystemDb, members: readonly (MemberName & { event_seq: number })[]): Promise<void> {
  await sql`update member m set event_seq = a.event_seq
    from ${rowsOf('a', members, { account_id: 'bigint', router_name: 'text', event_seq: 'bigint' })}
    where (m.account_id, m.router_name) = (a.account_id, a.router_name)`.execute(db)
}

const linkColumns = (
  links: readonly LinkKey[],
) => sql`unnest(${column(links, 'account_id')}::bigint[], ${column(links, 'network_number')}::text[],
  ${column(links, 'center_router_name')}::text[], ${column(links, 'router_name')}::text[])`

/** Returns those of these links that exist, and locks them in one order. */
export async function lockLinks({ sql: db }: SystemDb, links: readonly LinkKey[]): Promise<LinkState[]> {
  const { rows } = await sql<LinkState>`
    select l.account_id, l.network_number, l.center_router_name, l.router_name, l.vpn_online, l.vpn_online_since,
      l.vpn_offline_since from network_link l
    where (l.account_id, l.network_number, l.center_router_name, l.router_name) in (select * from ${linkColumns(links)})
    order by l.account_id, l.network_number, l.center_router_name, l.router_name for update of l`.execute(db)
  return rows
}

export async function updateLinks({ sql: db }: SystemDb, links: readonly LinkState[]): Promise<void> {
  await sql`update network_link l set vpn_online = s.vpn_online, vpn_online_since = s.since, vpn_offline_since = s.until
    from unnest(${column(links, 'account_id')}::bigint[], ${column(links, 'network_number')}::text[], ${column(links, 'center_router_name')}::text[],
      ${column(links, 'router_name')}::text[], ${column(links, 'vpn_online')}::smallint[], ${times(column(links, 'vpn_online_since'))}::timestamptz[],
      ${times(column(links, 'vpn_offline_since'))}::timestamptz[])
      as s(account_id, network_number, center_router_name, router_name, vpn_online, since, until)
    where (l.account_id, l.network_number, l.center_router_name, l.router_name) = (s.account_id, s.network_number, s.center_router_name, s.router_name)`.execute(
    db,
  )
}

/** Sets members, which the caller has locked, `online` if at least one of their tunnels is up (docs/design/domain.md §4). */
export async function settleOnline({ sql: db }: SystemDb, members: readonly MemberName[]): Promise<void> {
  await sql`update member m set online = s.online
    from (select a.account_id, a.router_name,
        case when exists (select from network_link l where l.account_id = a.account_id and l.router_name = a.router_name and l.vpn_online = 1)
          or exists (select from network_link l where l.account_id = a.account_id and l.center_router_name = a.router_name and l.vpn_online = 1)
        then 1 else 0 end as online
      from (select distinct * from unnest(${column(members, 'account_id')}::bigint[], ${column(members, 'router_name')}::text[])) as a(account_id, router_name)) s
    where (m.account_id, m.router_name) = (s.account_id, s.router_name) and m.online <> s.online`.execute(db)
}

export async function openSessions({ sql: db }: SystemDb, sessions: readonly SessionOpened[]): Promise<void> {
  await sql`insert into tunnel_session as t
      (account_id, network_number, link_router_name, router_name, orig, vpn_ip, start_time, end_time, input, out, mode, area)
    select distinct on (s.account_id, s.network_number, s.link_router_name, s.router_name, s.start_time) s.*, case when a.ov_id is null then 'p2p' else 'pop' end, a.area
    from unnest(${column(sessions, 'account_id')}::bigint[], ${column(sessions, 'network_number')}::text[],
      ${column(sessions, 'center_router_name')}::text[], ${column(sessions, 'router_name')}::text[], ${column(sessions, 'orig')}::text[],
      ${column(sessions, 'vpn_ip')}::text[], ${times(column(sessions, 'start_time'))}::timestamptz[], ${times(column(sessions, 'end_time'))}::timestamptz[],
      ${column(sessions, 'input')}::bigint[], ${column(sessions, 'out')}::bigint[])
      as s(account_id, network_number, link_router_name, router_name, orig, vpn_ip, start_time, end_time, input, out)
      left join network_link l on (l.account_id, l.network_number, l.center_router_name, l.router_name)
        = (s.account_id, s.network_number, s.link_router_name, s.router_name)
      left join network_fr_area a on (a.account_id, a.ov_id) = (l.account_id, l.ov_id)
    order by s.account_id, s.network_number, s.link_router_name, s.router_name, s.start_time, s.end_time desc nulls first
    on conflict (account_id, router_name, link_router_name, network_number, start_time)
    do update set end_time = excluded.end_time, input = greatest(t.input, excluded.input), out = greatest(t.out, excluded.out)`.execute(db)
}

/** Ends the open sessions of these tunnels. */
export async function closeSessions({ sql: db }: SystemDb, sessions: readonly SessionClosed[]): Promise<void> {
  await sql`update tunnel_session t set end_time = greatest(t.start_time, s.end_time), input = greatest(t.input, s.input), out = greatest(t.out, s.out)
    from unnest(${column(sessions, 'account_id')}::bigint[], ${column(sessions, 'network_number')}::text[], ${column(sessions, 'center_router_name')}::text[],
      ${column(sessions, 'router_name')}::text[], ${times(column(sessions, 'end_time'))}::timestamptz[], ${column(sessions, 'input')}::bigint[],
      ${column(sessions, 'out')}::bigint[]) as s(account_id, network_number, center_router_name, router_name, end_time, input, out)
    where (t.account_id, t.router_name, t.link_router_name, t.network_number) = (s.account_id, s.router_name, s.center_router_name, s.network_number)
      and t.end_time is null`.execute(db)
}
