import { seeded } from '../../seeded.ts'

const MINUTES_A_DAY = 1440
const SHANGHAI_SECONDS = 8 * 3600

/** How busy a working day is at each hour in Shanghai, of its peak. */
const HOURS = [4, 3, 2, 2, 2, 3, 6, 14, 45, 78, 92, 88, 55, 72, 95, 100, 94, 80, 46, 30, 24, 20, 13, 7]

/**
 * Bytes of one minute: the hour's shape between two hours, a quiet weekend, the device's own size, and noise. It depends on the
 * seed and the minute alone, so that a restart tells the same story again.
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

/** How a minute's bytes are spread: waves of so many a minute, of such a height. Their heights together stay below one, so counters never fall. */
const WAVES = [
  [2, 0.3],
  [5, 0.2],
  [13, 0.2],
  [23, 0.15],
] as const

/** The part of a minute's bytes that has passed at a moment of it, from 0 to 1: uneven from second to second, whole at its end. */
export const passedOf = (seed: string, minute: number, part: number): number =>
  WAVES.reduce((sum, [waves, height]) => {
    const phase = 2 * Math.PI * seeded(`${seed} ${minute} ${waves}`)
    return sum + (height * (Math.sin(2 * Math.PI * waves * part + phase) - Math.sin(phase))) / (2 * Math.PI * waves)
  }, part)

/**
 * Counters of bytes since they were made, which grow within each minute by the bytes of that minute.
 * @param now Unix milliseconds; counters of a clock that goes back stand still until it is there again
 */
export function simulatedCounters(seed: string, peak: number, now: () => number): () => { down: number; upload: number } {
  const began = now()
  let minute = Math.floor(began / 60_000) * 60
  let at = began
  /** Of the whole minutes before this one. */
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
