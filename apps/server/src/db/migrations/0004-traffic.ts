import { type Kysely, sql } from 'kysely'
import { closeTable, tenantTables } from '../row-security.ts'

/** Traffic by hour and day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  for (const table of TENANT_TABLES) await tenantTables(db, table)
  for (const table of SYSTEM_TABLES) await closeTable(db, table)
}

const TENANT_TABLES: string[] = []
const SYSTEM_TABLES: string[] = []

const SCHEMA = /* sql */ `
select 1;
`
