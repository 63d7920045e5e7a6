import { sql } from 'kysely'

/** The columns of the tables of minutes, quarters of an hour and hours. */
export const COLUMNS = sql`(account_id, network_number, router_name, center_router_name, time, sent, reflected, received, rtt_min, rtt_p50, rtt_p95,
    rtt_max, jitter_out, jitter_back, longest_gap, reordered)`

/** The end of an insert into one of them: figures replace those of the same time. Ordered by the key, so that two writers never wait for each other. */
export const REPLACE = sql`order by 1, 2, 3, 4, 5
    on conflict (account_id, network_number, router_name, center_router_name, time) do update
      set sent = excluded.sent, reflected = excluded.reflected, received = excluded.received, rtt_min = excluded.rtt_min,
        rtt_p50 = excluded.rtt_p50, rtt_p95 = excluded.rtt_p95, rtt_max = excluded.rtt_max, jitter_out = excluded.jitter_out,
        jitter_back = excluded.jitter_back, longest_gap = excluded.longest_gap, reordered = excluded.reordered`
