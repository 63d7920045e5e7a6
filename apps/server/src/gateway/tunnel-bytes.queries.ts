import { sql } from 'kysely'
import type { SystemDb } from '../db/client.ts'
import { fromUnix } from '../kernel/clock.ts'
import type { CarriedBytes } from './tunnel-bytes.rules.ts'

/** Seconds by which the ends of a tunnel, each with its own clock, may differ on when it came up. */
const SAME_SESSION = 60

/** Raises the bytes of open sessions to what their tunnels have carried. Both ends count, and the larger count holds. */
export async function raiseBytes({ sql: db }: SystemDb, rows: readonly CarriedBytes[]): Promise<void> {
  const column = <K extends keyof CarriedBytes>(key: K) => rows.map((row) => row[key])
  await sql`
    with carried as (select * from unnest(${column('account_id')}::bigint[], ${column('network_number')}::text[],
        ${column('center_router_name')}::text[], ${column('router_name')}::text[], ${rows.map(({ since }) => fromUnix(since))}::timestamptz[],
        ${column('input')}::bigint[], ${column('out')}::bigint[]) as c(account_id, network_number, link_router_name, router_name, since, input, out)),
    -- Both ends may be among them.
    matched as (select account_id, router_name, link_router_name, network_number, t.start_time, max(c.input) as input, max(c.out) as out
      from tunnel_session t join carried c using (account_id, router_name, link_router_name, network_number)
      where t.end_time is null and (t.input < c.input or t.out < c.out)
        and t.start_time between c.since - make_interval(secs => ${SAME_SESSION}) and c.since + make_interval(secs => ${SAME_SESSION})
      group by account_id, router_name, link_router_name, network_number, t.start_time),
    locked as (select m.* from tunnel_session t join matched m using (account_id, router_name, link_router_name, network_number, start_time)
      order by account_id, router_name, link_router_name, network_number, start_time for update of t)
    update tunnel_session t set input = greatest(t.input, l.input), out = greatest(t.out, l.out) from locked l
    where (t.account_id, t.router_name, t.link_router_name, t.network_number, t.start_time)
      = (l.account_id, l.router_name, l.link_router_name, l.network_number, l.start_time)`.execute(db)
}
