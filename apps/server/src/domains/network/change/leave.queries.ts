import { sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'

export async function listNetworksOfAll(db: AccountDb, names: readonly string[]): Promise<string[]> {
  const rows = await db.sql
    .selectFrom('network_member')
    .select('network_number')
    .distinct()
    .where('account_id', '=', db.account_id)
    .where(sql<boolean>`router_name = any(${[...names]})`)
    .orderBy('network_number')
    .execute()
  return rows.map((row) => row.network_number)
}
