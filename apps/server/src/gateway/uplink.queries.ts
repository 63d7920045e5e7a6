import { sql } from 'kysely'
import type { SystemDb } from '../db/client.ts'
import { fromUnix } from '../kernel/clock.ts'
import type { TunnelEvent } from './events.rules.ts'
import type { MemberName } from '../domains/network/state/state.service.ts'
import type { Rebooted } from './sweep.queries.ts'
import { rowsOf } from '../db/rows-of.ts'

/** Seconds by which repeated reports of the same dial may differ, because the clocks do. */
const SAME_DIAL = 2

/**
 * Keeps what SaaS devices report of their tunnels to POPs, which belong to no network. A device has one tunnel at a time, so each that
 * comes up ends the previous one. Such a report changes nothing else.
 */
export async function keepUplinks(db: SystemDb, events: readonly TunnelEvent[]): Promise<void> {
  for (const event of events) await (event.up ? open(db, event) : close(db, event))
}

async function open(db: SystemDb, { account_id, router_name, center_router_name, since, vpn_ip, orig }: TunnelEvent): Promise<void> {
  const begin = fromUnix(since)
  await sql`
    with ended as (update tunnel_session set end_time = greatest(start_time, ${begin}::timestamptz)
      where account_id = ${account_id} and router_name = ${router_name} and mode = 'saas' and end_time is null
        and start_time < ${begin}::timestamptz - make_interval(secs => ${SAME_DIAL})),
    -- It was taken as ended while the device was not heard of.
    again as (update tunnel_session set end_time = null
      where account_id = ${account_id} and router_name = ${router_name} and mode = 'saas' and link_router_name = ${center_router_name}
        and start_time between ${begin}::timestamptz - make_interval(secs => ${SAME_DIAL}) and ${begin}::timestamptz + make_interval(secs => ${SAME_DIAL})
      returning 1)
    insert into tunnel_session (account_id, network_number, router_name, link_router_name, orig, vpn_ip, start_time, mode)
    select m.account_id, '', m.router_name, ${center_router_name}, ${orig}, ${vpn_ip}, ${begin}, 'saas' from member m
    where m.account_id = ${account_id} and m.router_name = ${router_name} and m.router_type = 3 and not exists (select from again)`.execute(
    db.sql,
  )
}

async function close(db: SystemDb, { account_id, router_name, center_router_name, since, input, out }: TunnelEvent): Promise<void> {
  await sql`update tunnel_session set end_time = greatest(start_time, ${fromUnix(since)}::timestamptz), input = ${input}, out = ${out}
    where account_id = ${account_id} and router_name = ${router_name} and link_router_name = ${center_router_name} and mode = 'saas'
      and end_time is null`.execute(db.sql)
}

/** Ends tunnels that were up when these SaaS devices were last heard: none survives a restart. @returns the devices concerned */
export async function closeRebootedUplinks({ sql: db }: SystemDb, devices: readonly Rebooted[]): Promise<MemberName[]> {
  const { rows } = await sql<MemberName>`
    update tunnel_session t set end_time = greatest(t.start_time, b.last_report)
    from ${rowsOf('b', devices, { account_id: 'bigint', router_name: 'text', last_report: 'timestamptz' })}
    where t.account_id = b.account_id and t.router_name = b.router_name and t.mode = 'saas' and t.end_time is null
      and t.start_time <= b.last_report
    returning t.account_id, t.router_name`.execute(db)
  return rows
}
