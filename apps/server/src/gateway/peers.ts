import { type AppliedConfig, closeCodes, type ControllerMessage, type DeviceBudgetName } from '@weft/contract'
import type { WebSocket } from 'ws'
import type { Renewal } from '../domains/foundation/authority/trust.service.ts'

/** For each network whose center the device is: a hash of the settings that cannot change without an interruption. */
export type RestartHashes = ReadonlyMap<string, string>

/** One connected device. It is kept small because there are thousands; documents are never kept in it. */
export interface Peer {
  readonly socket: WebSocket
  readonly account_id: number
  readonly router_name: string
  readonly connection_id: string
  /** The activation or sign-in that its credential goes back to. Renewals do not change it. */
  readonly enrolment: Buffer
  /** True if its centers accept that credential as a password; null for a device that signs in nowhere, such as hardware. */
  bearer_login: boolean | null
  readonly remote_ip: string
  readonly remote_port: number
  version: string | null
  /** Its capability version, and the names of its interfaces. */
  capabilities: number
  interfaces: ReadonlySet<string>
  /** Seconds by which its traffic minutes are moved, because its clock is wrong; undefined until it has sent its time. */
  shift: number | undefined
  /** Until when a console watches its traffic, in seconds of the monotonic clock. */
  watched_until: number
  /** When it last sent samples, in milliseconds of the monotonic clock. */
  sampled_at: number
  /** `new` until its hello, `arriving` until the database holds its arrival. */
  state: 'new' | 'arriving' | 'here' | 'gone'
  /** Whole seconds of the monotonic clock: when its last frame came, and (`reported`) when that was last written to the database. */
  heard: number
  /** When it was last sent a heartbeat. */
  answered: number
  reported: number
  /** Messages that it may still send before the gateway's next beat. */
  budget: number
  /** Returns the bytes that came over its connection, those of frames that are not complete included. */
  received: () => number
  /** How many of them are counted, and how many came since the gateway's last beat. */
  counted: number
  beat_bytes: number
  /** What it used up too much of, if its connection was ended for that. */
  exceeded: DeviceBudgetName | null
  /** The configuration that it reports to run, the one that it runs unconfirmed, and the one that it was last offered. */
  running: AppliedConfig | null
  pending: AppliedConfig | null
  /** Why `running` does not run, as the console shows it; null as far as the device says that it does. */
  failure: string | null
  /** The newest revision with the content of `running`; undefined if that is the one that the device names. */
  runs_as: number | undefined
  offered: (AppliedConfig & { restart_hashes: RestartHashes }) | null
  /** Undefined until the gateway knows what it runs. */
  restart_hashes: RestartHashes | undefined
  /** Hash of the trust that it last reported or was sent; null if it has none yet, undefined for a device that keeps none. */
  trust: string | null | undefined
  /** Which of its certificates is to be replaced first; undefined if it has none, or was not looked at yet. */
  renewal: Renewal | undefined
  /** A batch of its events is being written. */
  reporting: boolean
  /** When it was last asked to renew its credential, in seconds of the monotonic clock. */
  renewal_asked: number | undefined
}

/** Unsent bytes above which a device is offered no configuration, and above which its connection is ended. */
export const BUFFER_HIGH = 1024 * 1024
export const BUFFER_FULL = 8 * 1024 * 1024

export const monotonicSeconds = (): number => Math.floor(performance.now() / 1000)

export const send = (peer: Peer, message: ControllerMessage): void => {
  if (peer.socket.readyState === peer.socket.OPEN) peer.socket.send(JSON.stringify(message))
}

const CLOSE_MS = 2000

/** Closes a connection. One that has not answered after two seconds is ended: a connection that is not read any more never reads the answer. */
export function close({ socket }: Pick<Peer, 'socket'>, code: number, reason: string): void {
  socket.close(code, reason)
  setTimeout(() => socket.terminate(), CLOSE_MS).unref()
}

export interface Peers {
  /** All devices that have said hello, by their globally unique names. */
  readonly byName: ReadonlyMap<string, Peer>
  /** Devices that are connected and have not said hello yet. */
  readonly strangers: ReadonlySet<Peer>
  meet(peer: Peer): void
  /** Adds a device that has said hello, and replaces an older connection of the same name. */
  admit(peer: Peer): void
  /** Closes a connection because the device has a newer one, here or at another instance. */
  replace(older: Peer): void
  /** Connections since the start that were replaced. */
  readonly replaced: number
  remove(peer: Peer): void
  /** Returns the connection of this name, if the database holds its arrival. */
  here(router_name: string): Peer | undefined
  /**
   * Returns the connection of this name; while the database is being told of its arrival, waits for that. Another server may read the
   * arrival in the database, and ask for the device, a moment before this server learns that it was written.
   */
  arrived(router_name: string): Promise<Peer | undefined>
  /** Sets the state of a device that has arrived or left, and ends the wait for its arrival. */
  settle(peer: Peer, state: 'here' | 'gone'): void
}

export function createPeers(): Peers {
  const byName = new Map<string, Peer>()
  const strangers = new Set<Peer>()
  /** The promises of those who wait for the arrival of a device. */
  const arrivals = new WeakMap<Peer, PromiseWithResolvers<void>>()
  const here = (router_name: string): Peer | undefined => {
    const peer = byName.get(router_name)
    return peer?.state === 'here' ? peer : undefined
  }
  let replaced = 0
  function replace(older: Peer): void {
    replaced++
    close(older, closeCodes.replaced, 'a newer connection of this device')
  }
  return {
    byName,
    strangers,
    meet: (peer) => void strangers.add(peer),
    admit(peer) {
      strangers.delete(peer)
      const older = byName.get(peer.router_name)
      byName.set(peer.router_name, peer)
      if (older) replace(older)
    },
    replace,
    get replaced() {
      return replaced
    },
    remove(peer) {
      strangers.delete(peer)
      if (byName.get(peer.router_name) === peer) byName.delete(peer.router_name)
    },
    here,
    async arrived(router_name) {
      for (let peer = byName.get(router_name); peer?.state === 'arriving'; peer = byName.get(router_name)) {
        const arrival = arrivals.get(peer) ?? Promise.withResolvers<void>()
        arrivals.set(peer, arrival)
        await arrival.promise
      }
      return here(router_name)
    },
    settle(peer, state) {
      peer.state = state
      arrivals.get(peer)?.resolve()
      arrivals.delete(peer)
    },
  }
}
