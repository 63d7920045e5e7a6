/**
 * Room foundation/service: the services that accounts hold: quantity, start and end.
 * Tables: service.
 * Called by: foundation, identity, network, ops.
 * Always: a service is never deleted; one that is revoked keeps its row.
 */
import { freeGrant, type ServiceCode } from '@weft/contract'
import type { AccountDb } from '../../../db/client.ts'
import { fromUnix } from '../../../kernel/clock.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { auditBy, type Doer } from '../audit/audit.service.ts'
import { holdAccount, refreshUsability } from '../limits/limits.service.ts'
import { granted, renewed, revoked } from './service.audit.ts'
import { findService, insertServices, renewService, revokeService } from './service.queries.ts'

/** A service to be sold to an account. */
export interface NewService {
  service_code: ServiceCode
  quantity: number
  /** Unix seconds. */
  start_time: number
  /** Unix seconds; null never ends. */
  expired_time: number | null
}

/** Grants what every new account gets, without expiry. */
export async function grantFree(db: AccountDb): Promise<void> {
  await insertServices(
    db,
    Object.entries(freeGrant).map(([service_code, quantity]) => ({ service_code, quantity, expired_time: null })),
  )
}

/** Writes a service of the account, logs it, and returns its id. */
export async function writeGrant(db: AccountDb, by: Doer, service: NewService): Promise<string> {
  const { start_time, expired_time } = service
  if (expired_time !== null && expired_time <= start_time) throw new Refusal('serviceEndsBeforeStart')
  await holdAccount(db)
  const times = { start_time: fromUnix(start_time), expired_time: expired_time === null ? null : fromUnix(expired_time) }
  const [row] = await insertServices(db, [{ ...service, ...times }])
  await refreshUsability(db)
  await auditBy(db, by, granted(service))
  return String(row!.id)
}

export type HeldService = Omit<NewService, 'service_code'> & { service_code: string }

/** Returns a service of the account, which the caller has locked, that was not revoked; undefined where there is none. */
export const heldService = (db: AccountDb, id: number): Promise<HeldService | undefined> => findService(db, id)

/** Locks the account until the transaction ends, and returns such a service of it. */
export async function holdService(db: AccountDb, id: number): Promise<HeldService | undefined> {
  await holdAccount(db)
  return heldService(db, id)
}

/** Moves the end of a service whose account is locked; the caller calls `refreshUsability`. @param expired_time Unix seconds. @throws serviceEndsBeforeStart */
export async function moveEnd(db: AccountDb, by: Doer, id: number, service: HeldService, expired_time: number): Promise<void> {
  if (expired_time <= service.start_time) throw new Refusal('serviceEndsBeforeStart')
  await renewService(db, id, fromUnix(expired_time))
  await auditBy(db, by, renewed(service, expired_time))
}

/** Revokes a service of the account now; one that was revoked before stays as it is. */
export async function endService(db: AccountDb, by: Doer, id: number): Promise<void> {
  const service = await holdService(db, id)
  if (!service) return
  await revokeService(db, id)
  await refreshUsability(db)
  await auditBy(db, by, revoked(service))
}
