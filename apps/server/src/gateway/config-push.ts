import { type AppliedConfig, CONFIRM_SECONDS, MAX_FRAME_BYTES } from '@weft/contract'
import type { MemberDocument } from '@weft/member-config'
import type { Db } from '../db/client.ts'
import { configsOf, type MemberConfig } from '../domains/network/network.config.service.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import type { ConfigReport } from './config.queries.ts'
import { BUFFER_HIGH, monotonicSeconds, type Peer, type Peers, send } from './peers.ts'

/** Offers members the configuration that they should run. A member has one place in the queue: the latest wins. */
export interface ConfigPush {
  want(router_name: string): void
  /** The member has the offer and is at work on it. */
  received(router_name: string): void
  /** The member answered an offer for good, or is gone. */
  settle(router_name: string): void
  /** Gives up on members that do not answer, and tries again those that read too slowly. */
  beat(): void
  waiting(): number
  stop(): void
}

/** Offers on their way at once, and how long one may be. */
const CONCURRENT = 64
const DELIVERY_SECONDS = 15
/** A member that is at work is waited for so long, by the other center of its network and by its own next configuration. */
const WORK_SECONDS = CONFIRM_SECONDS + 30
const AT_ONCE = 32
const RETRY_MS = 1000

interface Flight {
  until: number
  delivered: boolean
  /** The networks whose center this member is. */
  centerOf: string[]
}

export function createConfigPush({
  db,
  peers,
  log,
  report,
}: {
  db: Db
  peers: Peers
  log: Log
  report: (report: ConfigReport) => void
}): ConfigPush {
  const wanted = new Set<string>()
  /** Waiting for the other center of a network, or for a slow reader. */
  const held = new Set<string>()
  const flights = new Map<string, Flight>()
  const busyNetworks = new Map<string, string>()
  let underway = 0
  let pumping = false
  let stopped = false
  let retry: NodeJS.Timeout | undefined

  function take(): { account_id: number; names: string[] } | undefined {
    let account_id: number | undefined
    const names: string[] = []
    for (const name of wanted) {
      if (names.length === Math.min(AT_ONCE, CONCURRENT - underway)) break
      const peer = peers.here(name)
      // What comes while it is applying waits for its answer; a member that is gone will say hello.
      if (!peer) wanted.delete(name)
      if (!peer || flights.has(name) || peer.account_id !== (account_id ?? peer.account_id)) continue
      account_id = peer.account_id
      names.push(name)
      wanted.delete(name)
    }
    return account_id === undefined ? undefined : { account_id, names }
  }

  async function pump(): Promise<void> {
    if (pumping || stopped) return
    pumping = true
    try {
      for (let part = take(); part && !stopped; part = take()) {
        const { account_id, names } = part
        try {
          const configs = await db.account(account_id, 'read', (account) => configsOf(account, names))
          for (const name of names) {
            const config = configs.get(name)
            const peer = peers.here(name)
            if (config && peer) offer(peer, config)
          }
        } catch (error) {
          log.error('configurations could not be compiled', { account_id, members: names.length, ...errorFacts(error) })
          for (const name of names) held.add(name)
          retry ??= setTimeout(() => {
            retry = undefined
            release()
          }, RETRY_MS)
        }
      }
    } finally {
      pumping = false
    }
  }

  function offer(peer: Peer, { revision, hash, document }: MemberConfig): void {
    const { router_name, account_id } = peer
    const same = (one: AppliedConfig | null) => one?.hash === hash
    if (same(peer.running)) {
      report({ account_id, router_name, revision, hash, error: null })
      return
    }
    const centerOf = document.networks.filter((one) => one.position === 'center').map((one) => one.network_number)
    if (peer.socket.bufferedAmount > BUFFER_HIGH || centerOf.some((network) => busyNetworks.has(network))) {
      held.add(router_name)
      return
    }
    if (peer.pending?.revision === revision && same(peer.pending)) {
      send(peer, { type: 'config.confirm', revision })
    } else if (!sendOffer(peer, { revision, hash, document })) {
      report({ account_id, router_name, revision, hash, error: 'too large' })
      return
    }
    peer.offered = { revision, hash }
    flights.set(router_name, { until: monotonicSeconds() + DELIVERY_SECONDS, delivered: false, centerOf })
    underway++
    for (const network of centerOf) busyNetworks.set(network, router_name)
  }

  function sendOffer(peer: Peer, config: { revision: number; hash: string; document: MemberDocument }): boolean {
    const frame = JSON.stringify({ type: 'config.offer', ...config, confirm_seconds: CONFIRM_SECONDS })
    if (Buffer.byteLength(frame) > MAX_FRAME_BYTES) {
      log.error('a configuration is larger than a frame', { router_name: peer.router_name, bytes: Buffer.byteLength(frame) })
      return false
    }
    peer.socket.send(frame)
    return true
  }

  function release(): void {
    for (const name of held) wanted.add(name)
    held.clear()
    void pump()
  }

  function deliver(flight: Flight): void {
    if (flight.delivered) return
    flight.delivered = true
    flight.until = monotonicSeconds() + WORK_SECONDS
    underway--
  }

  function settle(router_name: string): void {
    const flight = flights.get(router_name)
    if (!flight) return
    flights.delete(router_name)
    deliver(flight)
    for (const network of flight.centerOf) if (busyNetworks.get(network) === router_name) busyNetworks.delete(network)
    if (flight.centerOf.length > 0) release()
    else void pump()
  }

  return {
    want(router_name) {
      wanted.add(router_name)
      void pump()
    },
    received(router_name) {
      const flight = flights.get(router_name)
      if (!flight) return
      deliver(flight)
      void pump()
    },
    settle,
    beat() {
      const now = monotonicSeconds()
      for (const [name, { until }] of flights) if (until < now) settle(name)
      if (held.size > 0) release()
    },
    waiting: () => wanted.size + held.size + flights.size,
    stop() {
      stopped = true
      clearTimeout(retry)
    },
  }
}
