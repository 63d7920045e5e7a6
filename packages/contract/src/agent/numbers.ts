import { DAY_MS } from '../day.ts'
import { z } from 'zod'

/** The most packets with which a tunnel is measured in a minute: ten times what an agent sends. */
const MOST_PACKETS = 6000
/** The longest time there and back, and the longest gap, in milliseconds: an agent reports a longer one as this. */
export const LONGEST_RTT = 600_000
export const LONGEST_GAP = DAY_MS
/** The last second of the year 9999, which every part of the program can hold. */
const LAST_SECOND = 253_402_300_799
/** A tunnel of 1 Gbit/s carries this much in 92 days; a thousand such counts still add up within a bigint. */
const MOST_CARRIED = 1e15

/**
 * A number that a device sends. `nearest`: one outside of the range is taken as the nearest inside, and counted. `refused`: it breaks the
 * protocol, and ends the connection.
 */
interface Range {
  least: number
  most: number
  below: 'nearest' | 'refused'
  above: 'nearest' | 'refused'
}
const time: Range = { least: 0, most: LAST_SECOND, below: 'nearest', above: 'nearest' }
const count = (least: number, most: number): Range => ({ least, most, below: 'refused', above: 'nearest' })
const figure = (least: number, most: number): Range => ({ least, most, below: 'refused', above: 'refused' })

/**
 * Every number of the agents' protocol, by the name of its field, which has one meaning everywhere. The schemas are made from it, and so is
 * what the controller makes of a number outside. What no line can carry (`down`, `upload`) and what no day is kept for (`time`) is dropped
 * where it is placed, because the nearest number would be a false figure.
 */
export const deviceNumbers = {
  // Unix seconds of the device's clock, which may be wrong.
  now: time,
  since: time,
  time,
  // Bytes that a tunnel has carried; bytes of a minute, or bit/s of a sample.
  input: count(0, MOST_CARRIED),
  out: count(0, MOST_CARRIED),
  down: count(0, Number.MAX_SAFE_INTEGER),
  upload: count(0, Number.MAX_SAFE_INTEGER),
  // Numbers of events, of configurations and of the protocol.
  seq: figure(1, Number.MAX_SAFE_INTEGER),
  oldest: figure(1, Number.MAX_SAFE_INTEGER),
  revision: figure(0, Number.MAX_SAFE_INTEGER),
  capabilities: count(1, 1_000_000),
  mtu: count(0, 1_000_000),
  // Packets and milliseconds of the quality of a tunnel.
  sent: figure(1, MOST_PACKETS),
  reflected: figure(0, MOST_PACKETS),
  received: figure(0, MOST_PACKETS),
  reordered: figure(0, MOST_PACKETS),
  rtt_min: figure(0, LONGEST_RTT),
  rtt_p50: figure(0, LONGEST_RTT),
  rtt_p95: figure(0, LONGEST_RTT),
  rtt_max: figure(0, LONGEST_RTT),
  jitter_out: figure(0, LONGEST_RTT),
  jitter_back: figure(0, LONGEST_RTT),
  longest_gap: figure(0, LONGEST_GAP),
  // What a device measures when it is asked: seconds since its start, load, percent, milliseconds.
  uptime: count(0, LAST_SECOND),
  clock_ahead: { least: -LAST_SECOND, most: LAST_SECOND, below: 'nearest', above: 'nearest' },
  load: count(0, 1_000_000),
  memory: figure(0, 100),
  rtt: count(0, LONGEST_RTT),
  jitter: count(0, LONGEST_RTT),
  loss: figure(0, 100),
} satisfies Record<string, Range>
type DeviceNumber = keyof typeof deviceNumbers

const ranges: Readonly<Record<string, Range>> = deviceNumbers

/** Returns the schema of a number of the table; it refuses what breaks the protocol. */
export function numberOf(name: DeviceNumber): z.ZodNumber {
  const { least, most, below, above } = ranges[name] as Range
  let schema = z.number()
  if (below === 'refused') schema = schema.min(least)
  if (above === 'refused') schema = schema.max(most)
  return schema
}
/** Returns the schema of a whole number of the table. */
export const wholeOf = (name: DeviceNumber): z.ZodNumber => numberOf(name).int()

/** Sets each number of a message that its schema has accepted to the nearest one in its range. @returns how many were outside */
export function fitNumbers(message: object): number {
  let outside = 0
  for (const [name, value] of Object.entries(message)) {
    if (typeof value === 'number') {
      const range = ranges[name]
      const fit = range ? Math.min(Math.max(value, range.least), range.most) : value
      if (fit === value) continue
      outside++
      ;(message as Record<string, unknown>)[name] = fit
    } else if (typeof value === 'object' && value !== null && name !== 'data') outside += fitNumbers(value as object)
  }
  return outside
}
