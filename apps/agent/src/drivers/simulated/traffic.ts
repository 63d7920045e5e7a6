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
