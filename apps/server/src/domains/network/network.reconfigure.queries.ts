import { sql } from 'kysely'
import type { AccountDb } from '../../db/client.ts'

export async function listNamesIn(db: AccountDb, numbers: readonly string[]): Promise<string[]> {
  const rows = await db.sql
    .selectFrom('network_member')
    .select('router_name')
    .distinct()
    .where('account_id', '=', db.account_id)
    .where(sql<boolean>`network_number = any(${[...numbers]})`)
    .execute()
  return rows.map((row) => row.router_name)
}
