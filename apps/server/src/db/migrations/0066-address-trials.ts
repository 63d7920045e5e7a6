import { type Kysely, sql } from 'kysely'
import { tenantTables } from '../row-security.ts'

/** Changed addresses of centers that no tunnel has used yet: they are taken back if none does. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  await tenantTables(db, 'address_trial')
}

export const serves = '0047-former-names'

const SCHEMA = /* sql */ `
create table address_trial (
  account_id bigint not null,
  network_number text not null,
  -- The center, or the listening branch, that is dialled.
  router_name text not null,
  service text not null check (service in ('hardware', 'software', 'twin')),
  -- The setting before the change: {public_ip, public_port, static_port}.
  former jsonb not null,
  -- The setting on trial.
  present jsonb not null,
  -- The last revision that changed it, and when.
  revision bigint not null,
  since timestamptz not null default now(),
  -- The members whose tunnels to it were up before.
  dialled_by text[] not null,
  -- When the server last looked for a tunnel to it, and since when all looks found that it should have one and has none.
  looked_at timestamptz,
  unused_since timestamptz,
  -- How often the server tried to restore the former setting, and when it last did.
  tries int not null default 0,
  tried_at timestamptz,
  primary key (account_id, network_number, router_name, service),
  foreign key (account_id, network_number, router_name) references network_center on delete cascade
);
`
