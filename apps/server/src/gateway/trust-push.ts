import { MAX_FRAME_BYTES } from '@weft/contract'
import { knownTo, type MayInterrupt, type TrustService } from '../domains/foundation/authority/trust.service.ts'
import { type Clock, unix } from '../kernel/clock.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import type { CenterTurns } from './center-turns.ts'
import type { Peer, Peers } from './peers.ts'
import { isPop, OPERATOR } from '../domains/member/device/credential.service.ts'

/** Sends devices the list of whom they trust: before the configuration that needs it, and when it changes by itself. */
export interface TrustPush {
  /** Offers these members of one account, or POPs, the trust that they do not hold yet. A device that keeps none costs nothing. */
  bring(account_id: number, names: readonly string[]): Promise<void>
  /** Sends a member's changed sign-in to the centers and POPs that let it in. Changes in a row are sent together. */
  changed(account_id: number, router_name: string): void
  /**
   * Offers devices that are connected here new certificates in place of those that end soon: one device for each network, the one that is due
   * first, since others would be refused the turn. Runs every few minutes.
   */
  renew(): Promise<void>
  /** Offers all connected devices the trust that they do not hold yet, after a time in which changes were missed. */
  bringAll(): Promise<void>
  stop(): void
}

const TOGETHER_MS = 50
const RETRY_MS = 1000
/** Seconds after which a device whose new certificate failed is asked about again. */
const RENEW_AGAIN_SECONDS = 3600

export function createTrustPush({
  peers,
  trust,
  turns,
  clock,
  log,
}: {
  peers: Peers
  trust: Pick<TrustService, 'trustOf' | 'trustOfPops' | 'doorsOf'>
  turns: Pick<CenterTurns, 'take'>
  clock: Clock
  log: Log
}): TrustPush {
  const waiting = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  /** What goes on, by account. One read and what is sent after it follow the other: a device keeps what was read last. */
  const work = new Map<number, Promise<void>>()

  const keeping = (name: string): Peer | undefined => {
    const peer = peers.here(name)
    return peer?.trust === undefined ? undefined : peer
  }

  /**
   * A member that gets a new certificate takes the turn of its network, which ends by itself: if another one restarted its tunnels at the
   * same time, the two could be left without a common center.
   */
  const mayInterrupt: MayInterrupt = ({ account_id, network_number, router_name }) =>
    turns.take({ account_id, router_name }, [network_number], 'certificate')

  function bring(account_id: number, names: readonly string[]): Promise<void> {
    if (!names.some(keeping)) return Promise.resolve()
    const result = (work.get(account_id) ?? Promise.resolve()).then(() => bringNow(account_id, names))
    const ended = result
      .catch(() => {})
      .finally(() => {
        if (work.get(account_id) === ended) work.delete(account_id)
      })
    work.set(account_id, ended)
    return result
  }

  async function bringNow(account_id: number, names: readonly string[]): Promise<void> {
    const keepers = names.filter(keeping)
    const trusts = await (isPop({ account_id })
      ? trust.trustOfPops(keepers, mayInterrupt)
      : trust.trustOf(account_id, keepers, mayInterrupt))
    for (const [name, trusted] of trusts) {
      const peer = keeping(name)
      if (!peer) continue
      peer.renewal = trusted.renewal
      const { hash, networks } = knownTo(peer.capabilities, trusted)
      if (peer.trust === hash || peer.socket.readyState !== peer.socket.OPEN) continue
      const frame = JSON.stringify({ type: 'trust.offer', hash, networks })
      if (Buffer.byteLength(frame) > MAX_FRAME_BYTES) {
        log.error('what a member trusts is larger than a frame', { router_name: name, bytes: Buffer.byteLength(frame) })
        continue
      }
      peer.socket.send(frame)
      // Frames arrive in order: whatever is sent next finds the trust in place.
      peer.trust = hash
    }
  }

  /** Brings each of these lists of members of one account. @throws the first failure, after all others were tried */
  async function bringEach(lists: readonly (readonly Peer[])[], failed: (members: readonly Peer[]) => void = () => {}): Promise<void> {
    const failures: unknown[] = []
    for (const members of lists) {
      const { account_id } = members[0]!
      const names = members.map((peer) => peer.router_name)
      try {
        await bring(account_id, names)
      } catch (error) {
        log.warn('members get the list of whom they trust later', { account_id, count: names.length, ...errorFacts(error) })
        failures.push(error)
        failed(members)
      }
    }
    if (failures.length > 0) throw failures[0]
  }

  async function tell(): Promise<void> {
    timer = undefined
    const accounts = Map.groupBy(waiting, ([, account_id]) => account_id)
    waiting.clear()
    await Promise.all(
      Array.from(accounts, ([account_id, members]) =>
        tellOf(
          account_id,
          members.map(([name]) => name),
        ),
      ),
    )
  }

  async function tellOf(account_id: number, names: readonly string[]): Promise<void> {
    try {
      const doors = await trust.doorsOf(account_id, names)
      await bring(account_id, doors.members)
      await bring(OPERATOR, doors.pops)
    } catch (error) {
      log.warn('the list of who may sign in will be sent later', { account_id, ...errorFacts(error) })
      for (const name of names) waiting.set(name, account_id)
      if (!stopped) timer ??= setTimeout(() => void tell(), RETRY_MS)
    }
  }

  return {
    bring,
    async renew() {
      const now = unix(clock.now())
      const due = [...peers.byName.values()].filter(({ renewal }) => renewal !== undefined && renewal.time <= now)
      const first = new Map<string, Peer>()
      for (const peer of due) {
        const { network_number, time } = peer.renewal!
        if (time < (first.get(network_number)?.renewal?.time ?? Number.POSITIVE_INFINITY)) first.set(network_number, peer)
      }
      await bringEach(
        Array.from(first.values(), (peer) => [peer]),
        // Others of its network go first until then.
        ([peer]) => (peer!.renewal = { ...peer!.renewal!, time: now + RENEW_AGAIN_SECONDS }),
      )
    },
    bringAll: () => bringEach([...Map.groupBy(peers.byName.values(), (peer) => peer.account_id).values()]),
    changed(account_id, router_name) {
      waiting.set(router_name, account_id)
      timer ??= setTimeout(() => void tell(), TOGETHER_MS)
    },
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
