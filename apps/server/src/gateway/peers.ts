import type { AppliedConfig, ControllerMessage } from '@weft/contract'
import type { WebSocket } from 'ws'

/** By network whose center it is, a hash of what cannot change there without an interruption. */
export type Standing = ReadonlyMap<string, string>

/** One connected device. Small: there are thousands, and documents are never kept. */
export interface Peer {
  readonly socket: WebSocket
  readonly account_id: number
  readonly router_name: string
  readonly connection_id: string
  /** The activation or sign-in that its credential goes back to, whichever renewal it is. */
  readonly enrolment: Buffer
  /** Whether its centers take that credential as a password; null for a device that signs in nowhere, such as hardware. */
  bearer_login: boolean | null
  readonly remote_ip: string
  readonly remote_port: number
  version: string | null
  /** What it speaks, and the names of its interfaces. */
  capabilities: number
  interfaces: ReadonlySet<string>
  /** Seconds by which its minutes are moved, because its clock is wrong; undefined until it said what time it has. */
  shift: number | undefined
  /** Until when somebody watches its traffic, in seconds of the monotonic clock, and when it last sent samples, in milliseconds. */
  watched_until: number
  sampled_at: number
  /** `new` until its hello, `arriving` until the database holds it. */
  state: 'new' | 'arriving' | 'here' | 'gone'
  /** Whole seconds of the monotonic clock: its last frame, and the last time that the database was told of it. */
  heard: number
  /** When it was last sent a heartbeat. */
  answered: number
  reported: number
  /** Messages that it may still send before the next beat of the wheel. */
  budget: number
  /** What it said it runs, what it runs unconfirmed, and what it was offered last. */
  running: AppliedConfig | null
  pending: AppliedConfig | null
  offered: (AppliedConfig & { standing: Standing }) | null
  /** Undefined until it is known what it runs. */
  standing: Standing | undefined
  /** Hash of what it trusts, as it said or was sent last; null for nothing yet, undefined for a device that keeps none. */
  trust: string | null | undefined
  /** A batch of its events is being written. */
  reporting: boolean
  /** When it was asked last to renew its credential, in seconds of the monotonic clock. */
  renewal_asked: number | undefined
}

/** A device that reads slower than this is not offered more, and one that does not read at all is let go. */
export const BUFFER_HIGH = 1024 * 1024
export const BUFFER_FULL = 8 * 1024 * 1024

export const monotonicSeconds = (): number => Math.floor(performance.now() / 1000)

export const send = (peer: Peer, message: ControllerMessage): void => {
  if (peer.socket.readyState === peer.socket.OPEN) peer.socket.send(JSON.stringify(message))
}

export interface Peers {
  /** All that said hello, by their globally unique names. */
  readonly byName: ReadonlyMap<string, Peer>
  /** Those that are connected and have not said hello yet. */
  readonly strangers: ReadonlySet<Peer>
  meet(peer: Peer): void
  /** @returns the older connection of the same name, which the caller closes */
  admit(peer: Peer): Peer | undefined
  remove(peer: Peer): void
  /** The connection of this name, once the database holds it. */
  here(router_name: string): Peer | undefined
}

export function createPeers(): Peers {
  const byName = new Map<string, Peer>()
  const strangers = new Set<Peer>()
  return {
    byName,
    strangers,
    meet: (peer) => void strangers.add(peer),
    admit(peer) {
      strangers.delete(peer)
      const older = byName.get(peer.router_name)
      byName.set(peer.router_name, peer)
      return older
    },
    remove(peer) {
      strangers.delete(peer)
      if (byName.get(peer.router_name) === peer) byName.delete(peer.router_name)
    },
    here(router_name) {
      const peer = byName.get(router_name)
      return peer?.state === 'here' ? peer : undefined
    },
  }
}
