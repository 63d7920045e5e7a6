import type { AccountDb } from '../../../db/client.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Doer } from '../../foundation/audit/audit.service.ts'
import { holdLimits } from '../../foundation/limits/limits.service.ts'
import { changeNetwork, finish, holdNetwork } from './change.service.ts'
import { listNetworksOfAll } from './leave.queries.ts'

/**
 * Gives software members the memberships of others, in every network: the others may be deleted then. One change a network however
 * many they are; a membership's settings stay, its addresses are given anew.
 */
export async function renameInNetworks(db: AccountDb, by: Doer, names: ReadonlyMap<string, string>): Promise<void> {
  await holdLimits(db)
  for (const network_number of await listNetworksOfAll(db, [...names.keys()])) {
    const held = await holdNetwork(db, network_number, undefined)
    const { settings } = held.intent
    const members = Object.entries(settings.members).map(([name, membership]) => {
      const to = names.get(name)
      return to === undefined ? ([name, membership] as const) : ([to, { ...membership, links: {} }] as const)
    })
    await finish(db, by, held, { ...settings, members: Object.fromEntries(members) }, { entry: null })
  }
}

/**
 * Takes new software members into a network, as branches, as far as the account has room for memberships.
 * @returns how many it took; none where the network cannot take them
 */
export async function joinNetwork(db: AccountDb, by: Doer, network_number: string, names: readonly string[]): Promise<number> {
  const { network_router_count, network_router_use } = await holdLimits(db)
  const joining = names.slice(0, Math.max(0, network_router_count - network_router_use))
  if (joining.length === 0) return 0
  const changes = joining.map((router_name) => ({ call: 'add_member', input: { router_name, member_type: 'point' } }) as const)
  try {
    await changeNetwork(db, by, network_number, changes)
    return joining.length
  } catch (error) {
    // What the network's own rules refuse is refused before anything is written.
    if (!(error instanceof Refusal)) throw error
    return 0
  }
}
