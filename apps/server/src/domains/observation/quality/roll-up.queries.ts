import { sql } from 'kysely'
import type { SystemDb } from '../../../db/client.ts'
import { COLUMNS, REPLACE } from './figures.queries.ts'

/** Time after its end when a quarter of an hour is rolled up: longer than any minute of it may arrive unmarked (`keepQuality`). */
const GRACE = '5 minutes'
/** Long, since a roll-up reads a quarter of an hour of every link. */
const TIMEOUT = '10min'
const LATE_AT_ONCE = 20_000

/**
 * Takes the turn to roll up: two instances never do so at once, so that no older sum replaces a newer one.
 * @returns the first quarter of an hour that is not rolled up
 */
export async function holdRolled({ sql: db }: SystemDb): Promise<{ until: Date; ended: boolean }> {
  await sql.raw(`set local statement_timeout = '${TIMEOUT}'`).execute(db)
  const { rows } = await sql<{ until: number; ended: boolean }>`
    select until, until + interval '15 minutes' + ${GRACE}::interval <= statement_timestamp() as ended from quality_rolled for update`.execute(
    db,
  )
  return { until: new Date(rows[0]!.until * 1000), ended: rows[0]!.ended }
}

export async function setRolled({ sql: db }: SystemDb, until: Date): Promise<void> {
  await sql`update quality_rolled set until = ${until}`.execute(db)
}

/** Sums one quarter of an hour of all links again from its minutes. A quarter whose minutes are gone stays as it was. */
export async function rollQuarter({ sql: db }: SystemDb, quarter: Date): Promise<void> {
  await sql`insert into quality_quarter ${COLUMNS}
    select account_id, network_number, router_name, center_router_name, ${quarter}::timestamptz, ${SUMS} from quality_minute
    where time >= ${quarter}::timestamptz and time < ${quarter}::timestamptz + interval '15 minutes' group by 1, 2, 3, 4
    ${REPLACE}`.execute(db)
}

/** Sums one hour of all links again from its quarters. */
export async function rollHour({ sql: db }: SystemDb, hour: Date): Promise<void> {
  await sql`insert into quality_hour ${COLUMNS}
    select account_id, network_number, router_name, center_router_name, ${hour}::timestamptz, ${SUMS} from quality_quarter
    where time >= ${hour}::timestamptz and time < ${hour}::timestamptz + interval '1 hour' group by 1, 2, 3, 4
    ${REPLACE}`.execute(db)
}

/** Works out again what is usual for all links that were measured in one hour. @param days of which the median is taken */
export async function rollUsual({ sql: db }: SystemDb, hour: Date, days: number): Promise<void> {
  await sql`insert into quality_usual (account_id, network_number, router_name, center_router_name, rtt)
    select q.account_id, q.network_number, q.router_name, q.center_router_name, median.rtt
    from (select q.*, m.create_time from quality_hour q join member m using (account_id, router_name)
        join network n using (account_id, network_number)
        -- Neither is deleted before the row that names it is written.
        where q.time = ${hour}::timestamptz order by 1, 2, 3, 4 for key share of m, n) q
      cross join lateral (select percentile_disc(0.5) within group (order by h.rtt_p50) as rtt from quality_hour h
        where (h.account_id, h.network_number, h.router_name, h.center_router_name)
            = (q.account_id, q.network_number, q.router_name, q.center_router_name)
          and h.time > greatest(q.create_time, ${hour}::timestamptz - make_interval(days => ${days})) and h.time <= ${hour}::timestamptz) median
    where median.rtt is not null
    order by 1, 2, 3, 4
    on conflict (account_id, network_number, router_name, center_router_name) do update set rtt = excluded.rtt`.execute(db)
}

/** A quarter of an hour of the links that a member dials in a network. */
export interface LateQuarter {
  account_id: number
  network_number: string
  router_name: string
  quarter: Date
}

/** Deletes marks of late minutes and returns them, in the transaction that rolls their quarters up again. */
export async function takeLate({ sql: db }: SystemDb): Promise<LateQuarter[]> {
  const { rows } = await sql<Omit<LateQuarter, 'quarter'> & { quarter: number }>`
    with taken as (delete from quality_late where ctid = any (array(select ctid from quality_late limit ${LATE_AT_ONCE})) returning *)
    select distinct account_id, network_number, router_name, quarter from taken`.execute(db)
  return rows.map((row) => ({ ...row, quarter: new Date(row.quarter * 1000) }))
}

const marks = (late: readonly LateQuarter[]) =>
  sql`unnest(${late.map((one) => one.account_id)}::bigint[], ${late.map((one) => one.network_number)}::text[],
    ${late.map((one) => one.router_name)}::text[], ${late.map((one) => one.quarter)}::timestamptz[]) as l(account_id, network_number, router_name, at)`

export async function rollLateQuarters({ sql: db }: SystemDb, late: readonly LateQuarter[]): Promise<void> {
  await sql`insert into quality_quarter ${COLUMNS}
    select account_id, network_number, router_name, center_router_name, l.at, ${SUMS} from ${marks(late)} join quality_minute m using (account_id, network_number, router_name)
    where m.time >= l.at and m.time < l.at + interval '15 minutes' group by 1, 2, 3, 4, 5
    ${REPLACE}`.execute(db)
}

/** Sums again the hours that contain these quarters, but only hours that end by `until`. */
export async function rollLateHours({ sql: db }: SystemDb, late: readonly LateQuarter[], until: Date): Promise<void> {
  await sql`insert into quality_hour ${COLUMNS}
    select account_id, network_number, router_name, center_router_name, h.at, ${SUMS}
    from (select distinct account_id, network_number, router_name, date_bin('1 hour', at, 'epoch') as at from ${marks(late)}) h
      join quality_quarter m using (account_id, network_number, router_name)
    where h.at + interval '1 hour' <= ${until}::timestamptz and m.time >= h.at and m.time < h.at + interval '1 hour' group by 1, 2, 3, 4, 5
    ${REPLACE}`.execute(db)
}

const SUMS = sql`sum(sent)::integer, sum(reflected)::integer, sum(received)::integer, min(rtt_min), avg(rtt_p50)::real, avg(rtt_p95)::real, max(rtt_max),
    avg(jitter_out)::real, avg(jitter_back)::real, max(longest_gap), sum(reordered)::integer`
