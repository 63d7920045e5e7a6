import type { TrafficMinute, TrafficSample } from '@weft/contract'

/** The most that an interface can carry, in bit/s: a larger figure is an error of the device, or a lie. */
export const MOST_RATE = 400e9
/** Seconds beyond the present shift from which it changes, so that no jitter moves two minutes onto one. */
const HOLD = 90

/**
 * Returns the seconds by which a device's minutes are moved: whole minutes, none below half a minute. The connection's former shift
 * is kept until the clock differs from it by 90 seconds.
 * @param skew the controller's clock minus the device's
 */
export const shiftOf = (before: number | undefined, skew: number): number =>
  before !== undefined && Math.abs(skew - before) < HOLD ? before : Math.round(skew / 60) * 60 + 0

/** From the first second that is kept to the end of the last one, in Unix seconds. */
export interface Range {
  from: number
  to: number
}

/** Returns the beginning of a device's minute by the controller's clock; undefined if it is out of range. */
export function minuteIn({ from, to }: Range, time: number, shift: number): number | undefined {
  const minute = time - (time % 60) + shift
  return minute >= from && minute < to ? minute : undefined
}

/** The reason why a minute is not kept. */
export type Unfit = 'unknown' | 'absurd' | 'outside'

/** Returns the time at which a minute is kept, or why it is not kept. */
export function placeMinute(
  { interface: name, time, down, upload }: TrafficMinute,
  shift: number,
  known: ReadonlySet<string>,
  kept: Range,
): number | Unfit {
  if (!known.has(name)) return 'unknown'
  if (Math.max(down, upload) > (MOST_RATE / 8) * 60) return 'absurd'
  return minuteIn(kept, time, shift) ?? 'outside'
}

/** Seconds of age at sending from which a sample is dropped as out of date. */
const STALE = 60

/** Returns the samples of one moment by the controller's clock: one for each interface, without impossible ones. */
export function soundSamples(
  samples: readonly TrafficSample[],
  device_now: number,
  known: ReadonlySet<string>,
  now: number,
): [name: string, time: number, down: number, upload: number][] {
  const sound = samples.filter(
    ({ interface: name, time, down, upload }) =>
      known.has(name) && Math.max(down, upload) <= MOST_RATE && time <= device_now && device_now - time <= STALE,
  )
  return [...new Map(sound.map((sample) => [sample.interface, sample])).values()].map(({ interface: name, time, down, upload }) => [
    name,
    now - (device_now - time),
    Math.round(down),
    Math.round(upload),
  ])
}
