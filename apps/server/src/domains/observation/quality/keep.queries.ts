import type { TunnelFigures } from '@weft/contract'
import { sql } from 'kysely'
import type { SystemDb } from '../../../db/client.ts'
import { fromUnix } from '../../../kernel/clock.ts'
import { COLUMNS, REPLACE } from './figures.queries.ts'

/** The quality of a link in one minute, whose time is the controller's. */
export interface QualityRow extends Omit<TunnelFigures, 'who'> {
  account_id: number
  router_name: string
  center_router_name: string
  time: number
}

/**
 * Stores minutes of links, each once in `rows`; those of links that do not exist are left out. A minute that is stored already keeps the
 * figures of more packets. In the same statement, quarters of an hour that ended more than two minutes before it began and now have other
 * figures are marked to be rolled up again. Later ones need no mark: a statement takes fifteen seconds at most, and a quarter is first rolled up five minutes
 * after its end.
 */
export async function keepQuality({ sql: db }: SystemDb, rows: readonly QualityRow[]): Promise<void> {
  const column = <K extends keyof QualityRow>(key: K) => rows.map((row) => row[key])
  await sql`
    with a as (select a.* from unnest(${column('account_id')}::bigint[], ${column('network_number')}::text[], ${column('router_name')}::text[],
        ${column('center_router_name')}::text[], ${column('time').map(fromUnix)}::timestamptz[], ${column('sent')}::integer[],
        ${column('reflected')}::integer[], ${column('received')}::integer[], ${column('rtt_min')}::real[], ${column('rtt_p50')}::real[],
        ${column('rtt_p95')}::real[], ${column('rtt_max')}::real[], ${column('jitter_out')}::real[], ${column('jitter_back')}::real[],
        ${column('longest_gap')}::integer[], ${column('reordered')}::integer[]) as a${COLUMNS}
      join network_link using (account_id, network_number, router_name, center_router_name)),
    kept as (insert into quality_minute as q ${COLUMNS} select * from a ${REPLACE} where excluded.sent > q.sent
      returning q.account_id, q.network_number, q.router_name, q.time)
    insert into quality_late (account_id, network_number, router_name, quarter)
      select distinct account_id, network_number, router_name, date_bin('15 minutes', time, 'epoch') from kept
      where time < date_bin('15 minutes', statement_timestamp() - interval '2 minutes', 'epoch')`.execute(db)
}
