import { spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'

/** A process in the process table, whichever program started it. */
export interface Running {
  pid: number
  argv: string[]
}

/**
 * Returns the processes that were started with such an argument. It reads the process table, not a file of process ids: the table is
 * right wherever an agent ended, and an id that another process got is not mistaken.
 */
export function runningWith(matches: (argument: string) => boolean): Running[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return []
    const argv = argvOf(Number(entry))
    return argv.some(matches) ? [{ pid: Number(entry), argv }] : []
  })
}

/** Returns the arguments of a process; none if it has ended. */
function argvOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1)
  } catch {
    return []
  }
}
export const isRunning = (pid: number): boolean => argvOf(pid).length > 0

/** Starts a program that survives the agent and appends its output to a file. @returns its process id. @throws if there is no such program */
export async function startDetached([program, ...args]: readonly [string, ...string[]], log: string): Promise<number> {
  const out = openSync(log, 'a', 0o600)
  try {
    const child = spawn(program, args, { detached: true, stdio: ['ignore', out, out] })
    await new Promise<void>((started, failed) => {
      child.once('spawn', started)
      child.on('error', (error) => failed(new Error(`${program} does not start: ${error.message}`)))
    })
    child.unref()
    return child.pid ?? 0
  } finally {
    closeSync(out)
  }
}

const STOP_MS = 3000

/** Asks a process to end, and kills it after three seconds. */
export async function stopProcess(pid: number): Promise<void> {
  signal(pid, 'SIGTERM')
  if (await gone(pid, STOP_MS)) return
  signal(pid, 'SIGKILL')
  await gone(pid, STOP_MS)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has ended already.
  }
}

async function gone(pid: number, milliseconds: number): Promise<boolean> {
  const until = performance.now() + milliseconds
  while (isRunning(pid)) {
    if (performance.now() > until) return false
    await pause(10)
  }
  return true
}

/** Milliseconds after which a process that was started again counts as stable, and starts before then that count as a fault. */
export const STANDS_MS = 15_000
export const ENOUGH_FAILURES = 3
const LONGEST_PAUSE_MS = 60_000
/** Returns the milliseconds before the next start of a process that has ended soon after so many starts in a row. */
export const pauseAfter = (failures: number): number => Math.min(LONGEST_PAUSE_MS, 1000 * 2 ** failures)

export const pause = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds))

/** Returns the last lines of a log, for people. No program writes a password into its log. */
export function lastWords(path: string): string {
  try {
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n').slice(-3)
    return lines.map((line) => line.replace(/^\d{4}-\d\d-\d\d [\d:]+ /, '')).join('; ')
  } catch {
    return 'it said nothing'
  }
}
