import { mkdirSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type MemberDocument, type Places, render } from '@weft/member-config'
import { differenceOf } from '../../apply/difference.ts'
import type { Trust } from '../../apply/trust-store.ts'
import type { Log } from '../../log.ts'
import { kernelAddresses } from '../../own-addresses.ts'
import { createQuality } from '../../quality/quality.ts'
import type { Driver, DriverCheck, OpAnswer, OpMessage } from '../driver.ts'
import { checkTargets } from '../targets.ts'
import { createAddressGuard } from './address-guard.ts'
import { createBfdGuard, neighbourOf, neighboursIn } from './bfd-guard.ts'
import { deviceFacts } from './device-facts.ts'
import { type Tree, treeOf, writeTree, writeWhole } from './files.ts'
import { createInTurn } from './in-turn.ts'
import { announceAddress, changeWays, countersOf, forwarding, forwardingIn, interfacesOf, readWays, tunnelAddresses } from './kernel.ts'
import { createKernelGuard } from './kernel-guard.ts'
import { boundLogs } from './logs.ts'
import { checkDevice, measure } from './measure.ts'
import { describePlan, type Plan, planOf, tunnelsIn } from './plan.ts'
import { createRouting } from './routing.ts'
import { pause } from './running.ts'
import { createSecrets, managed } from './secrets.ts'
import { createSteps } from './steps.ts'
import { createReports } from './tunnel-reports.ts'
import { factsOf, type UpTunnel } from './tunnel-facts.ts'
import { createTunnels, fingerprint } from './tunnels.ts'
import { createWayGuard } from './way-guard.ts'
import { isTunnel } from './ways.ts'

export interface OpenvpnFrrDependencies {
  places: Places
  trust: () => Trust | null
  /** The device's own key, as PEM. */
  key: string
  /** Returns the name and password of a software member at the centers of a network. */
  login: (network_number: string) => { username: string; password: string }
  /** The program that checks logins, and its arguments before the driver's root and the folder of the logins to check. */
  verifyLogin: readonly string[]
  /** Returns the controller's addresses, which are reached by the WAN whatever routes are received. */
  controllerAddresses: () => readonly string[]
  log: Log
  openvpn?: string
  frr?: string
}

/** Milliseconds for neighbours to change routes before a service restarts. */
const DRAIN_MS = 500
const BEAT_MS = 1000

/** Runs OpenVPN and FRR as the document says, in processes that survive the agent (docs/design/data-plane.md §2, §3). */
export function openvpnFrrDriver(dependencies: OpenvpnFrrDependencies): Driver {
  const { places, log } = dependencies
  const { root, run } = places
  for (const folder of [root, run]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  const secrets = createSecrets({ ...places, ...dependencies })
  const routing = createRouting({ root, run, daemons: dependencies.frr ?? '/usr/lib/frr', log })
  const guard = createBfdGuard({ ...routing, log })
  const addressGuard = createAddressGuard({ ofKernel: tunnelAddresses, ofZebra: routing.addresses, announce: announceAddress, log })
  const kernel = createKernelGuard({ ...forwarding, log })
  const lines = kernelAddresses(isTunnel)
  const ways = createWayGuard({ read: readWays, change: changeWays, log })
  const reports = createReports(join(run, 'told.json'), guard.covers)
  const tunnels = createTunnels({
    configs: join(root, 'openvpn'),
    run,
    openvpn: dependencies.openvpn ?? 'openvpn',
    login: dependencies.login,
    addresses: lines,
    log,
    changed: () => reports.compare(tunnels.up()),
  })
  const quality = createQuality()
  const steps = createSteps(log)
  let timer: NodeJS.Timeout | undefined
  let applying = false
  /** True if the device routes: as a software member alone it runs no FRR. */
  let isRouted = false
  let faulty: ((why: string | undefined) => void) | undefined
  let fault: string | undefined
  let document: MemberDocument | null = null
  /** The configurations of the tunnels by name, and the text of `frr.conf`. */
  let configs: ReadonlyMap<string, string> = new Map()
  let frr: string | undefined
  let neighbours: ReturnType<typeof neighboursIn> = []
  /** The tunnels that are to restart one after the other, with the fingerprints that they should run with. */
  let due = new Map<string, string>()
  const isService = (name: string) => factsOf(name, configs.get(name) ?? '').role === 'service'
  /** Returns whether it is the service through which branches route. */
  const routes = (name: string) => isService(name) && !name.endsWith('-software')
  const addressOf = (tunnel: UpTunnel) => neighbourOf(neighbours, tunnel)?.address ?? []
  const inTurn = createInTurn({
    networkOf: (name) => factsOf(name, '').network_number,
    // A service that was started listens. Its members come back by themselves.
    isUp: (name) => tunnels.upOf(name).length > 0 || (isService(name) && tunnels.names().includes(name)),
    isService: routes,
    neighbourOf: (name) => tunnels.upOf(name).flatMap(addressOf)[0],
    async reached(network_number) {
      const own = tunnels.up().flatMap((tunnel) => (tunnel.network_number === network_number ? addressOf(tunnel) : []))
      if (own.length === 0) return new Map<string, number>()
      // Without FRR nothing is routed, and no tunnel waits for it.
      const { prefixes } = await routing.sessions().catch(() => ({ prefixes: new Map<string, number>() }))
      return new Map(own.flatMap((address) => (prefixes.has(address) ? [[address, prefixes.get(address)!] as const] : [])))
    },
    drain: (on) => routing.drain(asnOf(frr) ?? '', on),
    part: (address, on) => routing.part(asnOf(frr) ?? '', address, on),
    async restart(name) {
      const print = due.get(name) ?? ''
      due.delete(name)
      await tunnels.stop(name)
      await tunnels.start(name, configs.get(name) ?? '', print)
    },
    now: () => performance.now(),
  })

  /** Looks after the tunnels and what is known of them. */
  async function beat(): Promise<void> {
    await steps.run('OpenVPN', tunnels.beat)
    if (isRouted) await steps.run('addresses', addressGuard.look)
    await steps.run('BFD', () => guard.look(tunnels.up()))
    // Keeps the bytes of this second, which the event of a tunnel's end reports.
    await steps.run('reports', () => reports.compare(tunnels.up()))
    await steps.run('quality', () => quality.look(document, tunnels.up()))
    await steps.run('restarts in turn', inTurn.beat)
  }

  const watchLogs = () => void steps.run('logs', () => boundLogs(run))

  function tellFault(): void {
    const now = tunnels.fault() ?? routing.fault() ?? kernel.fault() ?? ways.fault() ?? guard.fault()
    if (now !== fault) faulty?.((fault = now))
  }

  /** @param urgent false if the document is the one that ran: tunnels that differ restart one after the other, after this */
  async function carryOut(next: MemberDocument | null, urgent: boolean): Promise<string[]> {
    document = next
    const after = treeOf(next ? render(next, places) : [])
    const lost = await secrets.write(next)
    const before = await managed(root)
    const rendered = tunnelsIn(root, after)
    const wanted = new Map<string, string>()
    for (const [name, config] of rendered) wanted.set(name, fingerprint(config, await secrets.of(factsOf(name, config).network_number)))
    const running = tunnels.running()
    const plan = planOf({ root, before, after, running, wanted, urgent, due, routing: routing.running() })
    const text = after.get(join(root, 'frr.conf'))
    if (text !== undefined && plan.routing !== 'keep') await routing.validate(text)
    await writeTree(before, after)
    // Only now: a tunnel that restarts in its turn reads its file.
    configs = rendered
    due = new Map(plan.later.map((name) => [name, wanted.get(name) ?? '']))
    // A restart of a service drains below, and ends that drain: one that a restart in turn has begun would end with it. If FRR does not
    // answer now, it loses what was begun when its configuration is loaded below.
    if (plan.restart.some(routes)) await inTurn.set([]).catch(() => {})
    await inTurn.set(plan.later).catch(() => {})
    frr = text
    neighbours = neighboursIn(frr)
    guard.configured(frr)
    isRouted = frr !== undefined
    // OpenVPN requires the folder of a service even if it has no members.
    for (const name of configs.keys()) await mkdir(join(root, 'openvpn', name), { recursive: true, mode: 0o700 })
    await kernel.want(forwardingIn(root, after))
    if (receivesDefault(next)) await ways.want({ ends: ends(configs), controller: dependencies.controllerAddresses() })
    await resolve(after)
    // Also tunnels that ended by themselves and would be started again.
    const over = tunnels.names().filter((name) => !wanted.has(name))
    for (const name of new Set([...plan.stop, ...over])) await tunnels.stop(name)
    const begin = (name: string, print = wanted.get(name) ?? '') => tunnels.start(name, configs.get(name) ?? '', print)
    // Tunnels that run since before this agent started keep running, and are watched from now on.
    const known = new Set([...tunnels.names(), ...plan.start, ...plan.restart])
    for (const name of wanted.keys()) if (!known.has(name) && running.has(name)) await begin(name, running.get(name))

    // New tunnels disturb no others, and a member that is sent away is back before its neighbours notice. But daemons start before the
    // tunnels: otherwise branches would dial centers that do not listen yet, and try again only seconds later.
    const starts = () => plan.start.map((name) => begin(name))
    const atOnce = plan.restart.length === 0 && plan.routing !== 'start'
    await all([route(plan.routing), ...sendAway(plan, lost), ...(atOnce ? starts() : [])])
    // Only now that FRR has withdrawn the received route: before, packets of the tunnels themselves would be led into a tunnel.
    if (!receivesDefault(next)) await ways.want(undefined)
    const drained = plan.restart.some(routes) && plan.routing !== 'start' ? asnOf(frr) : undefined
    if (drained) await drain(drained, true)
    try {
      for (const name of plan.restart) {
        await tunnels.stop(name)
        await begin(name)
      }
      // A new tunnel may use the former port of one that moved.
      if (!atOnce) await all(starts())
    } finally {
      if (drained) await drain(drained, false)
    }
    return describePlan(plan)
  }

  async function route(step: Plan['routing']): Promise<void> {
    if (step === 'stop') await routing.stop()
    // Also if the file is the same: the running daemons may have lost a part of it.
    else if (step !== 'none') await routing.load()
  }

  const sendAway = ({ kill }: Plan, lost: readonly { network_number: string; who: string }[]) => [
    ...kill.map(({ tunnel, who }) => tunnels.kill(tunnel, who)),
    ...lost.flatMap(({ network_number, who }) =>
      tunnels.names().flatMap((name) => (name.startsWith(`${network_number}-`) ? [tunnels.kill(name, who)] : [])),
    ),
  ]

  async function drain(asn: string, on: boolean): Promise<void> {
    await routing.drain(asn, on)
    if (on) await pause(DRAIN_MS)
  }

  /** Writes the file that the device's resolver reads (docs/agent.md). */
  async function resolve(after: Tree): Promise<void> {
    const [path, servers] = [join(run, 'resolv.conf'), after.get(join(root, 'resolv.conf'))]
    if (servers === undefined) await rm(path, { force: true })
    else await writeWhole(path, servers, 0o644)
  }

  const ends = (configs: ReadonlyMap<string, string>) => [
    ...new Set([...configs].flatMap(([name, config]) => factsOf(name, config).remote ?? [])),
  ]

  return {
    async apply(next, before) {
      timer ??= setInterval(() => {
        if (!applying) {
          void steps.run('tunnels', beat)
          // By itself, because a daemon that does not start is waited for.
          void steps.run('FRR', routing.beat)
        }
        // Also while a configuration is being applied, which may take long.
        void steps.run('routes', ways.look)
        void steps.run('kernel', kernel.look)
        watchLogs()
        void steps.run('fault', tellFault)
      }, BEAT_MS)
      applying = true
      try {
        // Both start and end processes.
        await steps.ended()
        const done = await carryOut(next, before !== null)
        return before === null ? done : [...differenceOf(next, before), ...done]
      } finally {
        applying = false
        reports.compare(tunnels.up())
      }
    },
    makeRoom: watchLogs,
    onTunnel: (listener) => reports.listen(listener),
    onFault(listener) {
      faulty = listener
    },
    up: () => reports.up(tunnels.up()),
    carried: () => reports.carried(tunnels.up()),
    quality() {
      const minute = quality.take()
      guard.measured(minute)
      return minute
    },
    device: deviceFacts,
    addresses: lines,
    interfaces: interfacesOf,
    counters: countersOf,
    perform: (op) => perform(op),
    async leave() {
      clearInterval(timer)
      timer = undefined
      await steps.ended()
      await inTurn.leave().catch((error: unknown) => log.warn(String(error)))
      quality.stop()
      tunnels.leave()
    },
  }

  async function check(): Promise<DriverCheck> {
    const [device, found] = await Promise.all([checkDevice(), checkTargets(document, tunnels.up(), ({ address }) => measure(address))])
    return { ...device, tunnels: found }
  }

  async function perform({ kind, data }: OpMessage): Promise<OpAnswer> {
    const { who, network_number = '' } = (data ?? {}) as { who?: string; network_number?: string }
    switch (kind) {
      case 'resend_config':
        return { ok: true, error: null }
      case 'diagnose':
        return { ok: true, error: null, data: await check() }
      case 'kill_user':
        if (who === undefined) return { ok: false, error: 'nobody is named' }
        for (const name of tunnels.names()) if (name.startsWith(network_number)) await tunnels.kill(name, who)
        return { ok: true, error: null }
      case 'respawn':
        await tunnels.respawn()
        return { ok: true, error: null }
    }
  }
}

const receivesDefault = (document: MemberDocument | null) =>
  (document?.networks ?? []).some((section) => section.position !== 'pop' && section.default_route.model === 2)
const asnOf = (frr: string | undefined) => /^router bgp (\d+)$/m.exec(frr ?? '')?.[1]

/** Waits for all steps, even if one fails, so that none is still running when the next begins. @throws the first failure */
async function all(steps: readonly Promise<void>[]): Promise<void> {
  for (const step of await Promise.allSettled(steps)) if (step.status === 'rejected') throw step.reason
}
