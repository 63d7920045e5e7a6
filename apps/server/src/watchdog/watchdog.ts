import { url as debuggerUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'
import { errorFacts, type Log, type LogForm } from '../kernel/log.ts'
import { memory } from '../kernel/under-way.ts'
import { LOOK_MS, PULSE, PULSE_BYTES } from './watchdog.rules.ts'

/** What the thread of the watchdog is given. */
export interface Watched {
  /** The numbers of `PULSE`. */
  pulse: SharedArrayBuffer
  under_way: SharedArrayBuffer
  form: LogForm
}

const THREAD = new URL('./watchdog-thread.ts', import.meta.url)
const MEGABYTES = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 1 }

/**
 * Watches, from a thread of its own, that the event loop of this process runs. If it is blocked for ten seconds, what began last and what is
 * under way are logged, and the process ends with SIGKILL: the supervisor starts a new one.
 */
export function startWatchdog(log: Log, form: LogForm): void {
  const pulse = new SharedArrayBuffer(PULSE_BYTES)
  const signs = new Int32Array(pulse)
  setInterval(() => {
    Atomics.add(signs, PULSE.beats, 1)
    Atomics.store(signs, PULSE.debugged, debuggerUrl() === undefined ? 0 : 1)
  }, LOOK_MS).unref()
  const { NODE_COMPILE_CACHE } = process.env
  const thread = new Worker(THREAD, {
    workerData: { pulse, under_way: memory, form } satisfies Watched,
    resourceLimits: MEGABYTES,
    // Of the server's environment it gets the cache of compiled code alone: without it, it would load what strips types.
    env: NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE },
    execArgv: [],
    argv: [],
  })
  thread.on('error', (error) =>
    log.error('the watchdog ended: a process whose event loop is blocked is not ended any more', errorFacts(error)),
  )
  thread.unref()
}
