import { AgentMessage, CAPABILITY_VERSION, closeCodes, HEARTBEAT_SECONDS } from '@weft/contract'
import { type Clock, unix } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Batch } from '../db/batch.ts'
import type { ConfigPush } from './config-push.ts'
import type { ConfigReport } from './config.queries.ts'
import { type ConfigAck, errorOf } from './config-reports.ts'
import type { Events } from './events.service.ts'
import type { LdapRequests } from './ldap-requests.ts'
import { UNWITNESSED_SECONDS } from './sweep.service.ts'
import type { Operations } from './operations.ts'
import { monotonicSeconds, type Peer, type Peers, send } from './peers.ts'
import { isPop } from '../domains/member/device/credential.service.ts'
import type { Arrived } from './presence.queries.ts'
import type { Hello, Presence } from './presence.service.ts'
import type { LinkQuality } from './quality.service.ts'
import type { Telemetry } from './telemetry.service.ts'
import type { TunnelCounts } from './tunnel-bytes.service.ts'
import type { TunnelLogins } from './tunnel-login.service.ts'
import type { Watch } from './watch.ts'

export interface SessionDependencies {
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

/** Messages that a device may send within one beat of the gateway; a sound device sends a few. */
export const MESSAGE_BUDGET = 400

const HEARTBEAT = JSON.stringify({ type: 'heartbeat' })

/** Handles the messages of connections. */
export interface Sessions {
  /** Handles one frame. Whatever it contains, at worst this connection ends. */
  receive(peer: Peer, frame: string, binary: boolean): void
  /** Called when the database holds the arrival (`row`), or has refused it (undefined). */
  arrived(peer: Peer, row: Arrived | undefined): void
  closed(peer: Peer): void
}

export function createSessions({
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
    peer.socket.close(code, reason)
  }

  function read(peer: Peer, frame: string, binary: boolean): AgentMessage | undefined {
    if (binary) {
      refuse(peer, closeCodes.protocol, 'binary frame')
      return undefined
    }
    let json: unknown
    try {
      json = JSON.parse(frame)
    } catch {
      refuse(peer, closeCodes.protocol, 'not JSON')
      return undefined
    }
    const parsed = AgentMessage.safeParse(json)
    if (parsed.success) return parsed.data
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
    if (hello.applied === null && hello.pending === null) peer.standing = new Map()
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
      if (peer.offered === offered) peer.standing = peer.offered?.standing
    }
    reports.add({ account_id, router_name, revision: known_as, hash, error })
    // What it has run for long says nothing about an offer that it is still applying.
    if (offered === peer.offered) push.settle(router_name)
  }

  return {
    receive(peer, frame, binary) {
      peer.heard = monotonicSeconds()
      if (peer.socket.readyState !== peer.socket.OPEN) return
      if (--peer.budget < 0) return refuse(peer, closeCodes.protocol, 'too many messages')
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
        peer.socket.send(HEARTBEAT)
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
          return ldap.users(peer, message)
        case 'ldap.done':
          return ldap.done(peer, message)
      }
    },

    arrived(peer, row) {
      if (peer.state !== 'arriving') return
      if (!row) return peer.socket.close(closeCodes.replaced, 'a newer connection of this device, or its deletion')
      peers.settle(peer, 'here')
      const { config_revision, applied_revision, applied_hash, event_seq, former_report, connection_id } = row
      const current = config_revision === applied_revision && applied_hash !== null && applied_hash === peer.running?.hash
      send(peer, {
        type: 'welcome',
        session_id: connection_id,
        capabilities: CAPABILITY_VERSION,
        desired: current ? { revision: applied_revision, hash: applied_hash } : null,
        heartbeat: HEARTBEAT_SECONDS,
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
