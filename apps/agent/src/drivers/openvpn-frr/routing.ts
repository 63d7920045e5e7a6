import { chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import type { Log } from '../../log.ts'
import { oneLine } from '../../one-line.ts'
import { addressesIn } from './address-guard.ts'
import { sessionsIn, type SessionsWithPrefixes } from './bfd-guard.ts'
import { writeWhole } from './files.ts'
import { frrDifference } from './frr-difference.ts'
import { removeTraces } from './logs.ts'
import { runProgram } from './run-program.ts'
import { ENOUGH_FAILURES, isRunning, lastWords, pause, pauseAfter, runningWith, STANDS_MS, startDetached, stopProcess } from './running.ts'

/** The routing daemons of FRR. They keep running when the agent ends, and have a folder of their own for their sockets. */
export interface Routing {
  /** Returns whether any of the daemons runs. */
  running(): boolean
  /** Has FRR parse a configuration without applying it. @throws with what FRR refuses */
  validate(config: string): Promise<void>
  /** Starts the daemons that do not run, and makes all of them match `frr.conf` without interrupting what has not changed. */
  load(): Promise<void>
  /** Asks the BGP neighbours to prefer other routes than those through this device (`on`), or to use its routes again. */
  drain(asn: string, on: boolean): Promise<void>
  /** Ends the session with one neighbour (`on`), so that both ends use other routes at once, or begins it again. */
  part(asn: string, address: string, on: boolean): Promise<void>
  stop(): Promise<void>
  /**
   * Called once a second: starts daemons again that have ended, and makes all of them run what they should, after pauses that grow while that
   * does not last. It looks at what they run every 30 seconds.
   * @throws with the reason as long as they do not run what they should, also in a pause
   */
  beat(): Promise<void>
  /** Returns why FRR does not run what it should, if it was repaired again and again. */
  fault(): string | undefined
  /** Asks bgpd and bfdd for their sessions. */
  sessions(): Promise<SessionsWithPrefixes>
  /** Asks zebra for the IPv4 addresses that it knows, without masks, by interface. */
  addresses(): Promise<Map<string, string[]>>
  /** Runs commands in the configuration mode of vtysh. */
  configure(commands: readonly string[]): Promise<void>
}

export interface RoutingDependencies {
  /** The folder of `frr.conf`. */
  root: string
  /** The folder of sockets, logs and temporary files. */
  run: string
  /** The folder in which Debian keeps the daemons and `frr-reload.py`. */
  daemons: string
  log: Log
  /** The monotonic clock, in milliseconds. */
  now?: () => number
}

const NAMES = ['zebra', 'bgpd', 'bfdd'] as const
/** The names that zebra has for bgpd and bfdd. */
const ZEBRA_CLIENTS = ['bgp', 'bfd'] as const
/** Milliseconds that a started daemon has until it must be ready. */
const READY_MS = 8000
const LOOK_EVERY_MS = 30_000

export function createRouting({ root, run, daemons, log, now = () => performance.now() }: RoutingDependencies): Routing {
  const sockets = join(run, 'frr')
  const socketOf = (name: string) => join(sockets, `${name}.vty`)
  const logOf = (name: string) => join(run, `${name}.log`)
  // Started by root, the daemons switch to a user of their own; otherwise they run as the agent's user and group.
  const owner = process.getuid?.() === 0 ? accountOf('frr') : undefined
  const { user, group } = ownNames()
  const config = join(root, 'frr.conf')
  /** True from `load` until `stop`: a daemon that ends meanwhile is started again. */
  let mustRun = false
  /** The process ids of the daemons as they were last found, so that `beat` need not read every process of the machine each second. */
  let lastPids: number[] = []
  /** The daemons that were started and do not have their configuration yet. */
  const fresh = new Set<string>()
  /** The commands by which traffic is led past neighbours for a moment. Meanwhile they belong to what FRR should run. */
  const ledPast = new Set<string>()
  /** When `beat` looks again at what runs, when it last repaired something and when it may do so again, in milliseconds of the clock. */
  let lookAt = Number.NEGATIVE_INFINITY
  let repairedAt = Number.NEGATIVE_INFINITY
  let notBefore = Number.NEGATIVE_INFINITY
  /** Repairs in a row that failed or did not last, what the last one found or why it failed, and whether it succeeded. */
  let failures = 0
  let reason = ''
  let isSound = true

  /** Returns the daemons that run with this folder of sockets. */
  const runningDaemons = () =>
    runningWith((argument) => argument === sockets).flatMap(({ pid, argv }) => {
      const name = NAMES.find((daemon) => argv[0]?.endsWith(`/${daemon}`))
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

  /** Starts the daemons that do not run, and waits until all are ready. */
  async function startMissing(): Promise<void> {
    const present = runningDaemons()
    const missing = NAMES.filter((name) => !present.some((one) => one.name === name))
    mkdirSync(sockets, { recursive: true, mode: 0o700 })
    if (owner) chownSync(sockets, owner.uid, owner.gid)
    // Without this file vtysh complains at every call.
    await writeWhole(join(sockets, 'vtysh.conf'), '')
    if (missing.length > 0) removeTraces()
    const started = await Promise.all(
      missing.map(async (name) => {
        await rm(socketOf(name), { force: true })
        fresh.add(name)
        return { name, pid: await startDetached([join(daemons, name), ...argumentsOf(name)], logOf(name)) }
      }),
    )
    // One that runs may have been started by an attempt that did not wait long enough.
    for (const { name, pid } of [...present, ...started]) await untilAnswering(name, pid)
    if (missing.length > 0) await untilRegistered()
  }

  /**
   * Waits until zebra lists bgpd and bfdd as clients. A neighbour that is configured earlier may never get its BFD session, because bgpd
   * requests the session through zebra and only once.
   */
  async function untilRegistered(): Promise<void> {
    const until = performance.now() + READY_MS
    for (;;) {
      const clients = await vtysh('-c', 'show zebra client summary')
      if (ZEBRA_CLIENTS.every((name) => new RegExp(`^${name}\\s`, 'm').test(clients))) return
      // The daemons run: routes work without BFD, and missing sessions are repaired later (bfd-guard.ts).
      if (performance.now() > until) return
      await pause(50)
    }
  }

  /** Waits until a daemon has opened its socket. @throws if the daemon has ended, or opens none in time */
  async function untilAnswering(name: string, pid: number): Promise<void> {
    const until = performance.now() + READY_MS
    while (!existsSync(socketOf(name))) {
      if (!isRunning(pid)) throw new Error(`${name} of FRR ended at once: ${lastWords(logOf(name))}`)
      if (performance.now() > until) throw new Error(`${name} of FRR does not answer: ${lastWords(logOf(name))}`)
      await pause(20)
    }
  }

  /**
   * Returns the configuration of bgpd, and of bfdd what bgpd does not have. By itself vtysh shows what any daemon has, and zebra has the
   * same lists and maps: it would hide that bgpd lacks them.
   * @param before arguments of vtysh for bgpd that run first
   */
  async function runningConfig(before: readonly string[]): Promise<string> {
    const bgpd = await vtysh('-d', 'bgpd', ...before, '-c', 'show running-config')
    const bfdd = await vtysh('-d', 'bfdd', '-c', 'show running-config')
    return `${bgpd}\n${/^bfd$[^]*/m.exec(bfdd)?.[0] ?? ''}`
  }

  /** Returns what the daemons should run: `frr.conf`, and what leads traffic past neighbours. */
  const wanted = async () => withLed(await readFile(config, 'utf8'), ledPast)

  /**
   * Returns the commands that make the running configuration match `frr.conf`; undefined if commands alone cannot do that.
   * @param before arguments of vtysh for bgpd that run first
   */
  const difference = async (...before: string[]) => frrDifference(await runningConfig(before), await wanted())
  /** Makes bgpd apply changed prefix lists and route maps at once. By itself it waits five seconds. */
  const APPLY_AT_ONCE = ['-c', 'clear bgp ipv4 unicast * soft']

  /** Makes the running daemons match `frr.conf`. Most changes are a few commands, which take a tenth of the time of `frr-reload.py`. */
  async function reload(): Promise<void> {
    for (const name of fresh) await vtysh('-d', name, '-f', config)
    fresh.clear()
    const commands = await difference()
    if (commands === '' || (commands !== undefined && (await applyCommands(commands)))) return
    await reloadWhole()
    await vtysh(...APPLY_AT_ONCE)
  }

  /** Runs commands. @returns whether the daemons match `frr.conf` afterwards */
  async function applyCommands(commands: string): Promise<boolean> {
    const path = join(run, 'frr.lines')
    await writeWhole(path, commands)
    const output = await vtysh('-f', path).catch(() => undefined)
    return output !== undefined && (await difference(...APPLY_AT_ONCE)) === ''
  }

  async function configure(commands: readonly string[]): Promise<void> {
    await vtysh(...['configure terminal', ...commands].flatMap((command) => ['-c', command]))
  }

  /** Leads traffic past neighbours by a command that `frr.conf` does not have, or takes the command back. */
  async function lead(asn: string, command: string, on: boolean): Promise<void> {
    if (on) ledPast.add(command)
    // One that cannot be taken back is found by the next look, and taken back then.
    else ledPast.delete(command)
    try {
      await configure([`router bgp ${asn}`, `${on ? '' : 'no '}${command}`])
    } catch (error) {
      ledPast.delete(command)
      throw error
    }
  }

  /** Makes the running daemons match `frr.conf` by the program of FRR that can make every change. */
  async function reloadWhole(): Promise<void> {
    const path = join(run, 'frr.whole')
    await writeWhole(path, await wanted())
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
      path,
    ])
  }

  function begin(look: number): void {
    lookAt = look
    notBefore = Number.NEGATIVE_INFINITY
    failures = 0
    isSound = true
  }

  /** Makes the daemons run what they should, and remembers how that went. */
  async function repair(): Promise<void> {
    let isRepaired = true
    try {
      isRepaired = await reconcile()
      isSound = true
    } catch (error) {
      reason = oneLine(error)
      isSound = false
    }
    lookAt = now() + LOOK_EVERY_MS
    if (!isRepaired) return
    repairedAt = now()
    notBefore = repairedAt + pauseAfter(failures)
    failures += 1
  }

  /** Compares what runs with what should, and makes it so. @returns whether anything had to be done. @throws if it cannot be made so */
  async function reconcile(): Promise<boolean> {
    const present = runningDaemons()
    const ended = NAMES.find((name) => !present.some((one) => one.name === name))
    if (ended !== undefined) log.warn((reason = `${ended} of FRR has ended and is started again: ${lastWords(logOf(ended))}`))
    await startMissing()
    lastPids = runningDaemons().map(({ pid }) => pid)
    if (fresh.size === 0) {
      if ((await difference()) === '') return false
      log.warn((reason = 'FRR does not run its whole configuration, which is loaded again'))
    }
    await reload()
    if ((await difference()) !== '') throw new Error('FRR does not accept its whole configuration')
    return true
  }

  return {
    running: () => runningDaemons().length > 0,
    async validate(text) {
      const candidate = join(run, 'frr.candidate')
      await writeWhole(candidate, text)
      const complaints = await vtysh('-C', '-f', candidate).catch((error: Error) => error.message)
      if (complaints.trim() !== '') throw new Error(`FRR refuses the configuration: ${complaints.trim().slice(0, 400)}`)
    },
    async load() {
      mustRun = true
      begin(Number.NEGATIVE_INFINITY)
      // If all daemons are new, they load the whole file at once; otherwise only new ones do, and the others the differences.
      const noneRan = runningDaemons().length === 0
      await startMissing()
      if (noneRan) {
        await vtysh('-f', config)
        fresh.clear()
      } else await reload()
      begin(now() + LOOK_EVERY_MS)
      lastPids = runningDaemons().map(({ pid }) => pid)
    },
    drain: (asn, on) => lead(asn, 'bgp graceful-shutdown', on),
    part: (asn, address, on) => lead(asn, `neighbor ${address} shutdown`, on),
    async stop() {
      mustRun = false
      begin(Number.NEGATIVE_INFINITY)
      await Promise.all(
        runningDaemons()
          .toReversed()
          .map(({ pid }) => stopProcess(pid)),
      )
    },
    async beat() {
      if (!mustRun) return
      const isWhole = isSound && lastPids.length === NAMES.length && lastPids.every(isRunning)
      if (isWhole && now() - repairedAt > STANDS_MS) failures = 0
      if (isWhole && now() < lookAt) return
      if (now() >= notBefore) await repair()
      if (!isSound) throw new Error(reason)
    },
    fault: () => (failures < ENOUGH_FAILURES ? undefined : `FRR does not stay as it should be: ${reason}`),
    async sessions() {
      const [bgp, bfd] = await Promise.all([vtysh('-c', 'show bgp ipv4 unicast summary json'), vtysh('-c', 'show bfd peers json')])
      return sessionsIn(bgp, bfd)
    },
    addresses: async () => addressesIn(await vtysh('-c', 'show interface brief json')),
    configure,
  }
}

/** Returns a configuration with these commands of BGP, except those for neighbours that it does not have. */
function withLed(config: string, commands: ReadonlySet<string>): string {
  const known = [...commands].filter((command) => {
    const address = /^neighbor (\S+) /.exec(command)?.[1]
    return address === undefined || config.includes(` neighbor ${address} remote-as `)
  })
  return config.replace(/^router bgp .*$/m, (line) => [line, ...known.map((command) => ` ${command}`)].join('\n'))
}

/** Returns the ids of a user of the machine and of its group; undefined if there is no such user. */
function accountOf(name: string): { uid: number; gid: number } | undefined {
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`${name}:`))
  const [, , uid, gid] = entry?.split(':') ?? []
  return uid === undefined || gid === undefined ? undefined : { uid: Number(uid), gid: Number(gid) }
}

/** Returns the names of the user and the group that the agent runs as. */
function ownNames(): { user: string; group: string } {
  const { username, gid } = userInfo()
  const entry = readFileSync('/etc/group', 'utf8')
    .split('\n')
    .find((line) => line.split(':')[2] === String(gid))
  return { user: username, group: entry?.split(':')[0] ?? username }
}
