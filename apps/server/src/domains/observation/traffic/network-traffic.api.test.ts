import { contract, type TrafficPoint } from '@weft/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { aNetwork, aSubAccount, grant, hardware, software } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'
import { keepTraffic } from './keep.queries.ts'
import { rollUp } from './roll-up.service.ts'

let world: World
let owner: Person
let center: string
let a: string
let b: string
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  owner = await world.anOwner()
  await grant(world, owner, 'network_member', 20)
  ;[center, a, b] = (await hardware(world, owner, 3)) as [string, string, string]
  await world.asSystem(({ sql }) =>
    sql
      .updateTable('member')
      .set({ interfaces: JSON.stringify([{ interface: 'wan' }, { interface: 'lan' }]) })
      .where('account_id', '=', owner.account_id)
      .execute(),
  )
})

const FIVE = 300
/** The last five minutes that ended more than two minutes ago, which the roll-up sums without a mark. */
const lately = () => Math.floor((Date.now() / 1000 - 120) / FIVE) * FIVE - FIVE
const minute = (router_name: string, time: number, down: number, name = 'wan') =>
  keepTraffic(world.db.systemNow, [{ account_id: owner.account_id, router_name, interface: name, time, down, upload: down / 2 }])
/** @returns what is summed of a network, or of all that the caller may see, as the bytes of its points */
async function bytes(who: Person, network_number?: string): Promise<number[]> {
  await rollUp(world.db)
  const { data } = await world.call(who, contract.traffic.networks, network_number === undefined ? {} : { network_number })
  return (data as TrafficPoint[]).map(({ down }) => (down * FIVE) / 8)
}

it('is what the uplinks of the points carry in five minutes: not other ports, and not what a center carries for them', async () => {
  const network_number = await aNetwork(world, owner, '总部', [center], [a, b])
  const time = lately()
  await minute(a, time, 3000)
  await minute(a, time + 60, 3000)
  await minute(b, time, 1500)
  await minute(b, time, 7000, 'lan')
  await minute(center, time, 9000)
  expect(await bytes(owner, network_number)).toEqual([7500])
  const { data } = await world.call(owner, contract.traffic.networks, {})
  expect(data).toEqual([{ time, down: 200, upload: 100 }])
})

it('is what the centers carry where no site else has hardware', async () => {
  const [person] = (await software(world, owner, 1)) as [string]
  const network_number = await aNetwork(world, owner, '移动办公', [center], [person])
  await minute(center, lately(), 3000)
  expect(await bytes(owner, network_number)).toEqual([3000])
})

it('counts a site of several networks in each of them, and once among all; a site of none not at all', async () => {
  const first = await aNetwork(world, owner, '总部', [center], [a])
  const second = await aNetwork(world, owner, 'ERP', [center], [a])
  const time = lately()
  await minute(a, time, 3000)
  await minute(b, time, 1500)
  expect(await bytes(owner, first)).toEqual([3000])
  expect(await bytes(owner, second)).toEqual([3000])
  expect(await bytes(owner)).toEqual([3000])
})

it('is confined to the networks that a role designates', async () => {
  const [other] = (await hardware(world, owner, 1)) as [string]
  await world.asSystem(({ sql }) =>
    sql
      .updateTable('member')
      .set({ interfaces: JSON.stringify([{ interface: 'wan' }]) })
      .where('router_name', '=', other)
      .execute(),
  )
  const mine = await aNetwork(world, owner, '总部', [center], [a])
  const hidden = await aNetwork(world, owner, '研发', [other], [b])
  const confined = await aSubAccount(world, owner, { designated: [mine] })
  const time = lately()
  await minute(a, time, 3000)
  await minute(b, time, 1500)
  expect(await bytes(confined)).toEqual([3000])
  expect(await bytes(owner)).toEqual([4500])
  expect(await world.call(confined, contract.traffic.networks, { network_number: hidden })).toMatchObject({ code: 204 })
})

it('is summed again when minutes of an hour that ended come late', async () => {
  await aNetwork(world, owner, '总部', [center], [a])
  const hour = Math.floor(Date.now() / 3_600_000) * 3600 - 3 * 3600
  await minute(a, hour, 3000)
  expect(await bytes(owner)).toEqual([3000])
  await minute(a, hour + 60, 1500)
  await minute(a, hour + 600, 600)
  expect(await bytes(owner)).toEqual([4500, 600])
})

it('forgets what is older than a day', async () => {
  await aNetwork(world, owner, '总部', [center], [a])
  await minute(a, lately(), 3000)
  await rollUp(world.db)
  await world.asSystem(({ sql }) =>
    sql
      .updateTable('network_traffic')
      .set({ time: new Date(Date.now() - 27 * 3_600_000) } as never)
      .where('account_id', '=', owner.account_id)
      .execute(),
  )
  await world.asSystem(({ sql }) => sql.deleteFrom('traffic_minute').where('account_id', '=', owner.account_id).execute())
  await rollUp(world.db)
  const left = await world.asSystem(({ sql }) =>
    sql.selectFrom('network_traffic').select('time').where('account_id', '=', owner.account_id).execute(),
  )
  expect(left).toEqual([])
})
