import { contract, type LinkTraffic } from '@weft/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aNetwork, hardware } from '../../../../test/network-fixtures.ts'
import { createWorld, type World } from '../../../../test/world.ts'
import { keepTraffic } from './keep.queries.ts'
import { linkInterface } from './link.rules.ts'
import { rollUp } from './roll-up.service.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const now = () => Math.floor(Date.now() / 1000)
const HOUR = 3600

async function given() {
  const owner = await world.anOwner()
  const { account_id } = owner
  const [center, point, other] = (await hardware(world, owner, 3)) as [string, string, string]
  const network_number = await aNetwork(world, owner, '总部', [center], [point, other])
  await world.asSystem(({ sql }) =>
    sql
      .updateTable('member')
      .set({ create_time: new Date(Date.now() - 40 * HOUR * 1000) as never })
      .where('account_id', '=', account_id)
      .execute(),
  )
  const online = (router_name: string, vpn_online: 0 | 1) =>
    world.asSystem(({ sql }) =>
      sql
        .updateTable('network_link')
        .set({ vpn_online })
        .where('account_id', '=', account_id)
        .where('router_name', '=', router_name)
        .execute(),
    )
  /** @param rate bit/s, of which half is sent */
  const minute = (router_name: string, ago: number, rate: number, name = linkInterface(network_number, center)) => {
    const at = now() - ago
    const down = (rate * 60) / 8
    return keepTraffic(world.db.systemNow, [{ account_id, router_name, interface: name, time: at - (at % 60), down, upload: down / 2 }])
  }
  const read = async (...router_name: string[]): Promise<LinkTraffic[]> =>
    (await world.call(owner, contract.traffic.links, { network_number, router_name })).data
  return { owner, network_number, center, point, other, online, minute, read }
}

it('is the rate of the newest minute and that of the busiest of 24 hours, of these members alone', async () => {
  const { center, point, other, online, minute, read } = await given()
  await online(point, 1)
  await minute(point, 120, 4000)
  await minute(point, 90 * 60, 8000)
  await minute(point, 26 * HOUR, 90_000)
  await minute(point, 120, 700_000, 'wan')
  await minute(other, 120, 600_000)
  const link = { router_name: point, center_router_name: center }
  expect(await read(point)).toEqual([{ ...link, down: 4000, upload: 2000, peak_down: 8000, peak_upload: 4000 }])
  await minute(point, 10 * HOUR, 12_000)
  await rollUp(world.db)
  expect(await read(point)).toMatchObject([{ peak_down: 12_000, peak_upload: 6000 }])
  expect(await read(other, point)).toHaveLength(2)
})

it('has no present rate while the link is down or unmeasured, and no peak if it carried nothing', async () => {
  const { point, other, online, minute, read } = await given()
  await minute(point, 120, 4000)
  expect(await read(point)).toMatchObject([{ down: null, upload: null, peak_down: 4000, peak_upload: 2000 }])
  await online(other, 1)
  expect(await read(other)).toMatchObject([{ down: null, upload: null, peak_down: null, peak_upload: null }])
})
