import { type Kysely, sql } from 'kysely'
import { tenantTables } from '../row-security.ts'

/** Traffic of whole networks for the overview, and the newest changes of an account by time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  await tenantTables(db, 'network_traffic')
}

const SCHEMA = /* sql */ `
-- Bytes of five minutes that the uplinks of a network's sites carried; '' instead of a number is every network of the account, each site
-- counted once (docs/decisions/072). Made from the minutes by the roll-up, and kept a little longer than a day.
create table network_traffic (
  account_id bigint not null references account on delete cascade,
  network_number text not null,
  time timestamptz not null,
  down bigint not null,
  upload bigint not null,
  primary key (account_id, network_number, time)
);
create index network_traffic_time on network_traffic (time);
create index network_revision_newest on network_revision (account_id, create_time desc, network_number, revision);
`
