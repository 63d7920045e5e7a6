import { type AccountDb, moment, type SystemDb } from '../db/client.ts'

export interface IdempotentCall {
  idempotency_key: string
  path: string
  body_hash: Buffer
}
export type EarlierCall = Pick<IdempotentCall, 'path' | 'body_hash'> & { answer: unknown }

/** The store of the keys of one login or one operator, inside the transaction of the call. */
export interface KeyStore {
  /**
   * Takes a key. A second caller of the same key waits here until the first has committed or rolled back.
   * @returns undefined if this call has the key now, else the earlier call
   */
  take(call: IdempotentCall): Promise<EarlierCall | undefined>
  /** Keeps the answer of the call whose key was taken. */
  keep(idempotency_key: string, answer: unknown): Promise<void>
}

/** Returns the store of a login's keys, which are separate from those of other logins. */
export const keysOfLogin = ({ account_id, sql: db }: AccountDb, login_id: number): KeyStore => ({
  async take(call) {
    const taken = await db
      .insertInto('idempotency')
      .values({ account_id, login_id, ...call, answer: null })
      .onConflict((conflict) => conflict.doNothing())
      .returning('path')
      .executeTakeFirst()
    if (taken) return undefined
    return db
      .selectFrom('idempotency')
      .where('account_id', '=', account_id)
      .where('login_id', '=', login_id)
      .where('idempotency_key', '=', call.idempotency_key)
      .select(['path', 'body_hash', 'answer'])
      .executeTakeFirstOrThrow()
  },
  async keep(idempotency_key, answer) {
    await db
      .updateTable('idempotency')
      .set({ answer: JSON.stringify(answer) })
      .where('account_id', '=', account_id)
      .where('login_id', '=', login_id)
      .where('idempotency_key', '=', idempotency_key)
      .execute()
  },
})

/** Returns the store of an operator's keys. */
export const keysOfOperator = ({ sql: db }: SystemDb, operator_id: number): KeyStore => ({
  async take(call) {
    const taken = await db
      .insertInto('operator_idempotency')
      .values({ operator_id, ...call, answer: null })
      .onConflict((conflict) => conflict.doNothing())
      .returning('path')
      .executeTakeFirst()
    if (taken) return undefined
    return db
      .selectFrom('operator_idempotency')
      .where('operator_id', '=', operator_id)
      .where('idempotency_key', '=', call.idempotency_key)
      .select(['path', 'body_hash', 'answer'])
      .executeTakeFirstOrThrow()
  },
  async keep(idempotency_key, answer) {
    await db
      .updateTable('operator_idempotency')
      .set({ answer: JSON.stringify(answer) })
      .where('operator_id', '=', operator_id)
      .where('idempotency_key', '=', idempotency_key)
      .execute()
  },
})

/** Deletes the keys taken before a moment; they are kept for 24 hours. */
export async function deleteIdempotencyKeys({ sql: db }: SystemDb, before: Date): Promise<void> {
  await db.deleteFrom('idempotency').where('create_time', '<', moment(before)).execute()
  await db.deleteFrom('operator_idempotency').where('create_time', '<', moment(before)).execute()
}
