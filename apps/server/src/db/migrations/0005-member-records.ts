import { type Kysely, sql } from 'kysely'
import { closeTable, tenantTables } from '../row-security.ts'

/** Sessions to POPs, and the authority of each network that profiles and devices trust. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  for (const table of TENANT_TABLES) await tenantTables(db, table)
  for (const table of SYSTEM_TABLES) await closeTable(db, table)
}

const TENANT_TABLES: string[] = []
const SYSTEM_TABLES: string[] = []

const SCHEMA = /* sql */ `
-- Of a session to a POP, link_router_name is the POP's name.
alter table tunnel_session add column mode text not null default 'p2p' check (mode in ('p2p', 'pop')), add column area text;
`
