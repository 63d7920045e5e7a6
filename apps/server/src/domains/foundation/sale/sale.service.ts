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
import { holdAccount, refreshUsability } from '../limits/limits.service.ts'
import { endService, type HeldService, heldService, holdService, moveEnd, type NewService, writeGrant } from '../service/service.service.ts'
import { accountsWithLapses, findAccountByNumber, findAccountsOfServices, markLapses } from './sale.queries.ts'

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
  await moveEnds(db, account, by, [{ id: Number(id), service, expired_time }])
}

/** Moves the ends of services whose account is locked, and then updates once what depends on them. */
async function moveEnds(
  db: SystemDb,
  account: AccountDb,
  by: Doer,
  asked: readonly { id: number; service: HeldService; expired_time: number }[],
): Promise<void> {
  const moves = asked.filter(({ service, expired_time }) => service.expired_time !== expired_time)
  if (moves.length === 0) return
  const write = async () => {
    for (const { id, service, expired_time } of moves) await moveEnd(account, by, id, service, expired_time)
    await refreshUsability(account)
  }
  const resources = moves.filter(({ service }) => service.service_code === 'pop').map(({ id }) => id)
  await (resources.length > 0 ? renewAccess(db, resources, write) : write())
  await refreshResources(account)
}

/** Where the end of a service is moved, and where the caller saw it. */
interface Renewal {
  id: string
  seen_expired_time: number
  expired_time: number
}

/**
 * Moves the ends of several services of one account, or of none.
 * @throws serviceMoved if one was moved since the caller looked, servicesOfSeveral if they are of several accounts, and what `renew` throws
 */
export async function renewAll(db: SystemDb, by: Doer, { services }: { services: readonly Renewal[] }): Promise<void> {
  const ids = services.map(({ id }) => Number(id))
  const owners = new Map((await findAccountsOfServices(db, ids)).map(({ id, account_id }) => [id, account_id]))
  if (ids.some((id) => !owners.has(id))) throw new Refusal('serviceNotFound')
  const [account_id, ...others] = new Set(owners.values())
  if (others.length > 0) throw new Refusal('servicesOfSeveral')
  const account = asAccount(db, account_id!)
  await holdAccount(account)
  const moves = []
  for (const { id, seen_expired_time, expired_time } of services) {
    const service = await heldService(account, Number(id))
    if (!service) throw new Refusal('serviceNotFound')
    if (service.expired_time !== seen_expired_time) throw new Refusal('serviceMoved')
    moves.push({ id: Number(id), service, expired_time })
  }
  await moveEnds(db, account, by, moves)
}

/** Ends a service now. @throws serviceNotFound */
export async function revoke(db: SystemDb, by: Doer, { id }: { id: string }): Promise<void> {
  const { account } = await held(db, id)
  await endService(account, by, Number(id))
  await refreshResources(account)
}

async function held(db: SystemDb, id: string) {
  const [owner] = await findAccountsOfServices(db, [Number(id)])
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
