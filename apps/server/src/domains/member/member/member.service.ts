/**
 * Room member/member: the members of an account: adding, lists, labels, phones, passwords, deletion.
 * Tables: member.
 * Called by: gateway, jobs, member, network, observation, ops.
 * Always: a member leaves all its networks before it is deleted, and its serial number or login never changes.
 */
import { publish } from '../../../adapters/bus/publish.ts'
import { type AccountDb, asAccount, type SystemDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { auditBy, type Doer } from '../../foundation/audit/audit.service.ts'
import { leaveNetworks } from '../../network/change/leave.service.ts'
import { holdLimits } from '../../foundation/limits/limits.service.ts'
import { leaveOrders } from '../../network/work-order/work-order.leave.service.ts'
import { welcomeHardware } from '../../observation/monitor/watch.service.ts'
import { findDevice, giveDevice, lockDevice, takeDeviceBack } from '../device/device.service.ts'
import { hardwareAssigned, hardwareReleased } from './member.audit.ts'
import { deleteMembers, existingMembers, insertMembers, namedMembers } from './member.queries.ts'

export { addSoftwareMember, type SoftwareMember } from './add.service.ts'
export { setMemberStatus } from './change.service.ts'
export { allNames, quantity } from './list.service.ts'
export { interfacesOf } from './member.rules.ts'
export { writeLabels } from './member.queries.ts'

/** Returns those of these names that are members of the account. */
export const resolveMembers = (db: AccountDb, names: string[], { members }: Pick<Actor, 'members'>): Promise<ReadonlySet<string>> =>
  existingMembers(db, names, members)

/**
 * Returns those of these names that a network's setting may refer to: members whose names the caller may know. Whether it may change them
 * is for the call to say.
 */
export const resolveCenters = (db: AccountDb, names: string[], { members }: Pick<Actor, 'members'>): Promise<ReadonlySet<string>> =>
  namedMembers(db, names, members)

/** Assigns a router from the stock to an account, as a hardware member. @throws deviceNotFound, deviceAssigned, memberNameTaken */
export async function assignHardware(db: SystemDb, by: Doer, account_id: number, router_name: string, note = ''): Promise<void> {
  const account = asAccount(db, account_id)
  await holdLimits(account)
  const device = await lockDevice(db, router_name)
  if (device?.kind !== 'router') throw new Refusal('deviceNotFound')
  if (device.account_id !== null) throw new Refusal('deviceAssigned', { name: router_name })
  const { router_model, router_mac } = device
  if ((await insertMembers(account, [{ router_name, router_type: 1, note, router_model, router_mac }])).size === 0)
    throw new Refusal('memberNameTaken', { name: router_name })
  await giveDevice(db, router_name, account_id)
  await welcomeHardware(account, router_name)
  await auditBy(account, by, hardwareAssigned(router_name, router_model))
}

/**
 * Takes a hardware member out of its networks and back to stock. A router that its customer deleted is in stock without a code, and gets
 * one.
 * @param activation_hash hash of the code that activates it next
 * @throws deviceNotFound, deviceNotAssigned, lastCenterNeeded
 */
export async function releaseHardware(db: SystemDb, by: Doer, router_name: string, activation_hash: Buffer): Promise<void> {
  const found = await findDevice(db, router_name)
  if (found?.kind !== 'router') throw new Refusal('deviceNotFound')
  if (found.account_id === null) return giveCode(db, router_name, activation_hash)
  const account = asAccount(db, found.account_id)
  await holdLimits(account)
  const device = await lockDevice(db, router_name)
  if (device?.account_id !== found.account_id) throw new Refusal('deviceNotAssigned', { name: router_name })
  const networks = (await leaveNetworks(account, by, router_name)).map(({ network_name }) => network_name)
  await leaveOrders(account, [router_name])
  await deleteMembers(account, [router_name])
  await takeDeviceBack(db, router_name, activation_hash)
  await publish(db, { type: 'cut', account_id: account.account_id, router_name })
  await auditBy(account, by, hardwareReleased(router_name, networks))
}

/** Lets a SaaS device of the account connect, as members do. @throws memberNameTaken */
export async function admitSaas(
  account: AccountDb,
  device: { router_name: string; router_model: string; router_mac: string | null },
): Promise<void> {
  const { router_name, router_model, router_mac } = device
  if ((await insertMembers(account, [{ router_name, router_type: 3, router_model, router_mac }])).size === 0)
    throw new Refusal('memberNameTaken', { name: router_name })
}

/** Ends a SaaS device's credential and its connection. */
export async function dismissSaas(account: AccountDb, router_name: string): Promise<void> {
  await deleteMembers(account, [router_name])
  await publish(account, { type: 'cut', account_id: account.account_id, router_name })
}

/** Gives a router in stock its next code. @throws deviceNotAssigned unless it is in stock without a code */
async function giveCode(db: SystemDb, router_name: string, activation_hash: Buffer): Promise<void> {
  const device = await lockDevice(db, router_name)
  if (device?.account_id !== null || device.activation_hash !== null) throw new Refusal('deviceNotAssigned', { name: router_name })
  await takeDeviceBack(db, router_name, activation_hash)
}
