import { type RawBuilder, sql } from 'kysely'
import { isKeyTaken, type SystemDb } from '../../../db/client.ts'
import { mayBeLate, type TrafficHour } from './keep.rules.ts'
import { rowsOf } from '../../../db/rows-of.ts'

export interface TrafficRow {
  account_id: number
  router_name: string
  interface: string
  time: number
  down: number
  upload: number
}

/**
 * Stores minutes of traffic, each once in `rows`; a minute that is stored already keeps the larger figures. Most are new: a plain insert is
 * tried first, which takes half the time.
 */
export async function keepTraffic(db: SystemDb, rows: readonly TrafficRow[]): Promise<void> {
  const sorted = rows.toSorted(byKey)
  const late = mayBeLate(sorted, Date.now() / 1000)
  try {
    await insertTraffic(db, sorted, late, sql``)
  } catch (error) {
    if (!isKeyTaken(error)) throw error
    await insertTraffic(db, sorted, late, LARGER)
  }
}

/** Compares by the key, so that two instances never wait for each other, and neighbours of the index are written together. */
const byKey = (a: TrafficRow, b: TrafficRow): number =>
  a.account_id - b.account_id || order(a.router_name, b.router_name) || order(a.interface, b.interface) || a.time - b.time
const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const LARGER = sql`on conflict (account_id, router_name, interface, time)
    do update set down = greatest(t.down, excluded.down), upload = greatest(t.upload, excluded.upload)
      where (t.down, t.upload) is distinct from (greatest(t.down, excluded.down), greatest(t.upload, excluded.upload))`

/**
 * Inserts minutes. In the same statement, hours that ended more than two minutes before it began are marked to be rolled up again. Later
 * hours need no mark: a statement takes fifteen seconds at most, and an hour is first rolled up five minutes after its end.
 */
async function insertTraffic(
  { sql: db }: SystemDb,
  rows: readonly TrafficRow[],
  late: readonly TrafficHour[],
  conflict: RawBuilder<unknown>,
): Promise<void> {
  const marks = sql`with late as (insert into traffic_late (account_id, router_name, hour)
      select account_id, router_name, to_timestamp(hour)
      from ${rowsOf('l', late, { account_id: 'bigint', router_name: 'text', hour: 'bigint' })}
      where to_timestamp(hour) < date_bin('1 hour', statement_timestamp() - interval '2 minutes', 'epoch'))`
  await sql`${late.length > 0 ? marks : sql``}
    insert into traffic_minute as t (account_id, router_name, interface, time, down, upload)
    select account_id, router_name, interface, to_timestamp(time), down, upload
    from ${rowsOf('a', rows, { account_id: 'bigint', router_name: 'text', interface: 'text', time: 'bigint', down: 'bigint', upload: 'bigint' })}
    ${conflict}`.execute(db)
}
