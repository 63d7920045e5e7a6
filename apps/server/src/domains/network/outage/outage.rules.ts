import {
  type AttentionState,
  type Availability,
  AVAILABILITY_DAYS,
  DAY_SECONDS,
  type MemberAvailability,
  type Quarter,
  QUARTER_SECONDS,
  quarters,
  QUARTERS_OF_DAY,
} from '@weft/contract'

const SHANGHAI_SECONDS = 28_800

/** An outage, in Unix seconds. */
export interface Span {
  state: AttentionState
  start: number
  /** Null while it lasts. */
  end: number | null
}
export interface Window {
  from: number
  to: number
}

const overlap = (a: Window, b: Window): Window => ({ from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) })
const lengthOf = ({ from, to }: Window) => Math.max(0, to - from)

/** Returns the times within a window in which a member was down, in order; those that overlap or touch are one. */
export function downWithin(spans: readonly Span[], window: Window): Window[] {
  const merged: Window[] = []
  const down = spans
    .filter(({ state }) => state === 'down')
    .map(({ start, end }) => overlap({ from: start, to: end ?? window.to }, window))
    .filter((span) => lengthOf(span) > 0)
    .toSorted((a, b) => a.from - b.from)
  for (const span of down) {
    const last = merged.at(-1)
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to)
    else merged.push(span)
  }
  return merged
}

const secondsOf = (windows: readonly Window[]) => windows.reduce((sum, window) => sum + lengthOf(window), 0)

/** Returns a share as a percentage with two decimals. Less than all of it is never shown as 100, nor more than nothing as 0. */
export function percent(part: number, whole: number): number {
  const rounded = Math.round((part / whole) * 10_000) / 100
  if (part < whole) return Math.max(part > 0 ? 0.01 : 0, Math.min(99.99, rounded))
  return 100
}

/**
 * Returns the percentage of a window in which a member was not down; null if its outages are not known in any of it.
 * @param since from when on its outages are known
 */
export function availabilityWithin(spans: readonly Span[], since: number, window: Window): number | null {
  const known = overlap({ from: since, to: window.to }, window)
  const whole = lengthOf(known)
  return whole === 0 ? null : percent(whole - secondsOf(downWithin(spans, known)), whole)
}

/** Returns the last 24 hours. */
export const lastDay = (now: number): Window => ({ from: now - DAY_SECONDS, to: now })

/** Returns when the first quarter of the day strip begins; its last one contains `now`. */
export const stripStart = (now: number): number => (Math.floor(now / QUARTER_SECONDS) - QUARTERS_OF_DAY + 1) * QUARTER_SECONDS

/** Returns the worst of each quarter of the day strip. @param since from when on the outages are known */
export function quartersOf(spans: readonly Span[], since: number, now: number): Quarter[] {
  const begin = stripStart(now)
  return Array.from({ length: QUARTERS_OF_DAY }, (_, at) => {
    const from = begin + at * QUARTER_SECONDS
    const quarter = { from, to: Math.min(from + QUARTER_SECONDS, now + 1) }
    if (quarter.to <= since) return quarters.none
    const within = spans.filter(({ start, end }) => start < quarter.to && (end ?? now + 1) > quarter.from)
    if (within.length === 0) return quarters.well
    return within.some(({ state }) => state === 'down') ? quarters.down : quarters.degraded
  })
}

/** Returns a day strip: 2 bits for each quarter, the first in the highest bits of the first byte. */
export function packed(strip: readonly Quarter[]): string {
  const bytes = Buffer.alloc(strip.length / 4)
  strip.forEach((quarter, at) => {
    bytes[at >> 2]! |= quarter << (6 - 2 * (at & 3))
  })
  return bytes.toString('base64')
}

/** What a member without any outage shows. */
export const WELL: Availability = { day: packed(Array<Quarter>(QUARTERS_OF_DAY).fill(quarters.well)), availability: 100 }
const UNKNOWN: Availability = { day: null, availability: null }

/** A member whose last 24 hours are not all well. */
export interface Past {
  since: number
  spans: readonly Span[]
}

/** Returns the last 24 hours of a member. */
export const dayOf = ({ since, spans }: Past, now: number): Availability => ({
  day: packed(quartersOf(spans, since, now)),
  availability: availabilityWithin(spans, since, lastDay(now)),
})

/**
 * Returns the last 24 hours of a network: the mean of its members, and for each quarter whether all were down, some were not well, or none.
 * @param watched the number of its hardware members that ever connected
 * @param pasts those of them whose last 24 hours are not all well
 */
export function dayOfNetwork(watched: number, pasts: readonly Past[], now: number): Availability {
  if (watched === 0) return UNKNOWN
  if (pasts.length === 0) return WELL
  const strips = pasts.map(({ spans, since }) => quartersOf(spans, since, now))
  const wellAlways = watched - pasts.length
  const strip = Array.from({ length: QUARTERS_OF_DAY }, (_, at): Quarter => {
    const known = strips.map((each) => each[at]!).filter((quarter) => quarter !== quarters.none)
    if (known.length + wellAlways === 0) return quarters.none
    if (wellAlways === 0 && known.every((quarter) => quarter === quarters.down)) return quarters.down
    return known.some((quarter) => quarter !== quarters.well) ? quarters.degraded : quarters.well
  })
  const known = pasts.flatMap(({ spans, since }) => availabilityWithin(spans, since, lastDay(now)) ?? [])
  return { day: packed(strip), availability: meanOf(wellAlways, known) }
}

/** Returns the mean availability; null if there is none. @param well the number of members that were never down. @param others the percentages of the others */
export function meanOf(well: number, others: readonly number[]): number | null {
  const whole = well + others.length
  return whole === 0 ? null : percent(well * 100 + others.reduce((total, one) => total + one, 0), whole * 100)
}

/** Returns the windows of the days that `router/availability` answers, in Shanghai; the last one ends now. */
export function daysUntil(now: number): (Window & { day: string })[] {
  const today = Math.floor((now + SHANGHAI_SECONDS) / DAY_SECONDS)
  return Array.from({ length: AVAILABILITY_DAYS }, (_, at) => {
    const number = today - AVAILABILITY_DAYS + 1 + at
    const from = number * DAY_SECONDS - SHANGHAI_SECONDS
    return { day: new Date(number * DAY_SECONDS * 1000).toISOString().slice(0, 10), from, to: Math.min(from + DAY_SECONDS, now) }
  })
}

/** Returns the availability of a member in the last seven days. @param since from when on its outages are known; null if they are not */
export function weekOf(spans: readonly Span[], since: number | null, now: number): Omit<MemberAvailability, 'outages'> {
  const days = daysUntil(now)
  const week = { from: days[0]!.from, to: now }
  if (since === null)
    return { from: week.from, days: days.map(({ day }) => ({ day, availability: null })), availability: null, count: 0, seconds: 0 }
  const known = downWithin(spans, overlap({ from: since, to: now }, week))
  return {
    from: week.from,
    days: days.map(({ day, ...window }) => ({ day, availability: availabilityWithin(spans, since, window) })),
    availability: availabilityWithin(spans, since, week),
    count: known.length,
    seconds: secondsOf(known),
  }
}
