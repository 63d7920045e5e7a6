import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../kernel/log.ts'
import type { DatabaseUrls } from '../connection.ts'
import { addressFor } from './cluster.ts'
import { explain, isDiskFull } from './embedded-error.ts'
import { type Embedded, type EmbeddedOptions, startEmbedded } from './launcher.ts'
import { admitServer, SERVER_ROLE } from './server-role.ts'

export interface KeptDatabase extends DatabaseUrls {
  stop(): Promise<void>
  /** Resolves with the reason, in one sentence with the last lines of PostgreSQL's log, once it cannot be started again. */
  lost: Promise<string>
}

/** A database that ends so soon after its last end, in milliseconds, does so for a reason that stays. */
const MINUTE_MS = 60_000
/** Milliseconds between two tries to start it. */
const PAUSE_MS = 1_000
/** Starts in a row that may fail, unless it is for a full disk: that ends when somebody makes room. */
const MOST_FAILED_STARTS = 2
const KEPT_LINES = 20
/** What PostgreSQL says of itself. Other lines quote statements and rows. */
const OF_ITSELF = /^(LOG|WARNING|FATAL|PANIC):/

/**
 * An embedded PostgreSQL that is started again, on the same address, whenever it ends by itself. On a full disk that is tried until
 * there is room. It is lost when two starts in a row fail for another reason.
 * @throws EmbeddedError at the first start
 */
export async function keepEmbedded(options: EmbeddedOptions, log: Log): Promise<KeptDatabase> {
  const stopping = new AbortController()
  const lines: string[] = []
  const start = () =>
    startEmbedded({
      ...options,
      log(line) {
        // Every connection that ends with it says the same.
        if (OF_ITSELF.test(line) && !lines.includes(line)) lines.splice(0, lines.push(line) - KEPT_LINES)
        options.log?.(line)
      },
    })
  /** What PostgreSQL said last, in one line. */
  const lastWords = () => (lines.length === 0 ? 'PostgreSQL said nothing' : `PostgreSQL said last: ${lines.join(' | ')}`)

  let running: Embedded | undefined = await start()
  const urls = await urlsOf(running, options.dir)
  const kept = keep(running)
  return {
    ...urls,
    async stop() {
      stopping.abort()
      await running?.stop()
      await kept
    },
    // Whoever stops it has not lost it.
    lost: kept.then((reason) => reason ?? new Promise<never>(() => {})),
  }

  /** @returns the reason for which it was given up; undefined where it was stopped */
  async function keep(first: Embedded): Promise<string | undefined> {
    let [current, before]: [Embedded, number | undefined] = [first, undefined]
    for (;;) {
      const code = await current.exited
      running = undefined
      if (stopping.signal.aborted) return undefined
      const now = performance.now()
      const facts = { code, words: lastWords() }
      if (before !== undefined && now - before < MINUTE_MS)
        log.error('the database ended by itself twice within a minute; starting it again', facts)
      else log.error('the database ended by itself; starting it again', facts)
      before = now
      const next = await startAgain()
      if (next === undefined || typeof next === 'string') return next
      if (stopping.signal.aborted) {
        await next.stop()
        return undefined
      }
      running = current = next
      log.info('the database was started again')
    }
  }

  /** @returns the reason where that is given up, undefined where it was stopped meanwhile */
  async function startAgain(): Promise<Embedded | string | undefined> {
    let saidFull = false
    for (let failed = 0; ; ) {
      try {
        return await start()
      } catch (error) {
        const { message } = error as Error
        const full = isDiskFull(error)
        failed = full ? 0 : failed + 1
        if (failed === MOST_FAILED_STARTS) return `${message} ${lastWords()}`
        if (!full || !saidFull) log.error('the database cannot be started again; trying until it can', { reason: message })
        saidFull = full
      }
      await sleep(PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return undefined
    }
  }
}

/** The addresses of a database that has just started. @throws EmbeddedError, and the database is stopped then */
async function urlsOf({ url: owner_url, stop }: Embedded, dir: string): Promise<DatabaseUrls> {
  try {
    return { owner_url, url: addressFor(SERVER_ROLE, await admitServer(dir, owner_url), Number(new URL(owner_url).port)) }
  } catch (error) {
    await stop()
    throw explain(error, dir)
  }
}
