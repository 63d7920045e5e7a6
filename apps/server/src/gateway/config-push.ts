import { type AppliedConfig, CONFIRM_SECONDS, MAX_FRAME_BYTES } from '@weft/contract'
import { hashOf, type MemberDocument } from '@weft/member-config'
import type { Db } from '../db/client.ts'
import { configsOf, type MemberConfig } from '../domains/network/configuration/configuration.service.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import type { ConfigReport } from './config.queries.ts'
import { tooLarge } from './config.text.ts'
import type { PopConfigs } from '../domains/network/pop/pop.config.service.ts'
import { OPERATOR } from '../domains/member/device/credential.service.ts'
import { BUFFER_HIGH, monotonicSeconds, type Peer, type Peers, type RestartHashes, send } from './peers.ts'
import type { CenterTurns } from './center-turns.ts'
import type { TrustPush } from './trust-push.ts'

/** Offers members the configuration that they should run. A member has one place in the queue: the latest configuration wins. */
export interface ConfigPush {
  want(router_name: string): void
  /** Records that the member has received the offer and is working on it. */
  received(router_name: string): void
  /** Records that the member gave its final answer to an offer. */
  settle(router_name: string): void
  /** Records that the member's connection is gone: whether it still applies an offer is not known. */
  lost(router_name: string): void
  /** Offers what waited for another member of this account, because its turn has ended. */
  turn(account_id: number): void
  /** Gives up on members that do not answer, and retries those that read too slowly. */
  beat(): void
  waiting(): number
  stop(): void
}

/** Offers in delivery at once, and seconds that a delivery may take. */
const CONCURRENT = 512
const DELIVERY_SECONDS = 15
/** Seconds that the other members of its network, and its own next configuration, wait for a member that is applying an offer. */
const WORK_SECONDS = CONFIRM_SECONDS + 30
/** Seconds after which a member that has not settled loses its turn. */
export const TURN_SECONDS = DELIVERY_SECONDS + WORK_SECONDS
/** Members whose documents are compiled together: most of the cost is reading their networks. */
const AT_ONCE = 256
const AT_LEAST = 64
/** Offers after which other work gets its turn: hashing and writing a document takes a fraction of a millisecond. */
const IN_A_ROW = 16
const RETRY_MS = 1000
/** Bytes from which the log warns, before a configuration is too large: a POP reaches this at about 20,000 members. */
const NEARLY_FULL = 0.75 * MAX_FRAME_BYTES

interface Flight {
  until: number
  delivered: boolean
  /** It interrupts tunnels of a center, which has its turn meanwhile. */
  interrupts: boolean
}

/**
 * Returns hashes of the settings whose change restarts a center's tunnels: ports, ciphers, center link, POP links. They stay up when its
 * members, their prefixes or its routing change.
 */
const restartHashesOf = ({ networks }: MemberDocument): RestartHashes =>
  new Map(
    networks.flatMap((section) => {
      if (section.position !== 'center') return []
      const { network_number, ciphers, twin, services, pop_links } = section
      const listens = [services.hardware, services.software].map(({ segment, port, device }) => ({ segment, port, device }))
      return [[network_number, hashOf({ ciphers, twin, listens, pop_links })]]
    }),
  )

/** Returns the networks that a change interrupts. A network that a center did not have yet is not interrupted. */
const interruptedBy = (will: RestartHashes, was: RestartHashes | undefined): string[] =>
  [...will].flatMap(([network, hash]) => (was === undefined || (was.has(network) && was.get(network) !== hash) ? [network] : []))

export function createConfigPush({
  db,
  peers,
  log,
  trust,
  pops,
  turns,
  report,
}: {
  db: Db
  peers: Peers
  log: Log
  trust: Pick<TrustPush, 'bring'>
  pops: PopConfigs
  turns: CenterTurns
  report: (report: ConfigReport) => void
}): ConfigPush {
  const wanted = new Set<string>()
  /** Members that wait for another member of a network, or that read too slowly. */
  const held = new Set<string>()
  const flights = new Map<string, Flight>()
  let underway = 0
  let pumping = false
  let stopped = false
  let retry: NodeJS.Timeout | undefined

  function take(): { account_id: number; names: string[] } | undefined {
    let account_id: number | undefined
    const names: string[] = []
    const room = Math.min(AT_ONCE, CONCURRENT - underway)
    // Waits for room for several: otherwise each member would be compiled by itself as soon as another answers.
    if (room < Math.min(AT_LEAST, wanted.size)) return undefined
    for (const name of wanted) {
      if (names.length === room) break
      const peer = peers.here(name)
      // A change during an offer waits for the answer to it; a member that is gone will say hello.
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
          await trust.bring(account_id, names)
          const configs =
            account_id === OPERATOR ? await pops.of(names) : await db.account(account_id, 'read', (account) => configsOf(account, names))
          for (const [i, name] of names.entries()) {
            if (i > 0 && i % IN_A_ROW === 0) await new Promise(setImmediate)
            const config = configs.get(name)
            const peer = peers.here(name)
            if (config && peer) await offer(peer, config)
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

  async function offer(peer: Peer, { revision, hash, document }: MemberConfig): Promise<void> {
    const { router_name, account_id } = peer
    const same = (one: AppliedConfig | null) => one?.hash === hash
    const restart_hashes = restartHashesOf(document)
    // To a device that fails to run the same content of an earlier revision it is offered anew: somebody sent it again.
    if (same(peer.running) && (peer.failure === null || revision === (peer.runs_as ?? peer.running?.revision))) {
      peer.restart_hashes = restart_hashes
      peer.runs_as = revision
      report({ account_id, router_name, revision, hash, error: peer.failure })
      // The center may have applied the configuration after the server that granted its turn crashed.
      if (restart_hashes.size > 0) turns.giveBack([peer])
      return
    }
    const interrupts = interruptedBy(restart_hashes, peer.restart_hashes)
    if (peer.socket.bufferedAmount > BUFFER_HIGH || (interrupts.length > 0 && !(await turns.take(peer, interrupts, 'configuration')))) {
      held.add(router_name)
      return
    }
    // Lost while it waited for its turn: it will say hello.
    if (peers.here(router_name) !== peer) return
    if (peer.pending?.revision === revision && same(peer.pending)) {
      send(peer, { type: 'config.confirm', revision })
    } else {
      const frame = JSON.stringify({ type: 'config.offer', revision, hash, document, confirm_seconds: CONFIRM_SECONDS })
      const bytes = Buffer.byteLength(frame)
      if (bytes > NEARLY_FULL)
        log.warn('a configuration is nearly or more than a frame holds', { router_name, bytes, most: MAX_FRAME_BYTES })
      if (bytes > MAX_FRAME_BYTES) {
        report({ account_id, router_name, revision, hash, error: tooLarge(bytes) })
        return
      }
      peer.socket.send(frame)
    }
    peer.offered = { revision, hash, restart_hashes }
    flights.set(router_name, { until: monotonicSeconds() + DELIVERY_SECONDS, delivered: false, interrupts: interrupts.length > 0 })
    underway++
  }

  /** Tries again what is held, of one account or of all. */
  function release(account_id?: number): void {
    for (const name of held) {
      if (account_id !== undefined && peers.here(name)?.account_id !== account_id) continue
      wanted.add(name)
      held.delete(name)
    }
    void pump()
  }

  function deliver(flight: Flight): void {
    if (flight.delivered) return
    flight.delivered = true
    flight.until = monotonicSeconds() + WORK_SECONDS
    underway--
  }

  function end(router_name: string): Flight | undefined {
    const flight = flights.get(router_name)
    if (!flight) return undefined
    flights.delete(router_name)
    deliver(flight)
    void pump()
    return flight
  }

  function settle(router_name: string): void {
    const peer = peers.here(router_name)
    if (end(router_name)?.interrupts && peer) turns.giveBack([peer])
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
    lost: (router_name) => void end(router_name),
    turn: release,
    beat() {
      turns.beat()
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
