import type { AccountDb } from '../../db/client.ts'

/** Claims a suffix for the account; false where another account has it or had it: of those only the unique key tells. */
export async function claimSign({ account_id, sql: db }: AccountDb, sign_key: string): Promise<boolean> {
  const claimed = await db
    .insertInto('account_sign')
    .values({ sign_key, account_id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('sign_key')
    .executeTakeFirst()
  if (claimed) return true
  const own = await db
    .selectFrom('account_sign')
    .where('account_id', '=', account_id)
    .where('sign_key', '=', sign_key)
    .select('sign_key')
    .executeTakeFirst()
  return own !== undefined
}

export const lockSign = ({ account_id, sql: db }: AccountDb) =>
  db.selectFrom('account').where('account_id', '=', account_id).select('sign').forNoKeyUpdate().executeTakeFirstOrThrow()

export async function writeSign({ account_id, sql: db }: AccountDb, sign: string): Promise<void> {
  await db.updateTable('account').set({ sign }).where('account_id', '=', account_id).execute()
}
