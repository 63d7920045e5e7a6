import type { AccountDb } from '../../../db/client.ts'

/** Returns whether the account's software members come from a directory. */
export async function hasDirectory(db: AccountDb): Promise<boolean> {
  const row = await db.sql.selectFrom('directory').select('account_id').where('account_id', '=', db.account_id).executeTakeFirst()
  return row !== undefined
}
