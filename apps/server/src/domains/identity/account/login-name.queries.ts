import type { AccountDb } from '../../../db/client.ts'

/** Claims a sign-in name for a login of the account; false where it is taken. Only the unique key sees names of other accounts. */
export async function claimLoginName({ account_id, sql: db }: AccountDb, login_id: number, name_key: string): Promise<boolean> {
  const claimed = await db
    .insertInto('login_name')
    .values({ name_key, account_id, login_id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('name_key')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function deleteLoginName({ account_id, sql: db }: AccountDb, login_id: number, name_key: string): Promise<void> {
  await db
    .deleteFrom('login_name')
    .where('account_id', '=', account_id)
    .where('login_id', '=', login_id)
    .where('name_key', '=', name_key)
    .execute()
}
