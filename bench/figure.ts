/** One line of the table at the end. */
export interface Figure {
  what: string
  target: string
  measured: string
  ok: boolean
}

/** Measures one thing. What it starts or writes is gone when it ends, however it ends. */
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

/** Three digits are what a shared machine can tell. */
export const round = (value: number): number => Number(value.toPrecision(3))

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1] ?? Number.NaN
}

export const sleep = (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms))
