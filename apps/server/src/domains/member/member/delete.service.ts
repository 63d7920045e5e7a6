import type { contract, DeletionResult, InputOf, Language, OutputOf } from '@weft/contract'
import { publishAll } from '../../../adapters/bus/publish.ts'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { audit } from '../../foundation/audit/audit.service.ts'
import { leaveAllNetworks, leaveNetworks } from '../../network/change/leave.service.ts'
import { nameImpact } from '../../network/change/outcome.service.ts'
import { holdLimits } from '../../foundation/limits/limits.service.ts'
import { leaveOrders } from '../../network/work-order/work-order.leave.service.ts'
import { returnDevice } from '../device/device.service.ts'
import { type Deleted, disabledRemoved, memberDeleted, membersDeleted } from './member.audit.ts'
import { deleteMembers, existingMembers, findDisabled, findMembers, heldElsewhere } from './member.queries.ts'

/** The result for one name of a batch deletion. */
export interface DeletedMember {
  router_name: string
  /** '' if there is no such member. */
  note: string
  result: DeletionResult
}

/** Returns the members that the caller does not see, and those of networks that it may not see, and so may not take them out of. */
async function untouchable(db: AccountDb, { designated, members }: Actor, names: readonly string[]): Promise<ReadonlySet<string>> {
  const held = designated === undefined ? new Set<string>() : await heldElsewhere(db, names, designated)
  if (members === undefined) return held
  const seen = await existingMembers(db, names, members)
  return new Set(names.filter((name) => held.has(name) || !seen.has(name)))
}

/** Deletes members that are in no network any more and ends their connections. */
async function deleteAndCut(db: AccountDb, names: readonly string[]): Promise<void> {
  await leaveOrders(db, names)
  await deleteMembers(db, names)
  const { account_id } = db
  await publishAll(
    db,
    names.map((router_name) => ({ type: 'cut', account_id, router_name })),
  )
}

/** Deletes software members, in a few statements however many they are. Call it with the account's limits held. */
async function deleteSoftware(db: AccountDb, actor: Actor, members: readonly { router_name: string; note: string }[]): Promise<Deleted[]> {
  const names = members.map((member) => member.router_name)
  const left = new Map<string, string[]>()
  for (const { network_name, router_names } of await leaveAllNetworks(db, actor, names))
    for (const name of router_names) left.set(name, [...(left.get(name) ?? []), network_name])
  await deleteAndCut(db, names)
  return members.map(({ router_name, note }) => ({ router_name, note, networks: left.get(router_name) ?? [] }))
}

/**
 * Deletes one member; hardware goes back to the operator's stock, where no code activates it.
 * @throws memberNotFound, memberOfHiddenNetwork, lastCenterNeeded
 */
export async function remove(db: AccountDb, actor: Actor, { router_name }: InputOf<typeof contract.router.delete>): Promise<void> {
  await holdLimits(db)
  const [member] = await findMembers(db, [router_name])
  if (!member) throw new Refusal('memberNotFound')
  // Checked before a refusal can name a network.
  if ((await untouchable(db, actor, [router_name])).size > 0) throw new Refusal('memberOfHiddenNetwork')
  const { router_type, note } = member
  if (router_type === 2) {
    const [deleted] = await deleteSoftware(db, actor, [member])
    return audit(db, actor, memberDeleted(deleted!, router_type))
  }
  const networks = (await leaveNetworks(db, actor, router_name)).map(({ network_name }) => network_name)
  await deleteAndCut(db, [router_name])
  await returnDevice(db, router_name)
  await audit(db, actor, memberDeleted({ router_name, note, networks }, router_type))
}

/**
 * Deletes the software members that may be deleted and returns a result for each name, in the order asked, a repeated name once. Writes one
 * audit row for all, or none if nothing was deleted.
 */
export async function deleteSoftwareMembers(db: AccountDb, actor: Actor, names: readonly string[]): Promise<DeletedMember[]> {
  const asked = [...new Set(names)]
  await holdLimits(db)
  // One that the caller does not see is answered like one that does not exist.
  const seen = await existingMembers(db, asked, actor.members)
  const members = new Map(
    (await findMembers(db, asked)).filter(({ router_name }) => seen.has(router_name)).map((member) => [member.router_name, member]),
  )
  const hidden = await untouchable(db, actor, [...members.keys()])
  const rows = asked.map((router_name): DeletedMember => {
    const member = members.get(router_name)
    if (!member) return { router_name, note: '', result: 'missing' }
    const result = member.router_type === 1 ? 'hardware' : hidden.has(router_name) ? 'not_permitted' : 'deleted'
    return { router_name, note: member.note, result }
  })
  const deleted = await deleteSoftware(
    db,
    actor,
    rows.filter((row) => row.result === 'deleted'),
  )
  if (deleted.length > 0) await audit(db, actor, membersDeleted(deleted))
  return rows
}

/** The most members that an answer names. */
const NAMED = 5

/**
 * Returns what the networks lose by a deletion of these members: who leaves each of them, and what that does to those who stay. Of several,
 * those that would not be deleted count for nothing.
 * @throws memberOfHiddenNetwork, lastCenterNeeded, centerInUse for one member, as its deletion would
 */
export async function deletionEffect(
  db: AccountDb,
  actor: Actor,
  { router_name }: InputOf<typeof contract.router.delete_check>,
): Promise<OutputOf<typeof contract.router.delete_check>> {
  const names = [router_name].flat()
  await holdLimits(db)
  const hidden = await untouchable(db, actor, names)
  const members = new Map((await findMembers(db, names)).map((member) => [member.router_name, member]))
  const [only] = members.size === 1 ? members.values() : []
  if (only && hidden.size > 0) throw new Refusal('memberOfHiddenNetwork')
  const going = only ? [only] : [...members.values()].filter(({ router_name: name, router_type }) => router_type === 2 && !hidden.has(name))
  const options = { dry_run: true }
  const left =
    only?.router_type === 1
      ? await leaveNetworks(db, actor, only.router_name, options)
      : await leaveAllNetworks(
          db,
          actor,
          going.map((member) => member.router_name),
          options,
        )
  const called = (some: readonly string[]) =>
    some.slice(0, NAMED).map((name) => ({ router_name: name, note: members.get(name)?.note ?? '' }))
  return {
    count: going.length,
    members: called(going.map((member) => member.router_name)),
    networks: left.map(({ network_number, network_name, router_names, impact }) => ({
      network_number,
      network_name,
      count: router_names.length,
      members: called(router_names),
      impact,
    })),
  }
}

/** Returns the effect of a deletion with the display names of the members that stay, as far as the caller may know them. */
export async function nameEffect(
  db: AccountDb,
  { members: scope }: Actor,
  effect: OutputOf<typeof contract.router.delete_check>,
  language: Language,
): Promise<OutputOf<typeof contract.router.delete_check>> {
  const networks = [...effect.networks]
  for (const [i, network] of networks.entries()) networks[i] = { ...network, impact: await nameImpact(db, scope, network.impact, language) }
  return { ...effect, networks }
}

/** Deletes every disabled software member that the caller may delete, or with `check` none, and returns their number and the first. */
export async function removeDisabled(
  db: AccountDb,
  actor: Actor,
  { check }: InputOf<typeof contract.router.remove_disable>,
): Promise<OutputOf<typeof contract.router.remove_disable>> {
  await holdLimits(db)
  const disabled = await findDisabled(db)
  const hidden = await untouchable(
    db,
    actor,
    disabled.map((member) => member.router_name),
  )
  const going = disabled.filter((member) => !hidden.has(member.router_name))
  const members = going.slice(0, NAMED).map(({ router_name, note }) => ({ router_name, note }))
  if (check) return { removed: going.length, members }
  const deleted = await deleteSoftware(db, actor, going)
  if (deleted.length > 0) await audit(db, actor, disabledRemoved(deleted))
  return { removed: deleted.length, members }
}
