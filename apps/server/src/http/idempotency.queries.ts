import { type AccountDb, moment, type SystemDb } from '../db/client.ts'

export interface IdempotentCall {
  login_id: number
  idempotency_key: string
  path: string
  body_hash: Buffer
}

/**
 * Takes a key for this transaction. A second caller of the same key waits here until the first has committed or rolled back.
 * @returns undefined when the key is ours, else the earlier call
 */
export async function takeIdempotencyKey({ account_id, sql: db }: AccountDb, call: IdempotentCall) {
  const taken = await db
    .insertInto('idempotency')
    .values({ account_id, ...call, answer: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('path')
    .executeTakeFirst()
  if (taken) return undefined
  return db
    .selectFrom('idempotency')
    .where('account_id', '=', account_id)
    .where('login_id', '=', call.login_id)
    .where('idempotency_key', '=', call.idempotency_key)
    .select(['path', 'body_hash', 'answer'])
    .executeTakeFirstOrThrow()
}

export async function keepAnswer(
  { account_id, sql: db }: AccountDb,
  { login_id, idempotency_key }: IdempotentCall,
  answer: unknown,
): Promise<void> {
  await db
    .updateTable('idempotency')
    .set({ answer: JSON.stringify(answer) })
    .where('account_id', '=', account_id)
    .where('login_id', '=', login_id)
    .where('idempotency_key', '=', idempotency_key)
    .execute()
}

/** Forgets keys after their 24 hours. */
export async function deleteIdempotencyKeys({ sql: db }: SystemDb, before: Date): Promise<void> {
  await db.deleteFrom('idempotency').where('create_time', '<', moment(before)).execute()
}
