import type { contract, DeviceCheck, InputOf, OutputOf } from '@weft/contract'
import type { AccountDb, Db } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { type Clock, unix } from '../../../kernel/clock.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { audit } from '../../foundation/audit/audit.service.ts'
import { checked } from './check.audit.ts'
import { findPath } from './path.queries.ts'

type Check = typeof contract.memberRecords.check

export interface CheckDependencies {
  db: Db
  clock: Clock
  /** Has a member's device measure what it reaches. */
  gateway: { check(account_id: number, router_name: string): Promise<DeviceCheck | 'old' | 'silent'> }
}

/** Has a member's device measure its way to its networks now. @throws memberNotFound, memberUnreachable, memberSilent, memberTooOld */
export async function measure(
  { db, clock, gateway }: CheckDependencies,
  { account_id, designated }: Actor,
  { router_name }: InputOf<Check>,
): Promise<OutputOf<Check>> {
  const row = await db.account(account_id, 'read', (account) => findPath(account, router_name, designated))
  if (!row) throw new Refusal('memberNotFound')
  if (row.online_status === 0) throw new Refusal('memberUnreachable', { name: router_name })
  const check = await gateway.check(account_id, router_name)
  if (check === 'silent') throw new Refusal('memberSilent', { name: router_name })
  if (check === 'old') throw new Refusal('memberTooOld', { name: router_name })
  const visible = new Set(row.networks.map(({ network_number }) => network_number))
  return { ...check, time: unix(clock.now()), tunnels: check.tunnels.filter(({ network_number }) => visible.has(network_number)) }
}

/** Logs that a member was measured. */
export async function measured(
  db: AccountDb,
  actor: Actor,
  { router_name }: InputOf<Check>,
  made: OutputOf<Check>,
): Promise<OutputOf<Check>> {
  await audit(db, actor, checked(router_name))
  return made
}
