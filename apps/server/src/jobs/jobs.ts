import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CronItem, Logger, parseCronItems, run, type Runner, type TaskList, type WorkerEvents } from 'graphile-worker'
import { openQueuePool } from '../db/queue-pool.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import { whileUnderWay } from '../kernel/under-way.ts'

/** One piece of work that comes round by itself. */
export interface Schedule {
  name: string
  /** A cron pattern in UTC. */
  match: string
  work(): Promise<void>
}

/** Work that a transaction puts into the queue (`weft_enqueue`), by its name. It gets the queued payload; the signal aborts at shutdown. */
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
/** Milliseconds between two times that the jobs of ended workers are freed. */
const FREE_MS = 3_000
/** At most so many finished jobs of a crew may be unrecorded; it takes no others while recording fails. */
const MOST_DONE = 1_000

/** Workers that were started together. */
interface Crew {
  runner: Runner
  /** Resolves when they have met a failure or ended: others take their place. */
  over: Promise<void>
}

/**
 * Starts this instance's workers and schedules. A task begins within milliseconds of the commit that queued it. However many instances run, a schedule's work is done once; what was due while
 * none ran is done once at the start.
 *
 * Workers that fail once to take a job are replaced: they may not know which job PostgreSQL gave them, nor their tasks, which they look up once.
 * They finish their running jobs; locks that they still hold afterwards are released.
 *
 * @param works is called with each id under which the queue locks jobs: another process frees them if this one is killed
 */
export async function startJobs(
  url: string,
  schedules: readonly Schedule[],
  tasks: Tasks,
  log: Log,
  works = (_worker_pool: string): void => {},
): Promise<Jobs> {
  const giveUp = new AbortController()
  const taskList: TaskList = {
    ...Object.fromEntries(schedules.map(({ name, work }) => [name, () => whileUnderWay(`job ${name}`, work)])),
    ...Object.fromEntries(
      Object.entries(tasks).map(([name, work]) => [
        name,
        (payload) => whileUnderWay(`job ${name}`, async () => work(payload, giveUp.signal)),
      ]),
    ),
  }
  const items: CronItem[] = schedules.map(({ name, match }) => ({
    task: name,
    match,
    identifier: name,
    options: { backfillPeriod: 0, maxAttempts: 3 },
  }))
  const queue = openQueuePool(url, CONCURRENCY, log)
  /** One promise for each crew, which resolves when it has finished its running jobs. */
  const ended: Promise<void>[] = []
  /** Crews that have ended, by whose id the queue may still have locked jobs, and the ids of jobs that each did last. */
  const former = new Map<string, string[]>()

  /** Starts a crew; resolves when it has taken from the queue, or failed to. */
  async function start(): Promise<Crew> {
    let id = ''
    const done: string[] = []
    const [took, over] = [Promise.withResolvers<unknown>(), Promise.withResolvers<void>()]
    const [unwritten, allStopped] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let working = 0
    const events: WorkerEvents = new EventEmitter()
    events.once('pool:create', ({ workerPool }) => works((id = workerPool.id)))
    events.once('worker:getJob:empty', took.resolve)
    events.once('job:start', took.resolve)
    events.on('job:success', ({ job }) => {
      if (done.push(job.id) > MOST_DONE) done.shift()
    })
    events.once('pool:fatalError', () => unwritten.resolve())
    events.on('worker:create', () => void (working += 1))
    events.on('worker:stop', () => --working === 0 && allStopped.resolve())
    events.once('worker:getJob:error', ({ error }) => {
      log.warn('the job workers cannot take jobs', errorFacts(error))
      over.resolve()
    })
    const runner = await run({
      pgPool: queue.pool,
      events,
      concurrency: CONCURRENCY,
      noHandleSignals: true,
      taskList,
      parsedCronItems: parseCronItems(items),
      logger: new Logger(() => (level, message, about) => {
        // The worker tells every job it takes; only what goes wrong is worth a line. A worker that cannot reach the database is replaced.
        if (level === 'error' && about?.['failure'] === true) log.error('a job failed', { reason: message })
        else if (level === 'error' || level === 'warning') log.warn(message)
      }),
      // Writing down what was done may fail, as everything may, and ends the crew: by default it would end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    })
    const end = async () => {
      // Once the end of a job could not be written, the runner may never end: it miscounts what is still to be written (graphile/worker#636).
      await Promise.race([runner.promise.catch(() => {}), Promise.all([unwritten.promise, allStopped.promise])])
      over.resolve()
      former.set(id, done)
    }
    ended.push(end())
    await Promise.race([took.promise, over.promise])
    return { runner, over: over.promise }
  }
  let crew: Crew | undefined = await start()
  const stopping = new AbortController()
  const asked = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()))
  async function keepRunning(): Promise<void> {
    for (;;) {
      await Promise.race([crew?.over, asked])
      void crew?.runner.stop().catch(() => {})
      crew = undefined
      if (stopping.signal.aborted) return
      // Its connections may lead to a server that is no longer the primary, or nowhere.
      queue.renew()
      log.warn('the job workers stopped and are started anew')
      await sleep(RESTART_MS, undefined, { signal: stopping.signal }).catch(() => {})
      if (!stopping.signal.aborted) crew = await start().catch(() => undefined)
    }
  }
  const kept = keepRunning()
  /** Takes what former crews did out of the queue, where they could not, and frees what they did not do: the queue itself would keep it locked for four hours. */
  async function free(): Promise<void> {
    const [ids, done] = [[...former.keys()], [...former.values()].flat()]
    await queue.pool.query('delete from graphile_worker._private_jobs where locked_by = any ($1) and id = any ($2)', [ids, done])
    await queue.pool.query('select graphile_worker.force_unlock_workers($1)', [ids])
  }
  // Again and again: a statement that nobody waits for any more may still reach PostgreSQL, and take a job.
  const freeing = setInterval(() => void (former.size > 0 && free().catch(() => {})), FREE_MS).unref()
  return {
    probe() {
      if (!crew) throw new Error('the job workers have stopped')
    },
    async stop() {
      stopping.abort()
      const patience = setTimeout(() => giveUp.abort(), STOP_MS).unref()
      await kept
      await Promise.all(ended)
      clearTimeout(patience)
      clearInterval(freeing)
      await free().catch(() => {})
      await queue.end()
    },
  }
}
