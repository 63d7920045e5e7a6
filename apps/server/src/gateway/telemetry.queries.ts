import { sql } from 'kysely'
import type { SystemDb } from '../db/client.ts'
import { fromUnix } from '../kernel/clock.ts'
import type { MemberName } from './members.queries.ts'

export interface TrafficRow {
  account_id: number
  router_name: string
  interface: string
  time: number
  down: number
  upload: number
}

/** What a connected device says its interfaces are now. */
export interface InterfaceList {
  account_id: number
  router_name: string
  connection_id: string
  interfaces: string
}

/** @returns the members whose list it is; not those that a newer connection holds */
export async function saveInterfaces({ sql: db }: SystemDb, rows: readonly InterfaceList[]): Promise<MemberName[]> {
  const { rows: saved } = await sql<MemberName>`
    with a as (select * from unnest(${rows.map((r) => r.account_id)}::bigint[], ${rows.map((r) => r.router_name)}::text[],
        ${rows.map((r) => r.connection_id)}::uuid[], ${rows.map((r) => r.interfaces)}::text[]) as a(account_id, router_name, connection_id, interfaces)),
    locked as (select m.account_id, m.router_name, a.interfaces from member m join a using (account_id, router_name, connection_id)
      order by m.account_id, m.router_name for no key update of m)
    update member m set interfaces = l.interfaces::jsonb from locked l
    where (m.account_id, m.router_name) = (l.account_id, l.router_name) and m.interfaces is distinct from l.interfaces::jsonb
    returning m.account_id, m.router_name`.execute(db)
  return saved
}

/**
 * Keeps minutes of traffic; a minute that is there already keeps the larger figures. Hours that ended more than two minutes before
 * this statement began are marked to be rolled up again, with it or not at all. Of later ones nothing needs a mark: a statement
 * takes fifteen seconds at most, and an hour is first rolled up five minutes after its end.
 */
export async function upsertTraffic({ sql: db }: SystemDb, rows: readonly TrafficRow[]): Promise<void> {
  await sql`with a as (select * from unnest(${rows.map((r) => r.account_id)}::bigint[], ${rows.map((r) => r.router_name)}::text[], ${rows.map((r) => r.interface)}::text[],
      ${rows.map((r) => fromUnix(r.time))}::timestamptz[], ${rows.map((r) => r.down)}::bigint[], ${rows.map((r) => r.upload)}::bigint[])
      as a(account_id, router_name, interface, time, down, upload)),
    late as (insert into traffic_late (account_id, router_name, hour)
      select distinct account_id, router_name, date_bin('1 hour', time, 'epoch') from a
      where time < date_bin('1 hour', statement_timestamp() - interval '2 minutes', 'epoch'))
    insert into traffic_minute as t (account_id, router_name, interface, time, down, upload) select * from a
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
