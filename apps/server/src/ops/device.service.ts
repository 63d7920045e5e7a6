import type { InputOf, OutputOf, opsContract } from '@weft/contract'
import { type AccountDb, asAccount, type SystemDb } from '../db/client.ts'
import { auditOperator, OPERATOR_CHAIN } from '../domains/foundation/audit/audit.service.ts'
import { findDevice, insertDevices, lockDevice, namesTaken, writeDevice } from '../domains/member/device/device.service.ts'
import { admitSaas, assignHardware, dismissSaas, releaseHardware } from '../domains/member/member/member.service.ts'
import { holdLimits } from '../domains/foundation/limits/limits.service.ts'
import { revoke } from '../domains/foundation/sale/sale.service.ts'
import { writeGrant } from '../domains/foundation/service/service.service.ts'
import { lapseBefore } from '../gateway/credential.service.ts'
import { activationCode, activationHash } from '../kernel/activation.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import { type Clock, fromUnix, unix } from '../kernel/clock.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findAccount } from './account.queries.ts'
import * as texts from './device.audit.ts'
import { pageDevices } from './device.queries.ts'
import { accountLookedAt } from './look.service.ts'
import { serviceStands } from './service.queries.ts'

type Contract = typeof opsContract.devices
/** The activation code in clear text, which is shown only here. */
interface Activation {
  activation_code: string
}

/** Lists all devices, or those of one account, whose customer then sees the look in its log. @throws accountNotFound */
export async function listDevices(
  db: SystemDb,
  operator: OperatorActor,
  query: InputOf<Contract['list']>,
  clock: Clock,
): Promise<OutputOf<Contract['list']>> {
  const { account_number: _, ...rest } = query
  return pageDevices(db, { ...rest, account_id: await accountLookedAt(db, operator, 'devices', query), lapse: lapseBefore(clock) })
}

/** Returns the row of a device in stock. */
export const rowOf = ({ expire_date, ...device }: InputOf<Contract['register']>, activation_code: string) => ({
  ...device,
  expire_date: expire_date === null ? null : fromUnix(expire_date),
  activation_hash: activationHash(activation_code),
})

/** Takes a device into stock. @throws deviceRegistered */
export async function registerDevice(
  db: SystemDb,
  operator: OperatorActor,
  { expire_date, ...device }: InputOf<Contract['register']>,
): Promise<Activation> {
  const activation_code = activationCode()
  const added = await insertDevices(db, [rowOf({ ...device, expire_date }, activation_code)])
  if (added.size === 0) {
    const [name = device.router_name] = (await namesTaken(db, [device.router_name])).values()
    throw new Refusal('deviceRegistered', { name })
  }
  await auditOperator(db, operator, OPERATOR_CHAIN, texts.registered(device))
  return { activation_code }
}

/**
 * Assigns a device in stock to an account: a router appears there as a hardware member, a SaaS device as a service.
 * @throws accountNotFound, deviceNotFound, deviceAssigned, serviceEndsBeforeStart
 */
export async function assignDevice(
  db: SystemDb,
  operator: OperatorActor,
  { account_number, router_name }: InputOf<Contract['assign']>,
  now: Date,
): Promise<void> {
  const account = await findAccount(db, account_number)
  if (!account) throw new Refusal('accountNotFound')
  const device = await findDevice(db, router_name)
  if (!device) throw new Refusal('deviceNotFound')
  if (device.kind === 'router') await assignHardware(db, operator, account.account_id, router_name)
  else await assignSaas(db, operator, account.account_id, router_name, now)
}

/**
 * Takes a device back into stock with a new activation code. Its member leaves its networks, its credential ends and its
 * connection is cut; the service of a SaaS device ends.
 * @throws deviceNotFound, deviceNotAssigned, lastCenterNeeded
 */
export async function releaseDevice(
  db: SystemDb,
  operator: OperatorActor,
  { router_name }: InputOf<Contract['release']>,
): Promise<Activation> {
  const device = await findDevice(db, router_name)
  if (!device) throw new Refusal('deviceNotFound')
  const activation_code = activationCode()
  if (device.kind === 'router') await releaseHardware(db, operator, router_name, activationHash(activation_code))
  else await releaseSaas(db, operator, device, activationHash(activation_code))
  return { activation_code }
}

type Lent = Omit<InputOf<Contract['temp_bandwidth']>, 'router_name'>
const bandwidthLent = (lent: Lent | null) => ({
  temp_bandwidth: lent?.temp_bandwidth ?? null,
  temp_start_date: lent && fromUnix(lent.temp_start_date),
  temp_expire_date: lent && fromUnix(lent.temp_expire_date),
})

/**
 * Gives a SaaS device of an account a temporary bandwidth, which replaces any former one.
 * @throws deviceNotFound, deviceNotSaas, deviceNotAssigned
 */
export async function lendBandwidth(
  db: SystemDb,
  operator: OperatorActor,
  { router_name, ...lent }: InputOf<Contract['temp_bandwidth']>,
): Promise<void> {
  const device = await lockDevice(db, router_name)
  if (!device) throw new Refusal('deviceNotFound')
  if (device.kind !== 'saas') throw new Refusal('deviceNotSaas', { name: router_name })
  if (device.account_id === null) throw new Refusal('deviceNotAssigned', { name: router_name })
  await writeDevice(db, router_name, bandwidthLent(lent))
  await auditOperator(db, operator, device.account_id, texts.bandwidthLent(device, lent))
}

async function assignSaas(db: SystemDb, operator: OperatorActor, account_id: number, router_name: string, now: Date): Promise<void> {
  const account = asAccount(db, account_id)
  const device = await holdDevice(db, account, router_name)
  if (device.account_id !== null) throw new Refusal('deviceAssigned', { name: router_name })
  await admitSaas(account, device)
  const service = { service_code: 'saas', quantity: 1, start_time: unix(now), expired_time: device.expire_date } as const
  await writeDevice(db, router_name, { account_id, service_id: Number(await writeGrant(account, operator, service)) })
  await auditOperator(db, operator, account_id, texts.assigned(device))
}

async function releaseSaas(
  db: SystemDb,
  operator: OperatorActor,
  { router_name, account_id }: { router_name: string; account_id: number | null },
  activation_hash: Buffer,
): Promise<void> {
  if (account_id === null) throw new Refusal('deviceNotAssigned', { name: router_name })
  const account = asAccount(db, account_id)
  const device = await holdDevice(db, account, router_name)
  // Another operator may have released it since it was read.
  if (device.account_id !== account_id) throw new Refusal('deviceNotAssigned', { name: router_name })
  await dismissSaas(account, router_name)
  await writeDevice(db, router_name, {
    account_id: null,
    service_id: null,
    activation_hash,
    activate_time: null,
    csr: null,
    ...bandwidthLent(null),
  })
  // The service may already have been revoked by itself.
  if (device.service_id !== null && (await serviceStands(db, device.service_id)))
    await revoke(db, operator, { id: String(device.service_id) })
  await auditOperator(db, operator, account_id, texts.released(device))
}

/** Locks the account and then the device, in the same order as everywhere. @throws deviceNotFound */
async function holdDevice(db: SystemDb, account: AccountDb, router_name: string) {
  await holdLimits(account)
  const device = await lockDevice(db, router_name)
  if (!device) throw new Refusal('deviceNotFound')
  return device
}
