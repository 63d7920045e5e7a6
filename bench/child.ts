import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sleep } from './figure.ts'

export const ROOT = resolve(import.meta.dirname, '..')

/** A program that runs during the bench. */
export interface Child {
  pid: number
  /** Returns its standard output so far. */
  output(): string
  /** Resolves with the first match in its output. @throws if it ends first, or does not print it in time */
  says(pattern: RegExp, seconds: number): Promise<RegExpExecArray>
  /** Resolves with its exit code, null if a signal ended it, once its output is complete. */
  ended: Promise<number | null>
  /** Asks it to end. @throws if it does not end within twenty seconds; then it is killed */
  stop(): Promise<number | null>
  /** Ends it at once, as a power cut would. */
  kill(): Promise<unknown>
}

interface Options {
  cwd?: string
  env?: Record<string, string>
  /** Discard its standard error. */
  quiet?: boolean
  /** Give it a process group of its own. `stop` and `kill` then end all that it has started, too. */
  group?: boolean
}

const STOP_MS = 20_000

export function run(command: string, args: readonly string[], { cwd = ROOT, env = {}, quiet = false, group = false }: Options = {}): Child {
  const child = spawn(command, args, {
    cwd,
    env: { ...withoutSettings(), ...env },
    stdio: ['ignore', 'pipe', quiet ? 'ignore' : 'inherit'],
    detached: group,
  })
  let output = ''
  const listeners = new Set<() => void>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    for (const listener of listeners) listener()
  })
  const ended = new Promise<number | null>((done) => {
    child.on('error', () => done(null))
    child.on('exit', (code) => done(code))
  })
  const closed = new Promise<number | null>((done) => {
    child.on('error', () => done(null))
    child.on('close', (code) => done(code))
  })
  return {
    pid: child.pid ?? 0,
    ended: closed,
    output: () => output,
    says: (pattern, seconds) =>
      new Promise((done, fail) => {
        const look = () => {
          const match = pattern.exec(output)
          if (match) finish(() => done(match))
        }
        const finish = (then: () => void) => {
          clearTimeout(timer)
          listeners.delete(look)
          then()
        }
        const timer = setTimeout(
          () => finish(() => fail(new Error(`${command} did not say ${pattern} in ${seconds} s:\n${output}`))),
          seconds * 1000,
        )
        listeners.add(look)
        void ended.then((code) => finish(() => fail(new Error(`${command} ended with ${code}:\n${output}`))))
        look()
      }),
    stop: () => (group ? stopGroup(child, ended) : stop(child, ended)),
    kill: () => {
      if (group) signalGroup(child, 'SIGKILL')
      else child.kill('SIGKILL')
      return ended
    },
  }
}

async function stop(child: ChildProcess, ended: Promise<number | null>): Promise<number | null> {
  child.kill('SIGTERM')
  const late = Symbol('late')
  const code = await Promise.race([ended, new Promise<typeof late>((done) => setTimeout(() => done(late), STOP_MS).unref())])
  if (code !== late) return code
  child.kill('SIGKILL')
  throw new Error(`process ${child.pid} did not end when asked to`)
}

/** Signals all processes of a group. @returns false if there are none */
function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (pid === undefined) return false
  try {
    return process.kill(-pid, signal)
  } catch {
    return false
  }
}

async function stopGroup(child: ChildProcess, ended: Promise<number | null>): Promise<number | null> {
  const until = performance.now() + STOP_MS
  signalGroup(child, 'SIGTERM')
  while (signalGroup(child, 0)) {
    if (performance.now() > until) {
      signalGroup(child, 'SIGKILL')
      throw new Error(`the processes of group ${child.pid} did not end when asked to`)
    }
    await sleep(50)
  }
  return ended
}

/** Returns the environment without the caller's settings, so that they do not reach what is measured. */
const withoutSettings = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('WEFT_') && name !== 'DATABASE_URL'))

/** Returns the resident memory of a process in bytes. */
export function residentMemory(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

/** Clock ticks of Linux in a second, in which it counts processor time. */
export const TICKS = 100

/** Returns the processor time, in clock ticks, that a process or thread has used; 0 once it has ended. */
export function ticksOf(file: string): number {
  try {
    // The second field is the name in brackets, which may contain spaces.
    const fields = readFileSync(file, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return Number(fields[11]) + Number(fields[12])
  } catch {
    return 0
  }
}

/** Runs work in a folder that is removed afterwards. */
export async function inTemporaryFolder<T>(work: (dir: string) => Promise<T>): Promise<T> {
  const dir = await mkdtemp(join(tmpdir(), 'weft-bench-'))
  try {
    return await work(dir)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** Returns the `PATH` without the folders of a checkout, for a program that runs npm in another one. */
export const outsidePath = () =>
  (process.env.PATH ?? '')
    .split(':')
    .filter((folder) => !folder.includes('/node_modules/'))
    .join(':')
