import type { NetworkImpact } from '@weft/contract'
import type { NetworkIntent, NetworkSettings } from '@weft/member-config'
import type { AccountDb } from '../../../db/client.ts'
import type { Doer } from '../../foundation/audit/audit.service.ts'
import { holdLimits } from '../../foundation/limits/limits.service.ts'
import { applySettings } from './change.service.ts'
import { listNetworksOfAll } from './leave.queries.ts'
import { holdNetwork } from './store.service.ts'
import { withoutMember } from '../rules/membership.rules.ts'

/** A network that members leave because they are deleted. */
export interface LeftNetwork {
  network_number: string
  network_name: string
  /** The members that leave it. */
  router_names: string[]
  /** What that does to the members that stay. */
  impact: NetworkImpact[]
}

/** `dry_run` returns the effect and writes nothing. */
interface LeaveOptions {
  dry_run?: boolean
}

async function leaveEach(
  db: AccountDb,
  by: Doer,
  names: readonly string[],
  without: (intent: NetworkIntent) => NetworkSettings,
  options: LeaveOptions,
): Promise<LeftNetwork[]> {
  await holdLimits(db)
  const leaving = new Set(names)
  const left: LeftNetwork[] = []
  for (const network_number of await listNetworksOfAll(db, names)) {
    const held = await holdNetwork(db, network_number, undefined)
    const { network_name, members } = held.intent.settings
    const { impact } = await applySettings(db, by, held, without(held.intent), { entry: null, ...options })
    left.push({
      network_number,
      network_name,
      router_names: Object.keys(members).filter((name) => leaving.has(name)),
      impact: impact.filter(({ kind }) => kind !== 'leave'),
    })
  }
  return left
}

/**
 * Takes software members out of every network before they are deleted. Each network is changed once, however many leave: software members
 * are never centers, so no network loses its last center.
 */
export function leaveAllNetworks(db: AccountDb, by: Doer, names: readonly string[], options: LeaveOptions = {}): Promise<LeftNetwork[]> {
  const gone = new Set(names)
  const without = ({ settings }: NetworkIntent): NetworkSettings => ({
    ...settings,
    members: Object.fromEntries(Object.entries(settings.members).filter(([name]) => !gone.has(name))),
  })
  return leaveEach(db, by, names, without, options)
}

/**
 * Takes a member out of every network before it is deleted.
 * @throws lastCenterNeeded, which names the network, and centerInUse, which names what depends on the member
 */
export const leaveNetworks = (db: AccountDb, by: Doer, router_name: string, options: LeaveOptions = {}): Promise<LeftNetwork[]> =>
  leaveEach(db, by, [router_name], ({ settings, facts }) => withoutMember(settings, router_name, facts), options)
