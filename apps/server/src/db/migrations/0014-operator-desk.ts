import { type Kysely, sql } from 'kysely'

/** Operators' second factor, and what their desk tells of the jobs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(DESK).execute(db)
}

const DESK = /* sql */ `
-- Sealed. A secret that was set up counts once a code of it was typed.
alter table operator add column totp_secret text, add column totp_time timestamptz, add column totp_last_step bigint not null default 0;

-- How the queue fares; its own schema is its owner's. A job that has been tried as often as it may has failed.
create function weft_job_counts() returns table (waiting bigint, failed bigint, oldest timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  return query select count(*) filter (where attempts < max_attempts and run_at <= now()), count(*) filter (where attempts >= max_attempts),
    min(run_at) filter (where attempts < max_attempts and run_at <= now())
  from graphile_worker.jobs;
end $$;
revoke all on function weft_job_counts from public;
grant execute on function weft_job_counts to weft_system;
`
