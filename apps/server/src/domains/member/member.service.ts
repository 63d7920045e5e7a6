import type { contract, InputOf, MemberOption, OutputOf, PageOf, RouterType } from '@weft/contract'
import { tell } from '../../adapters/bus/bus.queries.ts'
import { type AccountDb, asAccount, type SystemDb } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { hashPassword } from '../../kernel/secrets.ts'
import { auditBy, type Doer } from '../audit/audit.service.ts'
import { leaveNetworks, reconfigureMember } from '../network/network.service.ts'
import { holdLimits, limitsOf } from '../service/limits.service.ts'
import { hardwareAssigned, hardwareReleased, softwareAdded, statusChanged } from './member.audit.ts'
import * as queries from './member.queries.ts'

/** Which of these members are the account's. */
export const resolveMembers = (db: AccountDb, names: string[]): Promise<ReadonlySet<string>> => queries.existingMembers(db, names)

export const options = (
  db: AccountDb,
  actor: Actor,
  router_type: RouterType,
  input: InputOf<typeof contract.router.hardware>,
): Promise<PageOf<MemberOption>> => queries.pageOptions(db, router_type, actor.designated, input)

export async function quantity(db: AccountDb): Promise<OutputOf<typeof contract.router.quantity>> {
  const { hardware, software } = await queries.countMembers(db)
  const { software_max } = await limitsOf(db)
  return { hardware, software, max: software_max, software_surplus: Math.max(0, software_max - software) }
}

export interface SoftwareMember {
  /** The part before `@`; the account's sign follows it. */
  username: string
  password: string
  note: string
  area_code?: string
  phone?: string
}

/** Adds a login of a software member; answers its name. @throws softwareMemberLimit, memberPhoneBound, memberNameTaken */
export async function addSoftwareMember(
  db: AccountDb,
  by: Doer,
  { username, password, note, area_code, phone }: SoftwareMember,
): Promise<string> {
  // Costly on purpose, so before the locks.
  const password_hash = await hashPassword(password)
  const { software_max: max, sign } = await holdLimits(db)
  const { software } = await queries.countMembers(db)
  if (software >= max) throw new Refusal('softwareMemberLimit', { max, surplus: Math.max(0, max - software) })
  if (phone !== undefined && (await queries.phoneBound(db, area_code ?? '86', phone))) throw new Refusal('memberPhoneBound')
  const router_name = `${username}@${sign}`
  const bound = phone === undefined ? {} : { area_code: area_code ?? '86', phone }
  if (!(await queries.insertMember(db, { router_name, router_type: 2, note, password_hash, ...bound })))
    throw new Refusal('memberNameTaken', { name: router_name })
  await auditBy(db, by, softwareAdded(router_name, note))
  return router_name
}

/** Disabled members are logged out at once and cannot log in. @throws memberNotFound */
export async function setMemberStatus(db: AccountDb, by: Doer, router_name: string, status: 0 | 1): Promise<void> {
  await holdLimits(db)
  const member = await queries.lockMember(db, router_name)
  if (!member) throw new Refusal('memberNotFound')
  if (member.status === status) return
  await queries.writeStatus(db, router_name, status)
  await reconfigureMember(db, router_name)
  if (status === 0) await tell(db, { type: 'cut', account_id: db.account_id, router_name })
  await auditBy(db, by, statusChanged(router_name, member.status, status))
}

/** Gives a router of the stock to an account, as a hardware member. @throws deviceNotFound, deviceAssigned, memberNameTaken */
export async function assignHardware(db: SystemDb, by: Doer, account_id: number, router_name: string, note = ''): Promise<void> {
  const account = asAccount(db, account_id)
  await holdLimits(account)
  const device = await queries.lockDevice(db, router_name)
  if (device?.kind !== 'router') throw new Refusal('deviceNotFound')
  if (device.account_id !== null) throw new Refusal('deviceAssigned', { name: router_name })
  const { router_model, router_mac } = device
  if (!(await queries.insertMember(account, { router_name, router_type: 1, note, router_model, router_mac })))
    throw new Refusal('memberNameTaken', { name: router_name })
  await queries.giveDevice(db, router_name, account_id)
  await auditBy(account, by, hardwareAssigned(router_name, router_model))
}

/**
 * Takes a hardware member out of its networks and back to stock.
 * @param activation_hash of the code with which it can be activated next
 * @throws deviceNotFound, deviceNotAssigned, lastCenterNeeded
 */
export async function releaseHardware(db: SystemDb, by: Doer, router_name: string, activation_hash: Buffer): Promise<void> {
  const found = await queries.findDevice(db, router_name)
  if (found?.kind !== 'router') throw new Refusal('deviceNotFound')
  if (found.account_id === null) throw new Refusal('deviceNotAssigned', { name: router_name })
  const account = asAccount(db, found.account_id)
  await holdLimits(account)
  const device = await queries.lockDevice(db, router_name)
  if (device?.account_id !== found.account_id) throw new Refusal('deviceNotAssigned', { name: router_name })
  const networks = await leaveNetworks(account, router_name)
  await queries.deleteMember(account, router_name)
  await queries.takeDeviceBack(db, router_name, activation_hash)
  await tell(db, { type: 'cut', account_id: account.account_id, router_name })
  await auditBy(account, by, hardwareReleased(router_name, networks))
}
