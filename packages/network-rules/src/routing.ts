import type { Problem } from './problem.ts'

/** Returns the other of exactly two centers, null where there are more or fewer: choosing one sets the other (docs/design/domain.md §3). */
export const otherCenter = (centers: readonly string[], name: string | null): string | null =>
  centers.length === 2 ? (centers.find((center) => center !== name) ?? null) : null

/** Returns the problem of a main and a backup line in a network with fewer than two centers. */
export const routingCentersProblem = (centers: number): Problem | undefined =>
  centers < 2 ? { code: 'routingNeedsTwo', with: undefined } : undefined

/** Returns what keeps a main and a backup line from being set: too few centers, one that was not chosen, or one chosen twice. */
export function routingProblem(centers: number, main: string | null, backup: string | null): Problem | undefined {
  const few = routingCentersProblem(centers)
  if (few) return few
  if (main === null || backup === null) return { code: 'routingChoose', with: undefined }
  return main === backup ? { code: 'routingSame', with: undefined } : undefined
}
