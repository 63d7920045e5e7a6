/**
 * Room foundation/sale: sells, extends and ends services, and updates what depends on them.
 * Tables: job_mark.
 * Called by: jobs, ops.
 * Always: when a service begins or ends, networks and POP resources follow, at once or with the next run of the job.
 */
import { derivedServices } from '@weft/contract'
import { asAccount, type AccountDb, type Db, type SystemDb } from '../../../db/client.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { refreshResources, renewAccess } from '../../network/pop/pop.lapse.service.ts'
import type { Doer } from '../audit/audit.service.ts'
import { refreshUsability } from '../limits/limits.service.ts'
import { endService, holdService, moveEnd, type NewService, writeGrant } from '../service/service.service.ts'
import { accountsWithLapses, findAccountByNumber, findAccountOfService, markLapses } from './sale.queries.ts'

export interface Grant extends NewService {
  account_number: string
}

/** Sells a service to an account. @throws accountNotFound, serviceByDeviceOnly, serviceByWorkOrderOnly, serviceEndsBeforeStart */
export async function grantService(db: SystemDb, by: Doer, { account_number, ...service }: Grant): Promise<{ id: string }> {
  if (derivedServices.includes(service.service_code))
    throw new Refusal(service.service_code === 'saas' ? 'serviceByDeviceOnly' : 'serviceByWorkOrderOnly')
  const account = await findAccountByNumber(db, account_number)
  if (!account) throw new Refusal('accountNotFound')
  return { id: await writeGrant(asAccount(db, account.account_id), by, service) }
}

/** Moves a service's end. @throws serviceNotFound, serviceEndsBeforeStart, popCapacity */
export async function renew(db: SystemDb, by: Doer, { id, expired_time }: { id: string; expired_time: number }): Promise<void> {
  const { account, service } = await held(db, id)
  if (service.expired_time === expired_time) return
  const move = () => moveEnd(account, by, Number(id), service, expired_time)
  await (service.service_code === 'pop' ? renewAccess(db, Number(id), move) : move())
  await refreshResources(account)
}

/** Where the end of a service is moved, and where the caller saw it. */
interface Renewal {
  id: string
  seen_expired_time: number
  expired_time: number
}

/** Moves the ends of several services, or of none. @throws serviceMoved if one was moved since the caller looked, and what `renew` throws */
export async function renewAll(db: SystemDb, by: Doer, { services }: { services: readonly Renewal[] }): Promise<void> {
  // Two calls at once lock in the same order, so that neither waits for the other.
  for (const { id, seen_expired_time, expired_time } of services.toSorted((a, b) => Number(a.id) - Number(b.id))) {
    const { service } = await held(db, id)
    if (service.expired_time !== seen_expired_time) throw new Refusal('serviceMoved')
    await renew(db, by, { id, expired_time })
  }
}

/** Ends a service now. @throws serviceNotFound */
export async function revoke(db: SystemDb, by: Doer, { id }: { id: string }): Promise<void> {
  const { account } = await held(db, id)
  await endService(account, by, Number(id))
  await refreshResources(account)
}

async function held(db: SystemDb, id: string) {
  const owner = await findAccountOfService(db, Number(id))
  if (!owner) throw new Refusal('serviceNotFound')
  const account = asAccount(db, owner.account_id)
  const service = await holdService(account, Number(id))
  if (!service) throw new Refusal('serviceNotFound')
  return { account, service }
}

/** Updates an account's networks and POP resources after its services began or ended. */
async function refresh(db: AccountDb): Promise<void> {
  await refreshUsability(db)
  await refreshResources(db)
}

/**
 * Updates the networks of accounts whose services started or ended meanwhile. May run at any interval and on several instances at once;
 * after a pause it catches up. Returns the number of accounts that it updated.
 */
export async function lapseServices(db: Db): Promise<number> {
  const { account_ids, until } = await accountsWithLapses(db.systemNow)
  for (const account_id of account_ids) await db.system((system) => refresh(asAccount(system, account_id)))
  await markLapses(db.systemNow, until)
  return account_ids.length
}
