import { type Kysely, sql } from 'kysely'

/** Short numbers of tickets and orders, which people say, and the member that a ticket is about with what was known of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
}

export const serves = '0047-former-names'

const SCHEMA = /* sql */ `
create sequence ticket_no start 1001;
create sequence order_no start 1001;
grant usage on sequence ticket_no, order_no to weft_app, weft_system;

-- The columns get their default after they are there, so that no row is written now: a job numbers those that are there.
alter table support_ticket
  add column no bigint,
  -- The serial number or login of the member that it is about, which may be gone by now.
  add column router_name text,
  -- What was known of that member: [{name, text}]
  add column evidence jsonb;
alter table support_ticket alter column no set default nextval('ticket_no');
alter table network_ticket add column no bigint;
alter table network_ticket alter column no set default nextval('order_no');
`
