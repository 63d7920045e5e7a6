import type { AccountDb } from '../../db/client.ts'
import { reconfigureNetworks } from '../network/network.reconfigure.service.ts'
import { turnResources } from './pop.queries.ts'

/**
 * Decides anew which POP resources of the account run; called after every change of services. The networks that use one which
 * turned dial its POPs from now on, or do so no more. The account is locked.
 */
export async function refreshResources(db: AccountDb): Promise<void> {
  await reconfigureNetworks(db, await turnResources(db))
}
