import type { Flag } from '@weft/contract'
import type { Problem } from './problem.ts'

/**
 * Returns the problem of a branch whose links are all off.
 * @param dialled whether others dial the branch, so that it has links besides its own
 */
export const lastLinkProblem = (name: string, links: readonly Flag[], dialled: boolean): Problem | undefined =>
  !dialled && links.every((enable) => enable === 0) ? { code: 'lastLink', with: { name } } : undefined

/** Returns the problem of a link between centers in a network that has not exactly two. */
export const twoCentersProblem = (centers: number): Problem | undefined =>
  centers === 2 ? undefined : { code: 'centerLinkNeedsTwo', with: undefined }
