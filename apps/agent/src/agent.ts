import { uptime } from 'node:os'
import {
  type AgentMessage,
  CAPABILITY_VERSION,
  type ControllerMessage,
  MAX_EVENTS,
  MAX_QUALITY,
  MAX_TUNNELS,
  type OpResult,
  type QualityMinute,
  RECENT_OPS,
  TUNNELS_SECONDS,
} from '@weft/contract/agent-protocol'
import { release } from '@weft/release'
import { type ConfigMachine, createConfigMachine } from './apply/config-machine.ts'
import type { ConfigStore } from './apply/config-store.ts'
import type { TrustStore } from './apply/trust-store.ts'
import type { Beat } from './beat.ts'
import type { Driver, DriverCheck, OpAnswer, OpMessage } from './drivers/driver.ts'
import type { LdapDesk } from './ldap/ldap-desk.ts'
import { liveSampler } from './observe/live-sampler.ts'
import { minuteQueue } from './observe/minute-queue.ts'
import { minuteReporter } from './observe/minute-reporter.ts'
import type { Moment } from './observe/moment.ts'
import { oneLine } from './one-line.ts'
import { createConnection } from './protocol/connection.ts'
import type { Controller } from './protocol/controller.ts'
import { createClockNews, createControllerClock } from './protocol/controller-clock.ts'
import type { CredentialStore } from './protocol/credential.ts'
import { createRenewal } from './protocol/renewal.ts'
import type { EventRing } from './protocol/event-ring.ts'
import { seeded } from './seeded.ts'

export interface AgentDependencies {
  controller: Controller
  router_name: string
  boot_id: string
  credential: CredentialStore
  driver: Driver
  store: ConfigStore
  /** Only on a device that runs real tunnels. */
  trust?: TrustStore
  ring: EventRing
  beat: Beat
  random: () => number
  /** LDAP directories on the device itself that it may still query, as `host:port` separated by commas. */
  ldap_allow?: string | undefined
  /**
   * Called with a reason when the connection opens, ends or cannot be opened, when the credential is renewed, kept or refused or its renewal is
   * repeated, and when the device's clock has become wrong or right. `cause` is the reason without what differs each time.
   */
  said?: (
    what: 'connected' | 'lost' | 'renewed' | 'kept' | 'repeated' | 'refused' | 'not applied' | 'clock',
    why: string,
    cause: string,
  ) => void
  /** Called with each message of the controller, before it is acted upon. */
  heard?: (message: ControllerMessage) => void
  /** Called before the first connection, when the device runs its configuration. Resolves once it has a credential. */
  admitted?: () => Promise<void>
  /** Called when neither the credential nor the former one is accepted (any more). @returns whether to keep trying */
  refused?: () => Promise<boolean> | boolean
}

export interface Agent {
  /** Resolves once the agent connects; before, the device runs its configuration. @throws what `admitted` throws */
  start(): Promise<void>
  readonly connected: boolean
  status: ConfigMachine['status']
  /** Ends the agent. The tunnels stay up: they depend neither on the connection nor on the agent. */
  stop(): Promise<void>
}

/** Bytes waiting for the network at which faults, interfaces and traffic are no longer sent. */
const BACKLOG = 256 * 1024

/** The first capability version of a controller that accepts samples and lists of interfaces. */
const WATCHING = 2
/** The first that accepts the bytes of tunnels that are up. */
const COUNTING = 7
/** The first that accepts the quality of tunnels. */
const MEASURING = 8
const MINUTE_SECONDS = 60
/** Seconds between checks whether the interfaces changed. */
const INTERFACES_SECONDS = 5

/** Seconds between reports that the configuration does not run. */
const FAULT_SECONDS = 30

const moment = (): Moment => ({ wall: Date.now(), monotonic: performance.now() })
const unixNow = () => Math.floor(Date.now() / 1000)

/** Creates the agent of one device: its connection, its configuration, its tunnels, and its reports of them. */
export function createAgent(dependencies: AgentDependencies): Agent {
  const { controller, router_name, boot_id, driver, store, ring, beat, random } = dependencies
  const recent: OpResult[] = []
  let welcomed = false
  let reporting = false
  /** The capability version of both sides, and the interfaces reported last. */
  let version = 1
  let told_interfaces = ''
  let fault: string | undefined
  let leaveBeat = () => {}
  let stopped = false
  /** Loaded with the first LDAP request, which most devices never receive. */
  let desk: Promise<LdapDesk> | undefined

  const connection = createConnection({
    controller,
    random,
    credential: dependencies.credential.current,
    hello,
    receive,
    addresses: driver.addresses,
    refused: async () => (await renewal.repeat()) || ((await dependencies.refused?.()) ?? true),
    lost(why, cause) {
      welcomed = reporting = false
      live.unwatch()
      void desk?.then((open) => open.lost())
      minutes.lost(moment())
      qualities.lost(moment())
      dependencies.said?.('lost', why, cause)
    },
  })
  const renewal = createRenewal({
    controller,
    credential: dependencies.credential,
    onOutcome: (outcome, text, cause) => dependencies.said?.(outcome, text, cause),
  })
  const machine = createConfigMachine({
    router_name,
    store,
    boot_id,
    uptime,
    makeRoom: driver.makeRoom,
    apply: driver.apply,
    log: (why) => dependencies.said?.('not applied', why, why),
    acknowledge(ack) {
      connection.send(ack)
      // The console would show the configuration as applied although the device does not run it.
      if (ack.phase === 'confirmed' && faultOf() !== undefined) tellFault()
    },
  })
  /** Returns why the applied configuration does not run; undefined if it does. */
  const faultOf = (): string | undefined => {
    const why = machine.fault() ?? fault
    return why === undefined ? undefined : oneLine(why)
  }
  const minutes = minuteReporter(router_name, driver.counters)
  const qualities = minuteQueue<QualityMinute>(router_name, ({ network_number, who }) => `${network_number} ${who}`, MAX_QUALITY)
  const live = liveSampler(driver.counters)
  // The time since the device's start goes on while it sleeps.
  const controllerClock = createControllerClock(() => Math.floor(uptime()), unixNow)
  const clockNews = createClockNews()
  /** Each device reports its tunnels at its own moment of the minute, so that thousands do not report at once. */
  const tunnelsOffset = Math.floor(seeded(`${router_name} tunnels`) * TUNNELS_SECONDS)

  async function openDesk(): Promise<LdapDesk> {
    const [{ createLdapDesk }, { deviceResolve }] = await Promise.all([import('./ldap/ldap-desk.ts'), import('./ldap/resolve.ts')])
    return createLdapDesk({
      router_name,
      resolve: deviceResolve(dependencies.ldap_allow),
      send: (message) => void connection.send(message),
    })
  }

  function hello(): AgentMessage {
    const interfaces = driver.interfaces()
    told_interfaces = JSON.stringify(interfaces)
    return {
      type: 'hello',
      router_name,
      boot_id,
      agent_version: release(),
      capabilities: CAPABILITY_VERSION,
      ...machine.status(),
      ...(faultOf() !== undefined && { error: faultOf() }),
      recent_ops: recent,
      device: driver.device(),
      interfaces,
      ...(dependencies.trust && { trust: dependencies.trust.current()?.hash ?? null }),
    }
  }

  /** Sends one batch of events; the next follows its acknowledgement. */
  function report(): void {
    if (!welcomed || reporting || ring.size === 0) return
    const events = ring.oldest(MAX_EVENTS)
    reporting = connection.send({ type: 'event', oldest: events[0]?.seq ?? 1, now: unixNow(), events: [...events] })
  }

  /** Called once a second: reports a fault, interfaces and traffic, except while too many bytes wait for the network. */
  function observe(second: number): void {
    const now = moment()
    minutes.beat(now)
    const minute = qualities.turn(now)
    if (minute !== undefined) qualities.add(driver.quality().map((figures) => ({ ...figures, time: minute - MINUTE_SECONDS })))
    const samples = live.due(now)
    if (!welcomed || connection.backlog >= BACKLOG) return
    if (faultOf() !== undefined && second % FAULT_SECONDS === 0) tellFault()
    if (version >= WATCHING && second % INTERFACES_SECONDS === 0) tellInterfaces()
    if (samples.length > 0) connection.send({ type: 'samples', now: unixNow(), samples })
    if (second % TUNNELS_SECONDS === tunnelsOffset) {
      logClock()
      if (version >= COUNTING) tellTunnels()
    }
    const measured = version >= MEASURING ? qualities.due(now) : []
    if (measured.length > 0 && connection.send({ type: 'quality', now: unixNow(), minutes: measured })) qualities.sent(measured, now)
    const due = minutes.due(now)
    if (due.length > 0 && connection.send({ type: 'telemetry', now: unixNow(), minutes: due })) minutes.sent(due, now)
  }

  /** Reports that the applied configuration no longer runs, or runs again, for the console to show. */
  function tellFault(): void {
    const { applied } = machine.status()
    const why = faultOf()
    if (applied)
      connection.send({
        type: 'config.ack',
        ...applied,
        phase: why === undefined ? 'confirmed' : 'failed',
        errors: why === undefined ? [] : [why],
        actions: [],
      })
  }

  function logClock(): void {
    const news = clockNews(controllerClock.ahead())
    if (news !== undefined) dependencies.said?.('clock', news, 'clock')
  }

  function tellInterfaces(): void {
    const interfaces = driver.interfaces()
    const serialized = JSON.stringify(interfaces)
    if (serialized === told_interfaces) return
    if (connection.send({ type: 'interfaces', interfaces })) told_interfaces = serialized
  }

  /** Reports what the tunnels that are up have carried: a session that never ends would otherwise have no bytes. */
  function tellTunnels(): void {
    const tunnels = driver.carried()
    for (let i = 0; i < tunnels.length; i += MAX_TUNNELS)
      connection.send({ type: 'tunnels', now: unixNow(), tunnels: tunnels.slice(i, i + MAX_TUNNELS) })
  }

  async function perform(op: OpMessage): Promise<void> {
    const before = recent.find((one) => one.op_id === op.op_id)
    if (before) return void connection.send({ type: 'op.result', ...before })
    const answer: OpAnswer =
      op.expires_at < controllerClock.now()
        ? { ok: false, error: 'expired' }
        : await driver.perform(op).catch((error: unknown) => ({ ok: false, error: oneLine(error) }))
    if (op.kind === 'diagnose' && answer.ok) answer.data = { ...(answer.data as DriverCheck), clock_ahead: controllerClock.ahead() }
    const result = { op_id: op.op_id, ...answer }
    recent.push(result)
    recent.splice(0, recent.length - RECENT_OPS)
    connection.send({ type: 'op.result', ...result })
  }

  function receive(message: ControllerMessage): void {
    dependencies.heard?.(message)
    switch (message.type) {
      case 'welcome':
        welcomed = true
        version = Math.min(message.capabilities, CAPABILITY_VERSION)
        controllerClock.told(message.now)
        ring.acknowledge(message.event_seq)
        if (message.report_links) for (const event of driver.up()) ring.append(event)
        dependencies.said?.('connected', message.session_id, 'connected')
        logClock()
        return report()
      case 'config.offer':
        return machine.offer(message)
      case 'config.confirm':
        return machine.confirm(message.revision)
      case 'trust.offer':
        dependencies.trust?.save(message)
        return machine.again()
      case 'op':
        return void perform(message)
      case 'event.ack':
        reporting = false
        ring.acknowledge(message.seq)
        return report()
      case 'watch':
        return live.watch(message.interval)
      case 'unwatch':
        return live.unwatch()
      case 'ldap':
        return void (desk ??= openDesk()).then((open) => open.ask(message))
      case 'ldap.next':
        return void desk?.then((open) => open.next(message.id))
      case 'ldap.stop':
        return void desk?.then((open) => open.stop(message.id))
      case 'credential.renew':
        return void renewal.renew()
      case 'heartbeat':
        if (message.now !== undefined) controllerClock.told(message.now)
    }
  }

  return {
    async start() {
      driver.onTunnel((event) => {
        ring.append(event)
        report()
      })
      driver.onFault?.((why) => {
        fault = why
        tellFault()
      })
      await machine.start()
      leaveBeat = beat.each((now) => {
        connection.beat(now)
        observe(now)
      })
      await dependencies.admitted?.()
      if (!stopped) connection.start()
    },
    get connected() {
      return welcomed
    },
    status: machine.status,
    async stop() {
      stopped = true
      leaveBeat()
      await machine.stop()
      await driver.leave?.()
      await connection.stop()
    },
  }
}
