import { sql } from 'kysely'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import type { SealedText } from '../../../kernel/secrets.ts'

/** The queue task that hashes sealed passwords. */
export const HASH_PASSWORDS = 'hash_passwords'
/** Most attempts of the task if it cannot even begin, such as while the database is away. */
const MOST_ATTEMPTS = 25

/** Queues the hashing once, however many lists are waiting. */
export async function enqueueHashing({ sql: db }: AccountDb | SystemDb): Promise<void> {
  await sql`select weft_enqueue(${HASH_PASSWORDS}, '{}'::json, ${HASH_PASSWORDS}, ${MOST_ATTEMPTS}::int)`.execute(db)
}

export interface Sealed {
  account_id: number
  router_name: string
  password_sealed: SealedText
}

/** Returns sealed passwords after `last`, in the order of accounts and names. */
export async function findSealed({ sql: db }: SystemDb, last: Sealed | undefined, limit: number): Promise<Sealed[]> {
  const rows = await db
    .selectFrom('member')
    .select(['account_id', 'router_name', 'password_sealed'])
    .where('password_sealed', 'is not', null)
    .$if(last !== undefined, (found) => found.where(sql<boolean>`(account_id, router_name) > (${last?.account_id}, ${last?.router_name})`))
    .orderBy('account_id')
    .orderBy('router_name')
    .limit(limit)
    .execute()
  return rows as Sealed[]
}

/** Replaces the sealed password by its hash, unless another password was set meanwhile. @returns whether it was replaced */
export async function writeHash(
  { sql: db }: SystemDb,
  { account_id, router_name, password_sealed }: Sealed,
  password_hash: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('member')
    .set({ password_hash, password_sealed: null })
    .where('account_id', '=', account_id)
    .where('router_name', '=', router_name)
    .where('password_sealed', '=', password_sealed)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
