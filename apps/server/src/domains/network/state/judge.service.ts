import { memberStates } from '@weft/contract'
import { type Condition, conditionApart, conditionIn, conditionOver, type MembershipCondition, severityOf } from '@weft/network-rules'
import type { SystemDb } from '../../../db/client.ts'
import { createPauses } from '../../../kernel/pauses.ts'
import {
  type Apart,
  deleteLeft,
  findMoved,
  type KnownMember,
  lockStates,
  memberKey,
  type MemberName,
  type MemberStateRow,
  membershipKey,
  type MembershipStateRow,
  readFacts,
  type Stored,
  takeTouched,
  writeMembershipStates,
  writeMemberStates,
} from './facts.queries.ts'
import { publishMembers } from './member-events.ts'

/** Members that are judged together. */
const AT_ONCE = 500

/** Members that one transaction judges itself; the rounds judge further ones within a second, so that its locks are not held for long. */
const MOST_TOUCHED = 5_000

/**
 * Judges the members whose facts this transaction changed, stores how they are and tells the consoles; runs before every commit. Everybody
 * takes the locks of states last, in one order, so no two transactions wait for each other here.
 */
export async function judgeTouched(db: SystemDb): Promise<void> {
  const members = await takeTouched(db, MOST_TOUCHED)
  await judgeMembers(db, members)
  await publishMembers(db, members)
}

/** Judges members, and stores how they are where that has changed. @returns those that were stored otherwise */
export async function judgeMembers(db: SystemDb, members: readonly MemberName[]): Promise<MemberName[]> {
  if (members.length === 0) return []
  await lockStates(db, members)
  const changed: MemberName[] = []
  for (let at = 0; at < members.length; at += AT_ONCE) changed.push(...(await judgePart(db, members.slice(at, at + AT_ONCE))))
  return changed
}

async function judgePart(db: SystemDb, members: readonly MemberName[]): Promise<MemberName[]> {
  const known = await withMoved(db, await readFacts(db, members))
  const states: MemberStateRow[] = []
  const memberships: MembershipStateRow[] = []
  const pause = createPauses()
  for (const member of known) {
    await pause()
    const { account_id, router_name, router_type, name, online, online_status } = member
    const inNetworks = member.memberships.map((one) => ({ one, condition: conditionIn(member, one) }))
    const condition = toStore(
      conditionOver(
        member,
        inNetworks.map((network) => network.condition),
      ),
    )
    const apart = apartOf(conditionApart(member))
    const rank = memberStates.indexOf(condition.state)
    const counted = { member_online: online, member_rank: rank, member_watched: member.watched }
    for (const { one, condition: own } of inNetworks)
      if (!isStored({ ...toStore(own), ...counted }, one.stored))
        memberships.push({ account_id, router_name, router_type, network_number: one.network_number, ...counted, condition: toStore(own) })
    const listed = { name, online, online_status }
    if (!isStored({ ...condition, ...listed, ...apart }, member.stored))
      states.push({ account_id, router_name, router_type, ...listed, rank, condition, apart })
  }
  const leavers = known.filter((member) => member.has_left)
  // Rows of the second refer to rows of the first, so both are sent in this order, without waiting in between.
  await Promise.all([
    states.length > 0 && writeMemberStates(db, states),
    memberships.length > 0 && writeMembershipStates(db, memberships),
    leavers.length > 0 && deleteLeft(db, leavers),
  ])
  const changed = [...states, ...memberships, ...leavers]
  return [
    ...new Map(
      changed.map(({ account_id, router_name }) => [memberKey({ account_id, router_name }), { account_id, router_name }]),
    ).values(),
  ]
}

const apartOf = (apart: Condition): Apart => ({
  apart_severity: severityOf(apart),
  apart_state: apart.state,
  apart_cause: apart.cause,
  apart_since: apart.since,
})
const toStore = (condition: MembershipCondition): Stored => ({ ...condition, severity: severityOf(condition) })
const isStored = <T extends object>(wanted: T, stored: NoInfer<T> | null): boolean =>
  stored !== null && (Object.keys(wanted) as (keyof T)[]).every((key) => stored[key] === wanted[key])

/** Returns the facts with whether an address changed, of the members for which that decides the cause. */
async function withMoved(db: SystemDb, known: readonly KnownMember[]): Promise<KnownMember[]> {
  const unexplained = known.filter((member) => member.memberships.some((one) => isUnexplained(conditionIn(member, one))))
  if (unexplained.length === 0) return [...known]
  const moved = new Set((await findMoved(db, unexplained)).map(membershipKey))
  return known.map((member) => ({
    ...member,
    memberships: member.memberships.map((one) => ({
      ...one,
      moved: moved.has(membershipKey({ ...member, network_number: one.network_number })),
    })),
  }))
}
const isUnexplained = ({ state, cause }: Condition) => state === 'down' && cause === 'tunnel_down'
