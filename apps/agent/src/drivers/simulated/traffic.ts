import { seeded } from '../../seeded.ts'

const MINUTES_A_DAY = 1440
const SHANGHAI_SECONDS = 8 * 3600

/** Traffic of a working day at each hour in Shanghai, in percent of its peak. */
const HOURS = [4, 3, 2, 2, 2, 3, 6, 14, 45, 78, 92, 88, 55, 72, 95, 100, 94, 80, 46, 30, 24, 20, 13, 7]

/**
 * Returns the bytes of one minute: the traffic between two hours, a quiet weekend, the device's own size, and noise. They depend only
 * on the seed, the minute and the peak, so that they are the same after a restart.
 */
export function minuteOf(seed: string, minute: number, peak: number): { down: number; upload: number } {
  const local = Math.floor((minute + SHANGHAI_SECONDS) / 60)
  const hour = (local % MINUTES_A_DAY) / 60
  const at = Math.floor(hour)
  const shape = (HOURS[at] ?? 0) + ((HOURS[(at + 1) % 24] ?? 0) - (HOURS[at] ?? 0)) * (hour - at)
  // 1970-01-01 was a Thursday.
  const weekday = (Math.floor(local / MINUTES_A_DAY) + 4) % 7
  const week = weekday === 0 || weekday === 6 ? 0.25 : 1
  const size = 0.3 + 0.7 * seeded(seed)
  const noise = 0.6 + 0.8 * seeded(`${seed} ${minute}`)
  const down = Math.round(peak * size * week * (shape / 100) * noise)
  return { down, upload: Math.round(down * (0.15 + 0.3 * seeded(`${seed} ${minute} up`))) }
}

/** The waves in which a minute's bytes pass: number per minute, and height. The heights together stay below one, so counters never fall. */
const WAVES = [
  [2, 0.3],
  [5, 0.2],
  [13, 0.2],
  [23, 0.15],
] as const

/** Returns the part of a minute's bytes that has passed at a moment of it, from 0 to 1: uneven each second, whole at its end. */
export const passedOf = (seed: string, minute: number, part: number): number =>
  WAVES.reduce((sum, [waves, height]) => {
    const phase = 2 * Math.PI * seeded(`${seed} ${minute} ${waves}`)
    return sum + (height * (Math.sin(2 * Math.PI * waves * part + phase) - Math.sin(phase))) / (2 * Math.PI * waves)
  }, part)

/**
 * Returns a function that reads counters of bytes since they were made, which grow within each minute by the bytes of that minute.
 * @param now Unix milliseconds; while the clock is set back, the counters do not change
 */
export function simulatedCounters(seed: string, peak: number, now: () => number): () => { down: number; upload: number } {
  const began = now()
  let minute = Math.floor(began / 60_000) * 60
  let at = began
  /** The bytes of the whole minutes before this one. */
  const whole = { down: 0, upload: 0 }
  const within = (time: number) => passedOf(seed, minute, (time / 1000 - minute) / 60)
  /** The part of the present minute that had passed when the counters were made. */
  let before = within(began)
  return () => {
    at = Math.max(at, now())
    while (at / 1000 >= minute + 60) {
      const { down, upload } = minuteOf(seed, minute, peak)
      whole.down += down * (1 - before)
      whole.upload += upload * (1 - before)
      before = 0
      minute += 60
    }
    const { down, upload } = minuteOf(seed, minute, peak)
    const part = within(at) - before
    return { down: Math.floor(whole.down + down * part), upload: Math.floor(whole.upload + upload * part) }
  }
}

/** The waves of a tunnel's rate: seconds of each, and height. The heights together stay below one, so its bytes never fall. */
const TUNNEL_WAVES = [
  [MINUTES_A_DAY * 60, 0.4],
  [3600, 0.25],
  [540, 0.25],
] as const

/**
 * Returns the bytes that a tunnel has carried between two moments, in Unix seconds. A tunnel may be up for months, so
 * they are no sum of minutes.
 * @param peak the most bytes of a minute of the member that dials; a tunnel carries a part of it
 */
export function tunnelBytes(seed: string, peak: number, since: number, until: number): { input: number; out: number } {
  const rate = (peak / 60) * (0.05 + 0.3 * seeded(seed))
  const total = (time: number) =>
    TUNNEL_WAVES.reduce((sum, [seconds, height]) => {
      const turn = (2 * Math.PI) / seconds
      return sum - (height / turn) * Math.cos(turn * time + 2 * Math.PI * seeded(`${seed} ${seconds}`))
    }, time)
  const down = rate * (total(Math.max(since, until)) - total(since))
  return { input: Math.round(down), out: Math.round(down * (0.15 + 0.3 * seeded(`${seed} up`))) }
}
