import { type Kysely, sql } from 'kysely'
import { closeTable } from '../row-security.ts'

/** Which ticket each operator writes an answer to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  await closeTable(db, 'support_ticket_writer')
}

export const serves = '0047-former-names'

const SCHEMA = /* sql */ `
-- An operator writes one answer at a time. The role that serves customers has no right to this table.
create table support_ticket_writer (
  operator_id bigint primary key references operator on delete cascade,
  account_id bigint not null references account on delete cascade,
  ticket_number text not null,
  write_time timestamptz not null,
  foreign key (account_id, ticket_number) references support_ticket on delete cascade
);
create index support_ticket_writer_ticket on support_ticket_writer (account_id, ticket_number);
`
