import { spawn } from 'node:child_process'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { type Binaries, copyOut, executable } from './binaries.ts'
import { EmbeddedError } from './embedded-error.ts'

const nobody = { uid: 65534, gid: 65534 }

/** The user that PostgreSQL runs as, and the copy of it that runs. PostgreSQL refuses to run as root. */
export interface Identity {
  binaries: Binaries
  /** The user who must own the files on disk. */
  owner: { uid: number; gid: number }
  /** Returns the whole command line for `file`; on Linux the process gets `signal` when the launcher dies, however it dies. */
  command(file: string, args: string[], signal: 'INT' | 'KILL'): [string, string[]]
}

/**
 * Chooses how PostgreSQL runs: as this process's user unless that is root; for root in a user namespace of its own; if the system
 * refuses those (many containers do) as user 65534, with the binaries copied out if that user cannot reach the installed ones.
 */
export async function chooseIdentity(binaries: Binaries, dir: string): Promise<Identity> {
  const uid = process.getuid?.() ?? 0
  const gid = process.getgid?.() ?? 0
  if (process.platform !== 'linux') {
    if (uid === 0)
      throw new EmbeddedError('The embedded database does not run as root on this system: start as another user or set DATABASE_URL.')
    return { binaries, owner: { uid, gid }, command: (file, args) => [file, args] }
  }
  const self: Identity = { binaries, owner: { uid, gid }, command: setpriv() }
  if (uid !== 0) return (await runs(self)) ?? refuse(self)
  const namespaced: Identity = { ...self, command: inNamespace }
  const lesser: Identity = { binaries, owner: nobody, command: setpriv(asNobody) }
  const copied = async (): Promise<Identity> => ({ ...lesser, binaries: await copyOut(binaries, dir, nobody) })
  const reaching = async (): Promise<Identity> => ({ ...(await copied()), command: setpriv([...asNobody, ...passingFolders]) })
  const reachesData = async (identity: Identity) => await runs(identity, 'test', ['-x', path.dirname(dir)])
  for (const identity of [namespaced, lesser]) if ((await runs(identity)) && (await reachesData(identity))) return identity
  await fs.chown(dir, nobody.uid, nobody.gid)
  const near = await copied()
  return (await runs(near)) ?? (await runs(await reaching())) ?? refuse(near)
}

const asNobody = ['--reuid', String(nobody.uid), '--regid', String(nobody.gid), '--clear-groups']

/**
 * Options that keep a data folder reachable below one that only root may enter, such as /root: one capability, which the last
 * option makes count in access(2) too, by which PostgreSQL looks for its programs.
 */
const passingFolders = ['--inh-caps', '+dac_override', '--ambient-caps', '+dac_override', '--securebits', '+no_setuid_fixup']

const setpriv =
  (options: string[] = []): Identity['command'] =>
  (file, args, signal) => ['setpriv', [...options, '--pdeathsig', signal, file, ...args]]

const inNamespace: Identity['command'] = (file, args, signal) => [
  'unshare',
  ['--user', '--map-user=1', '--map-group=1', 'setpriv', '--pdeathsig', signal, file, ...args],
]

/** Returns the identity if it can run PostgreSQL (or the given program), else undefined. */
async function runs(
  identity: Identity,
  program = executable(identity.binaries, 'postgres'),
  args = ['--version'],
): Promise<Identity | undefined> {
  const { code } = await run(identity, program, args)
  return code === 0 ? identity : undefined
}

async function refuse(identity: Identity): Promise<never> {
  const { output } = await run(identity, executable(identity.binaries, 'postgres'), ['--version'])
  throw new EmbeddedError(
    `The embedded database's programs do not run on this system (${output.trim().split('\n').at(-1)}): set DATABASE_URL instead.`,
  )
}

/** Runs a program to its end and returns its exit code and output. The program dies with the launcher. */
export async function run(identity: Identity, file: string, args: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(...identity.command(file, args, 'KILL'), { stdio: ['ignore', 'pipe', 'pipe'], env: environment() })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return await new Promise((resolve) => {
    child.on('error', (error) => resolve({ code: null, output: `${output}\n${error.message}` }))
    child.once('close', (code) => resolve({ code, output }))
  })
}

/** Returns PostgreSQL's environment. It takes defaults from PG* and locale variables, which must not depend on the operator's shell. */
export const environment = (): NodeJS.ProcessEnv => ({ PATH: process.env['PATH'], TZ: 'UTC', LC_ALL: 'C.UTF-8' })
