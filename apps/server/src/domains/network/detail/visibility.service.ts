import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import type { Doer } from '../../foundation/audit/audit.service.ts'
import type { Hidden } from './surroundings.queries.ts'
import { listInScope, listNamed } from './visibility.queries.ts'

/** Returns the only networks that the doer may see, undefined if the doer may see all. */
export const designatedOf = (by: Doer) => (by !== 'system' && 'designated' in by ? by.designated : undefined)
/** Returns the limit of the members that the doer may see, undefined if there is none. */
export const scopeOf = (by: Doer) => (by !== 'system' && 'designated' in by ? by.members : undefined)

/** Returns the test for networks that the doer may not see. */
export function hiddenFrom(by: Doer): Hidden {
  const designated = designatedOf(by)
  return (network_number) => designated !== undefined && (network_number === null || !designated.has(network_number))
}

/** Returns whether the caller may know a member's name. */
export type Sees = (router_name: string) => boolean
export const seesAll: Sees = () => true

/**
 * Returns the test for those of these members that the caller may know: those in its scope, and those that they dial. A caller without a
 * limit knows all, and nothing is read.
 */
export async function sightOf(db: AccountDb, scope: Actor['members'], names: readonly string[]): Promise<Sees> {
  if (scope === undefined) return seesAll
  const known = new Set(names.length === 0 ? [] : await listNamed(db, scope, names))
  return (name) => known.has(name)
}

/** Returns those of these members that are in the caller's scope, which alone it may change. */
export const changeableOf = async (db: AccountDb, scope: Actor['members'], names: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(scope === undefined ? names : await listInScope(db, scope, names))
