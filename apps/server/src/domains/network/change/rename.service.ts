import type { AccountDb } from '../../../db/client.ts'
import type { Doer } from '../../foundation/audit/audit.service.ts'
import { holdLimits } from '../../foundation/limits/limits.service.ts'
import { applySettings } from './change.service.ts'
import { listNetworksOfAll } from './leave.queries.ts'
import { holdNetwork } from './store.service.ts'

/**
 * Moves the memberships of software members to their new names in every network, before the old names are deleted. Each network is changed
 * once, however many they are; a membership keeps its settings and gets new addresses.
 * @param names the new name by the present one
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
    await applySettings(db, by, held, { ...settings, members: Object.fromEntries(members) }, { entry: null })
  }
}
