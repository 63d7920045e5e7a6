import { derivedServices, type ServiceCode } from '@weft/contract'
import { type AccountDb, asAccount, type Db, type SystemDb } from '../../db/client.ts'
import { fromUnix } from '../../kernel/clock.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { auditBy, type Doer } from '../audit/audit.service.ts'
import { refreshResources, renewAccess } from '../pop/pop.lapse.service.ts'
import { refreshUsability } from './limits.service.ts'
import { granted, renewed, revoked } from './service.audit.ts'
import {
  accountsWithLapses,
  findAccountByNumber,
  findAccountOfService,
  findService,
  insertServices,
  lockAccount,
  markLapses,
  renewService,
  revokeService,
} from './service.queries.ts'

export interface Grant {
  account_number: string
  service_code: ServiceCode
  quantity: number
  /** Unix seconds. */
  start_time: number
  /** Unix seconds; null never ends. */
  expired_time: number | null
}

/** Sells a service to an account. @throws accountNotFound, serviceByDeviceOnly, serviceByWorkOrderOnly, serviceEndsBeforeStart */
export async function grantService(db: SystemDb, by: Doer, { account_number, ...service }: Grant): Promise<{ id: string }> {
  if (derivedServices.includes(service.service_code))
    throw new Refusal(service.service_code === 'saas' ? 'serviceByDeviceOnly' : 'serviceByWorkOrderOnly')
  const account = await findAccountByNumber(db, account_number)
  if (!account) throw new Refusal('accountNotFound')
  return { id: await writeGrant(asAccount(db, account.account_id), by, service) }
}

/** Writes a service that comes with something else: a device, a completed work order. */
export async function writeGrant(db: AccountDb, by: Doer, service: Omit<Grant, 'account_number'>): Promise<string> {
  const { start_time, expired_time } = service
  if (expired_time !== null && expired_time <= start_time) throw new Refusal('serviceEndsBeforeStart')
  await lockAccount(db)
  const times = { start_time: fromUnix(start_time), expired_time: expired_time === null ? null : fromUnix(expired_time) }
  const [row] = await insertServices(db, [{ ...service, ...times }])
  await refreshUsability(db)
  await auditBy(db, by, granted(service))
  return String(row!.id)
}

/** Moves a service's end. @throws serviceNotFound, serviceEndsBeforeStart, popCapacity */
export async function renew(db: SystemDb, by: Doer, { id, expired_time }: { id: string; expired_time: number }): Promise<void> {
  const { account, service } = await holdService(db, id)
  if (service.expired_time === expired_time) return
  if (expired_time <= service.start_time) throw new Refusal('serviceEndsBeforeStart')
  const renewNow = () => renewService(account, Number(id), fromUnix(expired_time))
  await (service.service_code === 'pop' ? renewAccess(db, Number(id), renewNow) : renewNow())
  await refresh(account)
  await auditBy(account, by, renewed(service, expired_time))
}

/** Ends a service now. @throws serviceNotFound */
export async function revoke(db: SystemDb, by: Doer, { id }: { id: string }): Promise<void> {
  const { account, service } = await holdService(db, id)
  await writeEnd(account, by, Number(id), service)
}

/** Ends a service of the account now; one that was ended before stays as it is. */
export async function endService(db: AccountDb, by: Doer, id: number): Promise<void> {
  await lockAccount(db)
  const service = await findService(db, id)
  if (service) await writeEnd(db, by, id, service)
}

async function writeEnd(db: AccountDb, by: Doer, id: number, service: NonNullable<Awaited<ReturnType<typeof findService>>>): Promise<void> {
  await revokeService(db, id)
  await refresh(db)
  await auditBy(db, by, revoked(service))
}

/** What follows from services that began, ended, or will end at another time. */
async function refresh(db: AccountDb): Promise<void> {
  await refreshUsability(db)
  await refreshResources(db)
}

async function holdService(db: SystemDb, id: string) {
  const owner = await findAccountOfService(db, Number(id))
  if (!owner) throw new Refusal('serviceNotFound')
  const account = asAccount(db, owner.account_id)
  await lockAccount(account)
  const service = await findService(account, Number(id))
  if (!service) throw new Refusal('serviceNotFound')
  return { account, service }
}

/**
 * Applies what services that started or ended meanwhile mean for their accounts' networks. May run at any interval and on
 * several instances at once; after a pause it catches up. Answers how many accounts it looked at.
 */
export async function lapseServices(db: Db): Promise<number> {
  const { account_ids, until } = await accountsWithLapses(db.systemNow)
  for (const account_id of account_ids) await db.system((system) => refresh(asAccount(system, account_id)))
  await markLapses(db.systemNow, until)
  return account_ids.length
}
