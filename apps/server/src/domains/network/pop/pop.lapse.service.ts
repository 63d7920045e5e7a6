import type { AccountDb, SystemDb } from '../../../db/client.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { reconfigureNetworks } from '../change/reconfigure.service.ts'
import { turnResources } from './pop.queries.ts'
import { lockPops, popsOfServices, usesOf } from './pop.resource.queries.ts'

/**
 * Updates which POP resources of the account run; called after every change of services. The networks that use one which started or
 * ended are reconfigured to dial its POPs or to stop. The caller has locked the account.
 */
export async function refreshResources(db: AccountDb): Promise<void> {
  await reconfigureNetworks(db, await turnResources(db))
}

/**
 * Renews the services of POP resources; one that had ended is sold again. The caller has locked the account. The POPs of all are locked in
 * one order, so that two accounts never wait for each other.
 * @throws popCapacity if its bandwidth was sold to others meanwhile
 */
export async function renewAccess(db: SystemDb, service_ids: readonly number[], renew: () => Promise<unknown>): Promise<void> {
  const pops = await lockPops(db, await popsOfServices(db, service_ids))
  const ids = pops.map((pop) => pop.id)
  const before = await usesOf(db, ids)
  await renew()
  const after = await usesOf(db, ids)
  for (const { id, name, capacity } of pops) {
    const [{ sold }, { sold: wanted }] = [before.get(id)!, after.get(id)!]
    if (wanted > Math.max(sold, capacity)) throw new Refusal('popCapacity', { name, capacity, sold, bandwidth: wanted - sold })
  }
}
