import { sql } from 'kysely'
import { moment, type SystemDb } from '../../../db/client.ts'

/** A count to take from. */
export interface Taking {
  budget_key: Buffer
  taken: number
  /** The most that may be taken until the end. */
  amount: number
  /** When the count is free again, if this is the first taking. */
  end_time: Date
  /** This is its end after a later taking, too. */
  restarts: boolean
}

/**
 * Takes from each count that has room for it, and returns the keys of those counts, as hex. Calls at the same time never take more than
 * there is room for: each waits for the row lock of the one before. The caller sorts the counts by their keys, so that no two calls wait
 * for each other.
 */
export async function takeFrom({ sql: db }: SystemDb, takings: readonly Taking[], now: Date): Promise<Set<string>> {
  const room = sql<boolean>`budget_spent.spent + excluded.spent <= case excluded.budget_key ${sql.join(
    takings.map(({ budget_key, amount }) => sql`when ${budget_key} then ${amount}::bigint`),
    sql` `,
  )} end`
  const restarts = sql<boolean>`case excluded.budget_key ${sql.join(
    takings.map((taking) => sql`when ${taking.budget_key} then ${taking.restarts}::boolean`),
    sql` `,
  )} end`
  const over = sql<boolean>`budget_spent.end_time <= ${moment(now)}`
  const rows = await db
    .insertInto('budget_spent')
    .values(takings.map(({ budget_key, taken, end_time }) => ({ budget_key, spent: taken, end_time })))
    .onConflict((conflict) =>
      conflict
        .column('budget_key')
        .doUpdateSet({
          spent: sql<number>`case when ${over} then excluded.spent else budget_spent.spent + excluded.spent end`,
          end_time: sql<Date>`case when ${over} then excluded.end_time
            when ${restarts} then greatest(excluded.end_time, budget_spent.end_time) else budget_spent.end_time end`,
        })
        .where(sql<boolean>`${over} or ${room}`),
    )
    .returning('budget_key')
    .execute()
  return new Set(rows.map(({ budget_key }) => budget_key.toString('hex')))
}

/** Returns when these counts are free again, in Unix seconds, by key as hex. */
export async function findEnds({ sql: db }: SystemDb, keys: readonly Buffer[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('budget_spent')
    .where('budget_key', 'in', [...keys])
    .select(['budget_key', 'end_time'])
    .execute()
  return new Map(rows.map(({ budget_key, end_time }) => [budget_key.toString('hex'), end_time]))
}

/** Gives back what was taken and not used. */
export async function giveBackTo({ sql: db }: SystemDb, keys: readonly Buffer[], amount: number): Promise<void> {
  // Locks the rows in the order of their keys, as `takeFrom` does.
  await sql`update budget_spent b set spent = greatest(b.spent - ${amount}, 0) from (
    select budget_key from budget_spent where budget_key = any(${[...keys]}::bytea[]) order by budget_key for update
  ) held where held.budget_key = b.budget_key`.execute(db)
}

/** Deletes the counts whose end has passed. */
export async function deleteOver({ sql: db }: SystemDb, now: Date): Promise<void> {
  await db.deleteFrom('budget_spent').where('end_time', '<', moment(now)).execute()
}
