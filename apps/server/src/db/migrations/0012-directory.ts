import { type Kysely, sql } from 'kysely'
import { tenantTables } from '../row-security.ts'

/** The directory that software members come from: how it is reached, its users as they were read last, and who of them is a member. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  for (const table of TENANT_TABLES) await tenantTables(db, table)
}

const TENANT_TABLES = ['directory_ca', 'directory_domain', 'directory_check', 'directory_user', 'directory_member']

const SCHEMA = /* sql */ `
-- An authority that a directory's certificate must come from.
create table directory_ca (
  account_id bigint not null references account on delete cascade,
  ca_id uuid not null,
  file_name text not null,
  certificate text not null,
  subject text not null,
  not_after timestamptz not null,
  create_time timestamptz not null default now(),
  primary key (account_id, ca_id)
);
-- A domain that the account has proved to be its own.
create table directory_domain (
  account_id bigint not null references account on delete cascade,
  domain text not null,
  verify_time timestamptz not null default now(),
  primary key (account_id, domain)
);
-- The configuration that passed its check last: only that one may be saved.
create table directory_check (
  account_id bigint primary key references account on delete cascade,
  digest bytea not null,
  check_time timestamptz not null
);

-- Nobody could set one up so far.
delete from directory;
alter table directory
  add column domain text not null,
  add column host text not null,
  add column port integer not null,
  add column base_dn text not null,
  add column use_ssl smallint not null,
  add column use_tls smallint not null,
  add column ca_id uuid,
  add column username text not null,
  add column password_sealed text,
  add column type smallint not null check (type in (1, 2)),
  add column network_number text,
  add column update_time timestamptz not null default now(),
  -- What was read of it last.
  add column snapshot_hash text,
  add column snapshot_time timestamptz,
  -- 0 once the synchronisation was stopped; the next one may remove many once somebody has started it again.
  add column status smallint not null default 1,
  add column accept_fewer smallint not null default 0,
  add column next_time timestamptz,
  -- Until when one runner has it to itself, and how far it is.
  add column runner_until timestamptz,
  add column progress_done integer not null default 0,
  add column progress_total integer not null default 0,
  -- The last synchronisation.
  add column sync_time timestamptz,
  add column sync_ms integer,
  add column outcome jsonb,
  add foreign key (account_id, ca_id) references directory_ca,
  add foreign key (account_id, network_number) references network on delete set null (network_number);
create index directory_due on directory (next_time) where sync_mode = 2 and status = 1;

create table directory_user (
  account_id bigint not null references directory on delete cascade,
  uuid text not null,
  username text not null,
  description text not null,
  disabled smallint not null,
  -- why it can be no member, whatever else there is
  problem text,
  primary key (account_id, uuid)
);
create index directory_user_name on directory_user (account_id, lower(username), uuid);

-- Who of the users is which member: what they are called may change, their uuid never does.
create table directory_member (
  account_id bigint not null references directory on delete cascade,
  uuid text not null,
  router_name text not null,
  -- the user as the member was made of it
  username text not null,
  description text not null,
  -- 1 where the directory and no administrator disabled the member
  disabled smallint not null default 0,
  primary key (account_id, uuid),
  unique (account_id, router_name),
  foreign key (account_id, router_name) references member (account_id, router_name) on delete cascade
);
`
