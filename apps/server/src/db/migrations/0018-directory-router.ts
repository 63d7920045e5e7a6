import { type Kysely, sql } from 'kysely'
import { tenantTables } from '../row-security.ts'

/** A directory may be reached through a hardware member, whichever instance that one is connected to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  await tenantTables(db, 'directory_exchange')
}

const SCHEMA = /* sql */ `
-- The hardware member through which the directory is reached; null reaches it over the internet. It stays when the member goes, so
-- that it can be said who is missing.
alter table directory add column router_name text;

-- What one instance asks another to ask, sealed, and the parts of the answer: each lies here until it is taken. Nothing of it is
-- worth a log entry of the database.
create unlogged table directory_exchange (
  account_id bigint not null references account on delete cascade,
  exchange_id uuid not null,
  part integer not null,
  body text not null,
  create_time timestamptz not null default now(),
  primary key (account_id, exchange_id, part)
);
create index directory_exchange_left on directory_exchange (create_time);
`
