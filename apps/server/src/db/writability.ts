import type { Pool } from 'pg'
import { takesNoWrites } from './absence.ts'
import { giveBack, take } from './pool.ts'

/** Milliseconds for which an answer is reused, while writes succeed and while they do not. */
const TRUSTED_MS = 30_000
const DOUBTED_MS = 1_000
/** Room that must be left, in rows of a kilobyte: with less, the next real write would find none. */
const ROWS = 1_000

export interface Writability {
  /** Handles a failed statement: if the database took no write, `writable` returns false. */
  failed(error: unknown): void
  /** Returns whether the database takes writes, by a write that is rolled back, at most every 30 s. @throws if the database is away */
  writable(): Promise<boolean>
}

/** Watches whether a database takes writes. Sends nothing by itself. */
export function createWritability(pool: Pool): Writability {
  let takes = true
  let asked = Number.NEGATIVE_INFINITY
  let asking: Promise<boolean> | undefined

  async function ask(): Promise<boolean> {
    const began = performance.now()
    try {
      await writeInVain(pool)
      takes = true
    } catch (error) {
      if (takesNoWrites(error)) takes = false
      else if (!isDenied(error)) throw error
    }
    asked = began
    return takes
  }

  return {
    failed(error) {
      if (!takesNoWrites(error)) return
      takes = false
      asked = performance.now()
    },
    async writable() {
      if (performance.now() - asked < (takes ? TRUSTED_MS : DOUBTED_MS)) return takes
      return (asking ??= ask().finally(() => (asking = undefined)))
    },
  }
}

/** A strict installation may deny temporary tables (42501); then only failed real writes show that the database takes none. */
const isDenied = (error: unknown): boolean => (error as { code?: string }).code === '42501'

/** Fills a table that the rollback removes again: PostgreSQL takes room on the disk for it at once, and refuses it if it is read-only. */
async function writeInVain(pool: Pool): Promise<void> {
  const client = await take(pool)
  try {
    await client.query('begin')
    await client.query(`create temporary table weft_room on commit drop as select repeat('-', 1000) from generate_series(1, ${ROWS})`)
  } finally {
    await client.query('rollback').catch(() => {})
    giveBack(client)
  }
}
