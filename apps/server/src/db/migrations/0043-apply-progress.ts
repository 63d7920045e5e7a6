import { type Kysely, sql } from 'kysely'
import { tenantTables } from '../row-security.ts'

/** How far members are with the newest revision of their network, and drafts that all editors of a network share. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  await tenantTables(db, 'network_draft')
}

const SCHEMA = /* sql */ `
-- The last revision of the network that touched the member, the configuration revision that it got by it, and whether it was connected.
alter table network_member
  add column touched_revision bigint not null default 0,
  add column touched_config bigint not null default 0,
  add column touched_online smallint not null default 0;
-- When the member last reported that it runs a configuration, or that it cannot.
alter table member add column settle_time timestamptz;
-- The effect on members that was foreseen, and the revision whose settings this one restored.
alter table network_revision
  add column impact jsonb not null default '[]',
  add column restores bigint;

create table network_draft (
  account_id bigint not null,
  network_number text not null,
  version bigint not null,
  changes jsonb not null,
  base_revision bigint not null,
  author text not null,
  comment text not null default '',
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  primary key (account_id, network_number),
  foreign key (account_id, network_number) references network (account_id, network_number) on delete cascade
);
`
