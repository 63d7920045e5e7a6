import { type Kysely, sql } from 'kysely'
import { closeTable } from '../row-security.ts'

/** A day of how the installation fared, and names of devices that differ by case alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  await closeTable(db, 'health_sample')
}

const SCHEMA = /* sql */ `
-- Once assigned they would be names of members, of which none differ by case alone.
do $$
declare twice bigint := (select count(*) from (select from device group by lower(router_name) having count(*) > 1) alike);
begin
  if twice > 0 then
    raise exception using errcode = 'WEFT1', message = format('%s names of devices differ by case alone, which is no longer allowed: '
      'delete all but one of each that are in stock (select array_agg(router_name) from device group by lower(router_name) having count(*) > 1)', twice);
  end if;
end $$;
create unique index device_folded on device (lower(router_name));

-- A job that is being done waits no more, nor has it failed.
create or replace function weft_job_counts() returns table (waiting bigint, failed bigint, oldest timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query select count(*) filter (where attempts < max_attempts and run_at <= now()), count(*) filter (where attempts >= max_attempts),
    min(run_at) filter (where attempts < max_attempts and run_at <= now())
  from graphile_worker.jobs where locked_at is null;
end $$;

-- One row a minute; rows older than a day are deleted.
create table health_sample (
  sample_time timestamptz primary key,
  answer_ms double precision not null,
  -- what waits: jobs, letters and text messages, support tickets
  jobs integer not null,
  deliveries integer not null,
  tickets integer not null,
  members_online integer not null
);
`
