import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CronItem, Logger, parseCronItems, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker'
import { endPool, openPool } from '../db/pool.ts'
import { SYSTEM_ROLE } from '../db/row-security.ts'
import { errorFacts, type Log } from '../kernel/log.ts'

/** One piece of work that comes round by itself. */
export interface Schedule {
  name: string
  /** A cron pattern in UTC. */
  match: string
  work(): Promise<void>
}

/** Work that a transaction puts into the queue (`weft_enqueue`), by its name: what it is given is what was put there. The signal says that the program stops. */
export type Tasks = Record<string, (payload: unknown, stopping: AbortSignal) => Promise<void>>

export interface Jobs {
  /** @throws where the workers have stopped */
  probe(): void
  stop(): Promise<void>
}

/** As many as may wait for a provider at once; they hold no connection meanwhile. */
const CONCURRENCY = 8
/** Milliseconds that work under way gets when the program stops, before it is asked to give up. */
const STOP_MS = 3_000
/** Milliseconds until workers that stopped by themselves are started anew. */
const RESTART_MS = 1_000
/** Times in a row that nothing can be taken from the queue, after which the workers are started anew. */
const MOST_FAILURES = 3

/**
 * Starts this instance's workers and schedules. A task begins within milliseconds of the commit that queued it. However many instances run, a schedule's work is done once; what was due while
 * none ran is done once at the start.
 */
export async function startJobs(url: string, schedules: readonly Schedule[], tasks: Tasks, log: Log): Promise<Jobs> {
  const taskList: TaskList = {
    ...Object.fromEntries(schedules.map(({ name, work }) => [name, async () => work()])),
    ...Object.fromEntries(
      Object.entries(tasks).map(([name, work]) => [name, async (payload, { abortSignal }) => work(payload, abortSignal)]),
    ),
  }
  const items: CronItem[] = schedules.map(({ name, match }) => ({
    task: name,
    match,
    identifier: name,
    options: { backfillPeriod: 0, maxAttempts: 3 },
  }))
  // A pool of ours: the worker's own lets the last of its connections die unheard, and ends the process with them.
  const pool = openPool(url, { max: CONCURRENCY, role: SYSTEM_ROLE, log })
  // The worker looks up its tasks once and keeps also that it could not: it would never take a job again, and tell nobody.
  let failures = 0
  const events: WorkerEvents = new EventEmitter()
  events.on('worker:getJob:error', ({ error }) => {
    failures += 1
    if (failures !== MOST_FAILURES) return
    log.warn('the job workers cannot take jobs', errorFacts(error))
    void runner?.stop().catch(() => {})
  })
  events.on('worker:getJob:empty', () => (failures = 0))
  events.on('job:start', () => (failures = 0))
  const start = () =>
    run({
      pgPool: pool,
      events,
      concurrency: CONCURRENCY,
      noHandleSignals: true,
      taskList,
      parsedCronItems: parseCronItems(items),
      logger: new Logger(() => (level, message) => {
        // The worker tells every job it takes; only what goes wrong is worth a line.
        if (level === 'error') log.error('a job failed', { reason: message })
        else if (level === 'warning') log.warn(message)
      }),
      preset: {
        worker: {
          gracefulShutdownAbortTimeout: STOP_MS,
          // Writing down what was done may fail, as everything may: by default nobody hears of it, and the process ends.
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
        },
      },
    })
  let runner: Runner | undefined = await start()
  const stopping = new AbortController()
  // Workers that cannot reach the database end; others take their place.
  async function keepRunning(): Promise<void> {
    for (;;) {
      await runner?.promise.catch(() => {})
      runner = undefined
      failures = 0
      if (stopping.signal.aborted) return
      log.warn('the job workers stopped and are started anew')
      await sleep(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted) return
      runner = await start().catch(() => undefined)
      // Asked to stop meanwhile.
      if (stopping.signal.aborted) await runner?.stop().catch(() => {})
    }
  }
  const ended = keepRunning()
  return {
    probe() {
      if (!runner || failures > 0) throw new Error('the job workers have stopped')
    },
    async stop() {
      stopping.abort()
      await runner?.stop().catch(() => {})
      await ended
      await endPool(pool)
    },
  }
}
