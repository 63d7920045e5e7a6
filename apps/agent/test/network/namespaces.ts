import { execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Program, tellLack, whyMissing } from '../../../server/test/lacks.ts'

const run = promisify(execFile)

/** The prefix of all namespaces of this run. Those that a killed run left behind are found by its process id. */
const PREFIX = `wft-${process.pid}-`
/** The folder with the folders of the devices; its path is short enough for the sockets in them. */
export const TESTBED_FOLDER = `/tmp/wft-${process.pid}`

/** The folder in which `ip netns exec` looks for a namespace's own resolv.conf. */
export const RESOLVERS = '/etc/netns'

/** The programs that real tunnels need. */
const PROGRAMS: readonly Program[] = ['openvpn', 'nft', 'ip', 'ping', 'vtysh']

/** Returns why real tunnels cannot be made here; undefined if they can. */
export function whyNot(): string | undefined {
  const why = obstacle()
  if (why !== undefined) tellLack(`real tunnels cannot be made: ${why}`)
  return why
}

function obstacle(): string | undefined {
  if (process.getuid?.() !== 0) return 'namespaces need root'
  if (!existsSync('/dev/net/tun')) return 'there is no /dev/net/tun'
  const missing = PROGRAMS.map(whyMissing).find((why) => why !== undefined)
  if (missing !== undefined) return missing
  try {
    execFileSync('ip', ['netns', 'add', `${PREFIX}try`], { stdio: 'ignore' })
    execFileSync('ip', ['netns', 'del', `${PREFIX}try`], { stdio: 'ignore' })
  } catch {
    return 'namespaces cannot be made'
  }
  return undefined
}

/** Ends the processes in namespaces of this run and of killed runs, and removes the namespaces. Other runs keep theirs. */
export function sweep(): void {
  const isOver = (name: string) => {
    const pid = /^wft-(\d+)/.exec(name)?.[1]
    return pid !== undefined && (Number(pid) === process.pid || !existsSync(`/proc/${pid}`))
  }
  const names = execFileSync('ip', ['netns', 'list'], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.split(' ')[0] ?? '')
    .filter(isOver)
  for (const name of names) {
    for (const pid of execFileSync('ip', ['netns', 'pids', name], { encoding: 'utf8' }).split('\n').filter(Boolean)) endProcess(Number(pid))
    execFileSync('ip', ['netns', 'del', name])
  }
  // Devices may have had file systems of their own.
  for (const [, mounted = ''] of readFileSync('/proc/self/mounts', 'utf8').matchAll(/^\S+ (\/tmp\/wft-\S+) /gm))
    if (isOver(mounted.slice('/tmp/'.length))) execFileSync('umount', ['-l', mounted])
  for (const parent of ['/tmp', RESOLVERS])
    for (const folder of globSync('wft-*', { cwd: parent }).filter(isOver)) rmSync(join(parent, folder), { recursive: true, force: true })
}

export function endProcess(pid: number, signal: NodeJS.Signals = 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has ended already.
  }
}

export interface Namespace {
  name: string
  /** Runs a program inside. @returns its output */
  in(...command: string[]): Promise<string>
  /** Returns whether a program inside ends without an error. */
  does(...command: string[]): Promise<boolean>
  spawn(command: readonly string[], env?: Record<string, string>): ReturnType<typeof spawn>
  /** Returns the processes inside whose command line contains `part`. */
  pids(part: string): number[]
  /** Returns the processes of OpenVPN that the device's agent started. */
  tunnels(): number[]
}

export async function addNamespace(short: string): Promise<Namespace> {
  const name = `${PREFIX}${short}`
  await run('ip', ['netns', 'add', name])
  await run('ip', ['-n', name, 'link', 'set', 'lo', 'up'])
  const pids = (part: string) =>
    execFileSync('ip', ['netns', 'pids', name], { encoding: 'utf8' })
      .split('\n')
      .filter((pid) => pid !== '' && commandOf(pid).includes(part))
      .map(Number)
  const inside = (...command: string[]) => run('ip', ['netns', 'exec', name, ...command]).then(({ stdout }) => stdout)
  return {
    name,
    in: inside,
    does: (...command) =>
      inside(...command).then(
        () => true,
        () => false,
      ),
    spawn: (command, env = {}) =>
      spawn('ip', ['netns', 'exec', name, ...command], { stdio: ['pipe', 'pipe', 'pipe'], env: { ...process.env, ...env } }),
    pids,
    // A variable that only the agent sets; the shorter `config` is in vtysh's option --config_dir.
    tunnels: () => pids('weft_config'),
  }
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/** Connects two namespaces by a wire. */
export async function wire(a: Namespace, a_name: string, b: Namespace, b_name: string): Promise<void> {
  await run('ip', ['link', 'add', 'name', a_name, 'netns', a.name, 'type', 'veth', 'peer', 'name', b_name, 'netns', b.name])
  for (const [namespace, name] of [
    [a, a_name],
    [b, b_name],
  ] as const)
    await run('ip', ['-n', namespace.name, 'link', 'set', name, 'up'])
}
