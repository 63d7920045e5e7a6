/**
 * Room foundation/limits: what an account may have and what it uses, which follows from its services.
 * Tables: none.
 * Called by: foundation, identity, member, network, observation, ops, support.
 * Always: the account is the first lock of every transaction that counts against a limit: account, networks, members, operation log.
 */
import { publishAll } from '../../../adapters/bus/publish.ts'
import type { AccountDb } from '../../../db/client.ts'
import { auditSystem } from '../audit/audit.service.ts'
import { raiseEveryConfig } from '../../network/configuration/desired-revision.service.ts'
import { usabilityChanged } from './limits.audit.ts'
import { countMemberships, findAccount, listNetworkNumbers, lockAccount, sumServices, writeUsability } from './limits.queries.ts'
import { type Limits, limitsFrom, usability } from './limits.rules.ts'

export type { Limits }

export const limitsOf = async (db: AccountDb): Promise<Limits> => limitsFrom(await sumServices(db))

/** Returns the number of the account's memberships: a member in two networks counts twice. */
export const usageOf = async (db: AccountDb): Promise<{ network_router_use: number }> => ({
  network_router_use: await countMemberships(db),
})

/** Returns the text after the `@` of a new software member's name. */
export const signOfAccount = async (db: AccountDb): Promise<string> => (await findAccount(db)).sign

export interface Held extends Limits {
  network_router_use: number
  network_usable: 0 | 1
  /** The text after the `@` of a new software member's name. */
  sign: string
}

/**
 * Locks the account until the transaction ends. Code that counts rows of an account against a limit and then adds one calls this before
 * counting, so that parallel calls cannot exceed the limit together.
 */
export async function holdAccount(db: AccountDb): Promise<void> {
  await lockAccount(db)
}

/**
 * Locks the account, and returns its limits and what is used of them. Code that changes what a limit counts calls this first, so that
 * parallel calls cannot exceed it together. It is the first lock of every such transaction (account, networks, members, audit chain).
 */
export async function holdLimits(db: AccountDb): Promise<Held> {
  const { network_usable, sign } = await lockAccount(db)
  return { ...(await limitsOf(db)), network_usable, sign, network_router_use: await countMemberships(db) }
}

/**
 * Decides again whether the account's networks are usable; called after every change of memberships or services. When the result changes,
 * the configuration of every networked member is raised, and all consoles that show a network are notified.
 */
export async function refreshUsability(db: AccountDb): Promise<void> {
  const held = await holdLimits(db)
  const usable = usability(held.network_router_use, held)
  if (usable === held.network_usable) return
  await writeUsability(db, usable)
  await raiseEveryConfig(db)
  const { account_id } = db
  const changed = (await listNetworkNumbers(db)).map((network_number) => ({ type: 'revision', account_id, network_number }) as const)
  await publishAll(db, [{ type: 'config', account_id }, ...changed])
  await auditSystem(db, db.account_id, usabilityChanged(usable, held.network_router_use, held.network_router_count))
}
