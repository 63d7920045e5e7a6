import type { DialledTunnel, MemberFacts, MembershipCondition, MembershipFacts } from '@weft/network-rules'
import { type RawBuilder, sql } from 'kysely'
import { builtOnce } from '../../../db/built-once.ts'
import type { SystemDb } from '../../../db/client.ts'
import { centerAway } from './state.queries.ts'

export interface MemberName {
  account_id: number
  router_name: string
}

/** A condition as it is stored. */
export type Stored = MembershipCondition & { severity: number }

/** How a member is over all its networks, as it is stored beside its condition in each of them, so that an index counts a network's members. */
export interface Counted {
  member_online: MemberFacts['online']
  member_rank: number
  /** Whether it is a device that ever connected. */
  member_watched: boolean
}

/** A member's facts in one of its networks, and what is stored; null if nothing is. */
export interface KnownMembership extends MembershipFacts {
  network_number: string
  stored: (Stored & Counted) | null
}

/** What lists sort and filter by besides the state. */
interface Listed extends Pick<MemberFacts, 'online' | 'online_status'> {
  /** How the member is called, in small letters. */
  name: string
}

/** How a member is apart from its networks, as it is stored. */
export interface Apart {
  apart_severity: number
  apart_state: Stored['state']
  apart_cause: Stored['cause']
  apart_since: number | null
}

/** A member's facts, and what is stored; null if nothing is. */
export interface KnownMember extends MemberFacts, MemberName, Listed {
  watched: boolean
  stored: (Stored & Listed & Apart) | null
  memberships: KnownMembership[]
  /** Whether it is stored how the member was in a network that it has left. */
  has_left: boolean
}

export const memberKey = ({ account_id, router_name }: MemberName): string => `${account_id} ${router_name}`
export const membershipKey = (one: MemberName & { network_number: string }): string => `${memberKey(one)} ${one.network_number}`

/** Seconds within which a center notices, after a change of address, that the tunnel from the former one is down. */
const TUNNEL_LOSS_SECONDS = 120

/** The names of members as a statement takes them. */
interface Names {
  account_ids: readonly number[]
  router_names: readonly string[]
}
const namesOf = (members: readonly MemberName[]): Names => ({
  account_ids: members.map((one) => one.account_id),
  router_names: members.map((one) => one.router_name),
})
/** These members, each once: of several transactions that touched one, each left a note. */
const listed = ({ account_ids, router_names }: Names) => sql`(select distinct account_id, router_name from
  unnest(${account_ids}::bigint[], ${router_names}::text[]) as t(account_id, router_name)) a`
const unix = (column: string) => sql`extract(epoch from ${sql.ref(column)})::float8`
/** Whether a condition is stored, and its columns, as `Stored` has them. */
const condition = (
  table: string,
): RawBuilder<unknown> => sql`${sql.ref(`${table}.severity`)} is not null as is_stored, ${sql.ref(`${table}.severity`)} as stored_severity,
  ${sql.ref(`${table}.state`)} as stored_state, ${sql.ref(`${table}.cause`)} as stored_cause, ${unix(`${table}.since`)} as stored_since,
  ${sql.ref(`${table}.up`)} as stored_up, ${sql.ref(`${table}.lost`)} as stored_lost, ${sql.ref(`${table}.behind`)} as stored_behind,
  ${unix(`${table}.up_time`)} as stored_up_time, ${unix(`${table}.lost_time`)} as stored_lost_time`

/** A row with what is stored, if it is, in columns of its own. */
type WithStored<T, S> = Omit<T, 'stored'> & { is_stored: boolean } & { [K in keyof S & string as `stored_${K}`]: S[K] }
const conditionOf = (row: WithStored<unknown, Stored>): Stored => ({
  severity: row.stored_severity,
  state: row.stored_state,
  cause: row.stored_cause,
  since: row.stored_since,
  up: row.stored_up,
  lost: row.stored_lost,
  behind: row.stored_behind,
  up_time: row.stored_up_time,
  lost_time: row.stored_lost_time,
})

const take = builtOnce(
  (_db, _shape: object, { most }: { most: number }) => sql<MemberName>`
    delete from state_touched where (xact, account_id, router_name) in
      (select xact, account_id, router_name from state_touched where xact = (select pg_current_xact_id_if_assigned()::text::bigint) limit ${most})
    returning account_id, router_name`,
)

/** Returns some of the members that this transaction touched, and forgets them. */
export const takeTouched = ({ sql: db }: SystemDb, most: number): Promise<MemberName[]> => take(db, {}, { most })

/** Returns a number greater than that of every transaction that has begun. */
export async function nextTransaction({ sql: db }: SystemDb): Promise<string> {
  const { rows } = await sql<{ next: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(db)
  return rows[0]!.next
}

/** Greater than the number of any transaction. */
const ANY_TRANSACTION = '9223372036854775807'

/** Returns whether members are still to be judged that transactions with a number below `before` touched. */
export async function isAnyLeft({ sql: db }: SystemDb, before: string = ANY_TRANSACTION): Promise<boolean> {
  const { rows } = await sql<{ left: boolean }>`select exists (select from state_touched where xact < ${before}::bigint) as left`.execute(
    db,
  )
  return rows[0]!.left
}

/** Marks these members to be judged at the end of this transaction, because of a fact that no trigger sees. */
export async function touch({ sql: db }: SystemDb, members: readonly MemberName[]): Promise<void> {
  await sql`insert into state_touched (xact, account_id, router_name) select pg_current_xact_id()::text::bigint, account_id, router_name
    from ${listed(namesOf(members))} join member using (account_id, router_name) on conflict do nothing`.execute(db)
}

/** Returns some of the members that other transactions touched and did not judge, and forgets them. */
export async function takeLeft({ sql: db }: SystemDb, most: number): Promise<MemberName[]> {
  const { rows } = await sql<MemberName>`
    delete from state_touched where (xact, account_id, router_name) in
      (select xact, account_id, router_name from state_touched order by xact, account_id, router_name limit ${most} for update skip locked)
    returning account_id, router_name`.execute(db)
  return rows
}

/** Returns those of these members that are not marked to be judged. */
export async function unnoted({ sql: db }: SystemDb, members: readonly MemberName[]): Promise<MemberName[]> {
  const { rows } = await sql<MemberName>`select a.account_id, a.router_name from ${listed(namesOf(members))}
    where not exists (select from state_touched t where (t.account_id, t.router_name) = (a.account_id, a.router_name))`.execute(db)
  return rows
}

/** Marks all members to be judged. */
export async function touchAll({ sql: db }: SystemDb): Promise<void> {
  await sql`insert into state_touched (xact, account_id, router_name) select 0, account_id, router_name from member where router_type < 3
    on conflict do nothing`.execute(db)
}

/** Marks the members to be judged whose state has a changed address as its cause. */
export async function touchMoved({ sql: db }: SystemDb): Promise<void> {
  await sql`insert into state_touched (xact, account_id, router_name)
    select distinct 0, account_id, router_name from membership_state where cause = 'address_changed' on conflict do nothing`.execute(db)
}

/** Returns the next members after `last`, in the order of their keys. */
export async function nextMembers({ sql: db }: SystemDb, last: MemberName, most: number): Promise<MemberName[]> {
  const { rows } = await sql<MemberName>`
    select account_id, router_name from member where (account_id, router_name) > (${last.account_id}::bigint, ${last.router_name}) and router_type < 3
    order by account_id, router_name limit ${most}`.execute(db)
  return rows
}

const lock = builtOnce(
  (_db, _shape: object, names: Names) => sql`select from member_state where (account_id, router_name) in (select * from ${listed(names)})
    order by account_id, router_name for update`,
)

/** Locks the states of these members until the transaction ends, in the one order in which everybody takes them. */
export async function lockStates({ sql: db }: SystemDb, members: readonly MemberName[]): Promise<void> {
  await lock(db, {}, namesOf(members))
}

type MemberRow = WithStored<Omit<KnownMember, 'memberships' | 'has_left'>, Stored & Listed & Apart> & { stored_memberships: number }
type MembershipRow = MemberName &
  WithStored<Omit<KnownMembership, 'links' | 'routing'>, Stored & Counted> & {
    routing_type: KnownMembership['routing']['type']
    main_router: string | null
    secondary_router: string | null
  }
type LinkRow = MemberName & { network_number: string } & DialledTunnel

const findMembers = builtOnce(
  (_db, _shape: object, names: Names) => sql<MemberRow>`
      select m.account_id, m.router_name, m.router_type, m.status, m.online_status, m.online, p.network_usable, m.config_error is not null as refused,
        ${unix('m.connect_time')} as connect_time, ${unix('m.report_time')} as report_time, lower(coalesce(nullif(m.note, ''), m.router_name)) as name,
        m.router_type = 1 and m.watched_since is not null as watched,
        ${condition('s')}, s.name as stored_name, s.online as stored_online, s.online_status as stored_online_status,
        s.apart_severity as stored_apart_severity, s.apart_state as stored_apart_state, s.apart_cause as stored_apart_cause,
        ${unix('s.apart_since')} as stored_apart_since,
        (select count(*) from membership_state o where (o.account_id, o.router_name) = (m.account_id, m.router_name)) as stored_memberships
      from ${listed(names)} join member m using (account_id, router_name) join account p using (account_id)
        left join member_state s using (account_id, router_name)
      where m.router_type < 3`,
)
const findMemberships = builtOnce(
  (_db, _shape: object, names: Names) => sql<MembershipRow>`
      select nm.account_id, nm.router_name, nm.network_number, coalesce(nm.software_mode, n.mode) as mode, n.routing_type, n.main_router,
        n.secondary_router, nm.ov_main::text as ov_main, coalesce(f.running, 1) as pops, ${condition('t')},
        t.member_online as stored_member_online, t.member_rank as stored_member_rank, t.member_watched as stored_member_watched
      from ${listed(names)} join network_member nm using (account_id, router_name) join network n using (account_id, network_number)
        left join network_fr f using (account_id, network_number)
        left join membership_state t on (t.account_id, t.network_number, t.router_name) = (nm.account_id, nm.network_number, nm.router_name)`,
)
const findLinks = builtOnce(
  (_db, _shape: object, names: Names) => sql<LinkRow>`
      select l.account_id, l.router_name, l.network_number, l.kind, l.center_router_name, l.ov_id::text as ov_id, l.enable, l.vpn_online,
        ${unix('l.vpn_online_since')} as up_since, ${unix('l.vpn_offline_since')} as down_since, ${centerAway} as center_away
      from ${listed(names)} join network_link l using (account_id, router_name)
        left join member c on l.kind <> 'pop' and (c.account_id, c.router_name) = (l.account_id, l.center_router_name)`,
)

/**
 * Returns what is known of these members, and how they are stored. A member that is gone is left out. The rows are put together here: the
 * database takes as long to make JSON of them as to find them.
 */
export async function readFacts({ sql: db }: SystemDb, members: readonly MemberName[]): Promise<KnownMember[]> {
  const names = namesOf(members)
  const [known, memberships, links] = await Promise.all([
    findMembers(db, {}, names),
    findMemberships(db, {}, names),
    findLinks(db, {}, names),
  ])
  const linksOf = Map.groupBy(links, membershipKey)
  const membershipsOf = Map.groupBy(memberships, memberKey)
  return known.map(({ stored_memberships, ...row }) => {
    const own = membershipsOf.get(memberKey(row)) ?? []
    return {
      account_id: row.account_id,
      router_name: row.router_name,
      router_type: row.router_type,
      status: row.status,
      online_status: row.online_status,
      online: row.online,
      network_usable: row.network_usable,
      refused: row.refused,
      connect_time: row.connect_time,
      report_time: row.report_time,
      name: row.name,
      watched: row.watched,
      stored: row.is_stored
        ? {
            ...conditionOf(row),
            name: row.stored_name,
            online: row.stored_online,
            online_status: row.stored_online_status,
            apart_severity: row.stored_apart_severity,
            apart_state: row.stored_apart_state,
            apart_cause: row.stored_apart_cause,
            apart_since: row.stored_apart_since,
          }
        : null,
      memberships: own.map((one) => ({
        network_number: one.network_number,
        mode: one.mode,
        routing: { type: one.routing_type, main_router: one.main_router, secondary_router: one.secondary_router },
        ov_main: one.ov_main,
        pops: one.pops,
        stored: one.is_stored
          ? {
              ...conditionOf(one),
              member_online: one.stored_member_online,
              member_rank: one.stored_member_rank,
              member_watched: one.stored_member_watched,
            }
          : null,
        links: linksOf.get(membershipKey(one)) ?? [],
      })),
      has_left: stored_memberships > own.filter((one) => one.is_stored).length,
    }
  })
}

/** Returns the networks in which these members lost their tunnel because their address changed, by account and name. */
export async function findMoved(
  { sql: db }: SystemDb,
  members: readonly MemberName[],
): Promise<(MemberName & { network_number: string })[]> {
  const { rows } = await sql<MemberName & { network_number: string }>`
    select m.account_id, m.router_name, nm.network_number
    from ${listed(namesOf(members))} join member m using (account_id, router_name) join network_member nm using (account_id, router_name)
      cross join lateral (select max(create_time) as time, count(distinct remote_ip) = 2 as differ from (
        select remote_ip, create_time from connect_log
        where account_id = m.account_id and router_name = m.router_name and create_time >= m.create_time and online = 1
        order by create_time desc limit 2) two) c
      cross join lateral (select start_time, end_time from tunnel_session t
        where t.account_id = m.account_id and t.router_name = m.router_name and t.network_number = nm.network_number and t.start_time >= m.create_time
        order by t.start_time desc limit 1) s
    where c.differ and s.start_time < date_trunc('second', c.time)
      and date_trunc('second', s.end_time) <= date_trunc('second', c.time) + make_interval(secs => ${TUNNEL_LOSS_SECONDS})`.execute(db)
  return rows
}

export interface MemberStateRow extends MemberName, Listed {
  router_type: 1 | 2
  rank: number
  condition: Stored
  apart: Apart
}
export interface MembershipStateRow extends MemberName, Counted {
  network_number: string
  router_type: 1 | 2
  condition: Stored
}

const stamp = (column: string) => sql`to_timestamp(${sql.ref(column)})`

const putMembers = builtOnce(
  (_db, _shape: object, { rows }: { rows: string }) => sql`
    insert into member_state as s (account_id, router_name, router_type, name, online, online_status, rank, severity, state, cause, since,
      apart_severity, apart_state, apart_cause, apart_since, up, lost, behind, up_time, lost_time)
    select account_id, router_name, router_type, name, online, online_status, rank, severity, state, cause, ${stamp('since')},
      apart_severity, apart_state, apart_cause, ${stamp('apart_since')}, up, lost, behind, ${stamp('up_time')}, ${stamp('lost_time')}
    from json_to_recordset(${rows}::json) as v(account_id bigint, router_name text, router_type smallint, name text, online smallint,
      online_status smallint, rank smallint, severity smallint, state text, cause text, since float8, apart_severity smallint, apart_state text, apart_cause text, apart_since float8,
      up integer, lost integer, behind boolean, up_time float8, lost_time float8)
    on conflict (account_id, router_name) do update set name = excluded.name, online = excluded.online, online_status = excluded.online_status, rank = excluded.rank, severity = excluded.severity, state = excluded.state,
      cause = excluded.cause, since = excluded.since, apart_severity = excluded.apart_severity, apart_state = excluded.apart_state,
      apart_cause = excluded.apart_cause, apart_since = excluded.apart_since, up = excluded.up, lost = excluded.lost, behind = excluded.behind,
      up_time = excluded.up_time, lost_time = excluded.lost_time`,
)

/** Stores how members are. */
export async function writeMemberStates({ sql: db }: SystemDb, rows: readonly MemberStateRow[]): Promise<void> {
  const values = rows.map(({ condition: all, apart, ...row }) => ({ ...row, ...all, ...apart }))
  await putMembers(db, {}, { rows: JSON.stringify(values) })
}

const putMemberships = builtOnce(
  (_db, _shape: object, { rows }: { rows: string }) => sql`
    insert into membership_state as s (account_id, network_number, router_name, router_type, severity, state, cause, since, up, lost, behind, up_time, lost_time,
      member_online, member_rank, member_watched)
    select account_id, network_number, router_name, router_type, severity, state, cause, ${stamp('since')}, up, lost, behind, ${stamp('up_time')}, ${stamp('lost_time')},
      member_online, member_rank, member_watched
    from json_to_recordset(${rows}::json) as v(account_id bigint, network_number text, router_name text, router_type smallint,
      severity smallint, state text, cause text, since float8, up integer, lost integer, behind boolean, up_time float8, lost_time float8,
      member_online smallint, member_rank smallint, member_watched boolean)
    on conflict (account_id, router_name, network_number) do update set severity = excluded.severity, state = excluded.state, cause = excluded.cause,
      since = excluded.since, up = excluded.up, lost = excluded.lost, behind = excluded.behind, up_time = excluded.up_time, lost_time = excluded.lost_time,
      member_online = excluded.member_online, member_rank = excluded.member_rank, member_watched = excluded.member_watched`,
)

/** Stores how members are in their networks. */
export async function writeMembershipStates({ sql: db }: SystemDb, rows: readonly MembershipStateRow[]): Promise<void> {
  const values = rows.map(({ condition: one, ...row }) => ({ ...row, ...one }))
  await putMemberships(db, {}, { rows: JSON.stringify(values) })
}

/** Deletes how these members are in networks that they have left. */
export async function deleteLeft({ sql: db }: SystemDb, members: readonly MemberName[]): Promise<void> {
  await sql`delete from membership_state s using ${listed(namesOf(members))}
    where (s.account_id, s.router_name) = (a.account_id, a.router_name)
      and not exists (select from network_member nm where (nm.account_id, nm.network_number, nm.router_name) = (s.account_id, s.network_number, s.router_name))`.execute(
    db,
  )
}
