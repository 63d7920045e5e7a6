import { moment, type SystemDb } from '../db/client.ts'
import { fromUnix } from '../kernel/clock.ts'

/**
 * Counts more calls in the window that begins at `start`, in Unix seconds, and returns how many there are. A later window starts anew. A
 * call that was late and meets a later window counts in that one.
 */
export async function countCalls({ sql: db }: SystemDb, rate_key: string, start: number, calls: number): Promise<number> {
  const row = await db
    .insertInto('rate_window')
    .values({ rate_key, window_start: fromUnix(start), calls })
    .onConflict((conflict) =>
      conflict.column('rate_key').doUpdateSet((eb) => ({
        window_start: eb.fn<Date>('greatest', ['rate_window.window_start', 'excluded.window_start']),
        calls: eb
          .case()
          .when('rate_window.window_start', '>=', eb.ref('excluded.window_start'))
          .then(eb('rate_window.calls', '+', eb.ref('excluded.calls')))
          .else(eb.ref('excluded.calls'))
          .end(),
      })),
    )
    .returning('calls')
    .executeTakeFirstOrThrow()
  return row.calls
}

/** Deletes windows that no call can fall into any more. */
export async function deleteRateWindows({ sql: db }: SystemDb, before: Date): Promise<void> {
  await db.deleteFrom('rate_window').where('window_start', '<', moment(before)).execute()
}
