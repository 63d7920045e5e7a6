import { type RawBuilder, sql } from 'kysely'
import type { AccountDb } from '../../db/client.ts'
import { fromUnix } from '../../kernel/clock.ts'
import type { Steps, Summed } from './traffic.rules.ts'

export interface Interface {
  router_name: string
  interface: string
}

const of = ({ account_id }: AccountDb, { router_name, interface: name }: Interface) =>
  sql`account_id = ${account_id} and router_name = ${router_name} and interface = ${name}`

/** Where an interface's traffic begins, in Unix seconds: of the longest kept sums that there are. */
export async function firstTraffic(db: AccountDb, asked: Interface): Promise<number | undefined> {
  const mine = of(db, asked)
  const { rows } = await sql<{ first: number | null }>`select coalesce(
    (select min(time) from traffic_day where ${mine}), (select min(time) from traffic_hour where ${mine}),
    (select min(time) from traffic_minute where ${mine})) as first`.execute(db.sql)
  return rows[0]?.first ?? undefined
}

/**
 * Bytes of each step that has any. What is not rolled up yet is read from finer sums, from where the coarser end: the newest
 * step is as new as the newest minute.
 */
export const sumSteps = async (db: AccountDb, asked: Interface, steps: Steps): Promise<Summed[]> =>
  (await sumStatement(db, asked, steps).execute(db.sql)).rows

/** The one statement of a history. */
export function sumStatement(db: AccountDb, asked: Interface, { from, step, origin, begin }: Steps): RawBuilder<Summed> {
  const mine = of(db, asked)
  const start = sql`${fromUnix(begin)}::timestamptz`
  const minutes = (since: RawBuilder<unknown>) =>
    sql`select time, 60 as part, down, upload from traffic_minute where ${mine} and time >= ${since}`
  const end = (table: string, length: number) =>
    sql`(select coalesce(max(time) + ${length} * interval '1 second', ${start}) from ${sql.table(table)} where ${mine} and time >= ${start})`
  const hours = (
    since: RawBuilder<unknown>,
  ) => sql`select time, 3600 as part, down, upload from traffic_hour where ${mine} and time >= ${since}
    union all ${minutes(sql`greatest(${since}, ${end('traffic_hour', 3600)})`)}`
  const parts = {
    minute: () => minutes(start),
    hour: () => hours(start),
    day: () => sql`select time, 86400 as part, down, upload from traffic_day where ${mine} and time >= ${start}
      union all ${hours(end('traffic_day', 86_400))}`,
  }[from]()
  return sql<Summed>`
    select extract(epoch from bin)::bigint as time, sum(down)::bigint as down, sum(upload)::bigint as upload,
      extract(epoch from max(time))::bigint as last, (array_agg(part order by time desc))[1] as part
    from (select *, date_bin(${step} * interval '1 second', time, ${fromUnix(origin)}::timestamptz) as bin from (${parts}) part) parts
    group by bin order by bin`
}
