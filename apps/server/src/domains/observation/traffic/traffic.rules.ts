import { DAY_SECONDS, TRAFFIC_POINTS, type TrafficHistoryPoint, type TrafficRange } from '@weft/contract'

export const MINUTE_SECONDS = 60
export const HOUR_SECONDS = 3600
/** Seconds since a minute began during which its rate is shown as the present one: devices report each minute about a minute after it began. */
export const NEWEST_SECONDS = 240
/** Days are days in Shanghai, which has no summer time. */
const SHANGHAI_SECONDS = 8 * HOUR_SECONDS

/** Returns whether a day in Shanghai begins at this time. */
export const beginsDay = (at: Date): boolean => (at.getTime() / 1000 + SHANGHAI_SECONDS) % DAY_SECONDS === 0

/** The units in which traffic is summed. */
export type Sums = 'minute' | 'hour' | 'day'
export const secondsOf: Record<Sums, number> = { minute: MINUTE_SECONDS, hour: HOUR_SECONDS, day: DAY_SECONDS }

/** Returns these sums and the finer ones, coarsest first. */
export const finerOf = (sums: Sums): Sums[] => (['day', 'hour', 'minute'] as const).slice({ day: 0, hour: 1, minute: 2 }[sums])

/** The sums that the points of a range are made from, the length of each point and the beginning of the first; all in seconds. */
export interface Steps {
  from: Sums
  step: number
  /** A step begins at a multiple of `step` after it. */
  origin: number
  begin: number
}

const align = (time: number, step: number, origin: number) => time - ((((time - origin) % step) + step) % step)
/** Returns the newest step that contains `now`, and as many before it as fit. */
const ending = (from: Steps['from'], step: number, now: number, origin = 0, points = TRAFFIC_POINTS): Steps => ({
  from,
  step,
  origin,
  begin: align(now, step, origin) - (points - 1) * step,
})

/**
 * Returns the steps of a range, at most 720.
 * @param first when the interface's traffic begins; undefined if there is none. `all` has finer steps the shorter it is
 */
export function stepsOf(range: TrafficRange, now: number, first: number | undefined): Steps {
  switch (range) {
    case '12h':
      return ending('minute', MINUTE_SECONDS, now)
    case '1d':
      return ending('minute', 2 * MINUTE_SECONDS, now)
    case '1w':
      return ending('hour', HOUR_SECONDS, now, 0, 7 * 24)
    case '1m':
      return ending('hour', HOUR_SECONDS, now)
    case 'all': {
      const finer = (['12h', '1d', '1m'] as const).map((one) => stepsOf(one, now, undefined)).find(({ begin }) => begin <= (first ?? now))
      if (finer) return finer
      const days = Math.ceil((now - first!) / DAY_SECONDS) + 1
      return ending('day', Math.ceil(days / TRAFFIC_POINTS) * DAY_SECONDS, now, -SHANGHAI_SECONDS)
    }
  }
}

/** Bytes of a minute, an hour or a day that begins at `time`, and the rates of its busiest minute in bit/s. */
export interface Part {
  time: number
  down: number
  upload: number
  peak_down: number
  peak_upload: number
}
/** Bytes of one step; `end` is the end of what was measured of it. */
export interface Summed extends Part {
  end: number
}

/** Adds parts, oldest first, up to steps. */
export function sumSteps(parts: readonly (Part & { seconds: number })[], { step, origin }: Steps): Summed[] {
  const steps: Summed[] = []
  for (const part of parts) {
    const time = align(part.time, step, origin)
    let last = steps.at(-1)
    if (last?.time !== time) steps.push((last = { time, down: 0, upload: 0, peak_down: 0, peak_upload: 0, end: time }))
    last.down += part.down
    last.upload += part.upload
    last.peak_down = Math.max(last.peak_down, part.peak_down)
    last.peak_upload = Math.max(last.peak_upload, part.peak_upload)
    last.end = part.time + part.seconds
  }
  return steps
}

/** Seconds that a minute may take to reach the controller after it ends. */
const ON_ITS_WAY = 120

/**
 * Returns the rates of the steps, and those of the busiest minute in each: the average of an hour hides its peak. A step that has not ended, or whose minutes may still arrive, is averaged over the measured part only: it
 * would look like a drop otherwise.
 */
export const rates = (steps: readonly Summed[], step: number, now: number): Omit<TrafficHistoryPoint, 'interface'>[] =>
  steps.map(({ time, down, upload, peak_down, peak_upload, end }) => {
    const seconds = time + step + ON_ITS_WAY > now ? Math.min(step, end - time) : step
    const [average_down, average_upload] = [Math.round((down * 8) / seconds), Math.round((upload * 8) / seconds)]
    return {
      time,
      down: average_down,
      upload: average_upload,
      // A peak is rounded down where it is kept, so it may seem lower than an average that equals it.
      peak_down: Math.max(average_down, peak_down),
      peak_upload: Math.max(average_upload, peak_upload),
    }
  })
