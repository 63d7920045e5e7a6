import { type Kysely, sql } from 'kysely'

/** First passwords, locks and the sessions of operators. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(OPERATORS).execute(db)
}

const OPERATORS = /* sql */ `
alter table operator
  add column password_first smallint not null default 0,
  add column last_login_time timestamptz,
  add column locked_until timestamptz,
  add column unlocks integer not null default 0;

-- A session that was ended stays until it would have run out, so that its next call is told that it was ended.
alter table operator_session
  add column session_id uuid not null default gen_random_uuid(),
  add column user_agent text not null default '',
  add column last_time timestamptz not null default now(),
  add column revoke_time timestamptz,
  add column verified_until timestamptz;
update operator_session set last_time = create_time;
create unique index operator_session_id on operator_session (session_id);
create index operator_session_live on operator_session (operator_id, last_time desc) where revoke_time is null;
`
