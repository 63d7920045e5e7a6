import { QUARTERS_OF_DAY } from '@weft/contract'

/** What a quarter of an hour was: its worst moment counts. */
export type Quarter = 'well' | 'degraded' | 'down' | 'none'

/** A number of quarters that follow each other and were the same. */
export interface Stretch {
  quarter: Quarter
  /** Index of its first quarter, and of the one after its last; 0 is 24 h ago. */
  from: number
  to: number
}

const QUARTERS_PER_BYTE = 4
/** By their two bits. */
const quarters = ['well', 'degraded', 'down', 'none'] as const satisfies readonly Quarter[]

/**
 * Returns the last 24 h as stretches, the oldest first. @param day base64 of 24 bytes: two bits a quarter of an hour, the oldest in the
 * highest bits of the first byte. Without it, or where it is too short, nothing was measured.
 */
export function stretchesOf(day: string | null): Stretch[] {
  const bytes = day === null ? '' : atob(day)
  const found: Stretch[] = []
  for (let at = 0; at < QUARTERS_OF_DAY; at += 1) {
    const byte = Math.floor(at / QUARTERS_PER_BYTE)
    const shift = 2 * (QUARTERS_PER_BYTE - 1 - (at % QUARTERS_PER_BYTE))
    const quarter = byte < bytes.length ? quarters[(bytes.charCodeAt(byte) >> shift) & 3]! : 'none'
    const last = found.at(-1)
    if (last?.quarter === quarter) last.to = at + 1
    else found.push({ quarter, from: at, to: at + 1 })
  }
  return found
}

/** Returns an availability as it is written: 100 only where nothing was missing. @param availability percent, or null where nothing was measured */
export function availabilityText(availability: number | null): string {
  if (availability === null) return '—'
  return availability >= 100 ? '100%' : `${Math.min(99.99, availability).toFixed(2)}%`
}
