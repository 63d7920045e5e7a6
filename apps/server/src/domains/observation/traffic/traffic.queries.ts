import { DAY_SECONDS, type LinkTraffic } from '@weft/contract'
import { type RawBuilder, sql } from 'kysely'
import type { ReadingDb } from '../../../db/client.ts'
import { fromUnix } from '../../../kernel/clock.ts'
import { HOUR_SECONDS, MINUTE_SECONDS, NEWEST_SECONDS, type Part, secondsOf, type Sums } from './traffic.rules.ts'
import { linkInterface } from './link.rules.ts'

export interface Interface {
  router_name: string
  interface: string
}

const tableOf = (sums: Sums) => sql.table(`traffic_${sums}`)
/**
 * Builds the conditions of an interface, from the sum in which its member was created: earlier sums are of a former member of the same
 * name.
 */
const of = ({ account_id }: ReadingDb, { router_name, interface: name }: Interface, sums: Sums) =>
  sql`account_id = ${account_id} and router_name = ${router_name} and interface = ${name}
    and time > (select create_time from member where account_id = ${account_id} and router_name = ${router_name})
      - make_interval(secs => ${secondsOf[sums]})`

/** The rates of the busiest minute in bit/s; a minute's are its own. */
const peaks = (sums: Sums) =>
  sums === 'minute' ? sql`down * 8 / 60 as peak_down, upload * 8 / 60 as peak_upload` : sql`peak_down, peak_upload`

/** Returns when the oldest of these sums of an interface begins, in Unix seconds. */
export async function firstOf(db: ReadingDb, asked: Interface, sums: Sums): Promise<number | undefined> {
  const { rows } = await sql<{
    first: number | null
  }>`select min(time) as first from ${tableOf(sums)} where ${of(db, asked, sums)}`.execute(db.sql)
  return rows[0]?.first ?? undefined
}

/** Returns sums of an interface, oldest first. */
export const partsOf = async (db: ReadingDb, asked: Interface, sums: Sums, from: number, to: number): Promise<Part[]> =>
  (await partsStatement(db, asked, sums, from, to).execute(db.sql)).rows

/**
 * Builds the query of the sums. Both ends are given, so that partitions of other times are not even planned: planning takes longer than
 * reading.
 */
export const partsStatement = (db: ReadingDb, asked: Interface, sums: Sums, from: number, to: number): RawBuilder<Part> =>
  sql<Part>`select time, down, upload, ${peaks(sums)} from ${tableOf(sums)}
    where ${of(db, asked, sums)} and time >= ${fromUnix(from)}::timestamptz and time < ${fromUnix(to)}::timestamptz order by time`

/** Returns what a network's sites carried in each five minutes from a time on, oldest first; with several networks, together. */
export async function networkParts(db: ReadingDb, networks: readonly string[], from: number): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select time, sum(down)::bigint as down, sum(upload)::bigint as upload from network_traffic
    where account_id = ${db.account_id} and network_number = any(${[...networks]}::text[]) and time >= ${fromUnix(from)}::timestamptz
    group by time order by time`.execute(db.sql)
  return rows
}

/**
 * Returns the rates of the links that these members dial in a network. Hours are read where they are summed already, and the minutes of the
 * last two hours, which are the only ones that may not be. @param now Unix seconds
 */
export async function linkRates(db: ReadingDb, network_number: string, names: readonly string[], now: number): Promise<LinkTraffic[]> {
  const since = (seconds: number) => sql`${fromUnix(now - seconds)}::timestamptz`
  const until = sql`${fromUnix(now + MINUTE_SECONDS)}::timestamptz`
  const own = (table: RawBuilder<unknown>) => sql`
    ${table}.account_id = l.account_id and ${table}.router_name = l.router_name and ${table}.interface = ${linkInterface(network_number, '')} || l.center_router_name
      and ${table}.time > l.create_time`
  const { rows } = await sql<LinkTraffic>`
    with l as materialized (
      select l.account_id, l.router_name, l.center_router_name, l.vpn_online, m.create_time
      from network_link l join member m using (account_id, router_name)
      where l.account_id = ${db.account_id} and l.network_number = ${network_number} and l.router_name = any(${[...names]}::text[]))
    select l.router_name, l.center_router_name, newest.down, newest.upload, busiest.down as peak_down, busiest.upload as peak_upload
    from l
      left join lateral (select t.down * 8 / 60 as down, t.upload * 8 / 60 as upload from traffic_minute t
        where l.vpn_online = 1 and ${own(sql`t`)} and t.time >= ${since(NEWEST_SECONDS)} and t.time < ${until} order by t.time desc limit 1) newest on true
      cross join lateral (select max(down) as down, max(upload) as upload from (
        select h.peak_down as down, h.peak_upload as upload from traffic_hour h where ${own(sql`h`)} and h.time >= ${since(DAY_SECONDS)} and h.time < ${until}
        union all
        select t.down * 8 / 60, t.upload * 8 / 60 from traffic_minute t
        where ${own(sql`t`)} and t.time >= ${since(2 * HOUR_SECONDS)} and t.time < ${until}) every_part) busiest
    order by l.router_name, l.center_router_name`.execute(db.sql)
  return rows
}
