import { setTimeout as sleep } from 'node:timers/promises'
import { ownDatabase } from '../../apps/server/test/faults/own-database.ts'

/** An absence of the database: for this many seconds it is stopped, or all its processes are paused. */
export interface Absence {
  how: 'stop' | 'pause'
  seconds: number
}
export const ABSENCES: readonly Absence[] = [
  { how: 'stop', seconds: 3 },
  { how: 'stop', seconds: 20 },
  { how: 'pause', seconds: 30 },
  { how: 'stop', seconds: 120 },
]

export type Database = Awaited<ReturnType<typeof ownDatabase>>
export const openDatabase = (): Promise<Database> => ownDatabase()

/** Takes the database away for the length of the absence. Resolves when it is back. */
export async function takeAway(database: Database, { how, seconds }: Absence): Promise<void> {
  if (how === 'stop') await database.stop()
  else await database.pause()
  // This wait is the absence under test.
  await sleep(seconds * 1000)
  if (how === 'stop') await database.start()
  else database.resume()
}
