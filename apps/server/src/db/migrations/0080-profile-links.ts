import { type Kysely, sql } from 'kysely'
import { tenantTables } from '../row-security.ts'

/** Links that give the profile of a member once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  await tenantTables(db, 'profile_link')
}

export const serves = '0047-former-names'

const SCHEMA = /* sql */ `
-- A link ends with the membership that its profile is for, and with the session that made it.
create table profile_link (
  link_hash bytea primary key,
  link_id uuid not null,
  account_id bigint not null,
  network_number text not null,
  router_name text not null,
  login_id bigint not null,
  session_id uuid not null,
  create_time timestamptz not null,
  expire_time timestamptz not null,
  use_time timestamptz,
  use_system text not null default '',
  unique (account_id, link_id),
  foreign key (account_id, network_number, router_name) references network_member on delete cascade,
  foreign key (account_id, session_id) references session (account_id, session_id) on delete cascade
);
create index profile_link_member on profile_link (account_id, network_number, router_name);
create index profile_link_session on profile_link (account_id, session_id);
create index profile_link_expiry on profile_link (expire_time);
`
