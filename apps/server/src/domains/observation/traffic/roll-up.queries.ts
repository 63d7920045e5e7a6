import { type RawBuilder, sql } from 'kysely'
import type { SystemDb } from '../../../db/client.ts'

/** Time after its end when an hour is rolled up: longer than any minute of it may arrive unmarked (`keepTraffic`). */
const GRACE = '5 minutes'
/** Long, since a roll-up reads an hour of every member. */
const TIMEOUT = '10min'
const LATE_AT_ONCE = 20_000

/**
 * Takes the turn to roll up: two instances never do so at once, so that no older sum replaces a newer one.
 * @returns the first hour that is not rolled up
 */
export async function holdRolled({ sql: db }: SystemDb): Promise<{ until: Date; ended: boolean }> {
  await sql.raw(`set local statement_timeout = '${TIMEOUT}'`).execute(db)
  const { rows } = await sql<{ until: number; ended: boolean }>`
    select until, until + interval '1 hour' + ${GRACE}::interval <= statement_timestamp() as ended from traffic_rolled for update`.execute(
    db,
  )
  return { until: new Date(rows[0]!.until * 1000), ended: rows[0]!.ended }
}

export async function setRolled({ sql: db }: SystemDb, until: Date): Promise<void> {
  await sql`update traffic_rolled set until = ${until}`.execute(db)
}

/** Sums one hour of all members again from its minutes. An hour whose minutes are gone stays as it was. */
export async function rollHour({ sql: db }: SystemDb, hour: Date): Promise<void> {
  await sql`${INTO_HOUR}
    select account_id, router_name, interface, ${hour}::timestamptz, ${SUMS} from traffic_minute
    where time >= ${hour}::timestamptz and time < ${hour}::timestamptz + interval '1 hour' group by 1, 2, 3
    ${REPLACE}`.execute(db)
}

/** Sums one day in Shanghai, given by its beginning, of all members again from its hours. */
export async function rollDay({ sql: db }: SystemDb, day: Date): Promise<void> {
  await sql`${INTO_DAY}
    select account_id, router_name, interface, ${day}::timestamptz, ${SUMS_OF_HOURS} from traffic_hour
    where time >= ${day}::timestamptz and time < ${day}::timestamptz + interval '1 day' group by 1, 2, 3
    ${REPLACE}`.execute(db)
}

/** For how long the traffic of networks is kept: a day, and the time in which its last minutes are summed. */
const NETWORKS_KEPT = '26 hours'

/**
 * The members whose uplinks make up a network's traffic: its hardware points, and its centers only where it has no such point. What goes
 * through a center was counted at the point already.
 */
const SITES = sql`select nm.account_id, nm.network_number, nm.router_name, m.interfaces -> 0 ->> 'interface' as interface
    from network_member nm join member m using (account_id, router_name)
    where nm.router_type = 1 and (nm.member_type = 'point' or not exists (select from network_member p
      where (p.account_id, p.network_number) = (nm.account_id, nm.network_number) and p.member_type = 'point' and p.router_type = 1))`

/** Sums the minutes that `which` selects into those of networks, and of all networks of each account. */
const intoNetworks = (which: RawBuilder<unknown>) => sql`
    with site as materialized (${SITES}),
    part as materialized (
      select t.account_id, t.router_name, date_bin('5 minutes', t.time, 'epoch') as time, sum(t.down)::bigint as down, sum(t.upload)::bigint as upload
      from traffic_minute t join (select distinct account_id, router_name, interface from site) s using (account_id, router_name, interface)
      where ${which} and t.time >= statement_timestamp() - ${NETWORKS_KEPT}::interval group by 1, 2, 3)
    insert into network_traffic as n (account_id, network_number, time, down, upload)
    select account_id, network_number, time, sum(down)::bigint, sum(upload)::bigint from part join site using (account_id, router_name) group by 1, 2, 3
    union all
    select account_id, '', time, sum(down)::bigint, sum(upload)::bigint from part group by 1, 2, 3
    order by 1, 2, 3
    on conflict (account_id, network_number, time) do update set down = excluded.down, upload = excluded.upload
      where (n.down, n.upload) is distinct from (excluded.down, excluded.upload)`

/** Sums again what networks carried between two times. */
export async function rollNetworks({ sql: db }: SystemDb, from: Date, to: Date): Promise<void> {
  await intoNetworks(sql`t.time >= ${from}::timestamptz and t.time < ${to}::timestamptz`).execute(db)
}

/** Sums what networks carried in the last quarter of an hour, up to the newest five minutes of which every minute has arrived. */
export async function rollNewest({ sql: db }: SystemDb): Promise<void> {
  const end = sql`date_bin('5 minutes', statement_timestamp() - interval '2 minutes', 'epoch')`
  await intoNetworks(sql`t.time >= ${end} - interval '15 minutes' and t.time < ${end}`).execute(db)
  await sql`delete from network_traffic where time < statement_timestamp() - ${NETWORKS_KEPT}::interval`.execute(db)
}

/** Sums again what networks carried in these hours, of the accounts of the members that sent minutes late. */
export async function rollLateNetworks({ sql: db }: SystemDb, late: readonly LateHour[]): Promise<void> {
  await intoNetworks(sql`exists (select from ${marks(late)} where l.account_id = t.account_id and t.time >= l.at and t.time < l.at + interval '1 hour')
      and t.account_id = any(${[...new Set(late.map((one) => one.account_id))]}::bigint[])`).execute(db)
}

export interface LateHour {
  account_id: number
  router_name: string
  hour: Date
}

/** Deletes marks of late minutes and returns them, in the transaction that rolls their hours up again. */
export async function takeLate({ sql: db }: SystemDb): Promise<LateHour[]> {
  const { rows } = await sql<{ account_id: number; router_name: string; hour: number }>`
    with taken as (delete from traffic_late where ctid = any (array(select ctid from traffic_late limit ${LATE_AT_ONCE})) returning *)
    select distinct account_id, router_name, hour from taken`.execute(db)
  return rows.map((row) => ({ ...row, hour: new Date(row.hour * 1000) }))
}

const marks = (
  late: readonly LateHour[],
) => sql`unnest(${late.map((one) => one.account_id)}::bigint[], ${late.map((one) => one.router_name)}::text[],
  ${late.map((one) => one.hour)}::timestamptz[]) as l(account_id, router_name, at)`

export async function rollLateHours({ sql: db }: SystemDb, late: readonly LateHour[]): Promise<void> {
  await sql`${INTO_HOUR}
    select account_id, router_name, interface, l.at, ${SUMS} from ${marks(late)} join traffic_minute m using (account_id, router_name)
    where m.time >= l.at and m.time < l.at + interval '1 hour' group by 1, 2, 3, 4
    ${REPLACE}`.execute(db)
}

/** Sums again the days in Shanghai that contain these hours, but only days that end by `until`. */
export async function rollLateDays({ sql: db }: SystemDb, late: readonly LateHour[], until: Date): Promise<void> {
  await sql`${INTO_DAY}
    select account_id, router_name, interface, d.at, ${SUMS_OF_HOURS}
    from (select distinct account_id, router_name, date_trunc('day', at at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai' as at from ${marks(late)}) d
    join traffic_hour h using (account_id, router_name)
    where d.at + interval '1 day' <= ${until}::timestamptz and h.time >= d.at and h.time < d.at + interval '1 day' group by 1, 2, 3, 4
    ${REPLACE}`.execute(db)
}

const COLUMNS = sql`(account_id, router_name, interface, time, down, upload, peak_down, peak_upload)`
const INTO_HOUR = sql`insert into traffic_hour as t ${COLUMNS}`
const INTO_DAY = sql`insert into traffic_day as t ${COLUMNS}`
const SUMS = sql`sum(down)::bigint, sum(upload)::bigint, max(down) * 8 / 60, max(upload) * 8 / 60`
const SUMS_OF_HOURS = sql`sum(down)::bigint, sum(upload)::bigint, max(peak_down), max(peak_upload)`
/** Ordered by the key, so that two writers never wait for each other; an unchanged sum is not written again. */
const REPLACE = sql`order by 1, 2, 3, 4
    on conflict (account_id, router_name, interface, time) do update
      set down = excluded.down, upload = excluded.upload, peak_down = excluded.peak_down, peak_upload = excluded.peak_upload
      where (t.down, t.upload, t.peak_down, t.peak_upload) is distinct from (excluded.down, excluded.upload, excluded.peak_down, excluded.peak_upload)`
