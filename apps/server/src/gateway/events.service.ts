import { type AgentEvent, type AgentMessage, closeCodes } from '@weft/contract'
import type { Db, SystemDb } from '../db/client.ts'
import { type Clock, unix } from '../kernel/clock.ts'
import { publishMembers } from '../domains/network/state/state.service.ts'
import { lockMembers } from './members.queries.ts'
import type { DeviceBudgets } from './device-budgets.ts'
import type { Queues } from './queues.ts'
import { closeSessions, lockLinks, openSessions, settleOnline, updateEventSeqs, updateLinks } from './events.queries.ts'
import { fold, type LinkKey, newEvents, type TunnelEvent, tunnelEvent } from './events.rules.ts'
import { close, type Peer, send } from './peers.ts'
import { isPop } from '../domains/member/device/credential.service.ts'
import { accountsServed, lockPops, updatePopSeqs } from './pop.queries.ts'
import { keepUplinks } from './uplink.queries.ts'

export type EventMessage = Extract<AgentMessage, { type: 'event' }>

export interface Events {
  /** Keeps a device's events, each once, and acknowledges those kept. The device sends no more until then. */
  keep(peer: Peer, message: EventMessage): void
  /** Keeps the events of devices that had used up their budget and now have enough. */
  beat(): void
  flush(): Promise<void>
  stop(): Promise<void>
}

interface Entry {
  peer: Peer
  message: EventMessage
  received: number
}

const BATCH_MS = 100
const MOST_WAITING = 20_000
/** A device waits for each to be acknowledged, and has more than one only by more than one connection. */
const MOST_OF_ONE = 8
/** Events that one transaction keeps. */
const MOST_AT_ONCE = 2000

interface Dependencies {
  db: Db
  clock: Clock
  queues: Queues
  budgets: Pick<DeviceBudgets, 'takeWhole' | 'giveBack'>
}

/** Writes the events that devices report of their tunnels. They are acknowledged only after the transaction that keeps them. */
export function createEvents({ db, clock, queues, budgets }: Dependencies): Events {
  /** The events of devices that have used up their budget. They wait for it: a device sends no more, and loses none, until these are acknowledged. */
  const held = new Map<Peer, Entry>()

  async function write(entries: Entry[]): Promise<void> {
    const kept = await db.system((system) => keepAll(system, entries))
    for (const { peer } of entries) {
      peer.reporting = false
      const seq = kept.get(peer.router_name)
      if (seq !== undefined) send(peer, { type: 'event.ack', seq })
    }
  }

  const dropped = ({ peer }: Entry) => {
    peer.reporting = false
    close(peer, closeCodes.protocol, 'these events cannot be kept')
  }
  const batch = queues.open<Entry>({
    name: 'events',
    write,
    delay_ms: BATCH_MS,
    most: MOST_WAITING,
    most_of_one: MOST_OF_ONE,
    most_at_once: MOST_AT_ONCE,
    sizeOf: ({ message }) => message.events.length,
    sourceOf: ({ peer }) => peer.router_name,
    turnOf: ({ peer }) => peer.account_id,
    dropped,
  })
  /** Takes the events, and the connection records that those of tunnels that came up may open. */
  function isTaken({ peer: { router_name }, message: { events } }: Entry): boolean {
    const sessions = events.filter(({ type }) => type.endsWith('_up')).length
    if (!budgets.takeWhole(router_name, 'sessions', sessions)) return false
    if (budgets.takeWhole(router_name, 'events', events.length)) return true
    budgets.giveBack(router_name, 'sessions', sessions)
    return false
  }
  return {
    flush: batch.flush,
    stop: batch.stop,
    keep(peer, message) {
      if (peer.reporting) return
      peer.reporting = true
      const entry = { peer, message, received: unix(clock.now()) }
      if (isTaken(entry)) batch.add(entry)
      else held.set(peer, entry)
    },
    beat() {
      for (const [peer, entry] of held) {
        if (peer.state !== 'gone' && !isTaken(entry)) continue
        held.delete(peer)
        if (peer.state !== 'gone') batch.add(entry)
      }
    },
  }
}

/** @returns the last event kept of each member */
async function keepAll(db: SystemDb, entries: readonly Entry[]): Promise<Map<string, number>> {
  const ownerOf = await ownersOf(db, entries)
  const logTunnel = (peer: Peer, event: AgentEvent, sent: number, received: number): TunnelEvent[] => {
    const account_id = ownerOf(peer, event)
    const { router_name, remote_ip } = peer
    return account_id === undefined ? [] : [tunnelEvent({ account_id, router_name, remote_ip }, event, sent, received)]
  }
  const reported = entries.flatMap(({ peer, message, received }) =>
    message.events.filter(inNetwork).flatMap((event) => logTunnel(peer, event, message.now, received)),
  )
  // The same order as every other writer: links, then members.
  const links = await lockLinks(db, reported)
  const peers = entries.map((entry) => entry.peer)
  const held = [
    ...(await lockMembers(db, [...peers, ...reported.flatMap(endsOf)])),
    ...(await lockPops(
      db,
      peers.filter(isPop).map((pop) => pop.router_name),
    )),
  ]
  const kept = new Map(held.map((row) => [row.router_name, row]))
  const events: TunnelEvent[] = []
  const uplinks: TunnelEvent[] = []
  for (const { peer, message, received } of entries) {
    const row = kept.get(peer.router_name)
    if (!row) continue
    const fresh = newEvents(row.event_seq, message.oldest, message.events)
    for (const event of fresh) (inNetwork(event) ? events : uplinks).push(...logTunnel(peer, event, message.now, received))
    row.event_seq = Math.max(row.event_seq, fresh.at(-1)?.seq ?? 0)
  }
  if (uplinks.length > 0) {
    await keepUplinks(db, uplinks)
    await publishMembers(db, uplinks)
  }
  if (events.length > 0) {
    const { changed, opened, closed } = fold(links, events)
    if (changed.length > 0) await updateLinks(db, changed)
    // Sessions are closed before others are opened, because a close ends every open session of its tunnel.
    if (closed.length > 0) await closeSessions(db, closed)
    if (opened.length > 0) await openSessions(db, opened)
    const ends = [...changed, ...closed].flatMap(endsOf)
    if (ends.length > 0) await settleOnline(db, ends)
  }
  if (events.length + uplinks.length > 0 || peers.some(isPop)) {
    await updateEventSeqs(db, [...kept.values()])
    await updatePopSeqs(db, [...kept.values()].filter(isPop))
  }
  return new Map([...kept].map(([name, row]) => [name, row.event_seq]))
}

/**
 * Returns which account an event belongs to: for a member its own; for a POP that of the network, if the POP serves it. Undefined if
 * none. A POP is dialled and never dials, so only its `client` events count.
 */
async function ownersOf(db: SystemDb, entries: readonly Entry[]): Promise<(peer: Peer, event: AgentEvent) => number | undefined> {
  const asked = entries.flatMap(({ peer, message }) =>
    isPop(peer) ? message.events.map(({ network_number }) => ({ pop_name: peer.router_name, network_number })) : [],
  )
  const served = asked.length === 0 ? [] : await accountsServed(db, asked)
  const owners = new Map(served.map((one) => [`${one.pop_name} ${one.network_number}`, one.account_id]))
  return (peer, { type, network_number }) => {
    if (!isPop(peer)) return peer.account_id
    return type.startsWith('client') ? owners.get(`${peer.router_name} ${network_number}`) : undefined
  }
}

/** Returns false for a SaaS device's tunnels to POPs, which belong to no network. */
const inNetwork = ({ network_number }: Pick<AgentEvent, 'network_number'>): boolean => network_number !== ''

const endsOf = ({ account_id, router_name, center_router_name }: LinkKey) => [
  { account_id, router_name },
  { account_id, router_name: center_router_name },
]
