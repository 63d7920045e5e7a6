import { sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'

/** The revision that each of these members should run; members that are gone are missing. */
export async function desiredRevisions(
  db: AccountDb,
  names: readonly string[],
): Promise<{ router_name: string; config_revision: number }[]> {
  return db.sql
    .selectFrom('member')
    .select(['router_name', 'config_revision'])
    .where('account_id', '=', db.account_id)
    .where('router_name', '=', sql<string>`any(${[...names]})`)
    .execute()
}
