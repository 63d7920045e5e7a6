import {
  AgentMessage,
  BEAT_BYTES,
  CAPABILITY_VERSION,
  closeCodes,
  comeBackIn,
  type DeviceBudgetName,
  deviceBudgets,
  fitNumbers,
  HEARTBEAT_SECONDS,
  MAX_AGENT_FRAME_BYTES,
  MAX_JSON_LEVELS,
  MAX_LDAP_USERS,
  MAX_PAGE_FRAME_BYTES,
  SENT_AWAY_SECONDS,
} from '@weft/contract'
import { type Clock, unix } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { isNestedDeeperThan } from '../kernel/nesting.ts'
import type { Batch } from '../db/batch.ts'
import type { ConfigPush } from './config-push.ts'
import type { ConfigReport } from './config.queries.ts'
import { type ConfigAck, errorOf } from './config-reports.ts'
import type { DeviceBudgets } from './device-budgets.ts'
import type { Events } from './events.service.ts'
import type { LdapRequests } from './ldap-requests.ts'
import { UNWITNESSED_SECONDS } from './sweep.service.ts'
import type { Operations } from './operations.ts'
import { close, monotonicSeconds, type Peer, type Peers, send } from './peers.ts'
import { isPop } from '../domains/member/device/credential.service.ts'
import type { Arrived } from './presence.queries.ts'
import type { Hello, Presence } from './presence.service.ts'
import type { LinkQuality } from './quality.service.ts'
import type { Telemetry } from './telemetry.service.ts'
import type { TunnelCounts } from './tunnel-bytes.service.ts'
import type { TunnelLogins } from './tunnel-login.service.ts'
import type { Watch } from './watch.ts'

export interface SessionDependencies {
  budgets: DeviceBudgets
  clock: Clock
  log: Log
  peers: Peers
  presence: Presence
  push: ConfigPush
  reports: Batch<ConfigReport>
  events: Events
  telemetry: Telemetry
  counts: TunnelCounts
  quality: LinkQuality
  watch: Watch
  operations: Operations
  ldap: LdapRequests
  logins: TunnelLogins
}

/** Messages, pings included, that a device may send within one beat of the gateway; a sound device sends a few. */
export const MESSAGE_BUDGET = 400

/** The most bytes that one user of a page may need. What a page has beyond that, the device has added. */
const USER_BYTES = Math.ceil(MAX_PAGE_FRAME_BYTES / MAX_LDAP_USERS)

/** Handles the messages of connections. */
export interface Sessions {
  /** Handles one frame. Whatever it contains, at worst this connection ends. */
  receive(peer: Peer, frame: Buffer, binary: boolean): void
  /** Counts a frame that is no message. */
  touched(peer: Peer): void
  /** Counts the bytes of frames that are not complete, and begins to read again where reading was paused. */
  beat(peer: Peer): void
  /** Ends the connection of a device that used up too much. */
  sendAway(router_name: string, exceeded: DeviceBudgetName): void
  /** Called when the database holds the arrival (`row`), or has refused it (undefined). */
  arrived(peer: Peer, row: Arrived | undefined): void
  closed(peer: Peer): void
}

export function createSessions({
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
}: SessionDependencies): Sessions {
  function refuse(peer: Peer, code: number, reason: string): void {
    log.warn('an agent was cut off', { router_name: peer.router_name, code, reason })
    close(peer, code, reason)
  }

  /** Counts the bytes that came, before they are parsed. @returns whether the device may send on */
  function count(peer: Peer): boolean {
    const bytes = peer.received() - peer.counted
    if (bytes === 0) return true
    peer.counted += bytes
    peer.beat_bytes += bytes
    if (budgets.take(peer.router_name, 'bytes', bytes) < bytes) {
      budgets.sendAway(peer.router_name, 'bytes')
      return false
    }
    if (peer.beat_bytes > BEAT_BYTES && !peer.socket.isPaused) {
      budgets.met('bytes_in_a_beat')
      peer.socket.pause()
    }
    return true
  }

  /** Counts a frame. @returns whether it is to be handled */
  function admits(peer: Peer): boolean {
    peer.heard = monotonicSeconds()
    if (peer.socket.readyState !== peer.socket.OPEN || !count(peer)) return false
    if (--peer.budget >= 0) return true
    budgets.met('messages')
    refuse(peer, closeCodes.protocol, 'too many messages')
    return false
  }

  /** Returns the JSON of a frame, or why it is not read. */
  function jsonOf(peer: Peer, frame: Buffer, binary: boolean): { json: unknown } | string {
    if (binary) return 'binary frame'
    if (frame.length > MAX_PAGE_FRAME_BYTES || (frame.length > MAX_AGENT_FRAME_BYTES && !ldap.maySendPage(peer))) {
      budgets.met('frame')
      return `a frame of ${frame.length} bytes`
    }
    const text = frame.toString('utf8')
    if (isNestedDeeperThan(text, MAX_JSON_LEVELS)) return 'nested too deep'
    try {
      return { json: JSON.parse(text) }
    } catch {
      return 'not JSON'
    }
  }

  function read(peer: Peer, frame: Buffer, binary: boolean): AgentMessage | undefined {
    const given = jsonOf(peer, frame, binary)
    if (typeof given === 'string') {
      refuse(peer, closeCodes.protocol, given)
      return undefined
    }
    const parsed = AgentMessage.safeParse(given.json)
    if (parsed.success) {
      const outside = fitNumbers(parsed.data)
      if (outside > 0) budgets.met('number_out_of_range', outside)
      return parsed.data
    }
    const { path = [], code = '' } = parsed.error.issues[0] ?? {}
    refuse(peer, closeCodes.protocol, `${path.join('.')} ${code}`.slice(0, 100))
    return undefined
  }

  function greet(peer: Peer, hello: Hello): void {
    if (hello.router_name !== peer.router_name) return refuse(peer, closeCodes.forbidden, 'a device speaks for itself alone')
    peers.admit(peer)
    peer.state = 'arriving'
    peer.version = hello.device.version ?? hello.agent_version
    peer.capabilities = hello.capabilities
    peer.interfaces = new Set(hello.interfaces.map((one) => one.interface))
    peer.running = hello.applied
    // A device that runs nothing is interrupted by nothing.
    if (hello.applied === null && hello.pending === null) peer.restart_hashes = new Map()
    peer.pending = hello.pending
    peer.failure = hello.error === undefined ? null : errorOf({ phase: 'failed', errors: [hello.error] })
    peer.trust = hello.trust
    presence.arrive(peer, hello)
    for (const result of hello.recent_ops) operations.settle(peer.router_name, result)
  }

  function acknowledge(peer: Peer, ack: ConfigAck): void {
    const { account_id, router_name } = peer
    const { revision, hash, phase } = ack
    // An acknowledgement may also concern what the device has run for long, for example when that stops running.
    const offered = [peer.offered, peer.running].find((one) => one?.revision === revision)
    if (!offered) return
    if (hash !== offered.hash) return refuse(peer, closeCodes.protocol, 'not the configuration that was offered')
    if (phase === 'received' || phase === 'validated') return push.received(router_name)
    // The device runs it and still reaches the controller: that proves that it may keep it.
    if (phase === 'applied') {
      push.received(router_name)
      return send(peer, { type: 'config.confirm', revision })
    }
    peer.pending = null
    const error = phase === 'confirmed' ? null : errorOf(ack)
    const isRunning = hash === peer.running?.hash
    if (phase === 'confirmed' || isRunning) peer.failure = error
    // The content that it runs may have got a newer revision since, by which the console knows it.
    const known_as = isRunning ? Math.max(revision, peer.runs_as ?? 0) : revision
    if (phase === 'confirmed') {
      if (!isRunning) peer.runs_as = undefined
      peer.running = { revision, hash }
      if (peer.offered === offered) peer.restart_hashes = peer.offered?.restart_hashes
    }
    reports.add({ account_id, router_name, revision: known_as, hash, error })
    // What it has run for long says nothing about an offer that it is still applying.
    if (offered === peer.offered) push.settle(router_name)
  }

  return {
    receive(peer, frame, binary) {
      if (!admits(peer)) return
      const message = read(peer, frame, binary)
      if (!message) return
      if (peer.state === 'new') {
        if (message.type === 'hello') greet(peer, message)
        else refuse(peer, closeCodes.protocol, 'hello comes first')
        return
      }
      presence.heard(peer)
      // Older agents send no heartbeat while they send anything else, and give up a connection on which they hear nothing.
      if (message.type === 'heartbeat' || peer.heard - peer.answered >= HEARTBEAT_SECONDS) {
        peer.answered = peer.heard
        send(peer, { type: 'heartbeat', now: unix(clock.now()) })
      }
      switch (message.type) {
        case 'hello':
          return refuse(peer, closeCodes.protocol, 'hello comes once')
        case 'heartbeat':
          return
        case 'config.ack':
          return acknowledge(peer, message)
        case 'op.result':
          return operations.settle(peer.router_name, message)
        case 'event':
          return events.keep(peer, message)
        case 'telemetry':
          if (isPop(peer)) return
          return telemetry.keep(peer, message.minutes, message.now)
        case 'tunnels':
          if (isPop(peer)) return
          return counts.keep(peer, message)
        case 'quality':
          if (isPop(peer)) return
          return quality.keep(peer, message)
        case 'samples':
          return watch.samples(peer, message)
        case 'interfaces':
          if (isPop(peer)) return
          return watch.interfaces(peer, message)
        case 'ldap.users':
          // A directory may be larger than the budget; its pages come one at a time, each when it is asked for.
          if (ldap.users(peer, message)) {
            const bytes = Math.min(frame.length, message.users.length * USER_BYTES)
            budgets.giveBack(peer.router_name, 'bytes', bytes)
            peer.beat_bytes -= bytes
          }
          return
        case 'ldap.done':
          return ldap.done(peer, message)
      }
    },

    touched: (peer) => void admits(peer),

    beat(peer) {
      if (peer.socket.readyState !== peer.socket.OPEN || !count(peer)) return
      peer.budget = MESSAGE_BUDGET
      peer.beat_bytes = 0
      if (peer.socket.isPaused) peer.socket.resume()
    },

    sendAway(router_name, exceeded) {
      const connections = [peers.byName.get(router_name), ...[...peers.strangers].filter((peer) => peer.router_name === router_name)]
      for (const peer of connections) {
        if (!peer || peer.exceeded !== null) continue
        peer.exceeded = exceeded
        refuse(peer, closeCodes.slow_down, comeBackIn(SENT_AWAY_SECONDS, `too many ${deviceBudgets[exceeded].what.en}`))
      }
    },

    arrived(peer, row) {
      if (peer.state !== 'arriving') return
      if (!row) return close(peer, closeCodes.replaced, 'a newer connection of this device, or its deletion')
      peers.settle(peer, 'here')
      const { config_revision, applied_revision, applied_hash, event_seq, former_report, connection_id } = row
      const current = config_revision === applied_revision && applied_hash !== null && applied_hash === peer.running?.hash
      send(peer, {
        type: 'welcome',
        session_id: connection_id,
        capabilities: CAPABILITY_VERSION,
        desired: current ? { revision: applied_revision, hash: applied_hash } : null,
        heartbeat: HEARTBEAT_SECONDS,
        now: unix(clock.now()),
        event_seq,
        report_links: former_report === null || unix(clock.now()) - former_report > UNWITNESSED_SECONDS,
      })
      logins.learn(peer)
      operations.look()
      // The revision that a POP should run is known only once its document is compiled.
      if (isPop(peer) || (config_revision > 0 && (!current || peer.trust !== undefined || peer.failure !== null)))
        push.want(peer.router_name)
    },

    closed(peer) {
      const known = peer.state === 'arriving' || peer.state === 'here'
      const current = peers.byName.get(peer.router_name) === peer
      peers.settle(peer, 'gone')
      peers.remove(peer)
      ldap.left(peer)
      if (known) presence.depart(peer)
      if (current) push.lost(peer.router_name)
    },
  }
}
