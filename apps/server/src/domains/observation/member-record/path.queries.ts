import type { Flag, MemberCondition, RouterType } from '@weft/contract'
import { sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'
import { fromUnix } from '../../../kernel/clock.ts'
import { centerAway, conditionColumns, withState } from '../../network/state/state.service.ts'
import type { EvidenceFacts } from './evidence.rules.ts'
import type { DiallingNetwork } from './path.rules.ts'

/** The networks that the caller may see; undefined for all of the account. */
type Visible = ReadonlySet<string> | undefined

export interface PathRow extends MemberCondition {
  router_type: RouterType
  online_status: Flag
  online: Flag
  create_time: number
  connect_time: number | null
  report_time: number | null
  os: string | null
  version: string | null
  router_ipv4: string | null
  interfaces: unknown
  network_usable: Flag
  networks: DiallingNetwork[]
  branches: { up: number; total: number }
}

const unix = (column: string) => sql`floor(extract(epoch from ${sql.ref(column)}))::bigint`

/**
 * Returns a member with its condition, its networks and what it dials in them, in one statement. Networks that the caller may not see are
 * left out with all that is in them.
 */
export async function findPath(db: AccountDb, router_name: string, visible: Visible): Promise<PathRow | undefined> {
  const names = visible && [...visible]
  const seen = (column: string) => (names === undefined ? sql`true` : sql`${sql.ref(column)} = any(${names}::text[])`)
  const own = sql`(m.account_id, m.router_name)`
  const { rows } = await sql<PathRow>`
    select m.router_type, m.online_status, m.online, m.create_time, m.connect_time, m.report_time, m.os, m.version, m.router_ipv4,
      m.interfaces, payer.network_usable, ${conditionColumns},
      coalesce((select json_agg(json_build_object('network_number', n.network_number, 'network_name', n.network_name,
            'member_type', nm.member_type, 'state', own.state, 'cause', own.cause, 'prefix', nm.prefix,
            'prefixes', (select count(*) from jsonb_array_elements(nm.prefix) r where r->>'permission' = 'permit'),
            'routing', json_build_object('type', n.routing_type, 'main_router', n.main_router, 'secondary_router', n.secondary_router),
            'mode', coalesce(nm.software_mode, n.mode), 'ov_main', nm.ov_main::text, 'pops', coalesce(f.running, 1),
            'targets', coalesce((select json_agg(json_build_object('network_number', l.network_number, 'kind', l.kind,
                  'router_name', case when l.kind <> 'pop' then other.name end, 'ov_id', l.ov_id::text,
                  'name', coalesce(a.area, nullif(c.note, ''), other.name), 'enable', l.enable, 'vpn_online', l.vpn_online,
                  'up_since', ${unix('l.vpn_online_since')}, 'down_since', ${unix('l.vpn_offline_since')}, 'vpn_ip', host(l.vpn_ip),
                  'away', ${centerAway}, 'heard', ${unix('c.report_time')})
                order by l.kind = 'pop', other.name)
              from network_link l
                cross join lateral (select case when l.router_name = m.router_name then l.center_router_name else l.router_name end as name) other
                left join member c on l.kind <> 'pop' and (c.account_id, c.router_name) = (l.account_id, other.name)
                left join network_fr_area a on (a.account_id, a.ov_id) = (l.account_id, l.ov_id)
              where (l.account_id, l.network_number) = (n.account_id, n.network_number)
                and (l.router_name = m.router_name or (l.kind = 'twin' and l.center_router_name = m.router_name))), '[]'))
          order by n.create_time desc, n.network_number)
        from network_member nm join network n using (account_id, network_number) left join network_fr f using (account_id, network_number)
          left join membership_state own on (own.account_id, own.network_number, own.router_name) = (nm.account_id, nm.network_number, nm.router_name)
        where (nm.account_id, nm.router_name) = ${own} and ${seen('nm.network_number')}), '[]') as networks,
      (select json_build_object('total', count(*), 'up', count(*) filter (where l.vpn_online = 1))
        from network_link l join member b on (b.account_id, b.router_name) = (l.account_id, l.router_name)
        where l.account_id = m.account_id and l.center_router_name = m.router_name and l.kind in ('center', 'p2p') and l.enable = 1
          and b.router_type = 1 and b.status = 1 and b.connect_time is not null and ${seen('l.network_number')}) as branches
    from member m join account payer using (account_id) ${withState(names)}
    where m.account_id = ${db.account_id} and m.router_name = ${router_name}`.execute(db.sql)
  return rows[0]
}

/** Returns how many other hardware members in a member's city are signed in; 0 if its city is not known. */
export async function countNeighboursUp(db: AccountDb, router_name: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from member m join member n using (account_id, province, city)
    where m.account_id = ${db.account_id} and m.router_name = ${router_name} and m.city <> ''
      and n.router_name <> m.router_name and n.router_type = 1 and n.online_status = 1`.execute(db.sql)
  return rows[0]?.count ?? 0
}

/** Sessions of a member that are looked at for the moment of its loss, the newest first. */
const LOOKED_AT = 64
/** Seconds before its loss from which the end of a control connection is that of the loss. */
const EARLIER = 300

/**
 * Returns what is on record of the time at which a member was lost.
 * @param since Unix seconds
 * @param alerts whether the caller may know of alerts
 */
export async function findEvidence(
  db: AccountDb,
  router_name: string,
  visible: Visible,
  since: number,
  alerts: boolean,
): Promise<Omit<EvidenceFacts, 'heard' | 'connected' | 'centers_lost'>> {
  const seen = visible === undefined ? sql`true` : sql`t.network_number = any(${[...visible]}::text[])`
  const lost = sql`${fromUnix(since)}::timestamptz`
  const named = JSON.stringify({ lines: [{ router_name, good: false }] })
  const { rows } = await sql<Omit<EvidenceFacts, 'heard' | 'connected' | 'centers_lost'>>`
    with recent as (select t.start_time, t.end_time from tunnel_session t
      where t.account_id = ${db.account_id} and t.router_name = ${router_name} and ${seen}
        and t.start_time >= (select create_time from member where account_id = ${db.account_id} and router_name = ${router_name})
      order by t.start_time desc limit ${LOOKED_AT})
    select
      coalesce((select json_agg(${unix('end_time')} order by end_time) from recent where end_time is not null), '[]') as links_down,
      (select json_build_object('start', ${unix('start_time')}, 'end', ${unix('end_time')}) from recent order by start_time desc limit 1) as session,
      (select ${unix('create_time')} from connect_log
        where account_id = ${db.account_id} and router_name = ${router_name} and online = 0
          and create_time >= ${lost} - make_interval(secs => ${EARLIER})
        order by create_time desc limit 1) as control_lost,
      (select json_build_object('time', ${unix('s.time')}, 'channels', s.channels) from (
        select a.create_time as time, json_agg(distinct case when d.channel = 'webhook' then coalesce(w.type, 'other') else d.channel end) as channels
        from delivery d join alert a using (account_id, alert_id) left join webhook w using (account_id)
        where ${alerts} and d.account_id = ${db.account_id} and d.alert_id is not null and d.create_time >= ${lost}
          and d.create_time < ${lost} + interval '1 day' and a.content @> ${named}::jsonb
        group by a.alert_id, a.create_time order by a.create_time limit 1) s) as alert`.execute(db.sql)
  return rows[0]!
}
