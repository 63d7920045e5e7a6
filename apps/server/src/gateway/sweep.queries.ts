import { HEARTBEAT_MISSED_SECONDS } from '@weft/contract/agent-protocol'
import { type RawBuilder, sql } from 'kysely'
import type { SystemDb } from '../db/client.ts'
import type { MemberName } from '../domains/network/state/state.service.ts'

/**
 * Seconds that the members of a silent instance have to connect to another one, counted from when the instance was last heard. They notice
 * its silence only when a heartbeat is missing, and then need some time to be admitted elsewhere.
 */
export const RETURN_SECONDS = HEARTBEAT_MISSED_SECONDS + 25

/**
 * Sets the members of instances without a lease offline, as of the instance's last sign of life, and records until when they may be on
 * their way to another one. Writes the end of their connections with the address recorded at their beginning.
 */
export async function abandon(
  { sql: db }: SystemDb,
  ended: readonly { instance_id: string; last_time: Date }[],
  now: Date,
): Promise<MemberName[]> {
  const { rows } = await sql<MemberName>`
    with left_behind as (
      select m.account_id, m.router_name, m.connect_time, m.version, coalesce(g.last_time, m.report_time, ${now}::timestamptz) as last_time
      from member m left join unnest(${ended.map((one) => one.instance_id)}::uuid[], ${ended.map((one) => one.last_time)}::timestamptz[])
        as g(gateway_id, last_time) using (gateway_id)
      where m.gateway_id is not null and not exists (select from instance i where i.instance_id = m.gateway_id)
      order by m.account_id, m.router_name for no key update of m),
    away as (update member m set online_status = 0, gateway_id = null, connection_id = null, report_time = greatest(m.report_time, l.last_time),
        returning_until = l.last_time + make_interval(secs => ${RETURN_SECONDS})
      from left_behind l where (m.account_id, m.router_name) = (l.account_id, l.router_name)),
    logged as (insert into connect_log (account_id, router_name, remote_ip, remote_port, version, online, create_time)
      select l.account_id, l.router_name, coalesce(c.remote_ip, ''), coalesce(c.remote_port, 0), coalesce(c.version, l.version), 0,
        greatest(l.last_time, l.connect_time, ${now}::timestamptz - interval '7 days')
      from left_behind l left join lateral (select remote_ip, remote_port, version from connect_log c
        where (c.account_id, c.router_name) = (l.account_id, l.router_name) and c.online = 1 and c.create_time >= l.connect_time - interval '1 second'
        order by c.create_time desc limit 1) c on true)
    select account_id, router_name from left_behind`.execute(db)
  return rows
}

/**
 * Closes tunnels neither end of which has been heard since `before`: they become down, and their open sessions end with the time of the
 * last report of either end (docs/design/domain.md §5).
 */
export const closeUnwitnessed = (db: SystemDb, before: Date): Promise<MemberName[]> =>
  closeTunnels(
    db,
    sql`
      with lost as (
      select l.account_id, l.network_number, l.center_router_name, l.router_name, greatest(p.report_time, c.report_time, a.report_time) as last_report
      from network_link l
      join member p on (p.account_id, p.router_name) = (l.account_id, l.router_name)
      left join member c on l.kind <> 'pop' and (c.account_id, c.router_name) = (l.account_id, l.center_router_name)
      left join pop_agent a on l.kind = 'pop' and a.pop_name = l.center_router_name
      where l.vpn_online = 1 and p.online_status = 0 and c.online_status is distinct from 1 and a.online_status is distinct from 1
        and coalesce(greatest(p.report_time, c.report_time, a.report_time), '-infinity') < ${before}
      order by l.account_id, l.network_number, l.center_router_name, l.router_name for update of l)`,
  )

/** A member that restarted, and when it was last heard before. */
export interface Rebooted extends MemberName {
  last_report: Date
}

/** Closes tunnels that were up when these members were last heard: none survives a restart. Tunnels that came up later stay up. */
export const closeRebooted = (db: SystemDb, members: readonly Rebooted[]): Promise<MemberName[]> =>
  closeTunnels(
    db,
    sql`
      with b as (select * from unnest(${members.map((one) => one.account_id)}::bigint[], ${members.map((one) => one.router_name)}::text[],
          ${members.map((one) => one.last_report)}::timestamptz[]) as b(account_id, name, last_report)),
      stood as (
        select l.account_id, l.network_number, l.center_router_name, l.router_name, b.last_report
        from b join network_link l on l.account_id = b.account_id and l.router_name = b.name where l.vpn_online_since <= b.last_report
        union
        select l.account_id, l.network_number, l.center_router_name, l.router_name, b.last_report
        from b join network_link l on l.account_id = b.account_id and l.center_router_name = b.name where l.vpn_online_since <= b.last_report),
      lost as (
        select l.account_id, l.network_number, l.center_router_name, l.router_name, s.last_report
        from network_link l join stood s using (account_id, network_number, center_router_name, router_name)
        where l.vpn_online = 1
      order by l.account_id, l.network_number, l.center_router_name, l.router_name for update of l)`,
  )

/** Does the same for POPs, whose members belong to many accounts. */
export const closeRebootedPops = (db: SystemDb, pops: readonly Rebooted[]): Promise<MemberName[]> =>
  closeTunnels(
    db,
    sql`
      with b as (select * from unnest(${pops.map((one) => one.router_name)}::text[], ${pops.map((one) => one.last_report)}::timestamptz[]) as b(name, last_report)),
      lost as (
        select l.account_id, l.network_number, l.center_router_name, l.router_name, b.last_report
        from b join network_link l on l.center_router_name = b.name and l.kind = 'pop'
        where l.vpn_online = 1 and l.vpn_online_since <= b.last_report
      order by l.account_id, l.network_number, l.center_router_name, l.router_name for update of l)`,
  )

/** Sets the tunnels that `lost` names down, and ends their open sessions. @returns the members at both ends */
async function closeTunnels({ sql: db }: SystemDb, lost: RawBuilder<unknown>): Promise<MemberName[]> {
  const { rows } = await sql<MemberName>`${lost},
    down as (update network_link l set vpn_online = 0, vpn_online_since = null, vpn_offline_since = greatest(l.vpn_online_since, lost.last_report) from lost
      where (l.account_id, l.network_number, l.center_router_name, l.router_name) = (lost.account_id, lost.network_number, lost.center_router_name, lost.router_name)),
    ended as (update tunnel_session t set end_time = greatest(t.start_time, lost.last_report) from lost
      where (t.account_id, t.router_name, t.link_router_name, t.network_number) = (lost.account_id, lost.router_name, lost.center_router_name, lost.network_number)
        and t.end_time is null)
    select account_id, router_name from lost union select account_id, center_router_name from lost`.execute(db)
  return rows
}
