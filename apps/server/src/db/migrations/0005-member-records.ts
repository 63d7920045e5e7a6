import { type Kysely, sql } from 'kysely'
import { closeTable, tenantTables } from '../row-security.ts'

/** Sessions to POPs, and the authority of each network that profiles and devices trust. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  for (const table of TENANT_TABLES) await tenantTables(db, table)
  for (const table of SYSTEM_TABLES) await closeTable(db, table)
}

const TENANT_TABLES = ['network_authority']
const SYSTEM_TABLES: string[] = []

const SCHEMA = /* sql */ `
-- Of a session to a POP, link_router_name is the POP's name.
alter table tunnel_session add column mode text not null default 'p2p' check (mode in ('p2p', 'pop')), add column area text;
-- A member's sessions newest first, at either end. What is included lets them be counted without the rows.
create index tunnel_session_member on tunnel_session (account_id, router_name, start_time desc) include (mode, network_number);
create index tunnel_session_center on tunnel_session (account_id, link_router_name, start_time desc) include (mode, network_number);

-- Whom the members of a network trust. The keys are sealed.
create table network_authority (
  account_id bigint not null,
  network_number text not null,
  certificate text not null,
  sealed_key text not null,
  sealed_tls_crypt text not null,
  create_time timestamptz not null default now(),
  primary key (account_id, network_number),
  foreign key (account_id, network_number) references network on delete cascade
);
`
