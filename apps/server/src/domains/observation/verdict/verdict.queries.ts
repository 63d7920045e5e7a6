import type { DiagnosisCause, Flag, MemberState, RouterType, ServiceCode } from '@weft/contract'
import type { DialledLink, Dialler } from '@weft/network-rules'
import { sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'
import { memberInScope } from '../../../db/member-scope.ts'
import { resourceDaysLeft, serviceRuns } from '../../../db/service-term.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { centerAway, withState } from '../../network/state/state.service.ts'

/** The networks that the caller may see; undefined for all of the account. */
type Visible = ReadonlySet<string> | undefined

/** A member that needs attention, or that never connected. */
export interface AilingRow {
  router_name: string
  note: string
  router_type: RouterType
  state: MemberState
  cause: DiagnosisCause | null
  since: number | null
  online: Flag
  /** True if all its tunnels that are down lead to centers that are away. */
  behind: boolean
  /** The address from which it last connected, of a member that is lost. */
  address: string | null
  /** Why its configuration was refused; null if it was not, or if the reason may be about a network that is hidden from the caller. */
  error: string | null
  create_time: number
}
export interface Counts {
  network_usable: Flag
  sites: number
  sites_up: number
  software: number
  software_up: number
  links: number
  links_up: number
}

const listed = (visible: Visible) => visible && [...visible]
const inSight = (visible: Visible, column: ReturnType<typeof sql>) =>
  visible === undefined ? sql`true` : sql`${column} = any(${listed(visible)}::text[])`

/** Returns the members that need attention or never connected, and how many there are in all. A caller sees the members of its networks, and those to which it is limited. */
export async function readMembers(
  db: AccountDb,
  { designated: visible, members }: Pick<Actor, 'designated' | 'members'>,
): Promise<{ counts: Counts; rows: AilingRow[] }> {
  const { account_id } = db
  const mine =
    visible === undefined
      ? sql`true`
      : sql`exists (select from network_member o where (o.account_id, o.router_name) = (m.account_id, m.router_name) and ${inSight(visible, sql`o.network_number`)})`
  const hidden =
    visible === undefined
      ? sql`false`
      : sql`exists (select from network_member o where (o.account_id, o.router_name) = (s.account_id, s.router_name) and not ${inSight(visible, sql`o.network_number`)})`
  const { rows } = await sql<Counts & AilingRow & { router_name: string | null }>`
    with stated as materialized (
      select m.account_id, m.router_name, m.note, m.router_type, m.online, m.config_error, m.connect_time, m.create_time, m.status,
        st.state, st.cause, st.since, st.up, st.lost, st.behind
      from member m ${withState(listed(visible))} where m.account_id = ${account_id} and m.router_type < 3 and ${mine}
        and ${memberInScope(account_id, members, sql`m.router_name`)}),
    counts as (
      select count(*) filter (where router_type = 1 and state in ('up', 'down', 'failed', 'degraded')) as sites,
        count(*) filter (where router_type = 1 and state = 'up') as sites_up,
        count(*) filter (where router_type = 2 and state <> 'disabled') as software,
        count(*) filter (where router_type = 2 and state not in ('disabled', 'idle')) as software_up,
        coalesce(sum(up + lost) filter (where state in ('up', 'down', 'failed', 'degraded')), 0)::int as links,
        coalesce(sum(up) filter (where state in ('up', 'down', 'failed', 'degraded')), 0)::int as links_up from stated)
    select counts.*, a.network_usable, s.router_name, s.note, s.router_type, s.state, s.cause, s.online, s.behind, s.create_time,
      coalesce(s.since, (select o.start_time from outage o where o.account_id = s.account_id and o.router_name = s.router_name and o.end_time is null)) as since,
      case when s.cause = 'connection_lost' then (select c.remote_ip from connect_log c
        where c.account_id = s.account_id and c.router_name = s.router_name and c.create_time = s.connect_time and c.online = 1 limit 1) end as address,
      case when s.cause = 'config_failed' and not ${hidden} then s.config_error end as error
    from counts join account a on a.account_id = ${account_id}
      left join stated s on s.state in ('down', 'failed', 'degraded') or s.state = 'never'`.execute(db.sql)
  return { counts: rows[0]!, rows: rows.filter((row) => row.router_name !== null) }
}

/** A network with those of some members that are in it. */
export interface MembershipsRow {
  network_number: string
  names: string[]
}
export const listMemberships = async (db: AccountDb, names: readonly string[], visible: Visible): Promise<MembershipsRow[]> => {
  const { rows } = await sql<MembershipsRow>`
    select network_number, array_agg(router_name) as names from network_member
    where account_id = ${db.account_id} and router_name = any(${[...names]}::text[]) and ${inSight(visible, sql`network_number`)}
    group by network_number order by network_number`.execute(db.sql)
  return rows
}

/** A tunnel that members dial in one network, and how its target is called: its name, or the area of the POP. */
export interface NamedLink extends DialledLink {
  network_number: string
  name: string
  /** True if the target is a center that is neither signed in nor has a tunnel. */
  away: boolean
  /** The members that dial it, with tunnels that are alike. */
  names: string[]
}
/** Members as they dial in one network. */
export interface DiallersRow extends Omit<Dialler, 'state' | 'network_usable'> {
  network_number: string
  names: string[]
}
/**
 * Returns what these members dial in each of their networks. Members that are alike are one row: when a center is lost, thousands are.
 */
export async function listDialled(
  db: AccountDb,
  names: readonly string[],
  visible: Visible,
): Promise<{ diallers: DiallersRow[]; links: NamedLink[] }> {
  const { account_id } = db
  // Sent together, which takes one round trip.
  const [diallers, links] = await Promise.all([
    sql<DiallersRow>`
      select nm.network_number, coalesce(nm.software_mode, n.mode) as mode, nm.ov_main::text as ov_main, coalesce(f.running, 1) as pops,
        json_build_object('type', n.routing_type, 'main_router', n.main_router, 'secondary_router', n.secondary_router) as routing,
        array_agg(nm.router_name) as names
      from network_member nm join network n using (account_id, network_number) left join network_fr f using (account_id, network_number)
      where nm.account_id = ${account_id} and nm.router_name = any(${[...names]}::text[]) and ${inSight(visible, sql`nm.network_number`)}
      group by nm.network_number, n.account_id, n.network_number, coalesce(nm.software_mode, n.mode), nm.ov_main, f.running`.execute(
      db.sql,
    ),
    sql<NamedLink>`
      with alike as (
        select network_number, kind, center_router_name, ov_id, enable, vpn_online, array_agg(router_name) as names from network_link
        where account_id = ${account_id} and router_name = any(${[...names]}::text[]) and ${inSight(visible, sql`network_number`)}
        group by network_number, kind, center_router_name, ov_id, enable, vpn_online)
      select l.network_number, l.kind, l.center_router_name, l.ov_id::text as ov_id, l.enable, l.vpn_online, l.names,
        coalesce(a.area, nullif(c.note, ''), l.center_router_name) as name, ${centerAway} as away
      from alike l left join member c on l.kind <> 'pop' and (c.account_id, c.router_name) = (${account_id}::bigint, l.center_router_name)
        left join network_fr_area a on (a.account_id, a.ov_id) = (${account_id}::bigint, l.ov_id)`.execute(db.sql),
  ])
  return { diallers: diallers.rows, links: links.rows }
}

export interface NetworkRow {
  network_number: string
  network_name: string
  /** Number of its hardware members that ever connected. */
  sites: number
  centers: number
  members: number
  /** Its POP resource, the days until that ends, and whether it still runs; null if it has none. */
  pop: string | null
  pop_days: number | null
  pop_running: boolean | null
}
export async function listNetworks(db: AccountDb, visible: Visible): Promise<NetworkRow[]> {
  const { rows } = await sql<NetworkRow>`
    select n.network_number, n.network_name, held.sites, held.centers, held.members, f.shortname as pop,
      case when f.network_fr_id is not null and s.expired_time is not null then ${resourceDaysLeft} end as pop_days,
      case when f.network_fr_id is not null then coalesce(${serviceRuns}, false) end as pop_running
    from network n left join network_fr f using (account_id, network_number) left join service s on (s.account_id, s.id) = (f.account_id, f.service_id)
      left join (select nm.network_number, count(*) filter (where nm.router_type = 1 and m.connect_time is not null) as sites,
          count(*) filter (where nm.member_type = 'center') as centers, count(*) as members
        from network_member nm join member m using (account_id, router_name) where nm.account_id = ${db.account_id} group by nm.network_number) held
        on held.network_number = n.network_number
    where n.account_id = ${db.account_id} and ${inSight(visible, sql`n.network_number`)}
    order by n.network_number`.execute(db.sql)
  return rows
}

export interface EndingService {
  service_code: ServiceCode
  days: number
}
/** Returns the services that end within so many days, the first to end first; several of one kind that end at once are one. */
export async function listEnding(db: AccountDb, within: number, now: Date): Promise<EndingService[]> {
  const { rows } = await sql<EndingService>`
    select s.service_code, ceil(extract(epoch from s.expired_time - ${now}::timestamptz) / 86400)::int as days from service s
    where s.account_id = ${db.account_id} and s.revoke_time is null and s.start_time <= ${now} and s.expired_time > ${now}
      and s.expired_time <= ${now}::timestamptz + make_interval(days => ${within}) and s.service_code not in ('saas', 'pop')
    group by 1, 2 order by 2, 1`.execute(db.sql)
  return rows
}

/** Returns the number of the account's software members. */
export async function countSoftware(db: AccountDb): Promise<number> {
  const row = await db.sql
    .selectFrom('member_count')
    .select('members')
    .where('account_id', '=', db.account_id)
    .where('router_type', '=', 2)
    .executeTakeFirst()
  return row?.members ?? 0
}

/** Returns since when none of the members that the caller sees had an outage: the end of the last one, or when the first one was watched. */
export async function wellSince(db: AccountDb, visible: Visible): Promise<number | null> {
  const mine = (alias: string) =>
    visible === undefined
      ? sql`true`
      : sql`exists (select from network_member o where o.account_id = ${db.account_id} and o.router_name = ${sql.ref(`${alias}.router_name`)}
          and ${inSight(visible, sql`o.network_number`)})`
  const { rows } = await sql<{ since: number | null }>`
    select coalesce((select max(end_time) from outage e where e.account_id = ${db.account_id} and ${mine('e')}),
      (select min(watched_since) from member w where w.account_id = ${db.account_id} and w.router_type = 1 and ${mine('w')})) as since`.execute(
    db.sql,
  )
  return rows[0]?.since ?? null
}
