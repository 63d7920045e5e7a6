import { createSocket } from 'node:dgram'
import { steadyNow } from './clock.ts'
import { reflect, sessionOf, STAMP_PORT } from './stamp.ts'

/** Milliseconds of silence after which a session is forgotten. */
const FORGOTTEN_MS = 120_000
/** The most sessions of one address: a peer has one for each tunnel, and another after each restart of its agent. */
const MOST_SESSIONS = 16

/** The most packets of one address that are answered in a second. Its agent sends ten at most. */
export const MOST_A_SECOND = 100

/** Returns a function that says whether a packet of an address may be answered now. @param now milliseconds */
export function createAllowance(): (address: string, now: number) => boolean {
  let second = 0
  let counts = new Map<string, number>()
  return (address, now) => {
    if (Math.floor(now / 1000) !== second) {
      second = Math.floor(now / 1000)
      counts = new Map()
    }
    const count = (counts.get(address) ?? 0) + 1
    counts.set(address, count)
    return count <= MOST_A_SECOND
  }
}

/** Counts the packets of each session, by the address that sends them. */
export interface Counters {
  /** Returns how many packets of this session came before, and counts this one. */
  count(address: string, session: string, now: number): number
  /** Forgets the sessions that have been silent for two minutes. */
  forget(now: number): void
  readonly size: number
}

export function createCounters(): Counters {
  const peers = new Map<string, Map<string, { count: number; at: number }>>()
  return {
    count(address, session, now) {
      const sessions = peers.get(address) ?? new Map<string, { count: number; at: number }>()
      peers.set(address, sessions)
      const known = sessions.get(session)
      const count = known && now - known.at < FORGOTTEN_MS ? known.count : 0
      // The map's order is that of the last packets.
      sessions.delete(session)
      sessions.set(session, { count: (count + 1) % 2 ** 32, at: now })
      const [oldest] = sessions.keys()
      if (sessions.size > MOST_SESSIONS && oldest !== undefined) sessions.delete(oldest)
      return count
    },
    forget(now) {
      for (const [address, sessions] of peers) {
        for (const [session, { at }] of sessions) if (now - at >= FORGOTTEN_MS) sessions.delete(session)
        if (sessions.size === 0) peers.delete(address)
      }
    },
    get size() {
      return [...peers.values()].reduce((sum, sessions) => sum + sessions.size, 0)
    },
  }
}

/** Answers the measuring packets of a service's members. */
export interface Reflector {
  /** Replaces the addresses that are answered. */
  answer(addresses: Iterable<string>): void
  /** Called regularly: forgets sessions that ended. */
  beat(): void
  /** True if it could not listen, as when its address does not exist yet. */
  readonly failed: boolean
  /** The port that it listens on; undefined until it does. */
  readonly port: number | undefined
  stop(): void
}

/** Listens on an address. Each packet is answered by one of the same length, so nobody can make it send more than they do. */
export function createReflector(address: string, port: number = STAMP_PORT, now: () => number = steadyNow): Reflector {
  const counters = createCounters()
  const allowed = createAllowance()
  let known: ReadonlySet<string> = new Set()
  let failed = false
  let listening: number | undefined
  const socket = createSocket('udp4')
  socket.on('error', () => {
    // Once it listens, an error concerns one packet.
    if (listening === undefined) failed = true
  })
  socket.on('message', (packet, { address: from, port: to }) => {
    const received = now()
    const ssid = sessionOf(packet)
    // Nothing can be sent to port 0, although a packet may come from it.
    if (ssid === undefined || to === 0 || !known.has(from) || !allowed(from, received)) return
    const counter = counters.count(from, `${to} ${ssid}`, received)
    reflect(packet, { counter, received, time: now() })
    // An answer that cannot be sent is lost like any other.
    socket.send(packet, to, from, () => {})
  })
  socket.bind(port, address, () => (listening = socket.address().port))
  return {
    answer(addresses) {
      known = new Set(addresses)
    },
    beat: () => counters.forget(now()),
    get failed() {
      return failed
    },
    get port() {
      return listening
    },
    stop: () => void socket.close(),
  }
}
