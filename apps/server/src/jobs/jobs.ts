import { type CronItem, Logger, parseCronItems, run, type TaskList } from 'graphile-worker'
import { endPool, openPool } from '../db/pool.ts'
import type { Log } from '../kernel/log.ts'

/** One piece of work that comes round by itself. */
export interface Schedule {
  name: string
  /** A cron pattern in UTC. */
  match: string
  work(): Promise<void>
}

export interface Jobs {
  /** @throws where the workers have stopped */
  probe(): void
  stop(): Promise<void>
}

const CONCURRENCY = 4

/**
 * Starts this instance's workers and schedules. However many instances run, a schedule's work is done once; what was due while
 * none ran is done once at the start.
 */
export async function startJobs(url: string, schedules: readonly Schedule[], log: Log): Promise<Jobs> {
  const taskList: TaskList = Object.fromEntries(schedules.map(({ name, work }) => [name, async () => work()]))
  const items: CronItem[] = schedules.map(({ name, match }) => ({
    task: name,
    match,
    identifier: name,
    options: { backfillPeriod: 0, maxAttempts: 3 },
  }))
  // A pool of ours: the worker's own lets the last of its connections die unheard, and ends the process with them.
  const pool = openPool(url, { max: CONCURRENCY })
  const runner = await run({
    pgPool: pool,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    taskList,
    parsedCronItems: parseCronItems(items),
    logger: new Logger(() => (level, message) => {
      // The worker tells every job it takes; only what goes wrong is worth a line.
      if (level === 'error') log.error('a job failed', { reason: message })
      else if (level === 'warning') log.warn(message)
    }),
  })
  let stopped = false
  runner.promise.catch(() => {}).finally(() => (stopped = true))
  return {
    probe() {
      if (stopped) throw new Error('the job workers have stopped')
    },
    async stop() {
      if (!stopped) await runner.stop()
      await endPool(pool)
    },
  }
}
