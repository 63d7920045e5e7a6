import { contract } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hardware, rowsOf } from '../../../../test/network-fixtures.ts'
import { aCompany, effectOf, set } from '../../../../test/network-setting-fixtures.ts'
import { createWorld, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

describe('network/edit_routing', () => {
  it('makes one center the main one, as every read call shows', async () => {
    const { owner, network_number, a, b } = await aCompany(world)
    const { answer, info, rose, log } = await effectOf(world, owner, network_number, () =>
      set(world, owner, 'edit_routing', { network_number, type: 2, main_router: b, secondary_router: '' }),
    )
    expect(answer.code).toBe(200)
    const routing = { type: 2, main_router: b, secondary_router: a }
    expect(info.routing).toEqual(routing)
    expect(info.member.map((m) => [m.router_name, m.routing]).slice(0, 2)).toEqual([
      [a, 0],
      [b, 1],
    ])
    expect((await world.call(owner, contract.networkSettings.routing, { network_number })).data).toEqual({
      ...routing,
      centers: [a, b].map((router_name) => ({ router_name, note: '' })),
    })
    expect([rose, log]).toEqual([1, [`edit_routing 修改组网「总部」：主备线路改为主备，主中心 ${b}，备中心 ${a}`]])
    const remove = await world.call(owner, contract.network.remove_member, { network_number, router_name: b })
    expect(remove).toMatchObject({ code: 403, msg: `中心 ${b} 不能移出：主备线路的主中心，请先调整` })
    const deleted = await world.call(owner, contract.router.delete, { router_name: b })
    expect(deleted.code).toBe(403)
    const back = await effectOf(world, owner, network_number, () =>
      set(world, owner, 'edit_routing', { network_number, type: 1, main_router: '', secondary_router: '' }),
    )
    expect(back.info.routing).toEqual({ type: 1, main_router: null, secondary_router: null })
    expect((await world.call(owner, contract.network.remove_member, { network_number, router_name: b })).code).toBe(200)
  })
  it('accepts only two different centers of the network', async () => {
    const { owner, network_number, a, p } = await aCompany(world)
    const theirs = await aCompany(world)
    const [away] = (await hardware(world, owner, 1)) as [string]
    const route = (main_router: string) => set(world, owner, 'edit_routing', { network_number, type: 2, main_router, secondary_router: a })
    const before = await rowsOf(world, owner)
    expect((await route(theirs.a)).code).toBe(204)
    expect((await route(away)).code).toBe(204)
    expect((await route(p)).code).toBe(422)
    expect((await route(a)).code).toBe(422)
    expect(await rowsOf(world, owner)).toEqual(before)
  })
})

describe('network/default_route', () => {
  it('advertises, receives and ends the default route', async () => {
    const { owner, network_number, p } = await aCompany(world)
    const put = (model: number, metric: number | '') =>
      effectOf(world, owner, network_number, () => set(world, owner, 'default_route', { network_number, router_name: p, model, metric }))
    const of = (info: Awaited<ReturnType<typeof put>>['info']) => {
      const { default_route, metric } = info.member.find((m) => m.router_name === p)!
      return [default_route, metric]
    }
    const first = await put(1, 60)
    expect([first.rose, of(first.info), first.log]).toEqual([
      1,
      [1, 60],
      [`default_route 修改组网「总部」：${p} 的默认路由改为「发布」，${p} 的默认路由优先级改为「优先级 2」`],
    ])
    expect(of((await put(2, 60)).info)).toEqual([2, null])
    expect(of((await put(0, '')).info)).toEqual([0, null])
    expect((await put(0, 30)).rose).toBe(0)
  })
})

describe('network/quagga', () => {
  it('is switched for one member and for all hardware branches', async () => {
    const { owner, network_number, a, p, q, soft } = await aCompany(world)
    const on = (info: Awaited<ReturnType<typeof effectOf>>['info']) => info.member.filter((m) => m.quagga === 1).map((m) => m.router_name)
    const one = await effectOf(world, owner, network_number, () =>
      set(world, owner, 'quagga', { network_number, router_name: a, enable: 1 }),
    )
    expect([one.rose, on(one.info), one.log]).toEqual([1, [a], [`quagga 修改组网「总部」：启用动态路由 ${a}`]])
    const all = await effectOf(world, owner, network_number, () => set(world, owner, 'quagga_enable', { network_number }))
    expect([all.rose, on(all.info), all.log]).toEqual([1, [a, p, q], [`quagga_enable 修改组网「总部」：启用动态路由 ${p}、${q}`]])
    const none = await effectOf(world, owner, network_number, () => set(world, owner, 'quagga_disable', { network_number }))
    expect([none.rose, on(none.info)]).toEqual([1, [a]])
    expect((await effectOf(world, owner, network_number, () => set(world, owner, 'quagga_disable', { network_number }))).rose).toBe(0)
    expect((await set(world, owner, 'quagga', { network_number, router_name: soft, enable: 1 })).code).toBe(422)
  })
})

it.each([
  ['default_route', { model: 0, metric: '' }, '未开通默认路由服务'],
  ['quagga', { enable: 0 }, '未开通动态路由服务'],
  ['edit_prefix', { prefix: [{ ip: '192.168.1.0', mask: 24, permission: 'deny' }] }, '未开通高级路由策略，不能设置动作、ge 和 le'],
] as const)('network/%s is refused without its service', async (call, input, msg) => {
  const { owner, network_number, p } = await aCompany(world)
  await world.asSystem(({ sql }) =>
    sql
      .deleteFrom('service')
      .where('account_id', '=', owner.account_id)
      .where('service_code', 'in', ['quagga', 'quagga_advanced', 'default_route'])
      .execute(),
  )
  const before = await rowsOf(world, owner)
  expect(await set(world, owner, call, { network_number, router_name: p, ...input })).toMatchObject({ code: 403, msg })
  expect(await rowsOf(world, owner)).toEqual(before)
})

it.each([['ciphers', { ncp_ciphers: 'sm' }, 'ciphers 修改组网「总部」：加密算法由「默认算法」改为「国密算法（SM 系列）」']] as const)(
  'network/%s is shown in the network and notifies every member',
  async (call, input, logged) => {
    const { owner, network_number, a, b, p, q, soft } = await aCompany(world)
    const { answer, info, rose, notified, log } = await effectOf(world, owner, network_number, () =>
      set(world, owner, call, { network_number, ...input }),
    )
    expect(answer.code).toBe(200)
    expect(info).toMatchObject(input)
    expect([rose, notified.toSorted(), log]).toEqual([1, [a, b, p, q, soft].toSorted(), [logged]])
  },
)

it('network/software_mode changes and notifies one software member only', async () => {
  const { owner, network_number, p, soft } = await aCompany(world)
  const mode = (router_name: string) => set(world, owner, 'software_mode', { network_number, router_name, mode: 2 })
  const { info, rose, notified } = await effectOf(world, owner, network_number, () => mode(soft))
  expect([info.member.find((m) => m.router_name === soft)?.mode, rose, notified]).toEqual([2, 1, [soft]])
  expect(await mode(p)).toMatchObject({ code: 422, msg: `成员 ${p} 不是软件成员` })
})
