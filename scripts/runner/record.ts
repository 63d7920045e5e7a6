/** Writes what a run found, for whoever compares runs. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import path from 'node:path'
import { paceNow } from '../../apps/server/test/cost/slowness.ts'
import type { Timed } from './durations.ts'
import type { Unsteady } from './suites.ts'
import type { Tally } from './tally.ts'

const git = (root: string, ...args: string[]): string | undefined => {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

/** Returns the seconds that all processors of this machine have worked since it started. */
const machineSeconds = (): number => cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + (user + nice + sys + irq) / 1000, 0)

/** Milliseconds between two looks at how fast the machine is. Each takes about 20 ms. */
const LOOK_MS = 20_000

/** Returns what tells the median of how many times slower than the reference the machine was since now. */
function watchPace(): () => number {
  const looks = [paceNow()]
  setInterval(() => looks.push(paceNow()), LOOK_MS).unref()
  return () => looks.toSorted((a, b) => a - b)[Math.floor(looks.length / 2)]!
}

/** Begins the record of a run. `write` writes `run.json` and `unsteady.json` in a folder. */
export function beginRecord(root: string, results: string) {
  const begin = new Date()
  const load_at_begin = loadavg()
  const worked = machineSeconds()
  const slowness = watchPace()
  const commit = git(root, 'rev-parse', 'HEAD') ?? null
  const status = git(root, 'status', '--porcelain')
  /** Seconds that the machine's processors worked in this run, for others too. */
  const machine_seconds = () => machineSeconds() - worked
  const write = (suites: readonly (Timed & Partial<Tally>)[], total: Tally, unsteady: readonly Unsteady[]): void => {
    const record = {
      commit,
      /** Whether the files were those of the commit. */
      clean: status === undefined ? null : status === '',
      begin,
      end: new Date(),
      load_at_begin,
      load_at_end: loadavg(),
      processor_seconds: suites.reduce((sum, one) => sum + one.processor_seconds, 0),
      machine_seconds: machine_seconds(),
      /** How many times slower than the reference a processor was: what `processor_seconds` are divided by to compare runs on different machines. */
      slowness: slowness(),
      suites,
      total,
      unsteady,
    }
    writeFileSync(path.join(results, 'run.json'), `${JSON.stringify(record, undefined, 2)}\n`)
    writeFileSync(path.join(results, 'unsteady.json'), `${JSON.stringify(unsteady, undefined, 2)}\n`)
  }
  return { machine_seconds, slowness, write }
}
