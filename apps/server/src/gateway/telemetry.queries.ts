import { sql } from 'kysely'
import type { SystemDb } from '../db/client.ts'
import { fromUnix } from '../kernel/clock.ts'

export interface TrafficRow {
  account_id: number
  router_name: string
  interface: string
  time: number
  down: number
  upload: number
}

/** Keeps minutes of traffic; a minute that is there already keeps the larger figures. */
export async function upsertTraffic({ sql: db }: SystemDb, rows: readonly TrafficRow[]): Promise<void> {
  await sql`insert into traffic_minute as t (account_id, router_name, interface, time, down, upload)
    select * from unnest(${rows.map((r) => r.account_id)}::bigint[], ${rows.map((r) => r.router_name)}::text[], ${rows.map((r) => r.interface)}::text[],
      ${rows.map((r) => fromUnix(r.time))}::timestamptz[], ${rows.map((r) => r.down)}::bigint[], ${rows.map((r) => r.upload)}::bigint[])
      as a(account_id, router_name, interface, time, down, upload)
    order by 1, 2, 3, 4
    on conflict (account_id, router_name, interface, time)
    do update set down = greatest(t.down, excluded.down), upload = greatest(t.upload, excluded.upload)
      where (t.down, t.upload) is distinct from (greatest(t.down, excluded.down), greatest(t.upload, excluded.upload))`.execute(db)
}

/** From the first to the end of the last day for which there is a partition, in Unix seconds; nothing fits where there is none. */
export async function trafficRange({ sql: db }: SystemDb): Promise<{ from: number; to: number }> {
  const { rows } = await sql<{ from: number | null; to: number | null }>`
    select extract(epoch from min(day))::bigint as "from", extract(epoch from max(day) + 1)::bigint as "to"
    from (select (to_date(right(c.relname, 8), 'YYYYMMDD')) as day from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'traffic_minute'::regclass) days`.execute(db)
  return { from: rows[0]?.from ?? 0, to: rows[0]?.to ?? 0 }
}
