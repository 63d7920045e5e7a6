import type { AccountDb } from '../../db/client.ts'
import { reconfigureNetworks } from '../network/network.reconfigure.service.ts'
import { networksOfServices } from './pop.queries.ts'

/**
 * Services of POP resources began or ended: the networks that use them dial these POPs, or do so no more. The account is locked.
 */
export async function resourcesChanged(db: AccountDb, service_ids: readonly number[]): Promise<void> {
  if (service_ids.length > 0) await reconfigureNetworks(db, await networksOfServices(db, service_ids))
}
