import { sql } from 'kysely'
import type { AccountDb } from './client.ts'

/** Runs a part of a transaction. If it throws, what it wrote is undone and the error is thrown on, and the transaction can go on. */
export async function inSavepoint<T>({ sql: db }: Pick<AccountDb, 'sql'>, work: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(db)
  try {
    const done = await work()
    await sql`release savepoint part`.execute(db)
    return done
  } catch (error) {
    // Without a connection there is nothing to undo, and the first error says why.
    await sql`rollback to savepoint part`.execute(db).catch(() => undefined)
    throw error
  }
}
