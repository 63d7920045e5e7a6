import type { MemberFacts, MembershipCondition, MembershipFacts } from '@weft/network-rules'
import { type RawBuilder, sql } from 'kysely'
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
}

/** Seconds within which a center notices, after a change of address, that the tunnel from the former one is down. */
const TUNNEL_LOSS_SECONDS = 120

/** These members, each once: of several transactions that touched one, each left a note. */
const listed = (members: readonly MemberName[]) => sql`(select distinct account_id, router_name from
  unnest(${members.map((one) => one.account_id)}::bigint[], ${members.map((one) => one.router_name)}::text[]) as t(account_id, router_name)) a`
const unix = (column: string) => sql`extract(epoch from ${sql.ref(column)})::float8`
const condition = (
  table: string,
): RawBuilder<unknown> => sql`'severity', ${sql.ref(`${table}.severity`)}, 'state', ${sql.ref(`${table}.state`)},
  'cause', ${sql.ref(`${table}.cause`)}, 'since', ${unix(`${table}.since`)}, 'up', ${sql.ref(`${table}.up`)}, 'lost', ${sql.ref(`${table}.lost`)},
  'behind', ${sql.ref(`${table}.behind`)}, 'up_time', ${unix(`${table}.up_time`)}, 'lost_time', ${unix(`${table}.lost_time`)}`

/** Returns some of the members that this transaction touched, and forgets them. */
export async function takeTouched({ sql: db }: SystemDb, most: number): Promise<MemberName[]> {
  const { rows } = await sql<MemberName>`
    delete from state_touched where (xact, account_id, router_name) in
      (select xact, account_id, router_name from state_touched where xact = (select pg_current_xact_id_if_assigned()::text::bigint) limit ${most})
    returning account_id, router_name`.execute(db)
  return rows
}

/** Returns a number that is above that of each transaction that has begun. */
export async function nextTransaction({ sql: db }: SystemDb): Promise<string> {
  const { rows } = await sql<{ next: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as next`.execute(db)
  return rows[0]!.next
}

/** Returns whether a transaction before another one touched members that are not judged yet. */
export async function isAnyLeft({ sql: db }: SystemDb, before: string): Promise<boolean> {
  const { rows } = await sql<{ left: boolean }>`select exists (select from state_touched where xact < ${before}::bigint) as left`.execute(
    db,
  )
  return rows[0]!.left
}

/** Has these members judged by this transaction, because of a fact that no trigger sees. */
export async function touch({ sql: db }: SystemDb, members: readonly MemberName[]): Promise<void> {
  await sql`insert into state_touched (xact, account_id, router_name) select pg_current_xact_id()::text::bigint, account_id, router_name
    from ${listed(members)} join member using (account_id, router_name) on conflict do nothing`.execute(db)
}

/** Returns some of the members that other transactions touched and did not judge, and forgets them. */
export async function takeLeft({ sql: db }: SystemDb, most: number): Promise<MemberName[]> {
  const { rows } = await sql<MemberName>`
    delete from state_touched where (xact, account_id, router_name) in
      (select xact, account_id, router_name from state_touched order by xact, account_id, router_name limit ${most} for update skip locked)
    returning account_id, router_name`.execute(db)
  return rows
}

/** Returns those of these members that no note of a transaction names. */
export async function unnoted({ sql: db }: SystemDb, members: readonly MemberName[]): Promise<MemberName[]> {
  const { rows } = await sql<MemberName>`select a.account_id, a.router_name from ${listed(members)}
    where not exists (select from state_touched t where (t.account_id, t.router_name) = (a.account_id, a.router_name))`.execute(db)
  return rows
}

/** Has all members judged. */
export async function touchAll({ sql: db }: SystemDb): Promise<void> {
  await sql`insert into state_touched (xact, account_id, router_name) select 0, account_id, router_name from member where router_type < 3
    on conflict do nothing`.execute(db)
}

/** Has the members judged whose state has a changed address as its cause. */
export async function touchMoved({ sql: db }: SystemDb): Promise<void> {
  await sql`insert into state_touched (xact, account_id, router_name)
    select distinct 0, account_id, router_name from membership_state where cause = 'address_changed' on conflict do nothing`.execute(db)
}

/** Returns the members that follow one in the order of all. */
export async function nextMembers({ sql: db }: SystemDb, last: MemberName, most: number): Promise<MemberName[]> {
  const { rows } = await sql<MemberName>`
    select account_id, router_name from member where (account_id, router_name) > (${last.account_id}::bigint, ${last.router_name}) and router_type < 3
    order by account_id, router_name limit ${most}`.execute(db)
  return rows
}

/** Locks the states of these members until the transaction ends, in the one order in which everybody takes them. */
export async function lockStates({ sql: db }: SystemDb, members: readonly MemberName[]): Promise<void> {
  await sql`select from member_state where (account_id, router_name) in (select * from ${listed(members)})
    order by account_id, router_name for update`.execute(db)
}

/** Returns what is known of these members, and how they are stored. A member that is gone is left out. */
export async function readFacts({ sql: db }: SystemDb, members: readonly MemberName[]): Promise<KnownMember[]> {
  const { rows } = await sql<KnownMember>`
    select m.account_id, m.router_name, m.router_type, m.status, m.online_status, m.online, p.network_usable, m.config_error is not null as refused,
      ${unix('m.connect_time')} as connect_time, ${unix('m.report_time')} as report_time, lower(coalesce(nullif(m.note, ''), m.router_name)) as name,
      m.router_type = 1 and m.watched_since is not null as watched,
      case when s.router_name is not null then json_build_object(${condition('s')}, 'name', s.name, 'online', s.online, 'online_status', s.online_status,
        'apart_severity', s.apart_severity, 'apart_state', s.apart_state, 'apart_cause', s.apart_cause, 'apart_since', ${unix('s.apart_since')}) end as stored,
      coalesce((select json_agg(json_build_object('network_number', n.network_number, 'mode', coalesce(nm.software_mode, n.mode),
          'routing', json_build_object('type', n.routing_type, 'main_router', n.main_router, 'secondary_router', n.secondary_router),
          'ov_main', nm.ov_main::text, 'pops', coalesce(f.running, 1),
          'stored', case when t.router_name is not null then json_build_object(${condition('t')}, 'member_online', t.member_online,
            'member_rank', t.member_rank, 'member_watched', t.member_watched) end,
          'links', coalesce((select json_agg(json_build_object('kind', l.kind, 'center_router_name', l.center_router_name, 'ov_id', l.ov_id::text,
                'enable', l.enable, 'vpn_online', l.vpn_online, 'up_since', ${unix('l.vpn_online_since')}, 'down_since', ${unix('l.vpn_offline_since')},
                'center_away', ${centerAway}))
              from network_link l left join member c on l.kind <> 'pop' and (c.account_id, c.router_name) = (l.account_id, l.center_router_name)
              where (l.account_id, l.network_number, l.router_name) = (nm.account_id, nm.network_number, nm.router_name)), '[]')))
        from network_member nm join network n using (account_id, network_number) left join network_fr f using (account_id, network_number)
          left join membership_state t on (t.account_id, t.network_number, t.router_name) = (nm.account_id, nm.network_number, nm.router_name)
        where (nm.account_id, nm.router_name) = (m.account_id, m.router_name)), '[]') as memberships
    from ${listed(members)} join member m using (account_id, router_name) join account p using (account_id)
      left join member_state s using (account_id, router_name)
    where m.router_type < 3`.execute(db)
  return rows
}

/** Returns the networks in which these members lost their tunnel because their address changed, by account and name. */
export async function findMoved(
  { sql: db }: SystemDb,
  members: readonly MemberName[],
): Promise<(MemberName & { network_number: string })[]> {
  const { rows } = await sql<MemberName & { network_number: string }>`
    select m.account_id, m.router_name, nm.network_number
    from ${listed(members)} join member m using (account_id, router_name) join network_member nm using (account_id, router_name)
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

/** Stores how members are. */
export async function writeMemberStates({ sql: db }: SystemDb, rows: readonly MemberStateRow[]): Promise<void> {
  const values = rows.map(({ condition: all, apart, ...row }) => ({ ...row, ...all, ...apart }))
  await sql`
    insert into member_state as s (account_id, router_name, router_type, name, online, online_status, rank, severity, state, cause, since,
      apart_severity, apart_state, apart_cause, apart_since, up, lost, behind, up_time, lost_time)
    select account_id, router_name, router_type, name, online, online_status, rank, severity, state, cause, ${stamp('since')},
      apart_severity, apart_state, apart_cause, ${stamp('apart_since')}, up, lost, behind, ${stamp('up_time')}, ${stamp('lost_time')}
    from json_to_recordset(${JSON.stringify(values)}::json) as v(account_id bigint, router_name text, router_type smallint, name text, online smallint,
      online_status smallint, rank smallint, severity smallint, state text, cause text, since float8, apart_severity smallint, apart_state text, apart_cause text, apart_since float8,
      up integer, lost integer, behind boolean, up_time float8, lost_time float8)
    on conflict (account_id, router_name) do update set name = excluded.name, online = excluded.online, online_status = excluded.online_status, rank = excluded.rank, severity = excluded.severity, state = excluded.state,
      cause = excluded.cause, since = excluded.since, apart_severity = excluded.apart_severity, apart_state = excluded.apart_state,
      apart_cause = excluded.apart_cause, apart_since = excluded.apart_since, up = excluded.up, lost = excluded.lost, behind = excluded.behind,
      up_time = excluded.up_time, lost_time = excluded.lost_time`.execute(db)
}

/** Stores how members are in their networks. */
export async function writeMembershipStates({ sql: db }: SystemDb, rows: readonly MembershipStateRow[]): Promise<void> {
  const values = rows.map(({ condition: one, ...row }) => ({ ...row, ...one }))
  await sql`
    insert into membership_state as s (account_id, network_number, router_name, router_type, severity, state, cause, since, up, lost, behind, up_time, lost_time,
      member_online, member_rank, member_watched)
    select account_id, network_number, router_name, router_type, severity, state, cause, ${stamp('since')}, up, lost, behind, ${stamp('up_time')}, ${stamp('lost_time')},
      member_online, member_rank, member_watched
    from json_to_recordset(${JSON.stringify(values)}::json) as v(account_id bigint, network_number text, router_name text, router_type smallint,
      severity smallint, state text, cause text, since float8, up integer, lost integer, behind boolean, up_time float8, lost_time float8,
      member_online smallint, member_rank smallint, member_watched boolean)
    on conflict (account_id, router_name, network_number) do update set severity = excluded.severity, state = excluded.state, cause = excluded.cause,
      since = excluded.since, up = excluded.up, lost = excluded.lost, behind = excluded.behind, up_time = excluded.up_time, lost_time = excluded.lost_time,
      member_online = excluded.member_online, member_rank = excluded.member_rank, member_watched = excluded.member_watched`.execute(db)
}

/** Deletes how these members are in networks that they have left. @returns the members of which something was deleted */
export async function deleteLeft({ sql: db }: SystemDb, members: readonly MemberName[]): Promise<MemberName[]> {
  const { rows } = await sql<MemberName>`delete from membership_state s using ${listed(members)}
    where (s.account_id, s.router_name) = (a.account_id, a.router_name)
      and not exists (select from network_member nm where (nm.account_id, nm.network_number, nm.router_name) = (s.account_id, s.network_number, s.router_name))
    returning s.account_id, s.router_name`.execute(db)
  return rows
}
