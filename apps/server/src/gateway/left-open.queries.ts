import { sql } from 'kysely'
import type { SystemDb } from '../db/client.ts'
import { rowsOf } from '../db/rows-of.ts'

/** A tunnel session without an end whose tunnel is no longer up. */
export interface LeftOpen {
  account_id: number
  network_number: string
  router_name: string
  link_router_name: string
  /** As the database writes it: part of the key, and finer than a second. */
  start_time: string
}

/**
 * Matches open sessions whose tunnel has not been up since the session began. Only the device itself reports a SaaS device's tunnel:
 * its session stays open while the device is heard.
 */
const isLeftOpen = (heard: Date) => sql`t.end_time is null and not case when t.mode = 'saas'
  then exists (select from member m where (m.account_id, m.router_name) = (t.account_id, t.router_name)
    and (m.online_status = 1 or m.report_time > ${heard}::timestamptz))
  else exists (select from network_link l
    where (l.account_id, l.network_number, l.center_router_name, l.router_name) = (t.account_id, t.network_number, t.link_router_name, t.router_name)
      and l.vpn_online = 1 and l.vpn_online_since = t.start_time) end`

/** @param heard a SaaS device heard since then may still have its tunnel */
export async function leftOpen({ sql: db }: SystemDb, heard: Date): Promise<LeftOpen[]> {
  const { rows } = await sql<LeftOpen>`
    select t.account_id, t.network_number, t.router_name, t.link_router_name, t.start_time::text as start_time
    from tunnel_session t where ${isLeftOpen(heard)}`.execute(db)
  return rows
}

/** Ends these sessions at the time when they were noticed, or at the last report of their ends if both are away and it was earlier. */
export async function closeLeftOpen(
  { sql: db }: SystemDb,
  sessions: readonly (LeftOpen & { noticed: Date })[],
  heard: Date,
): Promise<void> {
  const columns = {
    account_id: 'bigint',
    network_number: 'text',
    router_name: 'text',
    link_router_name: 'text',
    start_time: 'timestamptz',
    noticed: 'timestamptz',
  } as const
  await sql`
    with s as (select * from ${rowsOf('s', sessions, columns)}),
    ended as (select s.*, least(s.noticed, case when coalesce(p.online_status, 0) = 0 and coalesce(c.online_status, 0) = 0
          then greatest(p.report_time, c.report_time) end) as last_report
      from s left join member p on (p.account_id, p.router_name) = (s.account_id, s.router_name)
        left join member c on (c.account_id, c.router_name) = (s.account_id, s.link_router_name))
    update tunnel_session t set end_time = greatest(t.start_time, e.last_report) from ended e
    where (t.account_id, t.network_number, t.router_name, t.link_router_name, t.start_time)
        = (e.account_id, e.network_number, e.router_name, e.link_router_name, e.start_time) and ${isLeftOpen(heard)}`.execute(db)
}
