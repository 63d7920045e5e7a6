import { type MemberType, NETWORK_NAME_MAX, POP_NETWORK_NAME_MAX, type RouterType } from '@weft/contract'
import type { Problem } from './problem.ts'

/** Returns how many characters a network's name may have. */
export const nameLengthMax = (popNetwork: boolean): number => (popNetwork ? POP_NETWORK_NAME_MAX : NETWORK_NAME_MAX)

/** Returns the problem of a name that is too long: networks with a POP resource may have longer ones. */
export function nameLengthProblem(network_name: string, popNetwork: boolean): Problem | undefined {
  const max = nameLengthMax(popNetwork)
  return [...network_name].length > max ? { code: 'networkNameTooLong', with: { max } } : undefined
}

/** Returns the problem of a network without any member. */
export const noMemberProblem = (members: readonly unknown[]): Problem | undefined =>
  members.length === 0 ? { code: 'networkNeedsMember', with: undefined } : undefined

/**
 * Returns the problem of members that are added to an unusable network, or moved within it: such a network only shrinks.
 * @param changed how many are added or moved
 */
export const unusableProblem = (usable: boolean, changed: number): Problem | undefined =>
  !usable && changed > 0 ? { code: 'networkUnusable', with: undefined } : undefined

/** Returns the problem of a software member that is to be a center. */
export const softwareCenterProblem = (centers: readonly { router_type: RouterType }[]): Problem | undefined =>
  centers.some(({ router_type }) => router_type === 2) ? { code: 'softwareNeverCenter', with: undefined } : undefined

/** Returns the problem of more centers than the account may have. What the network has already may stay. */
export const centerLimitProblem = (
  { before, after }: { before: number; after: number },
  { network_center_count: most }: { network_center_count: number },
): Problem | undefined => (after > Math.max(most, before) ? { code: 'centerLimit', with: { n: most } } : undefined)

/** The number of memberships that the account has in all its networks, and the number it may have. */
export interface MemberLimits {
  network_router_use: number
  network_router_count: number
}
/** Returns the problem of more members than the account may have. Only growth counts, so that a network over its limit may shrink. */
export const memberLimitProblem = (
  growth: number,
  { network_router_use: used, network_router_count: count }: MemberLimits,
): Problem | undefined => (growth > 0 && used + growth > count ? { code: 'memberLimit', with: { used, count } } : undefined)

/** Returns the names of the centers. */
export const centersAmong = (members: readonly { router_name: string; member_type: MemberType }[]): Set<string> =>
  new Set(members.filter(({ member_type }) => member_type === 'center').map(({ router_name }) => router_name))
