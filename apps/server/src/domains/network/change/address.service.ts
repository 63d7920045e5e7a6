import type { Db } from '../../../db/client.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { type Addressed, listAddressed } from './address.queries.ts'
import { finish, holdNetwork } from './change.service.ts'
import { publicAddress } from '../configuration/intent.queries.ts'
import { reconfigureNetworks } from './reconfigure.service.ts'

interface Arrived {
  account_id: number
  router_name: string
  /** The address that it had before. */
  former_ipv4: string | null
}

/**
 * Networks follow the addresses that devices come with. Points of a network without centers are dialled as soon as they can be, and no
 * longer than that; whoever dials a device that moved is told where it is now.
 * @throws what went wrong in single networks, after all others followed
 */
export async function followAddresses(db: Db, devices: readonly Arrived[]): Promise<void> {
  const former = new Map(devices.map((one) => [one.router_name, publicAddress(one.former_ipv4)]))
  /** Where others dial it: what it has behind its NAT is nobody else's affair. */
  const moved = ({ router_name, router_ipv4, followed }: Addressed) => followed && publicAddress(router_ipv4) !== former.get(router_name)
  const found = await listAddressed(db.systemNow, devices)
  const stale = found.filter((row) => {
    const reachable = row.fixed || publicAddress(row.router_ipv4) !== null
    return (row.point_to_point && reachable !== row.listens) || moved(row)
  })
  const failed: unknown[] = []
  for (const [, rows] of Map.groupBy(stale, (row) => `${row.account_id} ${row.network_number}`)) {
    const { account_id, network_number } = rows[0]!
    try {
      await db.account(account_id, 'write', async (account) => {
        const held = await holdNetwork(account, network_number, undefined)
        await finish(account, 'system', held, held.intent.settings, { guard: false })
        if (rows.some(moved)) await reconfigureNetworks(account, [network_number])
      })
    } catch (error) {
      // It was deleted meanwhile, or has no address left to give; the next change of it will say so.
      if (!(error instanceof Refusal)) failed.push(error)
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, 'networks did not follow the addresses of their members')
}
