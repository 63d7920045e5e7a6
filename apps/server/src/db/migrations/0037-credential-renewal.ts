import { type Kysely, sql } from 'kysely'
import { closeTable } from '../row-security.ts'

/** Credentials of devices are renewed: for a while a device has two of the same enrolment. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  await closeTable(db, 'pop_credential')
  await sql.raw(ROWS).execute(db)
}

const SCHEMA = /* sql */ `
-- The activation or sign-in that a credential goes back to: the SHA-256 of the credential that it began with. Tickets follow from it, so
-- that those which devices hold stay as they are. What was given out before this migration begins its 400 days now.
alter table member_credential add column enrolment bytea, add column use_time timestamptz;
update member_credential set enrolment = credential_hash, use_time = now();
alter table member_credential alter column enrolment set not null;
create index member_credential_enrolment on member_credential (enrolment);
create index member_credential_used on member_credential ((coalesce(use_time, create_time)));

-- The same of POPs, which belong to no account.
create table pop_credential (
  credential_hash bytea primary key,
  enrolment bytea not null,
  pop_name text not null references pop_agent (pop_name) on delete cascade,
  -- When it was last used, to the day; null until it is used.
  use_time timestamptz,
  create_time timestamptz not null default now()
);
create index pop_credential_pop on pop_credential (pop_name);
create index pop_credential_enrolment on pop_credential (enrolment);
`

const ROWS = /* sql */ `
insert into pop_credential (credential_hash, enrolment, pop_name, use_time)
  select credential_hash, credential_hash, pop_name, now() from pop_agent where credential_hash is not null;
alter table pop_agent drop column credential_hash;
`
