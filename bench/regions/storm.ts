import { reconnectDelay } from '../../apps/agent/src/protocol/backoff.ts'
import { createAdmission } from '../../apps/server/src/gateway/admission.ts'

/** Connections that a gateway lets in within a second (apps/server/src/gateway/gateway.ts). */
const ADMISSION_RATE = 500
/** Seconds that an agent spreads its return over beyond the time that it was given (apps/agent/src/protocol/connection.ts). */
const RETURN_SPREAD = 2
/** Seconds without a word after which an agent gives its connection up: heartbeats come every 20 s. */
const SILENT_SECONDS = 50
/** Seconds that a gateway far from its database gathers arrivals before it writes them. */
const BATCH_SECONDS = 0.25
/** Round trips to the database for the credential, and for the transaction that writes arrivals. */
const CREDENTIAL_TRIPS = 1
const ARRIVAL_TRIPS = 5
/** Round trips from a member to its gateway until it has said hello: TCP, TLS 1.3, the upgrade, and half a one for the hello. */
const HELLO_TRIPS = 3.5

/** The way of a member: milliseconds of a round trip to its gateway, and from there to the database of its cell. */
export interface Way {
  member_ms: number
  database_ms: number
}

/** Returns the seconds from a member's first packet until its arrival is stored, without waiting for anybody else. */
export const connectSeconds = ({ member_ms, database_ms }: Way): number =>
  (HELLO_TRIPS * member_ms + (CREDENTIAL_TRIPS + ARRIVAL_TRIPS) * database_ms) / 1000 + BATCH_SECONDS / 2

export interface Storm {
  members: number
  /** Gateways of the other region that take them in. */
  gateways: number
  /** Their way through the other region. */
  way: Way
  /** True if the gateways' connections were closed, as by a killed process; false if they only fell silent, as by a lost network. */
  closed: boolean
}

export interface Return {
  /** Seconds after which half, 95 of 100 and all were back. */
  p50: number
  p95: number
  longest: number
  /** Tries for each member, and the most tries that came within one second. */
  tries: number
  busiest: number
}

/**
 * Returns how the members of a region whose gateways are lost come back through those of another. Members and gateways decide by the code
 * that real ones have: how long a member waits, and when a gateway that is full asks it to come back. Times are as in `connectSeconds`.
 * @param random a number from 0 to 1 at each call; the same sequence gives the same result
 */
export function simulateStorm({ members, gateways, way, closed }: Storm, random: () => number): Return {
  const admissions = Array.from({ length: gateways }, () => createAdmission(ADMISSION_RATE))
  const seconds: number[] = []
  const back: number[] = []
  let tries = 0
  /** The tries of each tenth of a second: within it, their order does not matter. */
  const due: { failures: number; at: number }[][] = []
  const add = (at: number, failures: number) => (due[Math.floor(at * 10)] ??= []).push({ at, failures })
  for (let i = 0; i < members; i++) {
    const noticed = closed ? way.member_ms / 2000 : random() * 20 + SILENT_SECONDS - 20
    add(noticed + reconnectDelay(0, random), 0)
  }
  for (let slot = 0; slot < due.length; slot++) {
    for (const { at, failures } of (due[slot] ?? []).toSorted((a, b) => a.at - b.at)) {
      tries += 1
      seconds[Math.floor(at)] = (seconds[Math.floor(at)] ?? 0) + 1
      const admission = admissions[Math.floor(random() * gateways)]!
      const wait = admission.admit(at * 1000)
      if (wait === undefined) back.push(at + connectSeconds(way))
      else add(at + (HELLO_TRIPS * way.member_ms) / 1000 + 0.1 + wait + random() * RETURN_SPREAD, failures + 1)
    }
    due[slot] = []
  }
  back.sort((a, b) => a - b)
  const after = (share: number) => back[Math.min(back.length - 1, Math.floor(share * back.length))] ?? Number.NaN
  return {
    p50: after(0.5),
    p95: after(0.95),
    longest: after(1),
    tries: tries / members,
    busiest: seconds.reduce((most, count) => Math.max(most, count), 0),
  }
}
