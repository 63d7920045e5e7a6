import type { AccountDb } from '../../../db/client.ts'
import type { Doer } from '../../foundation/audit/audit.service.ts'
import { holdLimits } from '../../foundation/limits/limits.service.ts'
import { finish, holdNetwork } from './change.service.ts'
import { listNetworksOfAll } from './leave.queries.ts'
import { withoutMember } from '../rules/membership.rules.ts'

/**
 * Takes software members out of every network, as their deletion needs; answers the networks' names by member. One change a network
 * however many they are: software members are never hubs, so no network loses its last one.
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
 * Takes a member out of every network, as its deletion needs; answers the networks' names.
 * @throws lastCenterNeeded, centerInUse, naming the network or what depends on it
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
