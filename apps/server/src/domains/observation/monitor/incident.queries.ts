import {
  type AlertEvent,
  type Flag,
  type Incident,
  type IncidentBranch,
  type IncidentSummary,
  type IncidentStateFilter,
  MOST_FOUND,
  type PageOf,
} from '@weft/contract'
import { type RawBuilder, sql } from 'kysely'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import { memberInScope } from '../../../db/member-scope.ts'
import { all, any, type Counted, countTo, hasText, isCommon, pageOf } from '../../../db/search.ts'
import type { Actor, MemberScope } from '../../../kernel/actor.ts'
import { namesWith } from '../../foundation/member-name/member-name.service.ts'
import { faults, hasFault, incidentFaults } from '../../network/outage/outage.service.ts'
import type { IncidentLine } from './incident.text.ts'
import { rowsOf } from '../../../db/rows-of.ts'

/** What an incident is when it begins. */
export interface NewIncident {
  kind: AlertEvent
  subject_key: string
  subject: string
  router_name: string | null
  network_number: string | null
  open_time: Date
  /** When it was over, of an event. */
  close_time?: Date
  muted?: Flag
}

/** Begins an incident, unless one of the same kind and subject lasts. @returns the one that lasts now, and whether somebody acknowledged it */
export async function openIncident(
  { account_id, sql: db }: AccountDb,
  { kind, subject_key, subject, router_name, network_number, open_time, close_time, muted = 0 }: NewIncident,
): Promise<{ incident_id: number; acknowledged: boolean }> {
  const { rows } = await sql<{ incident_id: number; acknowledged: boolean }>`
    insert into incident as i (account_id, kind, subject_key, subject, router_name, network_number, open_time, close_time, muted)
    values (${account_id}, ${kind}, ${subject_key}, ${subject}, ${router_name}, ${network_number}, ${open_time}, ${close_time ?? null}, ${muted})
    on conflict (account_id, kind, subject_key) where close_time is null do update set subject = excluded.subject
    returning incident_id, ack_time is not null as acknowledged`.execute(db)
  return rows[0]!
}

/** Records, to be sent, that hardware was assigned to the account. */
export async function insertAssigned({ account_id, sql: db }: AccountDb, router_name: string): Promise<void> {
  await sql`insert into incident (account_id, kind, subject_key, router_name, open_time, close_time, pending)
    values (${account_id}, 'router_assigned', ${router_name}, ${router_name}, now(), now(), 1)`.execute(db)
}

/** Ends the incident of a kind and subject that lasts, if one does. */
export async function closeIncident({ account_id, sql: db }: AccountDb, kind: AlertEvent, subject_key: string, time: Date): Promise<void> {
  await sql`update incident set close_time = greatest(open_time, ${time}::timestamptz)
    where account_id = ${account_id} and kind = ${kind} and subject_key = ${subject_key} and close_time is null`.execute(db)
}

/** Returns the newest incident of a kind about a subject, of the last day or lasting; undefined if there is none. */
export async function lastIncident(
  { account_id, sql: db }: AccountDb,
  kind: AlertEvent,
  { router_name, subject_key, since }: { router_name: string; subject_key: string; since: Date },
): Promise<{ incident_id: number; acknowledged: boolean } | undefined> {
  const { rows } = await sql<{ incident_id: number; acknowledged: boolean }>`
    select incident_id, ack_time is not null as acknowledged from incident
    where account_id = ${account_id} and router_name = ${router_name} and kind = ${kind} and subject_key = ${subject_key}
      and (close_time is null or close_time >= ${since}) order by open_time desc, incident_id desc limit 1`.execute(db)
  return rows[0]
}

/** Notes that a message reported these incidents. */
export async function linkAlert({ account_id, sql: db }: AccountDb, alert_id: string, incidents: readonly number[]): Promise<void> {
  await sql`insert into incident_alert (account_id, incident_id, alert_id) select ${account_id}, unnest(${incidents}::bigint[]), ${alert_id}::uuid
    on conflict do nothing`.execute(db)
}

/** Returns whether this transaction may compare incidents with the present; false while another one does. */
export async function holdIncidents({ sql: db }: SystemDb): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(hashtext('weft_incident')) as held`.execute(db)
  return rows[0]?.held === true
}

const LASTING = sql`i.close_time is null`

/** True if a row of a state and a cause is the fault of incident `i` of a member. @param row its alias */
const isOf = (row: string) =>
  sql`case i.kind when 'router_offline' then ${hasFault(incidentFaults.router_offline, row)}
    when 'config_failed' then ${hasFault(incidentFaults.config_failed, row)} end`
const ofMember = sql`i.kind in ('router_offline', 'config_failed')`

/** Gives incidents about members the times of their outage, and ends those whose outage has ended. The outage is the truth (decision 071). */
export async function followOutages({ sql: db }: SystemDb): Promise<void> {
  await sql`
    update incident i set outage_id = o.outage_id, open_time = o.start_time, close_time = o.end_time
    from outage o
    where ${LASTING} and ${ofMember} and (o.account_id, o.router_name) = (i.account_id, i.router_name)
      and (o.outage_id = i.outage_id or (i.outage_id is null and coalesce(o.end_time >= i.open_time, true) and ${isOf('o')}
        and not exists (select from incident taken where (taken.account_id, taken.kind, taken.outage_id) = (i.account_id, i.kind, o.outage_id))))
      and (i.outage_id is null or o.end_time is not null)`.execute(db)
}

/** Ends the other incidents whose subject is well again, or is no more. */
export async function closeRecovered({ sql: db }: SystemDb, now: Date): Promise<void> {
  const ended = (time: RawBuilder<unknown>) => sql`close_time = greatest(i.open_time, ${time})`
  // Closes incidents of members that recovered before the outage row existed, or that were deleted. While an outage lasts, so does its incident.
  await sql`update incident i set ${ended(sql`coalesce((select m.connect_time from member m
        where i.kind = 'router_offline' and (m.account_id, m.router_name) = (i.account_id, i.router_name)
          and m.connect_time between i.open_time and ${now}), ${now}::timestamptz)`)}
    where ${LASTING} and ${ofMember} and not exists (select from member_state s
      where (s.account_id, s.router_name) = (i.account_id, i.router_name) and ${isOf('s')})
      and not exists (select from outage o where (o.account_id, o.outage_id) = (i.account_id, i.outage_id) and o.end_time is null)`.execute(
    db,
  )
  await sql`update incident i set ${ended(sql`coalesce((select max(l.vpn_online_since) from network_link l
        where (l.account_id, l.router_name, l.kind, l.network_number || '/' || l.ov_id) = (i.account_id, i.router_name, 'pop', split_part(i.subject_key, ' ', 2))
          and l.vpn_online = 1), ${now}::timestamptz)`)}
    where ${LASTING} and i.kind = 'pop_connect' and not exists (select from network_link l
      where (l.account_id, l.router_name, l.kind, l.network_number || '/' || l.ov_id) = (i.account_id, i.router_name, 'pop', split_part(i.subject_key, ' ', 2))
        and l.enable = 1 and l.vpn_online = 0)`.execute(db)
  // A service that was renewed or revoked, one that has ended, and one whose end is long past or that another one replaced about that time.
  await sql`update incident i set ${ended(sql`least(${now}::timestamptz, coalesce(s.expired_time, ${now}::timestamptz))`)}
    from (select j.account_id, j.incident_id, s.expired_time, s.service_code from incident j
        left join service s on s.account_id = j.account_id and s.revoke_time is null
          and s.id || '/' || extract(epoch from s.expired_time)::bigint = j.subject_key
      where j.close_time is null and j.kind = 'service_ending') s
    where (i.account_id, i.incident_id) = (s.account_id, s.incident_id) and coalesce(s.expired_time <= ${now}, true)`.execute(db)
  await sql`update incident i set ${ended(sql`${now}::timestamptz`)}
    where ${LASTING} and i.kind = 'service_expired' and not exists (select from service s
      where s.account_id = i.account_id and s.revoke_time is null and s.id || '/' || extract(epoch from s.expired_time)::bigint = i.subject_key
        and s.expired_time > ${now}::timestamptz - interval '30 days'
        and not exists (select from service other where (other.account_id, other.service_code) = (s.account_id, s.service_code)
          and other.start_time > s.expired_time - interval '14 days' and other.revoke_time is null and other.start_time <= ${now} and coalesce(other.expired_time > ${now}, true)))`.execute(
    db,
  )
}

/** Notes branches that are lost with a center, in the incident of the center that lasts, if one does. */
export async function addBranches(
  { account_id, sql: db }: AccountDb,
  branches: readonly { center: string; router_name: string; since: number }[],
): Promise<void> {
  if (branches.length === 0) return
  await sql`
    insert into incident_branch as b (account_id, incident_id, router_name, lost_time)
    select i.account_id, i.incident_id, n.router_name, to_timestamp(n.since)
    from ${rowsOf('n', branches, { center: 'text', router_name: 'text', since: 'bigint' })}
      join incident i on (i.account_id, i.kind, i.subject_key) = (${account_id}, 'router_offline', n.center) and i.close_time is null
    ${IN_ORDER} ${LOST_AGAIN}`.execute(db)
}
/** The order of the key, so that two writers never wait for each other. */
const IN_ORDER = sql`order by 1, 2, 3`
const LOST_AGAIN = sql`on conflict (account_id, incident_id, router_name) do update set back_time = null where b.back_time is not null`

/**
 * Adds to the incidents of centers that last the branches that lost all their tunnels with them, gives all branches the times of their
 * outages, and ends those that are well again. A branch may be away for longer than its center.
 */
export async function followBranches({ sql: db }: SystemDb, now: Date): Promise<void> {
  const isDown = hasFault(faults.down, 'o')
  await sql`
    insert into incident_branch as b (account_id, incident_id, router_name, lost_time)
    select i.account_id, i.incident_id, o.router_name, o.start_time
    from incident i join outage o on (o.account_id, o.behind) = (i.account_id, i.router_name)
    where ${LASTING} and i.kind = 'router_offline' and o.end_time is null and ${isDown} and ${hasFault(faults.behind, 'o')}
    ${IN_ORDER} ${LOST_AGAIN}`.execute(db)
  await sql`
    update incident_branch b set lost_time = o.start_time from outage o
    where b.back_time is null and (o.account_id, o.router_name) = (b.account_id, b.router_name) and ${isDown} and o.end_time is null
      and o.start_time < b.lost_time`.execute(db)
  await sql`
    update incident_branch b set back_time = greatest(b.lost_time, coalesce((
        select max(o.end_time) from outage o
        where (o.account_id, o.router_name) = (b.account_id, b.router_name) and ${isDown} and o.end_time >= b.lost_time), (
        select m.connect_time from member m
        where (m.account_id, m.router_name) = (b.account_id, b.router_name) and m.connect_time between b.lost_time and ${now}), ${now}::timestamptz))
    where b.back_time is null
      and not exists (select from outage o where (o.account_id, o.router_name) = (b.account_id, b.router_name) and ${isDown} and o.end_time is null)
      and not exists (select from member_state s
        where (s.account_id, s.router_name) = (b.account_id, b.router_name) and ${hasFault(faults.lost, 's')})`.execute(db)
}

/** True if a maintenance window of the account is open for the member, or for all members. */
const inWindow = (account: RawBuilder<unknown>, router_name: RawBuilder<unknown>, now: Date) => sql`exists (select from maintenance w
  where w.account_id = ${account} and w.start_time <= ${now} and w.end_time > ${now} and (w.router = '{}' or ${router_name} = any(w.router)))`

/** Begins incidents of watched members that were refused their configuration. */
export async function openFailed({ sql: db }: SystemDb, now: Date): Promise<void> {
  const muted = inWindow(sql`o.account_id`, sql`o.router_name`, now)
  await sql`
    insert into incident (account_id, kind, subject_key, router_name, outage_id, open_time, muted, pending)
    select o.account_id, 'config_failed', o.router_name, o.router_name, o.outage_id, o.start_time, ${muted}::int, 1 - ${muted}::int
    from outage o join monitor m using (account_id) join monitor_router r using (account_id, router_name)
    where o.end_time is null and ${hasFault(incidentFaults.config_failed, 'o')} and m.enable = 1 and m.config_failed = 1
      and not exists (select from incident i where (i.account_id, i.kind, i.outage_id) = (o.account_id, 'config_failed', o.outage_id))
    on conflict do nothing`.execute(db)
}

/** The accounts that get network alerts: those that did not turn them off. */
const wantsNetworks = sql`not exists (select from monitor w where w.account_id = a.account_id and w.enable = 1 and w.network_unusable = 0)`

/**
 * Begins and ends incidents of networks: of one all of whose sites, two at least, are lost, and of all networks of an account together,
 * which stop with a service. If a network has one site, the incident is the member's.
 */
export async function judgeNetworks({ sql: db }: SystemDb, now: Date): Promise<void> {
  const isDown = hasFault(incidentFaults.network_unusable, 'o')
  await sql`
    with lost as materialized (
      select nm.account_id, nm.network_number, max(o.start_time) as since
      from network_member nm join account a using (account_id) join member m using (account_id, router_name)
        left join outage o on (o.account_id, o.router_name) = (nm.account_id, nm.router_name) and ${isDown} and o.end_time is null
      where nm.account_id in (select o.account_id from outage o where o.end_time is null and ${isDown}) and a.network_usable = 1
        and nm.router_type = 1 and m.watched_since is not null and m.status = 1
      group by nm.account_id, nm.network_number having count(*) >= 2 and bool_and(o.outage_id is not null)),
    unusable as (
      select l.account_id, n.network_number, n.network_name as subject, l.since from lost l join network n using (account_id, network_number)
      union all
      select a.account_id, null, '', ${now}::timestamptz from account a
      where a.network_usable = 0 and exists (select from network n where n.account_id = a.account_id)),
    ended as (
      update incident i set close_time = greatest(i.open_time, coalesce((
          select min(o.end_time) from network_member nm join outage o using (account_id, router_name)
          where (nm.account_id, nm.network_number) = (i.account_id, i.network_number) and ${isDown} and o.end_time > i.open_time), ${now}::timestamptz)),
        pending = case when exists (select from incident_alert t where (t.account_id, t.incident_id) = (i.account_id, i.incident_id))
          and exists (select from account a where a.account_id = i.account_id and a.network_usable = 1)
          and (i.network_number is null or exists (select from network n where (n.account_id, n.network_number) = (i.account_id, i.network_number)))
          then 2 else 0 end
      where ${LASTING} and i.kind = 'network_unusable'
        and not exists (select from unusable u where u.account_id = i.account_id and coalesce(u.network_number, '') = i.subject_key))
    insert into incident (account_id, kind, subject_key, subject, network_number, open_time, muted, pending)
    select u.account_id, 'network_unusable', coalesce(u.network_number, ''), u.subject, u.network_number, u.since, w.muted, 1 - w.muted
    from unusable u join account a using (account_id)
      cross join lateral (select (u.network_number is not null and ${inWindow(sql`u.account_id`, sql`null::text`, now)})::int as muted) w
    where ${wantsNetworks}
    on conflict do nothing`.execute(db)
}

/** Lets incidents be sent that outlast the maintenance window in which they began. Members that are lost wait in `alert_watch` instead. */
export async function unmute({ sql: db }: SystemDb, now: Date): Promise<void> {
  await sql`update incident i set pending = 1
    where ${LASTING} and i.muted = 1 and i.pending = 0 and i.ack_time is null and i.kind in ('config_failed', 'network_unusable')
      and not ${inWindow(sql`i.account_id`, sql`i.router_name`, now)}
      and not exists (select from incident_alert t where (t.account_id, t.incident_id) = (i.account_id, i.incident_id))`.execute(db)
}

export async function pendingAccounts({ sql: db }: SystemDb): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`select distinct account_id from incident where pending > 0`.execute(db)
  return rows.map((row) => row.account_id)
}

export interface PendingIncident {
  incident_id: number
  kind: AlertEvent
  subject: string
  router_name: string | null
  note: string
  network_number: string | null
  open_time: number
  close_time: number | null
  pending: 1 | 2
}
/** Takes the incidents that have something to send. Rows that another transaction holds are left to it. */
export async function takePending({ account_id, sql: db }: AccountDb): Promise<PendingIncident[]> {
  const { rows } = await sql<PendingIncident>`
    with taken as (select incident_id, pending from incident where account_id = ${account_id} and pending > 0 for update skip locked)
    update incident i set pending = 0 from taken t left join incident j on j.account_id = ${account_id} and j.incident_id = t.incident_id
      left join member m on m.account_id = ${account_id} and m.router_name = j.router_name
    where i.account_id = ${account_id} and i.incident_id = t.incident_id
    returning i.incident_id, i.kind, i.subject, i.router_name, coalesce(m.note, '') as note, i.network_number, i.open_time, i.close_time, t.pending`.execute(
    db,
  )
  return rows
}

/** Acknowledges an incident. @returns what it is about; undefined if it was acknowledged before */
export async function acknowledge(
  { account_id, sql: db }: AccountDb,
  { incident_id, name, now }: { incident_id: string; name: string; now: Date },
): Promise<{ kind: AlertEvent; subject: string; router_name: string | null } | undefined> {
  const { rows } = await sql<{ kind: AlertEvent; subject: string; router_name: string | null }>`
    update incident set ack_time = ${now}, ack_name = ${name}, pending = 0
    where account_id = ${account_id} and incident_id = ${Number(incident_id)} and ack_time is null
    returning kind, subject, router_name`.execute(db)
  return rows[0]
}

/** The networks that the caller may see; undefined for all. */
type Visible = ReadonlySet<string> | undefined
/** What the caller may see: its networks, and the members to which it is limited. */
export type Sight = Pick<Actor, 'designated' | 'members'>
const seen = (account_id: number, { designated, members }: Sight) =>
  all(
    sql`true`,
    designated !== undefined && sql`(i.network_number is null or i.network_number = any(${[...designated]}::text[]))`,
    members !== undefined && sql`(i.router_name is null or ${memberInScope(account_id, members, sql`i.router_name`)})`,
  )

export async function knownIncidents({ account_id, sql: db }: AccountDb, ids: readonly string[], sight: Sight): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select incident_id::text as id from incident i
    where account_id = ${account_id} and incident_id = any(${ids.map(Number)}::bigint[]) and ${seen(account_id, sight)}`.execute(db)
  return rows.map((row) => row.id)
}

export interface IncidentFilter {
  state?: IncidentStateFilter | undefined
  kind?: AlertEvent | undefined
  router_name: string
  search: string
  from?: Date | undefined
  until?: Date | undefined
  visible: Visible
  scope: MemberScope | undefined
}

const states: Record<IncidentStateFilter, RawBuilder<unknown>> = {
  open: sql`i.close_time is null`,
  closed: sql`i.close_time is not null`,
  unacknowledged: sql`(i.ack_time is null and i.close_time is distinct from i.open_time)`,
}

/** The condition on incident `i` of all parts of a filter but a member's name and a search. */
const narrowed = (account_id: number, { state, kind, from, until, visible, scope }: IncidentFilter) =>
  all(
    sql`i.account_id = ${account_id}`,
    seen(account_id, { designated: visible, members: scope }),
    state !== undefined && states[state],
    kind !== undefined && sql`i.kind = ${kind}`,
    from !== undefined && sql`i.open_time >= ${from}`,
    until !== undefined && sql`i.open_time < ${until}`,
  )

/**
 * True if the caller may know that branch `b` was lost with its center: only if the branch is in no network that is hidden from the
 * caller, as with outages of tunnels.
 */
const branchSeen = (account_id: number, { visible, scope }: Pick<IncidentFilter, 'visible' | 'scope'>) =>
  all(
    memberInScope(account_id, scope, sql`b.router_name`),
    visible !== undefined &&
      sql`not exists (select from network_member h where (h.account_id, h.router_name) = (b.account_id, b.router_name)
        and not h.network_number = any(${[...visible]}::text[]))`,
  )

/** The plan of a filter: read the incidents of the members and subjects that match a text, or check every incident from the newest on. */
type Found = { names: readonly string[]; text?: string; also?: RawBuilder<unknown> } | { where: RawBuilder<unknown> | undefined }

/** Most members that are looked up one by one. */
const MOST_NAMES = 1000
/** A text is common if a share of COMMON of the SAMPLE newest incidents has it: a page of it is soon found among the newest. */
const SAMPLE = 300
const COMMON = 0.1

/** Decides how a filter finds its incidents. A member's are those about it and those of the centers that took it along. */
export async function waysTo(db: AccountDb, filter: IncidentFilter): Promise<Found> {
  const { router_name, search } = filter
  if (search === '') return router_name === '' ? { where: undefined } : { names: [router_name] }
  const named = namesWith(db, search)
  const judged = any(
    hasText(sql`lower(i.subject)`, search),
    sql`i.router_name in (${named})`,
    sql`i.incident_id in (select b.incident_id from incident_branch b
      where b.account_id = ${db.account_id} and b.router_name in (${named}) and ${branchSeen(db.account_id, filter)})`,
  )
  if (router_name !== '') return { names: [router_name], also: judged }
  const { rows } = await sql<{ common: boolean | null }>`
    select ${isCommon(judged, COMMON)} as common
    from (select * from incident i where ${narrowed(db.account_id, filter)} ${NEWEST} limit ${sql.lit(SAMPLE)}) i`.execute(db.sql)
  if (rows[0]?.common === true) return { where: judged }
  const { rows: meant } = await sql<{ router_name: string }>`${named} limit ${sql.lit(MOST_NAMES + 1)}`.execute(db.sql)
  return meant.length > MOST_NAMES ? { where: judged } : { names: meant.map((row) => row.router_name), text: search }
}

const NEWEST = sql`order by i.open_time desc, i.incident_id desc`

/** Builds the query of the incidents that a filter finds, each once. @param tail order and limit of each part */
function foundBy({ account_id }: AccountDb, filter: IncidentFilter, found: Found, tail: RawBuilder<unknown>): RawBuilder<unknown> {
  const rest = narrowed(account_id, filter)
  const one = sql`i.incident_id, i.open_time`
  if ('where' in found) return sql`select ${one} from incident i where ${all(rest, found.where)} ${tail}`
  const wanted = all(rest, found.also)
  const each = sql`unnest(${[...found.names]}::text[]) v(name)`
  return sql`
    select i.* from ${each}, lateral (select ${one} from incident i where i.router_name = v.name and ${wanted} ${tail}) i
    union
    select ${one} from ${each} join incident_branch b on b.account_id = ${account_id} and b.router_name = v.name and ${branchSeen(account_id, filter)}
      join incident i on (i.account_id, i.incident_id) = (b.account_id, b.incident_id) where ${wanted}
    ${found.text === undefined ? sql`` : sql`union select ${one} from weft_find_incidents(${found.text}) i where ${wanted}`}`
}

const columns = (now: Date) => sql`
  i.incident_id::text as id, i.kind, i.router_name, coalesce(m.note, f.note, '') as note, m.router_type,
  (i.router_name is not null and m.router_name is null)::int as deleted, i.network_number, i.subject, i.open_time, i.close_time,
  greatest(0, floor(extract(epoch from coalesce(i.close_time, ${now}) - i.open_time)))::bigint as seconds, i.muted, i.ack_name, i.ack_time,
  d.deliveries, d.failed, d.channels, taken.branches, taken.branches_away`
/** @param named the alias of the row with the name of the member */
const more = (account_id: number, sight: Pick<IncidentFilter, 'visible' | 'scope'>, named: RawBuilder<unknown>) => sql`
  left join member m on m.account_id = ${account_id} and m.router_name = ${named}.router_name
  left join former_member f on f.account_id = ${account_id} and f.router_name = ${named}.router_name
  cross join lateral (select coalesce(sum(n), 0)::int as deliveries, coalesce(sum(bad), 0)::int as failed,
      coalesce(jsonb_agg(jsonb_build_object('channel', channel, 'failed', (bad > 0)::int) order by channel), '[]') as channels
    from (select case d.channel when 'mail' then 'email' else d.channel end as channel, count(*) as n, count(*) filter (where d.state = 'failed') as bad from incident_alert t join delivery d using (account_id, alert_id)
      where (t.account_id, t.incident_id) = (${account_id}, i.incident_id) group by 1) by_channel) d
  cross join lateral (select count(*) as branches, count(*) filter (where b.back_time is null) as branches_away
    from incident_branch b where (b.account_id, b.incident_id) = (${account_id}, i.incident_id) and ${branchSeen(account_id, sight)}) taken`

interface Paging {
  page: number
  limit: number
  now: Date
}
interface Part {
  offset: number
  limit: number
  now: Date
}

/** Returns some of the incidents, the newest first, with the number of all, counted up to `MOST_FOUND` and one more. */
export async function partOfIncidents(db: AccountDb, filter: IncidentFilter, { offset, limit, now }: Part): Promise<PageOf<Incident>> {
  const found = await waysTo(db, filter)
  const { rows } =
    offset > MOST_FOUND
      ? { rows: [] }
      : await sql<Incident>`
          with page as (select i.* from (${foundBy(db, filter, found, sql`${NEWEST} limit ${offset + limit}`)}) i ${NEWEST} limit ${limit} offset ${offset})
          select ${columns(now)} from page p join incident i on (i.account_id, i.incident_id) = (${db.account_id}, p.incident_id)
            ${more(db.account_id, filter, sql`i`)} ${NEWEST}`.execute(db.sql)
  if (offset === 0 && rows.length < limit) return { rows, count: rows.length }
  const counted = await sql<{ count: number }>`select ${countTo(MOST_FOUND, foundBy(db, filter, found, sql``))} as count`.execute(db.sql)
  return { rows, count: counted.rows[0]!.count }
}

/**
 * Returns what lasts, and how the last days were beside as many before. The figures of the days are of incidents that are not over as soon as they
 * happen. Each is counted up to `MOST_FOUND` and one more, and the middle and the member are those of the newest so many.
 */
export async function summarize(
  { account_id, sql: db }: AccountDb,
  sight: Sight,
  { from, before }: { from: Date; before: Date },
): Promise<IncidentSummary> {
  const own = sql`i.account_id = ${account_id} and ${seen(account_id, sight)}`
  const lasting = sql`i.close_time is distinct from i.open_time`
  const count = (condition: RawBuilder<unknown>) => countTo(MOST_FOUND, sql`select from incident i where ${own} and ${condition}`)
  const { rows } = await sql<IncidentSummary>`
    with lately as materialized (
      select i.router_name, extract(epoch from i.close_time - i.open_time)::bigint as seconds from incident i
      where ${own} and i.open_time >= ${from} and ${lasting} ${NEWEST} limit ${sql.lit(MOST_FOUND + 1)}),
    most as (select router_name, count(*) as count from lately where router_name is not null group by 1 having count(*) > 1
      order by 2 desc, 1 limit 1)
    select ${count(states.open)} as open, ${count(states.unacknowledged)} as unacknowledged, (select count(*) from lately) as lately,
      ${count(sql`i.open_time >= ${before} and i.open_time < ${from} and ${lasting}`)} as before,
      (select percentile_disc(0.5) within group (order by seconds) from lately where seconds is not null) as half_within,
      (select jsonb_build_object('router_name', most.router_name, 'note', coalesce(m.note, f.note, ''), 'count', most.count) from most
        left join member m on (m.account_id, m.router_name) = (${account_id}, most.router_name)
        left join former_member f on (f.account_id, f.router_name) = (${account_id}, most.router_name)) as most`.execute(db)
  return rows[0]!
}

const branchColumns = (now: RawBuilder<unknown>) => sql`
  b.router_name, coalesce(m.note, f.note, '') as note, m.router_type, (m.router_name is null)::int as deleted, b.lost_time, b.back_time,
  greatest(0, floor(extract(epoch from coalesce(b.back_time, ${now}) - b.lost_time)))::bigint as seconds`
const namesOfBranch = sql`left join member m on (m.account_id, m.router_name) = (b.account_id, b.router_name)
  left join former_member f on (f.account_id, f.router_name) = (b.account_id, b.router_name)`

/** Returns a page of the branches that a center took with it, those that are still away first, then in the order in which they were lost. */
export async function pageBranches(
  { account_id, sql: db }: AccountDb,
  { incident_id, ...sight }: { incident_id: string } & Pick<IncidentFilter, 'visible' | 'scope'>,
  { page, limit, now }: Paging,
): Promise<PageOf<IncidentBranch>> {
  const own = sql`from incident_branch b where (b.account_id, b.incident_id) = (${account_id}, ${Number(incident_id)}) and ${branchSeen(account_id, sight)}`
  const order = sql`order by (b.back_time is null) desc, b.lost_time, b.router_name`
  const { rows } = await sql<Counted<IncidentBranch>>`
    with page as (select b.*, row_number() over (${order}) as place ${own} ${order} limit ${limit} offset ${(page - 1) * limit})
    select total.count, b.place, ${branchColumns(sql`${now}::timestamptz`)}
    from (select count(*) ${own}) total left join page b on true ${namesOfBranch} order by b.place`.execute(db)
  return pageOf(rows)
}

/** A line of the exported file with its position: after it the next page begins. */
export interface PlacedLine extends IncidentLine {
  at: string
  branch: string
}

/** Returns the lines of the exported file after another one: the incidents, the newest first, each followed by its branches. */
export async function linesAfter(
  db: AccountDb,
  filter: IncidentFilter,
  found: Found,
  last: PlacedLine | undefined,
  { limit, now }: { limit: number; now: Date },
): Promise<PlacedLine[]> {
  const { account_id } = db
  const wanted =
    'where' in found
      ? all(narrowed(account_id, filter), found.where)
      : sql`i.account_id = ${account_id} and i.incident_id in (select incident_id from (${foundBy(db, filter, found, sql``)}) found)`
  const place = last && sql`(${last.at}::timestamptz, ${Number(last.id)}::bigint)`
  const behind =
    last && sql`(i.open_time, i.incident_id) <= ${place} and ((i.open_time, i.incident_id) < ${place} or line.branch > ${last.branch})`
  const { rows } = await sql<PlacedLine>`
    with page as materialized (
      select i.incident_id, i.open_time as at, line.* from incident i cross join lateral (
        select '' as branch, i.router_name, i.open_time, i.close_time
        union all select b.router_name, b.router_name, b.lost_time, b.back_time from incident_branch b
          where (b.account_id, b.incident_id) = (i.account_id, i.incident_id) and ${branchSeen(account_id, filter)}) line
      where ${all(wanted, behind)} ${NEWEST}, line.branch limit ${limit})
    select i.incident_id::text as id, i.kind, page.router_name, coalesce(m.note, f.note, '') as note, i.network_number, i.subject, i.muted,
      i.ack_name, i.ack_time, page.branch, case when page.branch <> '' then i.router_name end as center, page.at::text as at,
      page.open_time, page.close_time, greatest(0, floor(extract(epoch from coalesce(page.close_time, ${now}) - page.open_time)))::bigint as seconds,
      d.deliveries, d.failed, taken.branches, taken.branches_away
    from page join incident i on (i.account_id, i.incident_id) = (${account_id}, page.incident_id)
      ${more(account_id, filter, sql`page`)}
    ${NEWEST}, page.branch`.execute(db.sql)
  return rows
}

/** Deletes the incidents that ended before a time. */
export async function deleteIncidents({ sql: db }: SystemDb, before: Date): Promise<void> {
  await sql`delete from incident where close_time < ${before}`.execute(db)
}
