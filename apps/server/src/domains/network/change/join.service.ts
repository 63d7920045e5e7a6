import type { AccountDb } from '../../../db/client.ts'
import { inSavepoint } from '../../../db/savepoint.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Doer } from '../../foundation/audit/audit.service.ts'
import { holdLimits } from '../../foundation/limits/limits.service.ts'
import { changeNetwork } from './change.service.ts'

/**
 * Adds software members that were just made to a network as branches, up to the account's limit of memberships.
 * @returns the number of added members; 0 if the network refuses them
 */
export async function joinNetwork(db: AccountDb, by: Doer, network_number: string, names: readonly string[]): Promise<number> {
  const { network_router_count, network_router_use } = await holdLimits(db)
  const joining = names.slice(0, Math.max(0, network_router_count - network_router_use))
  if (joining.length === 0) return 0
  const changes = joining.map((router_name) => ({ call: 'add_member', input: { router_name, member_type: 'point' } }) as const)
  try {
    // Nothing of a refused change stays, and the transaction goes on with the members.
    await inSavepoint(db, () => changeNetwork(db, by, network_number, changes, { made: new Set(joining) }))
    return joining.length
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return 0
  }
}
