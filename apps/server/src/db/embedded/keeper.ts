import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../kernel/log.ts'
import type { DatabaseUrls } from '../connection.ts'
import { addressFor } from './cluster.ts'
import { explain, isDiskFull } from './embedded-error.ts'
import { type Embedded, type EmbeddedOptions, startEmbedded } from './launcher.ts'
import { admitServer, SERVER_ROLE } from './server-role.ts'

export interface KeptDatabase extends DatabaseUrls {
  stop(): Promise<void>
  /** Resolves with the reason, in one sentence with the last lines of PostgreSQL's log, once the database cannot be started again. */
  lost: Promise<string>
}

/** Milliseconds within which a second end of the database is logged as such: its reason is likely to persist. */
const MINUTE_MS = 60_000
/** Milliseconds between two attempts to start the database. */
const PAUSE_MS = 1_000
/** Failed starts in a row after which the database is lost. A full disk does not count: an operator can make room. */
const MOST_FAILED_STARTS = 2
const KEPT_LINES = 20
/** Matches what PostgreSQL says about itself. Other lines quote statements and rows. */
const OF_ITSELF = /^(LOG|WARNING|FATAL|PANIC):/

/**
 * Starts an embedded PostgreSQL, and starts it again on the same address whenever it ends by itself. On a full disk it tries until
 * there is room. The database is lost when two starts in a row fail for another reason.
 * @throws EmbeddedError at the first start
 */
export async function keepEmbedded(options: EmbeddedOptions, log: Log): Promise<KeptDatabase> {
  const stopping = new AbortController()
  const lines: string[] = []
  const start = () =>
    startEmbedded({
      ...options,
      log(line) {
        // Every connection that ends with the database logs the same line.
        if (OF_ITSELF.test(line) && !lines.includes(line)) lines.splice(0, lines.push(line) - KEPT_LINES)
        options.log?.(line)
      },
    })
  /** Returns PostgreSQL's last lines as one line. */
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
    // A database that was stopped is not lost.
    lost: kept.then((reason) => reason ?? new Promise<never>(() => {})),
  }

  /** Starts the database again each time it ends. @returns the reason for giving up; undefined if it was stopped */
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

  /** Tries until the database starts. @returns it, or the reason for giving up; undefined if it was stopped meanwhile */
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

/** Creates the server's login, and returns the addresses of a database that has just started. @throws EmbeddedError after stopping it */
async function urlsOf({ url: owner_url, stop }: Embedded, dir: string): Promise<DatabaseUrls> {
  try {
    return { owner_url, url: addressFor(SERVER_ROLE, await admitServer(dir, owner_url), Number(new URL(owner_url).port)) }
  } catch (error) {
    await stop()
    throw explain(error, dir)
  }
}
