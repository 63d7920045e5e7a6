import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Log } from '../../log.ts'
import type { OwnAddresses } from '../../own-addresses.ts'
import { type Management, openManagement, quoted } from './management.ts'
import { ENOUGH_FAILURES, isRunning, lastWords, pause, pauseAfter, runningWith, STANDS_MS, startDetached, stopProcess } from './running.ts'
import { type Client, clientsOf, factsOf, stateOf, type TunnelFacts, type TunnelState, type UpTunnel } from './tunnel-facts.ts'

export interface TunnelsDependencies {
  /** The folders of the configurations, and of the sockets of the management interface. */
  configs: string
  run: string
  /** The OpenVPN program. */
  openvpn: string
  /** Returns the name and password of a software member at the centers of a network. */
  login: (network_number: string) => { username: string; password: string }
  addresses: Pick<OwnAddresses, 'towards'>
  log: Log
  /** Called when a tunnel came up, went down or changed its address. */
  changed: () => void
}

/** The processes of OpenVPN, one per tunnel or service. They survive the agent, which finds them again. */
export interface Tunnels {
  /** Returns the processes by name, with the fingerprint of the configuration that each runs with. */
  running(): Map<string, string>
  /** Starts a process, or takes over the one that runs with this configuration; others of the same name end. @throws with the messages of OpenVPN if it does not come to work */
  start(name: string, config: string, print: string): Promise<void>
  stop(name: string): Promise<void>
  /** Ends a member's session with a service; the member may come back. */
  kill(name: string, who: string): Promise<void>
  /**
   * Called once a second: starts processes that ended again, has tunnels that are down dial at once when their way is back, and asks services
   * which members they have let in.
   */
  beat(): Promise<void>
  up(): UpTunnel[]
  /** Returns what is up of one process: at most one tunnel unless it is a service. */
  upOf(name: string): UpTunnel[]
  /** Returns why a tunnel does not stay up, if its process ends again and again. */
  fault(): string | undefined
  /** Restarts all processes. */
  respawn(): Promise<void>
  names(): string[]
  /** Stops watching the processes, which keep running. */
  leave(): void
}

interface Tunnel {
  name: string
  config: string
  print: string
  facts: TunnelFacts
  pid: number
  /** True while its process is started or replaced: `beat` must not take it for one that ended, and start a second one. */
  changing: boolean
  management: Management | undefined
  /** True once the process that runs now has accepted commands: it could read its configuration. */
  accepted: boolean
  connecting: boolean
  state: TunnelState | undefined
  /** The own address by which it dials, undefined if no line leads to its other end; null before the first look and while it is up. */
  source: string | undefined | null
  /** When it was last made to dial at once, in milliseconds of the monotonic clock. */
  redialled: number
  received: number
  sent: number
  clients: Client[]
  /** When it was started, in milliseconds of the monotonic clock. */
  begun: number
  /** When it may be started again. */
  notBefore: number
  /** How often it ended soon after its start. */
  failures: number
  /** Why the process could not even be started. */
  trouble: string | undefined
  stopped: boolean
}

const CONFIG_HASH = 'weft_config'
export const fingerprint = (...texts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 32)

const READY_MS = 8000
/** Seconds between the counts of bytes that OpenVPN reports: a session loses at most this much at its end. */
const BYTES_SECONDS = 1
const STATUS_BEATS = 2
/** The states in which a tunnel waits for its next attempt, or for the first answer. */
const UNANSWERED = new Set(['CONNECTING', 'RESOLVE', 'WAIT', 'RECONNECTING'])
/** Milliseconds between two times that a tunnel is made to dial at once: a line may come and go. OpenVPN's own pauses are no longer. */
const REDIAL_MS = 10_000

export function createTunnels({ configs, run, openvpn, login, addresses, log, changed }: TunnelsDependencies): Tunnels {
  const tunnels = new Map<string, Tunnel>()
  const pathOf = (name: string) => join(configs, `${name}.conf`)
  const logOf = (name: string) => join(run, `${name}.log`)
  let beats = 0

  const found = () =>
    runningWith((argument) => argument.startsWith(`${configs}/`)).flatMap(({ pid, argv }) => {
      const path = argv[argv.indexOf('--config') + 1] ?? ''
      const print = argv[argv.indexOf(CONFIG_HASH) + 1] ?? ''
      return path.endsWith('.conf') ? [{ pid, name: basename(path, '.conf'), print }] : []
    })

  async function launch(tunnel: Tunnel): Promise<void> {
    const { name, print } = tunnel
    tunnel.state = undefined
    tunnel.accepted = false
    tunnel.clients = []
    tunnel.begun = performance.now()
    tunnel.changing = true
    const command = [openvpn, '--config', pathOf(name), '--setenv', CONFIG_HASH, print] as const
    try {
      tunnel.pid = await startDetached([...command], logOf(name))
    } finally {
      tunnel.changing = false
    }
  }

  async function connect(tunnel: Tunnel): Promise<void> {
    if (tunnel.management || tunnel.connecting) return
    tunnel.connecting = true
    try {
      const management = await openManagement(
        join(run, `${tunnel.name}.sock`),
        (line) => heard(tunnel, line),
        () => {
          tunnel.management = undefined
          if (isRunning(tunnel.pid)) return
          down(tunnel)
        },
      )
      // It was stopped or replaced meanwhile, and OpenVPN serves only one connection.
      if (tunnels.get(tunnel.name) !== tunnel) return management.close()
      tunnel.management = management
      tunnel.accepted = true
      await management.ask('state on')
      if (tunnel.facts.role !== 'service') await management.ask(`bytecount ${BYTES_SECONDS}`)
      const before = tunnel.state
      const [line] = (await management.ask('state', 'many')).slice(-1)
      // A state that OpenVPN reported by itself meanwhile is newer.
      if (line !== undefined && tunnel.state === before) moved(tunnel, line)
      // OpenVPN waited for this agent once, to be watched from its beginning. It does not wait at later restarts, as the agent may be gone.
      await management.ask('hold off')
      await management.ask('hold release')
      if (tunnel.facts.role === 'service') await listClients(tunnel)
    } catch {
      // OpenVPN is not ready yet, or has ended: the next beat tries again.
    } finally {
      tunnel.connecting = false
    }
  }

  function heard(tunnel: Tunnel, line: string): void {
    const say = (...commands: string[]) => {
      for (const command of commands) tunnel.management?.ask(command).catch(() => {})
    }
    const [head, rest] = [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]
    if (head === 'STATE') return moved(tunnel, rest)
    if (head === 'HOLD') return say('hold off', 'hold release')
    if (head === 'BYTECOUNT') [tunnel.received = 0, tunnel.sent = 0] = rest.split(',').map(Number)
    if (head !== 'PASSWORD') return
    if (rest.startsWith("Need 'Auth'")) {
      const { username, password } = login(tunnel.facts.network_number)
      return say(`username "Auth" ${quoted(username)}`, `password "Auth" ${quoted(password)}`)
    }
    if (rest.startsWith('Verification Failed')) log.warn(`${tunnel.name}: the sign-in was refused`)
  }

  function moved(tunnel: Tunnel, line: string): void {
    const [was, now] = [tunnel.state?.name, stateOf(line)]
    if (now.name === 'CONNECTED' && was !== 'CONNECTED') [tunnel.received, tunnel.sent] = [0, 0]
    tunnel.state = now
    if ((was === 'CONNECTED') !== (now.name === 'CONNECTED')) changed()
  }
  function down(tunnel: Tunnel): void {
    const wasUp = upOf(tunnel).length > 0
    tunnel.state = undefined
    tunnel.clients = []
    if (wasUp) changed()
  }

  async function listClients(tunnel: Tunnel): Promise<void> {
    const status = await tunnel.management?.ask('status 3', 'many')
    if (!status) return
    const before = tunnel.clients
    tunnel.clients = clientsOf(tunnel.facts.network_number, status)
    const ids = (clients: readonly Client[]) => clients.map(({ cid, vpn_ip }) => `${cid} ${vpn_ip}`).join()
    if (ids(before) !== ids(tunnel.clients)) changed()
  }

  function upOf({ facts, state, clients, received, sent }: Tunnel): UpTunnel[] {
    if (facts.role === 'service') return clients
    if (state?.name !== 'CONNECTED' || facts.who === undefined) return []
    const { network_number, who, role, peer_address } = facts
    const dialled = role === 'dial'
    const vpn_ip = dialled ? state.own_address : (peer_address ?? null)
    return [{ network_number, who, dialled, vpn_ip, address: dialled ? state.local_address : null, since: state.since, received, sent }]
  }

  /**
   * Waits until a process works: a service listens, and a tunnel that dials has accepted commands. Such a tunnel may have ended again by
   * then, because its center does not let it in yet: the center may have its own change still before it. `beat` dials again.
   */
  async function ready(tunnel: Tunnel): Promise<void> {
    const until = performance.now() + READY_MS
    for (;;) {
      await connect(tunnel)
      if (tunnel.facts.role !== 'service' && tunnel.accepted) return
      if (tunnel.facts.role === 'service' && tunnel.state?.name === 'CONNECTED' && isRunning(tunnel.pid)) return
      if (!isRunning(tunnel.pid)) throw new Error(`${tunnel.name}: OpenVPN ended: ${lastWords(logOf(tunnel.name))}`)
      if (performance.now() > until) throw new Error(`${tunnel.name}: OpenVPN does not come to work: ${lastWords(logOf(tunnel.name))}`)
      await pause(20)
    }
  }

  /** Returns whether the other end has answered: a restart would only take longer. */
  const answered = ({ state }: Tunnel) => state !== undefined && !UNANSWERED.has(state.name)

  /** Has a tunnel that is down dial at once if a line leads to its other end again, or another one does. */
  async function redial(tunnel: Tunnel): Promise<void> {
    const { name, config, facts, management } = tunnel
    if (facts.remote === undefined || !management) return
    if (tunnel.state?.name === 'CONNECTED') tunnel.source = null
    if (answered(tunnel)) return
    const source = await addresses.towards(facts.remote)
    const now = performance.now()
    const redials = tunnel.source !== null && source !== undefined && source !== tunnel.source
    // The next looks find this change again.
    if (redials && now - tunnel.redialled < REDIAL_MS) return
    tunnel.source = source
    if (!redials) return
    // At SIGHUP OpenVPN reads its file, which is another one after a change that failed.
    const file = await readFile(pathOf(name), 'utf8').catch(() => undefined)
    if (tunnel.management !== management || answered(tunnel) || file !== config) return
    tunnel.redialled = now
    // SIGHUP also forgets the failures by which the pauses grow, which SIGUSR1 outside of a pause does not.
    await management.ask('signal SIGHUP').catch(() => {})
  }

  async function revive(tunnel: Tunnel): Promise<void> {
    const now = performance.now()
    if (now < tunnel.notBefore) return
    down(tunnel)
    log.warn(`${tunnel.name}: OpenVPN ended and is started again: ${lastWords(logOf(tunnel.name))}`)
    tunnel.notBefore = now + pauseAfter(tunnel.failures)
    tunnel.failures += 1
    tunnel.trouble = undefined
    await launch(tunnel).catch((error: unknown) => {
      tunnel.trouble = error instanceof Error ? error.message : String(error)
    })
  }

  return {
    running: () => new Map(found().map(({ name, print }) => [name, print])),
    async start(name, config, print) {
      const present = found().filter((one) => one.name === name)
      const tunnel: Tunnel = {
        name,
        config,
        print,
        facts: factsOf(name, config),
        pid: present.find((one) => one.print === print)?.pid ?? 0,
        changing: true,
        management: undefined,
        accepted: false,
        connecting: false,
        state: undefined,
        source: null,
        redialled: Number.NEGATIVE_INFINITY,
        received: 0,
        sent: 0,
        clients: [],
        begun: 0,
        notBefore: 0,
        failures: 0,
        trouble: undefined,
        stopped: false,
      }
      tunnels.get(name)?.management?.close()
      tunnels.set(name, tunnel)
      // `beat` may have started it again with its former configuration since the caller looked. Two processes would take each other's socket.
      for (const { pid } of present) if (pid !== tunnel.pid) await stopProcess(pid)
      tunnel.changing = false
      if (tunnel.pid === 0) await launch(tunnel)
      await ready(tunnel)
    },
    async stop(name) {
      const tunnel = tunnels.get(name)
      tunnels.delete(name)
      tunnel?.management?.close()
      await Promise.all(found().flatMap((one) => (one.name === name ? [stopProcess(one.pid)] : [])))
      if (tunnel) changed()
    },
    async kill(name, who) {
      const tunnel = tunnels.get(name)
      if (!tunnel) return
      await listClients(tunnel)
      // It fails for a client that has just left by itself.
      for (const { cid } of tunnel.clients.filter((client) => client.who === who))
        await tunnel.management?.ask(`client-kill ${cid}`).catch(() => {})
      await listClients(tunnel)
    },
    async beat() {
      beats += 1
      for (const tunnel of tunnels.values()) {
        if (tunnel.changing) continue
        if (!isRunning(tunnel.pid)) {
          await revive(tunnel)
          continue
        }
        if (performance.now() - tunnel.begun > STANDS_MS) tunnel.failures = 0
        await redial(tunnel)
        if (!tunnel.management) await connect(tunnel)
        else if (tunnel.facts.role === 'service' && beats % STATUS_BEATS === 0) await listClients(tunnel).catch(() => {})
      }
    },
    up: () => [...tunnels.values()].flatMap(upOf),
    upOf: (name) => [tunnels.get(name) ?? []].flat().flatMap(upOf),
    fault() {
      const failing = [...tunnels.values()].find(({ failures }) => failures >= ENOUGH_FAILURES)
      return failing && `${failing.name}: OpenVPN ends again and again: ${failing.trouble ?? lastWords(logOf(failing.name))}`
    },
    async respawn() {
      for (const tunnel of tunnels.values()) {
        tunnel.changing = true
        tunnel.management?.close()
        await stopProcess(tunnel.pid)
        down(tunnel)
        await launch(tunnel)
        await ready(tunnel)
      }
    },
    names: () => [...tunnels.keys()],
    leave() {
      for (const tunnel of tunnels.values()) tunnel.management?.close()
      tunnels.clear()
    },
  }
}
