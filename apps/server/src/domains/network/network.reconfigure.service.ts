import { tellAll } from '../../adapters/bus/bus.queries.ts'
import type { AccountDb } from '../../db/client.ts'
import { listNamesIn } from './network.reconfigure.queries.ts'
import { raiseConfigs } from './network.seat.queries.ts'

/** Every member of these networks should run another configuration, for what stands outside of them changed; their revisions stay. */
export async function reconfigureNetworks(db: AccountDb, numbers: readonly string[]): Promise<void> {
  if (numbers.length === 0) return
  await raiseConfigs(db, await listNamesIn(db, numbers))
  const { account_id } = db
  await tellAll(
    db,
    numbers.flatMap((network_number) => [
      { type: 'config', account_id, network_number } as const,
      { type: 'revision', account_id, network_number } as const,
    ]),
  )
}
