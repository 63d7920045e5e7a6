import { tellAll } from '../../adapters/bus/bus.queries.ts'
import type { AccountDb } from '../../db/client.ts'
import { holdLimits, refreshUsability } from '../service/limits.service.ts'
import { deleteSeatsOf, listAdmitting, listNetworksOfAll, lockNetworksOf, raiseRevisions } from './network.leave.queries.ts'
import { raiseConfigs } from './network.seat.queries.ts'

/** With more members than this everybody of the account is told at once, who then looks for themselves. */
const TOLD_BY_NAME = 50

/**
 * Takes software members out of every network, as their deletion needs; answers the networks' names by member. In a few
 * statements however many they are: software members are never hubs, so no network loses its last one.
 */
export async function leaveAllNetworks(db: AccountDb, names: readonly string[]): Promise<Map<string, string[]>> {
  await holdLimits(db)
  const networks = await lockNetworksOf(db, names)
  if (networks.length === 0) return new Map()
  const nameOf = new Map(networks.map((network) => [network.network_number, network.network_name]))
  const numbers = [...nameOf.keys()]
  const left = Map.groupBy(await deleteSeatsOf(db, names), (seat) => seat.router_name)
  await raiseConfigs(db, await listAdmitting(db, numbers))
  await raiseRevisions(db, numbers)
  await refreshUsability(db)
  const { account_id } = db
  await tellAll(
    db,
    numbers.flatMap((network_number) => [
      { type: 'config', account_id, network_number } as const,
      { type: 'revision', account_id, network_number } as const,
    ]),
  )
  return new Map([...left].map(([name, seats]) => [name, seats.map((seat) => nameOf.get(seat.network_number)!)]))
}

/**
 * The members themselves and whoever admits them, their hubs or in a point-to-point network everybody, should run another
 * configuration: they were disabled or enabled, or have another password. The networks' revisions stay.
 */
export async function reconfigureMembers(db: AccountDb, names: readonly string[]): Promise<void> {
  await holdLimits(db)
  const networks = await listNetworksOfAll(db, names)
  await raiseConfigs(db, [...new Set([...names, ...(await listAdmitting(db, networks))])])
  const { account_id } = db
  await tellAll(
    db,
    names.length > TOLD_BY_NAME
      ? [{ type: 'config', account_id }]
      : [
          ...names.map((router_name) => ({ type: 'config', account_id, router_name }) as const),
          ...networks.map((network_number) => ({ type: 'config', account_id, network_number }) as const),
        ],
  )
}
