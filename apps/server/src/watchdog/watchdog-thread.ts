import { writeSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { logOf } from '../kernel/log.ts'
import { readUnderWay } from '../kernel/under-way.ts'
import type { Watched } from './watchdog.ts'
import { createJudge, LOOK_MS, MOST_LOOKS, PULSE } from './watchdog.rules.ts'

/** The thread of the watchdog: it ends the process once the main thread is blocked. */
const { pulse, under_way, form } = workerData as Watched
const STDERR = 2

/** Writes by itself: what a thread prints otherwise passes through the main thread, which is blocked. */
function write(line: string): void {
  try {
    writeSync(STDERR, `${line}\n`)
  } catch {
    // Nobody reads: the process ends all the same.
  }
}

const log = logOf(form, write)
const signs = new Int32Array(pulse)
const isBlocked = createJudge()
const looking = setInterval(() => {
  if (!isBlocked(Atomics.load(signs, PULSE.beats), Atomics.load(signs, PULSE.debugged) === 1)) return
  clearInterval(looking)
  log.error('the event loop of this process is blocked, so the process ends', {
    seconds: (MOST_LOOKS * LOOK_MS) / 1000,
    ...readUnderWay(under_way),
  })
  // No other signal and no exit reaches a thread that never returns to its event loop.
  process.kill(process.pid, 'SIGKILL')
}, LOOK_MS)
