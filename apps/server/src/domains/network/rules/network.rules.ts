import {
  type MemberType,
  type NetworkBuilder,
  NETWORK_NAME_MAX,
  POP_NETWORK_NAME_MAX,
  type RevisionState,
  type RouterType,
} from '@weft/contract'
import { Refusal } from '../../../kernel/refusal.ts'

/** A member's part in one network. */
export interface Seat {
  router_name: string
  router_type: RouterType
  member_type: MemberType
}

/** A member that a call names, as it stands in the account. */
export interface Candidate {
  router_name: string
  router_type: RouterType
  status: 0 | 1
  /** Its own public address, where it has one that is known. */
  address?: string | null
}

/** How the seats of a network change. A moved seat stands with the part that it gets. */
export interface Plan {
  added: Seat[]
  removed: Seat[]
  moved: Seat[]
  after: Seat[]
}

const ofType = (member_type: MemberType) => (seat: Seat) => seat.member_type === member_type
export const centersOf = (seats: readonly Seat[]) => seats.filter(ofType('center'))
export const pointsOf = (seats: readonly Seat[]) => seats.filter(ofType('point'))
export const namesOf = (seats: readonly { router_name: string }[]) => seats.map((seat) => seat.router_name)

/** Derived (domain.md §3): 3 with a POP resource, else 1 with a center, else 2. */
export const networkType = (seats: readonly Pick<Seat, 'member_type'>[], popNetwork: boolean): 1 | 2 | 3 =>
  popNetwork ? 3 : seats.some((seat) => seat.member_type === 'center') ? 1 : 2

/** @throws networkNameTooLong: POP networks have longer names */
export function checkNameLength(network_name: string, popNetwork: boolean): void {
  const max = popNetwork ? POP_NETWORK_NAME_MAX : NETWORK_NAME_MAX
  if ([...network_name].length > max) throw new Refusal('networkNameTooLong', { max })
}

/**
 * What changes when a network that has these seats is to have those.
 * @throws memberTwice, centerReplaced, networkNeedsMember, memberNotFound, softwareNeverCenter, memberDisabled
 */
export function planSeats(
  before: readonly Seat[],
  { center, point }: Pick<NetworkBuilder, 'center' | 'point'>,
  candidates: ReadonlyMap<string, Candidate>,
): Plan {
  refuseRepeated(center, point)
  if (center.length + point.length === 0) throw new Refusal('networkNeedsMember')
  const seat = (member_type: MemberType) => (router_name: string) => {
    const candidate = candidates.get(router_name)
    if (!candidate) throw new Refusal('memberNotFound')
    return { router_name, router_type: candidate.router_type, member_type }
  }
  const after = [...center.map(seat('center')), ...point.map(seat('point'))]
  if (centersOf(after).some((s) => s.router_type === 2)) throw new Refusal('softwareNeverCenter')

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

/** The seats of a network after one member more. @throws memberAlreadyIn and what planSeats throws */
export function planAdded(before: readonly Seat[], { router_name, member_type }: Omit<Seat, 'router_type'>, candidate: Candidate): Plan {
  if (before.some((s) => s.router_name === router_name)) throw new Refusal('memberAlreadyIn', { name: router_name })
  const known: [string, Candidate][] = before.map((s) => [s.router_name, { ...s, status: 1 }])
  const wanted = { center: namesOf(centersOf(before)), point: namesOf(pointsOf(before)) }
  wanted[member_type].push(router_name)
  return planSeats(before, wanted, new Map([...known, [router_name, candidate]]))
}

/**
 * The seats of a network without one member. Dropping every center is for `edit`, where it is seen to be meant.
 * @throws memberNotInNetwork, lastCenterNeeded
 */
export function planRemoved(network_name: string, before: readonly Seat[], router_name: string): Plan {
  const leaving = before.find((s) => s.router_name === router_name)
  if (!leaving) throw new Refusal('memberNotInNetwork')
  const after = before.filter((s) => s !== leaving)
  if (leaving.member_type === 'center' && centersOf(after).length === 0 && after.length > 0)
    throw new Refusal('lastCenterNeeded', { network: network_name })
  return { added: [], removed: [leaving], moved: [], after }
}

export const changesNothing = ({ added, removed, moved }: Plan): boolean => added.length + removed.length + moved.length === 0

export interface Room {
  network_router_use: number
  network_router_count: number
  network_center_count: number
  network_usable: 0 | 1
}

/**
 * Limits count only against what is added, so that a network that is over one may still shrink.
 * @throws networkUnusable, centerLimit, memberLimit
 */
export function checkRoom(before: readonly Seat[], { added, removed, moved, after }: Plan, room: Room): void {
  // A new network adds to the usage alone, and memberLimit says so better.
  if (before.length > 0 && room.network_usable === 0 && added.length + moved.length > 0) throw new Refusal('networkUnusable')
  const centers = centersOf(after).length
  if (centers > Math.max(room.network_center_count, centersOf(before).length))
    throw new Refusal('centerLimit', { n: room.network_center_count })
  const growth = added.length - removed.length
  if (growth > 0 && room.network_router_use + growth > room.network_router_count)
    throw new Refusal('memberLimit', { used: room.network_router_use, count: room.network_router_count })
}

/** Of a network, from its members' states. */
export const revisionStateOf = (states: readonly RevisionState[]): RevisionState =>
  states.includes('failed') ? 'failed' : states.includes('pending') ? 'pending' : 'applied'
