import { bracketed } from '@weft/ui'
const MEGA = 1_000_000

/** Converts bit/s to Mbit/s. */
export const megabits = (rate: number): number => rate / MEGA
/** Converts bit/s to MB/s, an eighth of the Mbit/s. */
export const megabytes = (rate: number): number => rate / 8 / MEGA

/** Writes a rate as 「12.34 Mbit/s（1.54 MB/s）」. @param rate bit/s */
export const rateText = (rate: number): string => bracketed(`${megabits(rate).toFixed(2)} Mbit/s`, `${megabytes(rate).toFixed(2)} MB/s`)

/** Returns the largest unit in which a rate is at least 1, Kbit/s or larger. @param rate bit/s */
export function rateUnit(rate: number): { name: string; size: number } {
  if (rate >= 1000 * MEGA) return { name: 'Gbit/s', size: 1000 * MEGA }
  if (rate >= MEGA) return { name: 'Mbit/s', size: MEGA }
  return { name: 'Kbit/s', size: 1000 }
}

const volumes = ['B', 'KB', 'MB', 'GB', 'TB'] as const
const KILO = 1024

/** Writes bytes as 「1.50 GB」, in the largest unit in which they are at least 1; bytes below 1 KB have no decimals. */
export function volumeText(bytes: number): string {
  const power = Math.min(volumes.length - 1, bytes < KILO ? 0 : Math.floor(Math.log2(bytes) / 10))
  return `${power === 0 ? bytes : (bytes / KILO ** power).toFixed(2)} ${volumes[power]}`
}
