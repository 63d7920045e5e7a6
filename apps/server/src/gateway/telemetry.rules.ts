import type { TrafficMinute, TrafficSample } from '@weft/contract'

/** No interface carries more, in bit/s: what claims to is an error of the device, or a lie. */
export const MOST_RATE = 400e9
/** A device's clock may be a little ahead, in seconds. */
export const AHEAD = 120
/** A shift holds until the clock is off by more than this many seconds beyond it, so that no jitter moves two minutes onto one. */
const HOLD = 90

/**
 * By how many seconds a device's minutes are moved: whole minutes, none below half a minute. The former shift of the connection
 * holds until the clock is really another.
 * @param skew the controller's clock less the device's
 */
export const shiftOf = (before: number | undefined, skew: number): number =>
  before !== undefined && Math.abs(skew - before) < HOLD ? before : Math.round(skew / 60) * 60 + 0

/** Why a minute is not kept. */
export type Unfit = 'unknown' | 'absurd' | 'outside'

/**
 * Where a minute belongs, or why it is not kept.
 * @param kept from the first to the end of the last second that is kept
 */
export function placeMinute(
  { interface: name, time, down, upload }: TrafficMinute,
  shift: number,
  known: ReadonlySet<string>,
  kept: { from: number; to: number },
): number | Unfit {
  if (!known.has(name)) return 'unknown'
  if (Math.max(down, upload) > (MOST_RATE / 8) * 60) return 'absurd'
  const minute = time - (time % 60) + shift
  return minute >= kept.from && minute < kept.to ? minute : 'outside'
}

/** A sample older than this when it is sent is no news, in seconds. */
const STALE = 60

/** The samples of one moment by the controller's clock; of each interface one, and none that cannot be. */
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
