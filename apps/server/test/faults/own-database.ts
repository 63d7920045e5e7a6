import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { type Embedded, startEmbedded } from '../../src/db/embedded/launcher.ts'
import { readPostmaster } from '../../src/db/embedded/postmaster.ts'

/** A PostgreSQL of one test, which can be ended, stopped and filled up without affecting another test. */
export interface OwnDatabase {
  url: string
  /** Ends it with SIGKILL, as the system does when memory runs out. */
  kill(): Promise<void>
  /** Ends it in order. */
  stop(): Promise<void>
  /** Starts it again on the same address. */
  start(): Promise<void>
  /** Stops all its processes at once (SIGSTOP): connections stay open, and nothing answers. */
  pause(): Promise<void>
  resume(): void
  /** Fills its disk to the last byte. Only with `megabytes`. */
  fill(): void
  free(): Promise<void>
  /** Runs one statement on a connection of its own, as the owner. */
  query(statement: string): Promise<Record<string, unknown>[]>
  /** Makes another server with all the data of this one, like a standby. Stops this one for a moment. */
  twin(): Promise<OwnDatabase>
  /** Makes a standby that follows this one. Stops this one for a moment. */
  standby(): Promise<OwnDatabase>
  /** Ends it and removes its folder. */
  close(): Promise<void>
}

interface Options {
  /** Size of a file system of its own, which only root can mount; without it the folder is an ordinary one. */
  megabytes?: number
  /** The folder of a stopped database, of which this one becomes a copy. */
  like?: string
  /** The address of the primary, for a copy that is to follow it. */
  follows?: string
}

export async function ownDatabase({ megabytes, like, follows }: Options = {}): Promise<OwnDatabase> {
  const root = await mkdtemp(join(tmpdir(), 'weft-faults-'))
  if (megabytes !== undefined) execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'none', root])
  const dir = join(root, 'postgres')
  const filler = join(root, 'filler')
  if (like !== undefined) execFileSync('cp', ['-a', like, dir])
  if (follows !== undefined) await follow(join(dir, 'cluster'), follows)
  let running: Embedded = await startEmbedded({ dir })
  let paused: number[] = []
  const { url } = running
  const resume = () => {
    for (const pid of paused.splice(0)) signal(pid, 'SIGCONT')
  }
  /** Returns the folder of a copy as of now. */
  async function copied(): Promise<string> {
    const copy = join(root, 'copy')
    await running.stop()
    execFileSync('cp', ['-a', dir, copy])
    running = await startEmbedded({ dir })
    return copy
  }
  return {
    url,
    async kill() {
      process.kill(await postmaster(dir), 'SIGKILL')
      await running.exited
    },
    stop: () => running.stop(),
    async start() {
      running = await startEmbedded({ dir })
    },
    // Its port is taken then, so the copy gets another one.
    twin: async () => ownDatabase({ like: await copied() }),
    standby: async () => ownDatabase({ like: await copied(), follows: url }),
    async pause() {
      // The postmaster is stopped first, so that it starts no new processes.
      const pid = await postmaster(dir)
      signal(pid, 'SIGSTOP')
      paused = [pid, ...childrenOf(pid)]
      for (const each of paused) signal(each, 'SIGSTOP')
    },
    resume,
    fill: () => void execFileSync('sh', ['-c', `cat /dev/zero > "${filler}" 2> /dev/null || true`]),
    free: () => rm(filler),
    query: (statement) => query(url, statement),
    async close() {
      resume()
      await running.stop()
      if (megabytes !== undefined) execFileSync('umount', ['-l', root])
      await rm(root, { recursive: true, force: true })
    },
  }
}

/** Makes a stopped copy of a cluster follow the server at `primary` when it starts. */
async function follow(cluster: string, primary: string): Promise<void> {
  const { hostname, port, username, password } = new URL(primary)
  await appendFile(
    join(cluster, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\nwal_retrieve_retry_interval = '100ms'\n`,
  )
  await writeFile(join(cluster, 'standby.signal'), '')
}

async function postmaster(dir: string): Promise<number> {
  const server = await readPostmaster(dir)
  if (!server) throw new Error(`no PostgreSQL runs in ${dir}`)
  return server.pid
}

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/).filter(Boolean).map(Number)

/** Sends a signal to a process, unless it has ended meanwhile. */
function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function query(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}
