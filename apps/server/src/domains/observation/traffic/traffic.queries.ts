import { type RawBuilder, sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'
import { fromUnix } from '../../../kernel/clock.ts'
import { type Part, secondsOf, type Sums } from './traffic.rules.ts'

export interface Interface {
  router_name: string
  interface: string
}

const tableOf = (sums: Sums) => sql.table(`traffic_${sums}`)
/**
 * Builds the conditions of an interface, from the sum in which its member was created: earlier sums are of a former member of the same
 * name.
 */
const of = ({ account_id }: AccountDb, { router_name, interface: name }: Interface, sums: Sums) =>
  sql`account_id = ${account_id} and router_name = ${router_name} and interface = ${name}
    and time > (select create_time from member where account_id = ${account_id} and router_name = ${router_name})
      - make_interval(secs => ${secondsOf[sums]})`

/** The rates of the busiest minute in bit/s; a minute's are its own. */
const peaks = (sums: Sums) =>
  sums === 'minute' ? sql`down * 8 / 60 as peak_down, upload * 8 / 60 as peak_upload` : sql`peak_down, peak_upload`

/** Returns when the oldest of these sums of an interface begins, in Unix seconds. */
export async function firstOf(db: AccountDb, asked: Interface, sums: Sums): Promise<number | undefined> {
  const { rows } = await sql<{
    first: number | null
  }>`select min(time) as first from ${tableOf(sums)} where ${of(db, asked, sums)}`.execute(db.sql)
  return rows[0]?.first ?? undefined
}

/** Returns sums of an interface, oldest first. */
export const partsOf = async (db: AccountDb, asked: Interface, sums: Sums, from: number, to: number): Promise<Part[]> =>
  (await partsStatement(db, asked, sums, from, to).execute(db.sql)).rows

/**
 * Builds the query of the sums. Both ends are given, so that partitions of other times are not even planned: planning takes longer than
 * reading.
 */
export const partsStatement = (db: AccountDb, asked: Interface, sums: Sums, from: number, to: number): RawBuilder<Part> =>
  sql<Part>`select time, down, upload, ${peaks(sums)} from ${tableOf(sums)}
    where ${of(db, asked, sums)} and time >= ${fromUnix(from)}::timestamptz and time < ${fromUnix(to)}::timestamptz order by time`

/** Returns what a network's sites carried in each five minutes from a time on, oldest first; with several networks, together. */
export async function networkParts(db: AccountDb, networks: readonly string[], from: number): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select time, sum(down)::bigint as down, sum(upload)::bigint as upload from network_traffic
    where account_id = ${db.account_id} and network_number = any(${[...networks]}::text[]) and time >= ${fromUnix(from)}::timestamptz
    group by time order by time`.execute(db.sql)
  return rows
}
