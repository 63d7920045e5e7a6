import { sql } from 'kysely'
import type { SystemDb } from '../../../db/client.ts'
import { centerAway, needsAttention, withState } from '../state/state.service.ts'
import { hasFault } from './fault.queries.ts'
import { faults } from './fault.rules.ts'

/** Returns since when a gateway has been running without a gap, in Unix seconds; null while none is. @param fresh alive is what was heard since */
export async function platformSince({ sql: db }: SystemDb, fresh: Date): Promise<number | null> {
  const { rows } = await sql<{
    since: number | null
  }>`select min(start_time) as since from instance
    where 'gateway' = any (roles) and leaving_until is null and last_time >= ${fresh}`.execute(db)
  return rows[0]?.since ?? null
}

/** Returns the accounts in which a member or a tunnel changed since then, or a member has been expected at another server. */
export async function changedAccounts({ sql: db }: SystemDb, since: Date): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    select account_id from member where change_time >= ${since} union select account_id from network_link where change_time >= ${since}
    union select account_id from member where returning_until >= ${since}`.execute(db)
  return rows.map((row) => row.account_id)
}

/** Returns the accounts with an outage that lasts. */
export async function troubledAccounts({ sql: db }: SystemDb): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`select distinct account_id from outage where end_time is null`.execute(db)
  return rows.map((row) => row.account_id)
}

export async function allAccounts({ sql: db }: SystemDb): Promise<number[]> {
  const rows = await db.selectFrom('account').select('account_id').orderBy('account_id').execute()
  return rows.map((row) => row.account_id)
}

/** Returns whether this transaction may record; false while another one does. */
export async function holdRecord({ sql: db }: SystemDb): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(hashtext('weft_outage')) as held`.execute(db)
  return rows[0]?.held === true
}

export interface Moment {
  now: Date
  /** Seconds that a state must last before it is an outage. */
  grace: number
}

/** The time of the newest fact about member `m` and its tunnels. */
const turned = sql`greatest(m.connect_time, case when m.online_status = 0 then m.report_time end, st.up_time, st.lost_time)`

/**
 * Ends the outages of members that are otherwise now, at the time of the fact that changed, or now if none is newer. The cause of one that
 * lasts is replaced by the present one, unless the control connection came or went: that begins another outage.
 */
export async function endOutages({ sql: db }: SystemDb, accounts: readonly number[], { now, grace }: Moment): Promise<void> {
  await sql`
    with lasting as materialized (
      select o.account_id, o.outage_id, o.start_time, o.state as was, o.cause as why_was, st.state, st.cause, st.since, m.connect_time, ${turned} as turned,
        ${hasFault(faults.lost, 'o')} as was_lost, ${hasFault(faults.lost, 'st')} as is_lost, ${hasFault(faults.refused, 'o')} as was_refused
      from outage o join member m using (account_id, router_name) ${withState(undefined)}
      where o.account_id = any(${[...accounts]}::bigint[]) and o.end_time is null),
    judged as (
      select *, case
          when state <> was then true
          -- It was back for a while between two looks.
          when is_lost and connect_time > start_time and since - connect_time >= make_interval(secs => ${grace}) then true
          when is_lost <> was_lost then coalesce(turned, since) <= ${now}::timestamptz - make_interval(secs => ${grace})
          else false end as over
      from lasting),
    ended as (
      update outage o set end_time = greatest(o.start_time, least(${now}::timestamptz, case
          when j.state = j.was and j.cause = j.why_was then j.connect_time
          when not j.was_refused and j.turned > o.start_time then j.turned
          else ${now}::timestamptz end))
      from judged j where (o.account_id, o.outage_id) = (j.account_id, j.outage_id) and j.over)
    update outage o set cause = j.cause from judged j
    where (o.account_id, o.outage_id) = (j.account_id, j.outage_id) and not j.over and j.cause <> j.why_was
      and not j.is_lost and not j.was_lost`.execute(db)
}

/**
 * Begins the outages of members that need attention for long enough and have none, as of the fact that changed: not before the platform
 * could know, nor before the member's former outage had ended.
 */
export async function beginOutages(
  { sql: db }: SystemDb,
  accounts: readonly number[],
  { now, grace, platform }: Moment & { platform: Date },
): Promise<void> {
  await sql`
    with ailing as materialized (
      select m.account_id, m.router_name, st.state, st.cause, greatest(coalesce(st.since, m.change_time), m.watched_since, ${platform}::timestamptz) as since,
        m.returning_until
      from member m ${withState(undefined)}
      where m.account_id = any(${[...accounts]}::bigint[]) and ${needsAttention}
        and not exists (select from outage o where (o.account_id, o.router_name) = (m.account_id, m.router_name) and o.end_time is null))
    insert into outage (account_id, router_name, state, cause, start_time, behind)
    select a.account_id, a.router_name, a.state, a.cause, least(${now}::timestamptz, greatest(a.since, (
        select max(o.end_time) from outage o where (o.account_id, o.router_name) = (a.account_id, a.router_name)))),
      case when ${hasFault(faults.behind, 'a')} then (
        select l.center_router_name from network_link l join member c on (c.account_id, c.router_name) = (l.account_id, l.center_router_name)
        where (l.account_id, l.router_name) = (a.account_id, a.router_name) and l.enable = 1 and l.kind in ('center', 'p2p')
          and ${centerAway} order by c.report_time desc nulls last, c.router_name limit 1) end
    from ailing a where a.since <= ${now}::timestamptz - make_interval(secs => ${grace}) and coalesce(a.returning_until <= ${now}::timestamptz, true)
    on conflict (account_id, router_name) where end_time is null do nothing`.execute(db)
}

/** Deletes the outages that ended before a time. */
export async function deleteOutages({ sql: db }: SystemDb, before: Date): Promise<void> {
  await sql`delete from outage where end_time < ${before}`.execute(db)
}
