import type { AccountDb } from '../../../db/client.ts'
import type { Doer } from '../../foundation/audit/audit.service.ts'
import { holdLimits } from '../../foundation/limits/limits.service.ts'
import { finish, holdNetwork } from './change.service.ts'
import { listNetworksOfAll } from './leave.queries.ts'
import { withoutMember } from '../rules/membership.rules.ts'

/**
 * Takes software members out of every network before they are deleted, and returns the networks' names by member. Each network is
 * changed once, however many leave: software members are never centers, so no network loses its last center.
 */
export async function leaveAllNetworks(db: AccountDb, by: Doer, names: readonly string[]): Promise<Map<string, string[]>> {
  await holdLimits(db)
  const gone = new Set(names)
  const left = new Map<string, string[]>()
  for (const network_number of await listNetworksOfAll(db, names)) {
    const held = await holdNetwork(db, network_number, undefined)
    const { settings } = held.intent
    const stay = Object.entries(settings.members).filter(([name]) => !gone.has(name))
    for (const name of Object.keys(settings.members)) if (gone.has(name)) left.set(name, [...(left.get(name) ?? []), settings.network_name])
    await finish(db, by, held, { ...settings, members: Object.fromEntries(stay) }, { entry: null })
  }
  return left
}

/**
 * Takes a member out of every network before it is deleted, and returns the networks' names.
 * @throws lastCenterNeeded, which names the network, and centerInUse, which names what depends on the member
 */
export async function leaveNetworks(db: AccountDb, by: Doer, router_name: string): Promise<string[]> {
  await holdLimits(db)
  const left: string[] = []
  for (const network_number of await listNetworksOfAll(db, [router_name])) {
    const held = await holdNetwork(db, network_number, undefined)
    const { settings, facts } = held.intent
    await finish(db, by, held, withoutMember(settings, router_name, facts), { entry: null })
    left.push(settings.network_name)
  }
  return left
}
