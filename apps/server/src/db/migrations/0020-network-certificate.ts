import { type Kysely, sql } from 'kysely'
import { tenantTables } from '../row-security.ts'

/** Certificates that devices and POPs dial and are dialled with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  await tenantTables(db, 'network_certificate')
}

const SCHEMA = /* sql */ `
-- What the authority of a network signed: of a member, or of a POP that serves it.
create table network_certificate (
  account_id bigint not null,
  network_number text not null,
  router_name text not null,
  certificate text not null,
  -- Of the signing request that it answers: a device that was activated anew has another key.
  csr_hash bytea not null,
  -- It is good for being dialled too.
  serves boolean not null,
  expire_time timestamptz not null,
  primary key (account_id, network_number, router_name),
  foreign key (account_id, network_number) references network on delete cascade
);
`
