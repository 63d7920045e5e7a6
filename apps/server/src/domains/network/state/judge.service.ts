import { memberStates } from '@weft/contract'
import { type Condition, conditionApart, conditionIn, conditionOver, type MembershipCondition, severityOf } from '@weft/network-rules'
import type { SystemDb } from '../../../db/client.ts'
import { createPauses } from '../../../kernel/pauses.ts'
import {
  deleteLeft,
  findMoved,
  type KnownMember,
  lockStates,
  type MemberName,
  type MemberStateRow,
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

/**
 * Judges the members whose facts this transaction changed, stores how they are and tells the consoles; runs before every commit. It takes locks that nobody
 * holds who still waits for another row, so it cannot stand in a circle of transactions that wait for each other.
 */
export async function judgeTouched(db: SystemDb): Promise<void> {
  const members = await takeTouched(db)
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
    for (const { one, condition } of inNetworks)
      if (!isStored(condition, one.stored))
        memberships.push({ account_id, router_name, router_type, network_number: one.network_number, condition: toStore(condition) })
    const over = conditionOver(
      member,
      inNetworks.map(({ condition }) => condition),
    )
    const apart = { ...noTunnels, ...conditionApart(member) }
    const listed = { name, online, online_status }
    if (!isStored({ ...over, ...listed, apart_severity: severityOf(apart), apart_since: apart.since }, member.stored))
      states.push({
        account_id,
        router_name,
        router_type,
        ...listed,
        rank: memberStates.indexOf(over.state),
        condition: toStore(over),
        apart: toStore(apart),
      })
  }
  if (states.length > 0) await writeMemberStates(db, states)
  if (memberships.length > 0) await writeMembershipStates(db, memberships)
  const changed = [...states, ...memberships, ...(await deleteLeft(db, members))]
  return [...new Map(changed.map(({ account_id, router_name }) => [`${account_id} ${router_name}`, { account_id, router_name }])).values()]
}

const noTunnels = { up: 0, lost: 0, behind: false, up_time: null, lost_time: null }
const toStore = (condition: MembershipCondition): Stored => ({ ...condition, severity: severityOf(condition) })
const isStored = <T extends object>(wanted: T, stored: NoInfer<T> | null): boolean =>
  stored !== null && (Object.keys(wanted) as (keyof T)[]).every((key) => stored[key] === wanted[key])

/** Returns the facts with whether an address changed, of the members for which that decides the cause. */
async function withMoved(db: SystemDb, known: readonly KnownMember[]): Promise<KnownMember[]> {
  const unexplained = known.filter((member) => member.memberships.some((one) => isUnexplained(conditionIn(member, one))))
  if (unexplained.length === 0) return [...known]
  const moved = new Set((await findMoved(db, unexplained)).map(keyOf))
  return known.map((member) => ({
    ...member,
    memberships: member.memberships.map((one) => ({ ...one, moved: moved.has(keyOf({ ...member, ...one })) })),
  }))
}
const isUnexplained = ({ state, cause }: Condition) => state === 'down' && cause === 'tunnel_down'
const keyOf = ({ account_id, router_name, network_number }: MemberName & { network_number: string }) =>
  `${account_id} ${router_name} ${network_number}`
