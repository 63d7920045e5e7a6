import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'

/** A program of the site. It is ended by its process id, with all that it started. */
export interface Service {
  name: string
  pid: number
  /** The file with all that it wrote. */
  log: string
  running(): boolean
  /** Ends it at once, with its children (SIGKILL). */
  kill(): Promise<void>
  /** Asks it to end, and waits. @throws if it does not end within a minute; then it is killed */
  stop(): Promise<void>
  /** Stands it still with its children (SIGSTOP): its connections stay open, and nothing answers. */
  freeze(): void
  /** Lets it go on. */
  thaw(): void
}

export interface Program {
  name: string
  command: readonly string[]
  log: string
  env?: Record<string, string>
  /** Returns the processes that belong to it although they are not its children, such as a PostgreSQL that Patroni started. */
  more?: () => number[]
}

const STOP_MS = 60_000

/** Starts a program. What it writes is appended to its log. */
export function startService({ name, command, log, env = {}, more = () => [] }: Program): Service {
  const [file = '', ...args] = command
  const output = openSync(log, 'a')
  const child = spawn(file, args, { stdio: ['ignore', output, output], env: { ...withoutSettings(), ...env } })
  closeSync(output)
  const ended = new Promise<void>((done) => {
    child.once('error', () => done())
    child.once('exit', () => done())
  })
  const pid = child.pid ?? 0
  const all = () => [pid, ...more()].flatMap(family)
  /** The processes that were stopped, because a later list might miss one. */
  let frozen: number[] = []
  const thaw = () => {
    for (const each of frozen.splice(0)) signal(each, 'SIGCONT')
  }
  return {
    name,
    pid,
    log,
    running: () => isRunning(child),
    async kill() {
      // Parents first, so that none starts another child.
      for (const each of all()) signal(each, 'SIGKILL')
      if (isRunning(child)) await ended
    },
    async stop() {
      if (!isRunning(child)) return
      thaw()
      child.kill('SIGTERM')
      let late = false
      const timer = setTimeout(() => {
        late = true
        for (const each of all()) signal(each, 'SIGKILL')
      }, STOP_MS)
      await ended
      clearTimeout(timer)
      if (late) throw new Error(`${name} did not end when asked to`)
    },
    freeze() {
      frozen = all()
      for (const each of frozen) signal(each, 'SIGSTOP')
    },
    thaw,
  }
}

const isRunning = ({ exitCode, signalCode, pid }: ChildProcess) => pid !== undefined && exitCode === null && signalCode === null

/** Returns a process and all that descend from it, parents first. Empty if it has ended. */
export function family(pid: number): number[] {
  let children: number[]
  try {
    children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number),
    )
  } catch {
    return []
  }
  return [pid, ...children.flatMap(family)]
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Returns the environment without the caller's settings, so that they do not reach the site. */
export const withoutSettings = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(WEFT_|DATABASE_URL|PG|ETCD_|PATRONI_)/.test(name)))
