import { publishAll } from '../../../adapters/bus/publish.ts'
import type { AccountDb } from '../../../db/client.ts'
import { holdLimits } from '../../foundation/limits/limits.service.ts'
import { listNetworksOfAll } from './leave.queries.ts'
import { listAdmitting, listNamesIn, touchNetworks } from './reconfigure.queries.ts'
import { raiseConfigs } from '../configuration/configuration.queries.ts'

/** Announces changed networks once the transaction commits; each gateway then looks for members whose configuration changed. */
export const tellChanged = (db: AccountDb, numbers: readonly string[]): Promise<void> =>
  publishAll(
    db,
    numbers.flatMap((network_number) => [
      { type: 'revision', account_id: db.account_id, network_number } as const,
      { type: 'config', account_id: db.account_id, network_number } as const,
    ]),
  )

/** Raises the configuration of every member of these networks after a change outside of them; the networks' revisions stay. */
export async function reconfigureNetworks(db: AccountDb, numbers: readonly string[]): Promise<void> {
  if (numbers.length === 0) return
  await touchNetworks(db, numbers)
  await raiseConfigs(db, await listNamesIn(db, numbers))
  await tellChanged(db, numbers)
}

/**
 * Raises the configuration of members that were disabled or enabled or have another password, and of those that admit them: their
 * centers, or every member of a point-to-point network. The networks' revisions stay.
 */
export async function reconfigureMembers(db: AccountDb, names: readonly string[]): Promise<void> {
  await holdLimits(db)
  const networks = await listNetworksOfAll(db, names)
  await touchNetworks(db, networks)
  await raiseConfigs(db, [...new Set([...names, ...(await listAdmitting(db, networks))])])
  await publishAll(db, [{ type: 'config', account_id: db.account_id }])
}
