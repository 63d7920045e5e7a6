import { type Kysely, sql } from 'kysely'
import { closeTable, tenantTables } from '../row-security.ts'

/** The search over members, names that differ by case alone, and whether a directory manages the software members. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  for (const table of TENANT_TABLES) await tenantTables(db, table)
  for (const table of SYSTEM_TABLES) await closeTable(db, table)
}

const TENANT_TABLES = ['directory']
const SYSTEM_TABLES: string[] = []

const SCHEMA = /* sql */ `
-- Names that differ by case alone would be taken for one another, by people and by clients.
create unique index member_folded on member (lower(router_name));

-- The directory that an account's software members come from; an account without a row has none.
create table directory (
  account_id bigint primary key references account on delete cascade,
  sync_mode smallint not null check (sync_mode in (1, 2)),
  create_time timestamptz not null default now()
);
`
