import { moment, type SystemDb } from '../db/client.ts'
import { fromUnix } from '../kernel/clock.ts'

/** Counts one more call in a window and returns how many there are. A new window starts at one. */
export async function countCall({ sql: db }: SystemDb, rate_key: string, start: number): Promise<number> {
  const window_start = fromUnix(start)
  const row = await db
    .insertInto('rate_window')
    .values({ rate_key, window_start, calls: 1 })
    .onConflict((conflict) =>
      conflict.column('rate_key').doUpdateSet((eb) => ({
        window_start,
        calls: eb
          .case()
          .when('rate_window.window_start', '=', eb.val(window_start) as never)
          .then(eb('rate_window.calls', '+', 1))
          .else(1)
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
