import { chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { addressesIn } from './address-guard.ts'
import { type Sessions, sessionsIn } from './bfd-guard.ts'
import { writeWhole } from './files.ts'
import { frrDifference } from './frr-difference.ts'
import { runProgram } from './run-program.ts'
import { isRunning, lastWords, pause, runningWith, startDetached, stopProcess } from './running.ts'

/** The routing daemons of FRR: processes that survive the agent, with a folder of sockets of their own. */
export interface Routing {
  running(): boolean
  /** @throws with the lines that FRR refuses */
  validate(config: string): Promise<void>
  /** Starts the daemons that do not run, and makes all of them match the configuration in the file, without an interruption. */
  load(): Promise<void>
  /** Asks the neighbours to use other routes, or allows them to come back. */
  drain(asn: string, on: boolean): Promise<void>
  stop(): Promise<void>
  /** Called once a second: starts a daemon that ended again, with its part of the configuration. */
  beat(): Promise<void>
  /** Asks bgpd and bfdd for their sessions. */
  sessions(): Promise<Sessions>
  /** Asks zebra for the IPv4 addresses that it knows, without masks, by interface. */
  addresses(): Promise<Map<string, string[]>>
  /** Runs commands in the configuration mode of vtysh. */
  configure(commands: readonly string[]): Promise<void>
}

export interface RoutingDependencies {
  /** The folder of `frr.conf`. */
  root: string
  run: string
  /** The folder in which Debian keeps the daemons and `frr-reload.py`. */
  daemons: string
}

const NAMES = ['zebra', 'bgpd', 'bfdd'] as const
/** bgpd and bfdd, as zebra calls them. */
const ZEBRA_CLIENTS = ['bgp', 'bfd'] as const
const READY_MS = 8000

export function createRouting({ root, run, daemons }: RoutingDependencies): Routing {
  const sockets = join(run, 'frr')
  const socketOf = (name: string) => join(sockets, `${name}.vty`)
  const logOf = (name: string) => join(run, `${name}.log`)
  // Started by root, the daemons switch to a user of their own; otherwise they run as the agent's user and group.
  const owner = process.getuid?.() === 0 ? accountOf('frr') : undefined
  const { user, group } = ownNames()
  const config = join(root, 'frr.conf')
  let wanted = false
  /** The process ids of the daemons seen last, so that the beat does not read every process of the machine each second. */
  let seen: number[] = []

  const found = () =>
    runningWith((argument) => argument === sockets).flatMap(({ pid, argv }) => {
      const name = NAMES.find((one) => argv[0]?.endsWith(`/${one}`))
      return name ? [{ pid, name }] : []
    })
  const vtysh = (...args: string[]) => runProgram('vtysh', ['--vty_socket', sockets, '--config_dir', sockets, ...args])

  const argumentsOf = (name: (typeof NAMES)[number]) => [
    ...(owner ? [] : ['-u', user, '-g', group]),
    '--vty_socket',
    sockets,
    '-z',
    join(sockets, 'zserv.api'),
    '-i',
    join(sockets, `${name}.pid`),
    '-A',
    '127.0.0.1',
    '-P',
    '0',
    ...(name === 'bfdd' ? ['--bfdctl', join(sockets, 'bfdd.sock')] : []),
  ]

  /** Starts the daemons that do not run. @returns whether there were any */
  async function startMissing(): Promise<boolean> {
    const there = new Set(found().map(({ name }) => name))
    const missing = NAMES.filter((name) => !there.has(name))
    mkdirSync(sockets, { recursive: true, mode: 0o700 })
    if (owner) chownSync(sockets, owner.uid, owner.gid)
    // Without this file vtysh complains at every call.
    await writeWhole(join(sockets, 'vtysh.conf'), '')
    const started = await Promise.all(
      missing.map(async (name) => {
        await rm(socketOf(name), { force: true })
        return { name, pid: await startDetached([join(daemons, name), ...argumentsOf(name)], logOf(name)) }
      }),
    )
    for (const { name, pid } of started) await answers(name, pid)
    if (missing.length > 0) await registered()
    return missing.length > 0
  }

  /**
   * Waits until zebra lists bgpd and bfdd as clients. A neighbour that is configured before that may never get its BFD session,
   * because bgpd requests it only once, through zebra.
   */
  async function registered(): Promise<void> {
    const until = performance.now() + READY_MS
    for (;;) {
      const clients = await vtysh('-c', 'show zebra client summary')
      if (ZEBRA_CLIENTS.every((name) => new RegExp(`^${name}\\s`, 'm').test(clients))) return
      // The daemons run: routes work without BFD, and missing sessions are repaired later (bfd-guard.ts).
      if (performance.now() > until) return
      await pause(50)
    }
  }

  async function answers(name: string, pid: number): Promise<void> {
    const until = performance.now() + READY_MS
    while (!existsSync(socketOf(name))) {
      if (!isRunning(pid)) throw new Error(`${name} of FRR ended at once: ${lastWords(logOf(name))}`)
      if (performance.now() > until) throw new Error(`${name} of FRR does not answer: ${lastWords(logOf(name))}`)
      await pause(20)
    }
  }

  /** Returns the commands that are left to run; undefined if commands alone cannot make the change. */
  const difference = async (...before: string[]) =>
    frrDifference(await vtysh(...before, '-c', 'show running-config'), await readFile(config, 'utf8'))
  /** Makes bgpd apply changed lists at once; by itself it would do so five seconds later. */
  const AT_ONCE = ['-c', 'clear bgp ipv4 unicast * soft']

  /** Makes the running daemons match the file. Most changes are a few lines, which take a tenth of the time of `frr-reload.py`. */
  async function reload(): Promise<void> {
    const lines = await difference()
    if (lines === '' || (lines !== undefined && (await takes(lines)))) return
    await reloadWhole()
    await vtysh(...AT_ONCE)
  }

  /** Runs commands. @returns whether the daemons match the file afterwards */
  async function takes(lines: string): Promise<boolean> {
    const path = join(run, 'frr.lines')
    await writeWhole(path, lines)
    const said = await vtysh('-f', path).catch(() => undefined)
    return said !== undefined && (await difference(...AT_ONCE)) === ''
  }

  async function configure(commands: readonly string[]): Promise<void> {
    await vtysh(...['configure terminal', ...commands].flatMap((command) => ['-c', command]))
  }

  async function reloadWhole(): Promise<void> {
    await runProgram('/usr/bin/python3', [
      join(daemons, 'frr-reload.py'),
      '--reload',
      '--stdout',
      '--bindir',
      '/usr/bin',
      '--confdir',
      sockets,
      '--rundir',
      sockets,
      '--vty_socket',
      sockets,
      config,
    ])
  }

  return {
    running: () => found().length > 0,
    async validate(text) {
      const candidate = join(run, 'frr.candidate')
      await writeWhole(candidate, text)
      const said = await vtysh('-C', '-f', candidate).catch((error: Error) => error.message)
      if (said.trim() !== '') throw new Error(`FRR refuses the configuration: ${said.trim().slice(0, 400)}`)
    },
    async load() {
      wanted = true
      // New daemons load the whole file; those that run already load only what differs.
      const fresh = found().length === 0
      await startMissing()
      await (fresh ? vtysh('-f', config) : reload())
    },
    drain: (asn, on) => configure([`router bgp ${asn}`, `${on ? '' : 'no '}bgp graceful-shutdown`]),
    async stop() {
      wanted = false
      await Promise.all(
        found()
          .toReversed()
          .map(({ pid }) => stopProcess(pid)),
      )
    },
    async beat() {
      if (!wanted || (seen.length === NAMES.length && seen.every(isRunning))) return
      if (await startMissing()) await reload()
      seen = found().map(({ pid }) => pid)
    },
    async sessions() {
      const [bgp, bfd] = await Promise.all([vtysh('-c', 'show bgp ipv4 unicast summary json'), vtysh('-c', 'show bfd peers brief json')])
      return sessionsIn(bgp, bfd)
    },
    addresses: async () => addressesIn(await vtysh('-c', 'show interface brief json')),
    configure,
  }
}

function accountOf(name: string): { uid: number; gid: number } | undefined {
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`${name}:`))
  const [, , uid, gid] = entry?.split(':') ?? []
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

function ownNames(): { user: string; group: string } {
  const { username, gid } = userInfo()
  const entry = readFileSync('/etc/group', 'utf8')
    .split('\n')
    .find((line) => line.split(':')[2] === String(gid))
  return { user: username, group: entry?.split(':')[0] ?? username }
}
