import type { Health } from '@weft/contract'
import { sql } from 'kysely'
import { moment, type SystemDb } from '../db/client.ts'
import type { NewRow } from '../db/schema.ts'
import { after } from '../kernel/clock.ts'

/** Counts the present state of the whole installation in one statement. */
export async function countHealth({ sql: db }: SystemDb) {
  const { rows } = await sql<
    Omit<Health, 'time' | 'version' | 'database' | 'connections' | 'history'> & { bytes: number; connections: number }
  >`
    select
      (select coalesce(json_agg(json_build_object('instance_id', i.instance_id, 'roles', i.roles, 'version', i.version,
          'start_time', extract(epoch from i.start_time)::bigint, 'last_time', extract(epoch from i.last_time)::bigint,
          'leaving_until', extract(epoch from i.leaving_until)::bigint,
          'members', (select count(*) from member m where m.gateway_id = i.instance_id)) order by i.start_time), '[]')
        from instance i) as instances,
      json_build_object('online', (select count(*) from member where online_status = 1),
        'total', (select coalesce(sum(members), 0) from member_count)) as members,
      (select json_build_object('waiting', waiting, 'failed', failed, 'oldest', extract(epoch from oldest)::bigint) from weft_job_counts()) as jobs,
      json_build_object('queued', (select count(*) from delivery where state = 'queued'),
        'failed', (select count(*) from delivery where state = 'failed' and masked_target <> '')) as deliveries,
      json_build_object('waiting', (select count(*) from support_ticket where ticket_status = 1 and delete_time is null),
        'handling', (select count(*) from support_ticket where ticket_status = 2 and delete_time is null)) as tickets,
      pg_database_size(current_database()) as bytes,
      (select count(*) from pg_stat_activity where datname = current_database()) as connections`.execute(db)
  return rows[0]!
}

/** Returns how many connections of members opened and closed in each of the latest 24 hours; hours without any are included. */
export async function connectionsByHour({ sql: db }: SystemDb, now: Date): Promise<Health['connections']> {
  const { rows } = await sql<Health['connections'][number]>`
    select extract(epoch from h.hour)::bigint as time, coalesce(c.online, 0) as online, coalesce(c.offline, 0) as offline
    from generate_series(date_trunc('hour', ${now}::timestamptz) - interval '23 hours', date_trunc('hour', ${now}::timestamptz), interval '1 hour') h(hour)
      left join (select date_trunc('hour', create_time) as hour, count(*) filter (where online = 1) as online, count(*) filter (where online = 0) as offline
        from connect_log where create_time >= date_trunc('hour', ${now}::timestamptz) - interval '23 hours' group by 1) c using (hour)
    order by 1`.execute(db)
  return rows
}

const HISTORY_SECONDS = 86_400
const SLOT_SECONDS = 300

/** Keeps the first sample of a minute, whichever instance took it, and deletes samples that no history shows any more. */
export async function writeSample({ sql: db }: SystemDb, sample: NewRow<'health_sample'>): Promise<void> {
  await db
    .insertInto('health_sample')
    .values(sample)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .deleteFrom('health_sample')
    .where('sample_time', '<', moment(after(sample.sample_time, -HISTORY_SECONDS - SLOT_SECONDS)))
    .execute()
}

/** Returns the worst of each five minutes of the latest day; those without a sample are included. */
export async function healthHistory({ sql: db }: SystemDb, now: Date): Promise<Health['history']> {
  const slot = sql`make_interval(secs => ${SLOT_SECONDS})`
  const last = sql`date_bin(${slot}, ${now}::timestamptz, 'epoch')`
  const { rows } = await sql<Health['history'][number]>`
    select extract(epoch from s.slot)::bigint as time, min(members_online) as members_online, max(answer_ms) as answer_ms,
      max(jobs) as jobs, max(deliveries) as deliveries, max(tickets) as tickets
    from generate_series(${last} - make_interval(secs => ${HISTORY_SECONDS}), ${last}, ${slot}) s(slot)
      left join health_sample h on h.sample_time >= s.slot and h.sample_time < s.slot + ${slot}
    group by s.slot order by s.slot`.execute(db)
  return rows
}
