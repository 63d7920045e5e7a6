import { type Kysely, sql } from 'kysely'
import { tenantTables } from '../row-security.ts'

/** Creates the table of the operations that members are asked to do, with their results. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  await tenantTables(db, 'operation')
}

export const serves = '0047-former-names'

const SCHEMA = /* sql */ `
create table operation (
  account_id bigint not null references account on delete cascade,
  -- of the call, which may concern many members
  operation_id uuid not null,
  -- of the one member, by which its device knows it
  op_id uuid not null default gen_random_uuid(),
  network_number text not null,
  router_name text not null,
  kind text not null,
  data jsonb,
  create_time timestamptz not null default now(),
  expire_time timestamptz not null,
  -- the connection on which the device was asked last
  connection_id uuid,
  end_time timestamptz,
  -- why the device did not do it
  error text,
  primary key (account_id, operation_id, op_id)
);
create index operation_open on operation (expire_time) where end_time is null;
create unique index operation_op on operation (op_id);
create index operation_age on operation (create_time);
`
