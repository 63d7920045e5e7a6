import type { AccountDb } from '../../../db/client.ts'
import type { NewRow } from '../../../db/schema.ts'

export const findWebhook = ({ account_id, sql: db }: AccountDb) =>
  db.selectFrom('webhook').select(['type', 'sealed_url', 'sealed_secret']).where('account_id', '=', account_id).executeTakeFirst()
export type WebhookRow = NonNullable<Awaited<ReturnType<typeof findWebhook>>>

/** Returns the webhook, locked until the transaction ends. */
export const lockWebhook = ({ account_id, sql: db }: AccountDb) =>
  db
    .selectFrom('webhook')
    .select(['type', 'sealed_url', 'sealed_secret'])
    .where('account_id', '=', account_id)
    .forUpdate()
    .executeTakeFirst()

export async function writeWebhook({ account_id, sql: db }: AccountDb, row: Omit<NewRow<'webhook'>, 'account_id'>): Promise<void> {
  await db
    .insertInto('webhook')
    .values({ account_id, ...row })
    .onConflict((taken) => taken.column('account_id').doUpdateSet(row))
    .execute()
}

/** Deletes the webhook. @returns whether there was one */
export async function deleteWebhook({ account_id, sql: db }: AccountDb): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('webhook').where('account_id', '=', account_id).executeTakeFirst()
  return numDeletedRows > 0n
}
