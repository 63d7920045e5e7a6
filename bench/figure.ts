/** A row of the table that is printed at the end. */
export interface Figure {
  what: string
  target: string
  measured: string
  ok: boolean
}

/** What a bench that threw has measured. */
export const FAILED = 'failed'

/** Measures one thing. It removes all that it starts or writes, even if it fails. */
export type Bench = (say: (line: string) => void) => Promise<Figure[]>

export const atMost = (what: string, limit: number, measured: number, unit: string): Figure => ({
  what,
  target: `≤ ${limit} ${unit}`.trimEnd(),
  measured: `${round(measured)} ${unit}`.trimEnd(),
  ok: measured <= limit,
})

export const atLeast = (what: string, limit: number, measured: number, unit: string): Figure => ({
  what,
  target: `≥ ${limit} ${unit}`.trimEnd(),
  measured: `${round(measured)} ${unit}`.trimEnd(),
  ok: measured >= limit,
})

export const MEGABYTE = 1024 * 1024

/** Rounds to three digits, the precision of measurements on a shared machine. */
export const round = (value: number): number => Number(value.toPrecision(3))

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}

export const sleep = (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms))
