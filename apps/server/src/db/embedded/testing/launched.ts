import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

export const asRoot = process.getuid?.() === 0
export const launcherProcess = fileURLToPath(new URL('./launcher-process.ts', import.meta.url))

export interface Answer {
  url?: string
  pid?: number
  refused?: string
  known?: boolean
}

export interface Launched {
  answer: Answer
  child: ChildProcess
  /** The pid of the launcher itself, inside any programs that wrap it. */
  pid: number
  end(): Promise<void>
}

const temporary: string[] = []
const running = new Set<ChildProcess>()

export async function temporaryDir(): Promise<string> {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'weft-embedded-'))
  await fs.chmod(dir, 0o755)
  temporary.push(dir)
  return path.join(dir, 'postgres')
}

/** For afterEach: ends launchers that a failed test left and removes its folders. */
export async function cleanUp(): Promise<void> {
  for (const child of running) {
    child.stdin?.end()
    await once(child, 'close')
  }
  for (const dir of temporary.splice(0)) await fs.rm(dir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

export interface Wrapping {
  /** Programs that run the launcher, such as setpriv, or a shell script that ends with it. */
  wrapper?: string[]
  /** Is called with the pid of the outermost of these programs. */
  prepare?: (pid: number) => Promise<void>
}

/** Runs a launcher in its own process. */
export async function launch(dir: string, { wrapper = [], prepare }: Wrapping = {}): Promise<Launched> {
  const [file, ...args] = [...wrapper, process.execPath, launcherProcess, dir]
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  running.add(child)
  const closed = once(child, 'close').then(() => running.delete(child))
  if (prepare) await prepare(child.pid!)
  const lines = createInterface({ input: child.stdout })
  const first = await Promise.race([once(lines, 'line'), closed.then(() => ['{"refused":"the launcher ended without a word"}'])])
  const answer = JSON.parse(first[0] as string) as Answer
  const end = async () => {
    child.stdin.end()
    await closed
  }
  return { answer, child, pid: answer.pid ?? 0, end }
}

export async function query(url: string | undefined, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}
