import { contract } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lapseServices, revoke } from '../../foundation/sale/sale.service.ts'
import { aNetwork, create, grant, hardware, infoOf, logOf, rowsOf } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const configOf = async (owner: Person) => (await world.call(owner, contract.network.config, {})).data
const endService = (id: string) =>
  world.asSystem(({ sql }) =>
    sql
      .updateTable('service')
      .set({ expired_time: new Date(Date.now() - 1000) })
      .where('id', '=', Number(id))
      .execute(),
  )

describe('the limits of networks', () => {
  it('are the free grant at first and grow with services', async () => {
    const owner = await world.anOwner()
    const free = { network_router_use: 0, network_router_count: 10, network_level: 1, network_center_count: 1, dns_quantity: 2 }
    expect(await configOf(owner)).toEqual(free)
    await grant(world, owner, 'network_member', 5)
    await grant(world, owner, 'network_center', 1)
    await grant(world, owner, 'dns', 3)
    await grant(world, owner, 'level_standard', 1)
    await aNetwork(world, owner, '一', await hardware(world, owner, 2))
    expect(await configOf(owner)).toEqual({
      network_router_use: 2,
      network_router_count: 15,
      network_level: 2,
      network_center_count: 2,
      dns_quantity: 5,
    })
  })

  it('count a member in two networks twice', async () => {
    const owner = await world.anOwner()
    const [a] = (await hardware(world, owner, 1)) as [string]
    await aNetwork(world, owner, '一', [a])
    await aNetwork(world, owner, '二', [a])
    expect(await configOf(owner)).toMatchObject({ network_router_use: 2 })
  })

  it('refuse one member too many, and say how many are used', async () => {
    const owner = await world.anOwner()
    const names = await hardware(world, owner, 11)
    expect(await create(world, owner, '一', [], names)).toMatchObject({ code: 403, msg: '成员名额已满（0/10），请申请扩容' })
    const network_number = await aNetwork(world, owner, '一', [], names.slice(0, 10))
    const one = { network_number, router_name: names[10], member_type: 'point' }
    expect(await world.call(owner, contract.network.add_member, one)).toMatchObject({
      code: 403,
      msg: '成员名额已满（10/10），请申请扩容',
    })
    const swapped = { network_number, network_name: '一', center: [], point: names.slice(1) }
    expect((await world.call(owner, contract.network.edit, swapped)).code).toBe(200)
  })

  it('refuse one center too many', async () => {
    const owner = await world.anOwner()
    const names = (await hardware(world, owner, 2)) as [string, string]
    expect(await create(world, owner, '一', names)).toMatchObject({ code: 403, msg: '中心最多支持 1 个' })
    const network_number = await aNetwork(world, owner, '一', [names[0]], [names[1]])
    const promoted = { network_number, network_name: '一', center: names, point: [] }
    expect((await world.call(owner, contract.network.edit, promoted)).code).toBe(403)
  })

  it('allow edits of a network with too many centers after a service ended, but no further center', async () => {
    const owner = await world.anOwner()
    const { id } = await grant(world, owner, 'network_center', 1)
    const [a, b, c] = (await hardware(world, owner, 3)) as [string, string, string]
    const network_number = await aNetwork(world, owner, '一', [a, b])
    await world.asSystem((system) => revoke(system, 'system', { id }))
    const edit = (center: string[], point: string[]) =>
      world.call(owner, contract.network.edit, { network_number, network_name: '一', center, point })
    expect((await edit([a, b], [c])).code).toBe(200)
    expect((await edit([a, b, c], [])).code).toBe(403)
    expect((await edit([a], [b, c])).code).toBe(200)
  })
})

describe('networks whose services lapse', () => {
  /** Creates twelve networked members: two more than the free grant, covered by the returned service. */
  async function lapsing() {
    const owner = await world.anOwner()
    const { id } = await grant(world, owner, 'network_member', 2)
    const names = (await hardware(world, owner, 13)) as [string, ...string[]]
    const first = await aNetwork(world, owner, '一', [names[0]], names.slice(1, 11))
    const second = await aNetwork(world, owner, '二', [names[11]!])
    return { owner, id, names, first, second }
  }

  it('turn unusable at the lapse, which reconfigures every networked member, and usable again at the renewal', async () => {
    const { owner, id, first, second } = await lapsing()
    const before = await rowsOf(world, owner)
    await endService(id)
    expect(await lapseServices(world.db)).toBeGreaterThan(0)
    expect(await infoOf(world, owner, first)).toMatchObject({ network_status: 0 })
    expect(await infoOf(world, owner, second)).toMatchObject({ network_status: 0 })
    const lapsed = await rowsOf(world, owner)
    expect(lapsed.memberships).toEqual(before.memberships)
    const networked = new Set(before.memberships.map((membership) => membership.router_name))
    expect(lapsed.members.map((m, i) => m.config_revision - before.members[i]!.config_revision)).toEqual(
      lapsed.members.map((m) => (networked.has(m.router_name) ? 1 : 0)),
    )
    expect((await logOf(world, owner)).at(-1)).toMatchObject({
      actor_kind: 'system',
      message: '组网变为不可用：已组网成员 12 个，超过可用的 10 个',
    })
    await grant(world, owner, 'network_member', 2)
    expect(await infoOf(world, owner, first)).toMatchObject({ network_status: 1 })
  })

  it('refuse every change except removing members, renaming and deleting', async () => {
    const { owner, id, names, first, second } = await lapsing()
    await world.asSystem((system) => revoke(system, 'system', { id }))
    const spare = names[12]!
    const unusable = { code: 403, msg: expect.stringContaining('组网不可用') }
    const edit = (center: string[], point: string[]) =>
      world.call(owner, contract.network.edit, { network_number: first, network_name: '一', center, point })
    expect(
      await world.call(owner, contract.network.add_member, { network_number: first, router_name: spare, member_type: 'point' }),
    ).toMatchObject(unusable)
    expect(await edit([names[0]], [...names.slice(1, 10), spare])).toMatchObject(unusable)
    expect(await edit([], names.slice(0, 11))).toMatchObject(unusable)
    expect((await create(world, owner, '三', [], [spare])).code).toBe(403)
    expect((await world.call(owner, contract.network.rename, { network_number: second, network_name: '旧' })).code).toBe(200)
    expect((await edit([names[0]], names.slice(1, 10))).code).toBe(200)
    expect(await infoOf(world, owner, first)).toMatchObject({ network_status: 0 })
    expect((await world.call(owner, contract.network.delete, { network_number: second })).code).toBe(200)
    expect(await infoOf(world, owner, first)).toMatchObject({ network_status: 1 })
  })

  it('become usable again once the last surplus member is removed', async () => {
    const { owner, id, names, first } = await lapsing()
    await world.asSystem((system) => revoke(system, 'system', { id }))
    const remove = (router_name: string) => world.call(owner, contract.network.remove_member, { network_number: first, router_name })
    await remove(names[1]!)
    expect(await infoOf(world, owner, first)).toMatchObject({ network_status: 0 })
    await remove(names[2]!)
    expect(await infoOf(world, owner, first)).toMatchObject({ network_status: 1 })
  })
})
