import type { Db } from '../../../db/client.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { type Addressed, listAddressed } from './address.queries.ts'
import { applySettings } from './change.service.ts'
import { publicAddress } from '../configuration/intent.queries.ts'
import { reconfigureNetworks } from './reconfigure.service.ts'
import { holdNetwork } from './store.service.ts'

interface Arrived {
  account_id: number
  router_name: string
  /** The address from which it connected before. */
  former_ipv4: string | null
}

/**
 * Updates networks to the addresses from which devices connect. A branch of a network without centers is dialled exactly while it has a
 * public address; members that dial a device whose address changed are reconfigured with the new one.
 * @throws AggregateError with the failures of single networks, after all others were updated
 */
export async function followAddresses(db: Db, devices: readonly Arrived[]): Promise<void> {
  const former = new Map(devices.map((one) => [one.router_name, publicAddress(one.former_ipv4)]))
  /** Returns whether the public address at which others dial the member changed; its address behind a NAT does not count. */
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
        await applySettings(account, 'system', held, held.intent.settings, { guard: false })
        if (rows.some(moved)) await reconfigureNetworks(account, [network_number])
      })
    } catch (error) {
      // The network was deleted meanwhile, or has no free address left; its next change reports that.
      if (!(error instanceof Refusal)) failed.push(error)
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, 'networks did not follow the addresses of their members')
}
