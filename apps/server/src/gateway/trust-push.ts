import { MAX_FRAME_BYTES } from '@weft/contract'
import { knownTo, type MayInterrupt, type TrustService } from '../domains/foundation/authority/trust.service.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import type { CenterTurns } from './center-turns.ts'
import { monotonicSeconds, type Peer, type Peers } from './peers.ts'
import { isPop, OPERATOR } from '../domains/member/device/credential.service.ts'

/** Sends devices the list of whom they trust: before the configuration that needs it, and when it changes by itself. */
export interface TrustPush {
  /** Offers these members of one account, or POPs, the trust that they do not hold yet. A device that keeps none costs nothing. */
  bring(account_id: number, names: readonly string[]): Promise<void>
  /** Sends a member's changed sign-in to the centers and POPs that let it in. Changes in a row are sent together. */
  changed(account_id: number, router_name: string): void
  /** Offers the devices that are connected here, and whose certificates end soon, new ones. Runs every few minutes. */
  renew(): Promise<void>
  /** Offers all connected devices the trust that they do not hold yet, after a time in which changes were missed. */
  bringAll(): Promise<void>
  stop(): void
}

const TOGETHER_MS = 50
const RETRY_MS = 1000

export function createTrustPush({
  peers,
  trust,
  turns,
  log,
}: {
  peers: Peers
  trust: TrustService
  turns: Pick<CenterTurns, 'take' | 'seconds'>
  log: Log
}): TrustPush {
  const waiting = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  /** How many reads have begun. */
  let reads = 0
  /** For each device the newest read that it has been compared with. */
  const newestRead = new WeakMap<Peer, number>()

  const keeping = (name: string): Peer | undefined => {
    const peer = peers.here(name)
    return peer?.trust === undefined ? undefined : peer
  }

  /**
   * A member that gets a new certificate takes the turn of its network, which ends by itself: if another one restarted its tunnels at the
   * same time, the two could be left without a common center.
   */
  const mayInterrupt: MayInterrupt = ({ account_id, network_number, router_name }) =>
    turns.take({ account_id, router_name }, [network_number])

  async function bring(account_id: number, names: readonly string[]): Promise<void> {
    const keepers = names.filter(keeping)
    if (keepers.length === 0) return
    const read = ++reads
    const trusts = await (isPop({ account_id })
      ? trust.trustOfPops(keepers, mayInterrupt)
      : trust.trustOf(account_id, keepers, mayInterrupt))
    for (const [name, trusted] of trusts) {
      const peer = keeping(name)
      // Reads may overtake each other. One that began later holds every change that caused an earlier one.
      if (!peer || read < (newestRead.get(peer) ?? 0)) continue
      newestRead.set(peer, read)
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
      peer.restarts_until = monotonicSeconds() + turns.seconds
    }
  }

  async function bringThese(some: readonly Peer[]): Promise<void> {
    for (const [account_id, members] of Map.groupBy(some, (peer) => peer.account_id))
      await bring(
        account_id,
        members.map((peer) => peer.router_name),
      )
  }

  async function tell(): Promise<void> {
    timer = undefined
    const accounts = Map.groupBy(waiting, ([, account_id]) => account_id)
    waiting.clear()
    for (const [account_id, members] of accounts) {
      try {
        const doors = await trust.doorsOf(
          account_id,
          members.map(([name]) => name),
        )
        await bring(account_id, doors.members)
        await bring(OPERATOR, doors.pops)
      } catch (error) {
        log.warn('the list of who may sign in will be sent later', { account_id, ...errorFacts(error) })
        for (const [name] of members) waiting.set(name, account_id)
        if (!stopped) timer ??= setTimeout(() => void tell(), RETRY_MS)
      }
    }
  }

  return {
    bring,
    async renew() {
      const due = await trust.dueForRenewal()
      await bringThese([...peers.byName.values()].filter((peer) => due.has(peer.router_name)))
    },
    bringAll: () => bringThese([...peers.byName.values()]),
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
