/**
 * Room network/rules: the decisions about a network: what a change makes of it, and whether it may be so.
 * Tables: none.
 * Called by: network.
 * Always: nothing is read or written; a problem is thrown as a refusal that names what is wrong.
 */
import type { ApplyPhase, MemberType, NetworkBuilder, RevisionState, RouterType } from '@weft/contract'
import {
  centerLimitProblem,
  type MemberLimits,
  memberLimitProblem,
  noMemberProblem,
  softwareCenterProblem,
  unusableProblem,
} from '@weft/network-rules'
import { Refusal } from '../../../kernel/refusal.ts'
import { refuse } from './refuse.rules.ts'

/** A member's part in one network. */
export interface Membership {
  router_name: string
  router_type: RouterType
  member_type: MemberType
}

/** A member that a call names, as it is in the account. */
export interface Candidate {
  router_name: string
  router_type: RouterType
  status: 0 | 1
  /** Its name; known where branches are added. */
  note?: string
  /** Its own public address, if one is known. */
  address?: string | null
}

/** A change of a network's memberships. One that moves between center and branch is given with its new part. */
export interface Plan {
  added: Membership[]
  removed: Membership[]
  moved: Membership[]
  after: Membership[]
}

const ofType = (member_type: MemberType) => (membership: Membership) => membership.member_type === member_type
export const centersOf = (memberships: readonly Membership[]) => memberships.filter(ofType('center'))
export const pointsOf = (memberships: readonly Membership[]) => memberships.filter(ofType('point'))
export const namesOf = (memberships: readonly { router_name: string }[]) => memberships.map((membership) => membership.router_name)

/** Returns the type of a network (docs/design/domain.md §3): 3 with a POP resource, else 1 with a center, else 2. */
export const networkType = (memberships: readonly Pick<Membership, 'member_type'>[], popNetwork: boolean): 1 | 2 | 3 =>
  popNetwork ? 3 : memberships.some((membership) => membership.member_type === 'center') ? 1 : 2

/**
 * Returns the change from the present memberships of a network to the wanted centers and branches.
 * @throws memberTwice, centerReplaced, networkNeedsMember, memberNotFound, softwareNeverCenter, memberDisabled
 */
export function planMemberships(
  before: readonly Membership[],
  { center, point }: Pick<NetworkBuilder, 'center' | 'point'>,
  candidates: ReadonlyMap<string, Candidate>,
): Plan {
  refuseRepeated(center, point)
  refuse(noMemberProblem([...center, ...point]))
  const membership = (member_type: MemberType) => (router_name: string) => {
    const candidate = candidates.get(router_name)
    if (!candidate) throw new Refusal('memberNotFound')
    return { router_name, router_type: candidate.router_type, member_type }
  }
  const after = [...center.map(membership('center')), ...point.map(membership('point'))]
  refuse(softwareCenterProblem(centersOf(after)))

  const held = new Map(before.map((s) => [s.router_name, s]))
  const kept = new Set(namesOf(after))
  const added = after.filter((s) => !held.has(s.router_name))
  const disabled = added.find((s) => candidates.get(s.router_name)?.status !== 1)
  if (disabled) throw new Refusal('memberDisabled', { name: disabled.router_name })
  return {
    added,
    removed: before.filter((s) => !kept.has(s.router_name)),
    moved: after.filter((s) => held.has(s.router_name) && held.get(s.router_name)?.member_type !== s.member_type),
    after,
  }
}

function refuseRepeated(center: readonly string[], point: readonly string[]): void {
  const centers = new Set(center)
  const both = point.find((name) => centers.has(name))
  if (both !== undefined) throw new Refusal('centerReplaced', { name: both })
  for (const names of [center, point]) refuseTwice(names)
}

/** @throws memberTwice */
export function refuseTwice(names: readonly string[]): void {
  const seen = new Set<string>()
  for (const name of names) {
    if (seen.has(name)) throw new Refusal('memberTwice', { name })
    seen.add(name)
  }
}

/** Returns how memberships change when one member joins. @throws memberAlreadyIn and what planMemberships throws */
export function planAdded(
  before: readonly Membership[],
  { router_name, member_type }: Omit<Membership, 'router_type'>,
  candidate: Candidate,
): Plan {
  if (before.some((s) => s.router_name === router_name)) throw new Refusal('memberAlreadyIn', { name: router_name })
  const known: [string, Candidate][] = before.map((s) => [s.router_name, { ...s, status: 1 }])
  const wanted = { center: namesOf(centersOf(before)), point: namesOf(pointsOf(before)) }
  wanted[member_type].push(router_name)
  return planMemberships(before, wanted, new Map([...known, [router_name, candidate]]))
}

/**
 * Returns how memberships change when one member leaves. Only `edit` may remove every center, where that is clearly intended.
 * @throws memberNotInNetwork, lastCenterNeeded
 */
export function planRemoved(network_name: string, before: readonly Membership[], router_name: string): Plan {
  const leaving = before.find((s) => s.router_name === router_name)
  if (!leaving) throw new Refusal('memberNotInNetwork')
  const after = before.filter((s) => s !== leaving)
  if (leaving.member_type === 'center' && centersOf(after).length === 0 && after.length > 0)
    throw new Refusal('lastCenterNeeded', { network: network_name })
  return { added: [], removed: [leaving], moved: [], after }
}

export const changesNothing = ({ added, removed, moved }: Plan): boolean => added.length + removed.length + moved.length === 0

export interface Room extends MemberLimits {
  network_center_count: number
  network_usable: 0 | 1
}

/**
 * Checks a change against the limits. They apply only to what is added, so that a network beyond a limit may still shrink.
 * @throws networkUnusable, centerLimit, memberLimit
 */
export function checkRoom(before: readonly Membership[], { added, removed, moved, after }: Plan, room: Room): void {
  // A new network only adds members, and memberLimit is the clearer refusal for that.
  if (before.length > 0) refuse(unusableProblem(room.network_usable === 1, added.length + moved.length))
  refuse(centerLimitProblem({ before: centersOf(before).length, after: centersOf(after).length }, room))
  refuse(memberLimitProblem(added.length - removed.length, room))
}

/** Returns the revision state of a network from how far its members are: those that are away are not waited for. */
export const revisionStateOf = (phases: readonly ApplyPhase[]): RevisionState =>
  phases.includes('failed') ? 'failed' : phases.includes('pending') ? 'pending' : 'applied'
