import { spawn, spawnSync } from 'node:child_process'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { executable } from './binaries.ts'
import { clusterOf } from './cluster.ts'
import { EmbeddedError } from './embedded-error.ts'
import { environment, type Identity } from './identity.ts'

/** Milliseconds to wait for a server that was asked to end: long enough for its checkpoint. */
const patienceMs = 60_000

const standard = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '64MB',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_compression: 'on',
  min_wal_size: '80MB',
  max_wal_size: '512MB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_line_prefix: '',
}

interface Start {
  port: number
  /** Settings of PostgreSQL in place of the standard ones or beyond them. */
  settings: Readonly<Record<string, string>>
  log: (line: string) => void
}

export interface Postmaster {
  exited: Promise<number | null>
  /** Ends every session, writes everything to disk and ends PostgreSQL. Resolves once the process is gone; calling it again is harmless. */
  stop(): Promise<void>
}

/** Returns what PostgreSQL writes into postmaster.pid: `ready` is true once it accepts connections. */
export async function readPostmaster(dir: string): Promise<{ pid: number; port: number; ready: boolean } | undefined> {
  const text = await fs.readFile(path.join(clusterOf(dir), 'postmaster.pid'), 'utf8').catch(() => undefined)
  const lines = text?.split('\n') ?? []
  const pid = Number(lines[0])
  return pid > 0 ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' } : undefined
}

/**
 * Waits until no server of an earlier launcher runs on the cluster. The caller holds the lock, so a server that still runs has lost
 * its launcher: it is asked to end. A pid file that names another program (pids start again after a reboot) would keep PostgreSQL
 * from starting for ever, so it is removed.
 */
export async function settleFormer(dir: string, log: (line: string) => void): Promise<void> {
  const deadline = Date.now() + patienceMs
  for (let result = false; ; ) {
    const former = await readPostmaster(dir)
    if (!former || !isAlive(former.pid)) return
    if (!(await servesCluster(former.pid, dir))) return await fs.rm(path.join(clusterOf(dir), 'postmaster.pid'), { force: true })
    if (!result) {
      log(`waiting for PostgreSQL process ${former.pid} of an earlier start to end`)
      result = true
      process.kill(former.pid, 'SIGINT')
    }
    if (Date.now() > deadline)
      throw new EmbeddedError(`PostgreSQL process ${former.pid} of an earlier start still runs in ${dir} and does not end: end it first.`)
    await sleep(50)
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

async function servesCluster(pid: number, dir: string): Promise<boolean> {
  const commandLine =
    process.platform === 'linux'
      ? await fs.readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      : spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout
  return commandLine.split(/[\0]/).includes(clusterOf(dir)) || commandLine.includes(` -D ${clusterOf(dir)} `)
}

/** Starts PostgreSQL and resolves once it accepts connections. */
export async function startPostmaster(dir: string, identity: Identity, { port, settings, log }: Start): Promise<Postmaster> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const attempt = await launch(dir, identity, { port, settings, log })
    if ('exited' in attempt) return attempt
    // The sessions of a killed server outlive it for a moment and hold its shared memory.
    const heldByFormer = /lock file "[^"]*" already exists|pre-existing shared memory block/.test(attempt.output)
    if (!heldByFormer || Date.now() > deadline) throw new Error(attempt.output)
    await sleep(100)
  }
}

function launch(dir: string, identity: Identity, { port, settings, log }: Start): Promise<Postmaster | { output: string }> {
  const options = Object.entries({ ...standard, ...settings, port: String(port) }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const file = executable(identity.binaries, 'postgres')
  // A session of its own: Ctrl-C in the terminal must reach the server first, which drains and then stops the database.
  const child = spawn(...identity.command(file, ['-D', clusterOf(dir), ...options], 'INT'), {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: environment(),
    detached: true,
  })
  const interrupt = () => void child.kill('SIGINT')
  process.once('exit', interrupt)
  const exited = new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null))
    child.once('close', resolve)
  })
  void exited.then(() => process.off('exit', interrupt))
  return new Promise((resolve) => {
    let output = ''
    let pending = ''
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (pending + chunk).split('\n')
      pending = lines.pop() ?? ''
      for (const line of lines) {
        log(line)
        output = `${output}${line}\n`.slice(-10_000)
        if (/database system is ready to accept (read-only )?connections/.test(line)) resolve({ exited, stop: () => stop() })
      }
    })
    child.on('error', (error) => resolve({ output: error.message }))
    void exited.then(() => resolve({ output: output + pending }))
    const stop = async () => {
      interrupt()
      await exited
    }
  })
}
