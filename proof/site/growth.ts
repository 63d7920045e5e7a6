/**
 * Returns the value that a series of equally spaced values began with, and by how much it grew until its end, both by the line whose slope
 * is the median of the slopes between any two of them (Theil and Sen): single values far off do not count.
 */
export function growthOf(values: readonly number[]): { from: number; by: number } {
  const slopes = values.flatMap((value, i) => values.slice(i + 1).map((later, k) => (later - value) / (k + 1)))
  const slope = slopes.length === 0 ? 0 : middle(slopes)
  const from = middle(values.map((value, i) => value - slope * i))
  return { from, by: slope * Math.max(0, values.length - 1) }
}

function middle(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return ((sorted[(sorted.length - 1) >> 1] ?? Number.NaN) + (sorted[sorted.length >> 1] ?? Number.NaN)) / 2
}
