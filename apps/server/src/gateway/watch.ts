import { type AgentMessage, SAMPLE_SECONDS } from '@weft/contract'
import { publishAll } from '../adapters/bus/publish.ts'
import type { BusEvent } from '../adapters/bus/events.ts'
import type { Db } from '../db/client.ts'
import { type Clock, unix } from '../kernel/clock.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import type { DeviceBudgets } from './device-budgets.ts'
import { publishMembers } from '../domains/network/state/state.service.ts'
import { monotonicSeconds, type Peer, type Peers, send } from './peers.ts'
import type { Queues } from './queues.ts'
import { type InterfaceList, saveInterfaces } from './telemetry.queries.ts'
import { soundSamples } from './telemetry.rules.ts'

type Samples = Extract<BusEvent, { type: 'samples' }>
type MessageOf<T extends AgentMessage['type']> = Extract<AgentMessage, { type: T }>

/** The devices' side of live traffic: who is watched, and the samples that they send meanwhile. */
export interface Watch {
  /** Records that a console of some instance watches this member for a few seconds more. */
  asked(account_id: number, router_name: string): void
  samples(peer: Peer, message: MessageOf<'samples'>): void
  interfaces(peer: Peer, message: MessageOf<'interfaces'>): void
  /** Samples since the start that were dropped: not asked for, too fast or impossible. */
  dropped(): number
  /** Ends the watch of members that no console asks for any more. */
  beat(): void
  stop(): Promise<void>
}

/** The first capability version that supports watching. */
const WATCHABLE = 2
/** Seconds that one request to watch lasts: instances repeat it every two to three seconds, and one or two may be lost. */
const ASKED_SECONDS = 9
/** Milliseconds between samples of one device; faster ones are dropped. Those that waited on their way may come together. */
const FASTEST_MS = SAMPLE_SECONDS * 400
const WAITED_MS = 10_000
/** Samples in one event: even with the longest names it fits into the 8 kB that PostgreSQL carries. */
const SAMPLES_PER_EVENT = 32
const BATCH_MS = 10
const INTERFACES_MS = 500
const MOST_WAITING = 5000
const MOST_OF_ONE = 100

interface Dependencies {
  db: Db
  peers: Peers
  clock: Clock
  log: Log
  queues: Queues
  budgets: Pick<DeviceBudgets, 'takeWhole' | 'refused'>
}

export function createWatch({ db, peers, clock, log, queues, budgets }: Dependencies): Watch {
  const watched = new Set<Peer>()
  let dropped = 0

  const bus = queues.open<Samples>({
    name: 'samples',
    // Samples that cannot be sent now are of no use later.
    write: (events) =>
      publishAll(db.systemNow, events).catch((error: unknown) => log.warn('samples of watched members were lost', errorFacts(error))),
    delay_ms: BATCH_MS,
    most: MOST_WAITING,
    most_of_one: MOST_OF_ONE,
    sourceOf: ({ router_name }) => router_name,
  })
  const lists = queues.open<InterfaceList>({
    name: 'interfaces',
    figures: true,
    async write(rows) {
      const latest = [...new Map(rows.map((row) => [row.connection_id, row])).values()]
      await db.system(async (system) => publishMembers(system, await saveInterfaces(system, latest)))
    },
    delay_ms: INTERFACES_MS,
    most: MOST_WAITING,
    most_of_one: MOST_OF_ONE,
    sourceOf: ({ router_name }) => router_name,
  })

  return {
    asked(account_id, router_name) {
      const peer = peers.here(router_name)
      if (!peer || peer.account_id !== account_id || peer.capabilities < WATCHABLE) return
      peer.watched_until = monotonicSeconds() + ASKED_SECONDS
      if (watched.has(peer)) return
      watched.add(peer)
      send(peer, { type: 'watch', interval: SAMPLE_SECONDS })
    },
    samples(peer, { now, samples }) {
      const at = performance.now()
      const sampled_at = Math.max(peer.sampled_at + FASTEST_MS, at - WAITED_MS)
      if (!watched.has(peer) || sampled_at > at) {
        dropped += samples.length
        return
      }
      peer.sampled_at = sampled_at
      const sound = soundSamples(samples, now, peer.interfaces, unix(clock.now()))
      dropped += samples.length - sound.length
      const { account_id, router_name } = peer
      for (let i = 0; i < sound.length; i += SAMPLES_PER_EVENT)
        bus.add({ type: 'samples', account_id, router_name, samples: sound.slice(i, i + SAMPLES_PER_EVENT) })
    },
    interfaces(peer, { interfaces }) {
      const { account_id, router_name, connection_id } = peer
      if (!budgets.takeWhole(router_name, 'interfaces', 1)) return budgets.refused(router_name, 1, 'interfaces')
      peer.interfaces = new Set(interfaces.map((one) => one.interface))
      lists.add({ account_id, router_name, connection_id, interfaces: JSON.stringify(interfaces) })
    },
    dropped: () => dropped,
    beat() {
      const now = monotonicSeconds()
      for (const peer of watched) {
        if (peer.state === 'here' && peer.watched_until >= now) continue
        watched.delete(peer)
        send(peer, { type: 'unwatch' })
      }
    },
    async stop() {
      await Promise.all([bus.stop(), lists.stop()])
    },
  }
}
