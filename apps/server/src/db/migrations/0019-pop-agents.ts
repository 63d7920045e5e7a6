import { type Kysely, sql } from 'kysely'
import { closeTable } from '../row-security.ts'

/** Points dial each other where there is no center, and POPs run agents of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  await closeTable(db, 'pop_agent')
}

const SCHEMA = /* sql */ `
-- In a point-to-point network a point that can be dialled has a row in network_center, and links of the kind p2p lead to it.
alter table network_link drop constraint network_link_kind_check;
alter table network_link add constraint network_link_kind_check check (kind in ('center', 'twin', 'pop', 'p2p'));

-- The agent of a POP. It serves networks of many accounts and belongs to none of them, so no account sees any of it.
create table pop_agent (
  pop_name text primary key references pop (pop_name) on delete cascade,
  activation_hash bytea, activate_time timestamptz,
  csr text,
  credential_hash bytea unique,
  online_status smallint not null default 0,
  version text,
  -- The instance and session that hold its control connection.
  gateway_id uuid, connection_id uuid, connect_time timestamptz, report_time timestamptz,
  boot_id text,
  -- The configuration that it should run, by its content, and the one that it said it runs.
  config_revision bigint not null default 0,
  config_hash text,
  applied_revision bigint not null default 0,
  applied_hash text,
  config_error text,
  event_seq bigint not null default 0
);
insert into pop_agent (pop_name) select pop_name from pop;
`
