import { closeCodes, comeBackIn, HEARTBEAT_MISSED_SECONDS } from '@weft/contract'
import type { FastifyInstance } from 'fastify'
import type { Bus } from '../adapters/bus/bus.ts'
import { absenceOf } from '../db/absence.ts'
import type { Db } from '../db/client.ts'
import type { TrustService } from '../domains/foundation/authority/trust.service.ts'
import type { Instance } from '../domains/foundation/instance/instance.service.ts'
import { createPopConfigs } from '../domains/network/pop/pop.config.service.ts'
import { after, type Clock, type Every, everyByTimer } from '../kernel/clock.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import { createPauses } from '../kernel/pauses.ts'
import type { Keys } from '../kernel/secrets.ts'
import { createDoor } from './admission.ts'
import { behind } from './config.queries.ts'
import { type Checks, createChecks } from './checks.ts'
import { createCenterTurns } from './center-turns.ts'
import { createConfigPush, TURN_SECONDS } from './config-push.ts'
import { createConfigReports } from './config-reports.ts'
import { mountConnect } from './connect.ts'
import { touchEnrolments, usedCredentials, validEnrolments } from '../domains/member/device/credential.service.ts'
import { type CredentialService, lapseBefore, staleBefore } from './credential.service.ts'
import { createDeviceBudgets, type DeviceBudgets } from './device-budgets.ts'
import { createEvents } from './events.service.ts'
import { createLdapRelay, type LdapRelay } from './ldap-relay.ts'
import { createLdapRequests } from './ldap-requests.ts'
import { createSweep, LOOK_EVERY_SECONDS, SWEEP_EVERY_SECONDS } from './sweep.service.ts'
import { createOperations, type Operations } from './operations.ts'
import { BUFFER_FULL, close, createPeers, monotonicSeconds, type Peer } from './peers.ts'
import { popRevision, popsHere } from './pop.queries.ts'
import { createPresence } from './presence.service.ts'
import { createLinkQuality } from './quality.service.ts'
import { createQueues, type Queues } from './queues.ts'
import { createRenewals } from './renewals.ts'
import { createSeenCredentials, MOST_SEEN } from './seen-credentials.ts'
import { createSessions } from './session.ts'
import { createTelemetry } from './telemetry.service.ts'
import { createTunnelCounts } from './tunnel-bytes.service.ts'
import { createTrustPush } from './trust-push.ts'
import { createTunnelLogins } from './tunnel-login.service.ts'
import { createWatch } from './watch.ts'

export interface Gateway {
  /** Mounts `/agent/v1/connect` and accepts connections from then on. */
  attach(app: FastifyInstance): Promise<void>
  /** Ends silent connections and what is no longer asked for; runs every few seconds once it is attached. */
  beat(): void
  connections(): number
  /** Members whose configuration is to be sent, or was sent and is not running yet. */
  configsBehind(): number
  /** Connections since the start that were turned away because too many came at once. */
  refusedConnections(): number
  /** Connections since the start that ended because their device had a newer one. */
  replacedConnections(): number
  /** Minutes of traffic and of the quality of links, and samples, dropped since the start. */
  droppedTraffic(): number
  /** How often devices have met each of their limits since the start. */
  limitsMet: DeviceBudgets['counts']
  /** What waits to be written, and who fills it. */
  queues: Queues['all']
  sendOp: Operations['sendOp']
  /** Has a device measure what it reaches, whichever instance it is connected to. */
  check: Checks['ask']
  /** Returns the directory as a hardware member reaches it, whichever instance the member is connected to. */
  ldapThrough: LdapRelay['through']
  /** Accepts no more connections and closes the open ones, each with its own time to come back. */
  drain(): Promise<void>
  /** Writes what is left. */
  stop(): Promise<void>
}

export interface GatewayDependencies {
  db: Db
  bus: Pick<Bus, 'subscribe' | 'onReturn'>
  clock: Clock
  /** Repeats what compares stored times with the clock; by a timer unless given. */
  every?: Every | undefined
  /** Seconds within which a new connection must say hello, and after which one that is silent has ended. */
  silence?: typeof SILENCE | undefined
  /** Seconds within which a device says what it measures. */
  check_seconds?: number | undefined
  log: Log
  keys: Keys
  instance: Instance
  trusts: TrustService
  deviceCredentials: Pick<CredentialService, 'admit'>
}

/** Connections that may open within a second. */
const ADMISSION_RATE = 500
const BEAT_SECONDS = 5
const SILENCE = { hello: 10, heartbeat: HEARTBEAT_MISSED_SECONDS }
/** Members per second that are asked to come back after a drain to each instance that stays. */
const RETURN_RATE = 200
const LONGEST_RETURN = 60
/** Seconds that members get beyond the time at which they should come back: a try may fail, and the next comes later. */
const RETURN_SLACK = 15
const CLOSE_MS = 2000
const CHECKED_AT_ONCE = 2000
/** Seconds after which changes are found whose bus messages this instance missed. */
const RECHECK_SECONDS = 60
/** Seconds between looks for certificates that end soon: longer than a turn, so that configurations which wait for one come in between. */
export const RENEW_EVERY_SECONDS = 120

const partsOf = (asked: readonly Peer[]): Peer[][] =>
  Array.from({ length: Math.ceil(asked.length / CHECKED_AT_ONCE) }, (_, i) => asked.slice(i * CHECKED_AT_ONCE, (i + 1) * CHECKED_AT_ONCE))
const waited = (ms: number) => new Promise<void>((done) => setTimeout(done, ms).unref())
const enrolmentsOf = (asked: readonly Peer[]): Buffer[] => asked.map((peer) => peer.enrolment)

/** Creates the controller's side of the agents' connections, one in each instance (docs/design/data-plane.md §4). */
export function createGateway({
  db,
  bus,
  clock,
  every = everyByTimer,
  silence = SILENCE,
  check_seconds,
  log,
  keys,
  instance,
  trusts,
  deviceCredentials,
}: GatewayDependencies): Gateway {
  const gateway_id = instance.instance_id
  const peers = createPeers()
  const door = createDoor(ADMISSION_RATE)
  const seen = createSeenCredentials()
  const budgets = createDeviceBudgets({
    clock,
    slow: (router_name) => peers.byName.get(router_name)?.socket.pause(),
    end: (router_name, exceeded) => sessions.sendAway(router_name, exceeded),
  })
  const queues = createQueues({ log, refused: (router_name, count) => budgets.refused(router_name, count, 'refused') })
  const reports = createConfigReports(db, queues)
  const turns = createCenterTurns({ db, log, instance_id: instance.instance_id, seconds: TURN_SECONDS })
  const trust = createTrustPush({ peers, trust: trusts, turns, clock, log })
  const push = createConfigPush({ db, peers, log, trust, turns, pops: createPopConfigs(db, log, popRevision), report: reports.add })
  const presence = createPresence({ db, clock, log, queues, gateway_id, settled: (peer, row) => sessions.arrived(peer, row) })
  const events = createEvents({ db, clock, queues, budgets })
  const telemetry = createTelemetry({ db, clock, log, queues, budgets })
  const counts = createTunnelCounts({ db, clock, queues, budgets, keepMinute: telemetry.keepLink })
  const quality = createLinkQuality({ db, clock, log, queues, budgets })
  const watch = createWatch({ db, peers, clock, log, queues, budgets })
  const operations = createOperations({ db, peers, clock, log, queues, gateway_id })
  const checks = createChecks({ db, log, peers, operations, seconds: check_seconds })
  const ldap = createLdapRequests(clock)
  const relay = createLdapRelay({ db, clock, log, keys, peers, requests: ldap })
  const logins = createTunnelLogins({ db, log })
  const sessions = createSessions({
    budgets,
    clock,
    log,
    peers,
    presence,
    push,
    reports,
    events,
    telemetry,
    counts,
    quality,
    watch,
    operations,
    ldap,
    logins,
  })
  const { look, sweep } = createSweep({ db, clock, log, instance })
  const renewals = createRenewals({ clock })
  const stops: (() => void)[] = []
  // In every process and for its whole life: answers go to the instance that asked, even if no member is connected to it.
  bus.subscribe(relay.received, { types: ['ldap.ask', 'ldap.said', 'ldap.took', 'replaced', 'gone'] })
  bus.subscribe(checks.received, { types: ['check.ask', 'check.said'] })
  let drained: Promise<void> | undefined
  let stopped = false

  const cut = (peer: Peer): void => close(peer, closeCodes.forbidden, 'this credential has ended')

  /**
   * Checks credentials again, and cuts connections whose credential has ended.
   * @returns the other peers, with the time when the credential they use was made
   * @throws if the database cannot answer: then all connections stay until it can
   */
  async function recheck(asked: readonly Peer[]): Promise<{ peer: Peer; create_time: number }[]> {
    const kept: { peer: Peer; create_time: number }[] = []
    for (const part of partsOf(asked)) {
      const rows = await validEnrolments(db.systemNow, enrolmentsOf(part), lapseBefore(clock))
      const valid = new Map(rows.map((row) => [row.router_name, row]))
      for (const peer of part) {
        const row = valid.get(peer.router_name)
        if (!row?.enrolment.equals(peer.enrolment)) cut(peer)
        else if (row.create_time !== null) kept.push({ peer, create_time: row.create_time })
      }
    }
    return kept
  }

  /** Marks the credentials of connected devices as in use, however long ago they connected. */
  async function touchCredentials(): Promise<void> {
    for (const part of partsOf([...peers.byName.values()]))
      await touchEnrolments(db.systemNow, enrolmentsOf(part), clock.now(), staleBefore(clock))
  }

  /** Peers whose credential could not be checked because the database did not answer; the next beat checks them again. */
  const unjudged = new Set<Peer>()
  /** Peers that wait for `recheckSoon` because a check is under way. */
  const asked = new Set<Peer>()
  let rechecking = false
  /**
   * Checks credentials again. Those that are asked for during a check are checked together after it: a change of 5,000 members
   * would otherwise occupy all connections to the database. While the database is away members stay connected; a credential that
   * ended is cut once it is back.
   */
  async function recheckSoon(more: Iterable<Peer>): Promise<void> {
    for (const peer of more) asked.add(peer)
    if (rechecking) return
    rechecking = true
    while (asked.size > 0) {
      const now = [...asked]
      asked.clear()
      try {
        await recheck(now.filter((peer) => peer.state !== 'gone'))
      } catch (error) {
        for (const peer of now)
          if (absenceOf(error)) unjudged.add(peer)
          else cut(peer)
      }
    }
    rechecking = false
  }

  async function offerBehind(account_id: number | undefined): Promise<void> {
    for (const name of await popsHere(db.systemNow, gateway_id, account_id)) push.want(name)
    for (const { router_name, config_revision } of await behind(db.systemNow, gateway_id, account_id)) {
      const peer = peers.here(router_name)
      if (peer && peer.offered?.revision !== config_revision) push.want(router_name)
    }
  }

  /** Credentials that are remembered between two looks at the time. */
  const ADDED_AT_ONCE = 1000
  let remembered: Date | undefined
  /**
   * Remembers the credentials that were used before this process began, and those that others have accepted since: after an outage their
   * devices come back all at once, and here.
   */
  async function remember(): Promise<void> {
    const began = clock.now()
    const pause = createPauses()
    for (const [i, { credential_hash, router_name }] of (await usedCredentials(db.systemNow, MOST_SEEN, remembered)).entries()) {
      seen.add(credential_hash, router_name)
      if (i % ADDED_AT_ONCE === 0) await pause()
    }
    // A use that began before is written down a little later.
    remembered = after(began, -RECHECK_SECONDS)
  }
  const rememberSoon = () => later('the credentials in use will be read later', remember)

  const everybody = () => [...peers.byName.values(), ...peers.strangers]
  /** Runs work in the background; if it fails, the next round repeats it. */
  const later = (what: string, work: () => Promise<unknown>) => void work().catch((error: unknown) => log.warn(what, errorFacts(error)))
  const recheckAll = async () => {
    renewals.ask(await recheck(everybody()))
    await offerBehind(undefined)
    await touchCredentials()
  }

  /** Accounts whose configurations changed; several changes in a row cause one check. */
  const changed = new Set<number>()
  function noticed(account_id: number): void {
    if (changed.has(account_id)) return
    changed.add(account_id)
    setImmediate(() => {
      changed.delete(account_id)
      later('a change of configuration will be offered later', () => offerBehind(account_id))
    })
  }

  function listen(): void {
    stops.push(
      bus.subscribe(
        (event) => {
          if (event.type === 'config') noticed(event.account_id)
          if (event.type === 'turn') push.turn(event.account_id)
          if (event.type === 'watch') watch.asked(event.account_id, event.router_name)
          if (event.type === 'operation') operations.look()
          if (event.type === 'cut' || event.type === 'login') trust.changed(event.account_id, event.router_name)
          if (event.type !== 'cut' && event.type !== 'replaced') return
          const peer = peers.byName.get(event.router_name)
          if (!peer) return
          if (event.type === 'cut') void recheckSoon([peer])
          else if (peer.connection_id === event.former_connection) peers.replace(peer)
        },
        { types: ['config', 'turn', 'watch', 'operation', 'cut', 'login', 'replaced'] },
      ),
      bus.onReturn(() =>
        later('connected members will be checked later', async () => {
          await recheckAll()
          await trust.bringAll()
        }),
      ),
    )
  }

  function beat(): void {
    const now = monotonicSeconds()
    for (const peer of peers.strangers) {
      sessions.beat(peer)
      if (now - peer.heard > silence.hello) peer.socket.terminate()
    }
    for (const peer of peers.byName.values()) {
      sessions.beat(peer)
      if (now - peer.heard > silence.heartbeat || peer.socket.bufferedAmount > BUFFER_FULL) peer.socket.terminate()
    }
    if (unjudged.size > 0) {
      void recheckSoon(unjudged)
      unjudged.clear()
    }
    events.beat()
    push.beat()
    operations.beat()
    watch.beat()
  }

  instance.onLost(() => {
    log.warn('the lease had run out: all presences are written again', { members: peers.byName.size })
    for (const peer of peers.byName.values()) close(peer, closeCodes.slow_down, comeBackIn(1 + Math.random() * 5))
  })

  return {
    async attach(app) {
      app.addHook('onClose', stop)
      await instance.keep(bus)
      await Promise.all([sweep(), telemetry.refresh(), quality.refresh()])
      rememberSoon()
      listen()
      stops.push(
        everyByTimer(BEAT_SECONDS, beat),
        every(LOOK_EVERY_SECONDS, () => later('dead instances will be looked for later', look)),
        every(SWEEP_EVERY_SECONDS, () =>
          later('the sweep will be tried again', async () => Promise.all([sweep(), telemetry.refresh(), quality.refresh(), relay.sweep()])),
        ),
        every(RECHECK_SECONDS, rememberSoon),
        everyByTimer(RECHECK_SECONDS, budgets.forget),
        every(RECHECK_SECONDS, () => later('connected members will be checked later', recheckAll)),
        every(RENEW_EVERY_SECONDS, () => later('certificates will be renewed later', trust.renew)),
      )
      await mountConnect(
        app,
        deviceCredentials,
        { door, seen, budgets },
        {
          meet: (peer) => (drained ? close(peer, closeCodes.going_away, comeBackIn(1 + Math.random() * 5)) : peers.meet(peer)),
          receive: sessions.receive,
          touched: sessions.touched,
          closed: sessions.closed,
        },
      )
    },
    beat,
    connections: () => peers.byName.size,
    configsBehind: push.waiting,
    refusedConnections: () => door.refused,
    replacedConnections: () => peers.replaced,
    droppedTraffic: () => telemetry.dropped() + quality.dropped() + watch.dropped(),
    limitsMet: budgets.counts,
    queues: queues.all,
    sendOp: operations.sendOp,
    check: checks.ask,
    ldapThrough: relay.through,
    drain,
    stop,
  }

  /** Accepts no more connections; open ones are closed with a time to come back, spread over some seconds. */
  function drain(): Promise<void> {
    return (drained ??= sendAway())
  }

  async function sendAway(): Promise<void> {
    const window = Math.min(LONGEST_RETURN, 1 + everybody().length / (RETURN_RATE * Math.max(1, instance.others('gateway'))))
    if (peers.byName.size > 0) {
      presence.leave()
      const left = instance
        .leave(window + RETURN_SLACK)
        .catch((error: unknown) => log.warn('the members of this instance count as lost, not as on their way', errorFacts(error)))
      // A database that is away does not hold the stop up.
      await Promise.race([left, waited(CLOSE_MS)])
    }
    const peersLeft = everybody()
    const closed = peersLeft.map((peer) => new Promise<void>((done) => peer.socket.once('close', () => done())))
    for (const peer of peersLeft) peer.socket.close(closeCodes.going_away, comeBackIn(1 + Math.random() * window))
    await Promise.race([Promise.all(closed), waited(CLOSE_MS)])
    for (const peer of peersLeft) if (peer.socket.readyState !== peer.socket.CLOSED) peer.socket.terminate()
  }

  async function stop(): Promise<void> {
    if (stopped) return
    stopped = true
    await drain()
    push.stop()
    trust.stop()
    for (const stop of stops.splice(0)) stop()
    const writers = [presence, reports, events, telemetry, counts, quality, watch, operations]
    await Promise.all(writers.map((writer) => writer.stop()))
  }
}
