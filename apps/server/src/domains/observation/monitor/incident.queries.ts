import type { AlertEvent, Flag, Incident, IncidentStateFilter } from '@weft/contract'
import { type RawBuilder, sql } from 'kysely'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import { containing } from '../../../db/search.ts'

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

/** Gives incidents about members the times of their outage, and ends those whose outage has ended. The outage is the truth (decision 071). */
export async function followOutages({ sql: db }: SystemDb): Promise<void> {
  await sql`
    update incident i set outage_id = o.outage_id, open_time = o.start_time, close_time = o.end_time
    from outage o
    where ${LASTING} and i.kind in ('router_offline', 'config_failed') and (o.account_id, o.router_name) = (i.account_id, i.router_name)
      and (o.outage_id = i.outage_id or (i.outage_id is null and coalesce(o.end_time >= i.open_time, true)
        and case i.kind when 'router_offline' then o.cause = 'connection_lost' else o.state = 'failed' end
        and not exists (select from incident taken where (taken.account_id, taken.kind, taken.outage_id) = (i.account_id, i.kind, o.outage_id))))
      and (i.outage_id is null or o.end_time is not null)`.execute(db)
}

/** Ends the other incidents whose subject is well again, or is no more. */
export async function closeRecovered({ sql: db }: SystemDb, now: Date): Promise<void> {
  const ended = (time: RawBuilder<unknown>) => sql`close_time = greatest(i.open_time, ${time})`
  // Of a member that was back before its outage was recorded, or that is gone with its outages.
  await sql`update incident i set ${ended(sql`coalesce((select m.connect_time from member m
        where (m.account_id, m.router_name) = (i.account_id, i.router_name) and m.connect_time <= ${now}), ${now}::timestamptz)`)}
    where ${LASTING} and i.kind = 'router_offline' and not exists (select from member m
      where (m.account_id, m.router_name) = (i.account_id, i.router_name) and m.online_status = 0)`.execute(db)
  await sql`update incident i set ${ended(sql`${now}::timestamptz`)}
    where ${LASTING} and i.kind = 'config_failed' and not exists (select from member m
      where (m.account_id, m.router_name) = (i.account_id, i.router_name) and m.config_error is not null)`.execute(db)
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
    where o.end_time is null and o.state = 'failed' and m.enable = 1 and m.config_failed = 1
      and not exists (select from incident i where (i.account_id, i.kind, i.outage_id) = (o.account_id, 'config_failed', o.outage_id))
    on conflict do nothing`.execute(db)
}

/** The accounts that get network alerts: those that did not turn them off. */
const wantsNetworks = sql`not exists (select from monitor w where w.account_id = a.account_id and w.enable = 1 and w.network_unusable = 0)`

/**
 * Begins and ends incidents of networks: of one all of whose sites, two at least, are lost, and of all networks of an account together,
 * which stop with a service. What a network's only site does is that member's incident.
 */
export async function judgeNetworks({ sql: db }: SystemDb, now: Date): Promise<void> {
  await sql`
    with lost as materialized (
      select nm.account_id, nm.network_number, max(o.start_time) as since
      from network_member nm join account a using (account_id) join member m using (account_id, router_name)
        left join outage o on (o.account_id, o.router_name, o.state) = (nm.account_id, nm.router_name, 'down') and o.end_time is null
      where nm.account_id in (select o.account_id from outage o where o.end_time is null and o.state = 'down') and a.network_usable = 1
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
          where (nm.account_id, nm.network_number) = (i.account_id, i.network_number) and o.state = 'down' and o.end_time > i.open_time), ${now}::timestamptz)),
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
/** Takes the incidents of which something is to be sent. Rows that another transaction holds are left to it. */
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
const seen = (visible: Visible) =>
  visible === undefined ? sql`true` : sql`(i.network_number is null or i.network_number = any(${[...visible]}::text[]))`

export async function knownIncidents({ account_id, sql: db }: AccountDb, ids: readonly string[], visible: Visible): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select incident_id::text as id from incident i
    where account_id = ${account_id} and incident_id = any(${ids.map(Number)}::bigint[]) and ${seen(visible)}`.execute(db)
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
}

const states: Record<IncidentStateFilter, RawBuilder<unknown>> = {
  open: sql`i.close_time is null`,
  closed: sql`i.close_time is not null`,
  unacknowledged: sql`(i.ack_time is null and i.close_time is distinct from i.open_time)`,
}

/** The condition on incident `i`. A search looks at what it is about: its name, its member's name and its serial number. */
const matching = (account_id: number, { state, kind, router_name, search, from, until, visible }: IncidentFilter) => {
  const parts = [sql`i.account_id = ${account_id}`, seen(visible)]
  if (state !== undefined) parts.push(states[state])
  if (kind !== undefined) parts.push(sql`i.kind = ${kind}`)
  if (router_name !== '') parts.push(sql`i.router_name = ${router_name}`)
  if (from !== undefined) parts.push(sql`i.open_time >= ${from}`)
  if (until !== undefined) parts.push(sql`i.open_time < ${until}`)
  if (search !== '')
    parts.push(sql`(i.subject ilike ${containing(search)} or i.router_name ilike ${containing(search)} or exists (select from member f
      where f.account_id = i.account_id and f.router_name = i.router_name and f.note ilike ${containing(search)}))`)
  return sql.join(parts, sql` and `)
}

const columns = (now: Date) => sql`
  i.incident_id::text as id, i.kind, i.router_name, coalesce(m.note, '') as note, m.router_type,
  (i.router_name is not null and m.router_name is null)::int as deleted, i.network_number, i.subject, i.open_time, i.close_time,
  greatest(0, floor(extract(epoch from coalesce(i.close_time, ${now}) - i.open_time)))::bigint as seconds, i.muted, i.ack_name, i.ack_time,
  d.deliveries, d.failed`
const named = (account_id: number) => sql`left join member m on m.account_id = ${account_id} and m.router_name = i.router_name
  cross join lateral (select count(*) as deliveries, count(*) filter (where d.state = 'failed') as failed
    from incident_alert t join delivery d using (account_id, alert_id) where (t.account_id, t.incident_id) = (i.account_id, i.incident_id)) d`

/** Returns a page of the incidents, the newest first, with their number. */
export async function pageIncidents(
  { account_id, sql: db }: AccountDb,
  filter: IncidentFilter,
  { page, limit, now }: { page: number; limit: number; now: Date },
): Promise<{ rows: Incident[]; count: number }> {
  const wanted = matching(account_id, filter)
  const { rows: counted } = await sql<{ count: number }>`select count(*) from incident i where ${wanted}`.execute(db)
  const { rows } = await sql<Incident>`
    with page as (select i.* from incident i where ${wanted} order by i.open_time desc, i.incident_id desc limit ${limit} offset ${(page - 1) * limit})
    select ${columns(now)} from page i ${named(account_id)} order by i.open_time desc, i.incident_id desc`.execute(db)
  return { rows, count: counted[0]!.count }
}

/** Deletes the incidents that ended before a time. */
export async function deleteIncidents({ sql: db }: SystemDb, before: Date): Promise<void> {
  await sql`delete from incident where close_time < ${before}`.execute(db)
}
