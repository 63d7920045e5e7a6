import { Client } from 'pg'
import { inject, vi } from 'vitest'
import type { Clock } from '../src/kernel/clock.ts'
import { databaseUrl } from './global-setup.ts'

/** The clock of one database: every world on it, and PostgreSQL in all that it does there, has its time. */
export interface WorldClock extends Clock {
  /** Moves it forward, or back by a negative number. */
  move(seconds: number): Promise<void>
  /** Is called by each world that ends, and says whether its database ends with it. */
  leave(gone: boolean): Promise<void>
}

const clocks = new Map<string, WorldClock & { join(): WorldClock }>()

const nameOf = (url: string) => new URL(url).pathname.slice(1)

/** Returns the clock of a database, for one more world, by the database's address or that of a proxy before it. */
export function clockOf(url: string): WorldClock {
  const name = nameOf(url)
  const clock = clocks.get(name) ?? createClock(name, inject('stands'))
  clocks.set(name, clock)
  return clock.join()
}

/** Has a new database, and all worlds on it, take the time of the system: a program that a test starts has no other. */
export async function takeSystemTime(url: string): Promise<void> {
  const name = nameOf(url)
  clocks.set(name, createClock(name, null))
  const client = await open(name)
  await client.query('update pg_catalog.test_clock set stands = null')
  await client.end()
}

function createClock(name: string, stands: number | null) {
  let skew = 0
  let worlds = 0
  let gone = false
  let client: Promise<Client> | undefined
  const close = async () => {
    const open = client
    client = undefined
    await (await open)?.end()
  }
  const clock = {
    now: () => new Date((stands ?? vi.getRealSystemTime()) + skew),
    async move(seconds: number) {
      skew += seconds * 1000
      if (gone) return
      client ??= open(name)
      await (await client).query('update pg_catalog.test_clock set moved = moved + make_interval(secs => $1)', [seconds])
      if (worlds === 0) await close()
    },
    join() {
      worlds += 1
      return clock
    },
    async leave(ends: boolean) {
      worlds -= 1
      gone ||= ends
      if (gone || worlds === 0) await close()
    },
  }
  return clock
}

async function open(name: string): Promise<Client> {
  const client = new Client({ connectionString: databaseUrl(inject('postgres'), name) })
  await client.connect()
  return client
}
