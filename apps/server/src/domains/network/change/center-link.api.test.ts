import { contract } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aLimitedColleague, hardware, infoOf, rowsOf, tagMine } from '../../../../test/network-fixtures.ts'
import { aCompany, effectOf, set } from '../../../../test/network-setting-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const EMPTY = { public_ip: '', public_port: '', static_port: '', gateway: '', mask: '' }

describe('the center link', () => {
  it('is configured, turned off and on, moved and reversed, as the read calls show', async () => {
    const { owner, network_number, a, b } = await aCompany(world)
    const link = (input: object) =>
      effectOf(world, owner, network_number, () => set(world, owner, 'center_link', { network_number, ...EMPTY, ...input }))
    const read = async () => (await world.call(owner, contract.networkSettings.center_link_network, { network_number })).data
    expect((await set(world, owner, 'enable_center_link', { network_number, enable: 1 })).code).toBe(403)

    const on = await link({ enable: 1, center_router_name: a, gateway: '10.9.0.0', mask: 24 })
    const present = { gateway: '10.9.0.0', mask: 24, center_router_name: a, public_ip: null, public_port: null, static_port: null }
    expect(on.info).toMatchObject({ network_center_link: 1, network_center_link_show: 1, network_center_link_network: present })
    expect(on.info.link.filter((l) => l.kind === 'twin').map((l) => [l.router_name, l.center_router_name, l.vpn_ip])).toEqual([
      [b, a, '10.9.0.2'],
    ])
    expect([on.rose, on.notified, on.log]).toEqual([
      1,
      [a, b],
      [`center_link 修改组网「总部」：双中心互联：启用，服务端 ${a}，网段 10.9.0.0/24`],
    ])
    expect(await read()).toEqual({ ...present, enable: 1 })

    const off = await effectOf(world, owner, network_number, () => set(world, owner, 'enable_center_link', { network_number, enable: 0 }))
    expect(off.info).toMatchObject({ network_center_link: 0, network_center_link_network: present })
    expect(off.info.link.some((l) => l.kind === 'twin')).toBe(false)
    await set(world, owner, 'enable_center_link', { network_number, enable: 1 })

    const moved = await effectOf(world, owner, network_number, () =>
      set(world, owner, 'edit_center_link_gateway', { network_number, gateway: '10.9.16.0', mask: 20 }),
    )
    expect([moved.rose, moved.notified]).toEqual([1, [a, b]])
    expect(moved.info.link.find((l) => l.kind === 'twin')?.vpn_ip).toBe('10.9.16.2')

    const turned = await link({ enable: 1, center_router_name: b, public_ip: '203.0.113.5', public_port: 7000, static_port: 7001 })
    expect(turned.info.link.filter((l) => l.kind === 'twin').map((l) => [l.router_name, l.center_router_name])).toEqual([[a, b]])
    expect(await read()).toMatchObject({ center_router_name: b, public_ip: '203.0.113.5', gateway: '10.9.16.0', mask: 20 })
  })
  it('forbids a center to leave and a third to join; once off, it keeps its settings until there are two centers again', async () => {
    const { owner, network_number, a, b } = await aCompany(world)
    await set(world, owner, 'center_link', { network_number, ...EMPTY, enable: 1, center_router_name: a, gateway: '10.9.0.0', mask: 24 })
    for (const router_name of [a, b])
      expect(await world.call(owner, contract.network.remove_member, { network_number, router_name })).toMatchObject({
        code: 403,
        msg: `中心 ${router_name} 不能移出：双中心互联，请先调整`,
      })
    const [third] = (await hardware(world, owner, 1)) as [string]
    const add = () => world.call(owner, contract.network.add_member, { network_number, router_name: third, member_type: 'center' })
    expect(await add()).toMatchObject({ code: 403, msg: '双中心互联已启用，不能有第三个中心，请先关闭双中心互联' })
    const { member } = await infoOf(world, owner, network_number)
    const point = member.filter(({ member_type }) => member_type === 'point').map(({ router_name }) => router_name)
    const edited = { network_number, network_name: '总部', center: [a, b, third], point }
    expect((await world.call(owner, contract.network.edit, edited)).code).toBe(403)

    await set(world, owner, 'enable_center_link', { network_number, enable: 0 })
    expect((await add()).code).toBe(200)
    const info = await infoOf(world, owner, network_number)
    expect(info).toMatchObject({ network_center_link: 0, network_center_link_show: 0, network_center_link_network: null })
    expect(info.link.some((l) => l.kind === 'twin')).toBe(false)
    expect((await set(world, owner, 'enable_center_link', { network_number, enable: 1 })).code).toBe(403)
    const { data } = await world.call(owner, contract.networkSettings.ip_address_pool, { network_number })
    const { center_link_network, center_network } = data as { center_link_network: unknown; center_network: object }
    expect(center_link_network).toBeNull()
    const pool = { network_number, network_fr_id: null, center_link_network, center_network }
    expect((await set(world, owner, 'edit_ip_address_pool', pool)).code).toBe(200)

    expect((await world.call(owner, contract.network.remove_member, { network_number, router_name: third })).code).toBe(200)
    await set(world, owner, 'enable_center_link', { network_number, enable: 1 })
    expect(await infoOf(world, owner, network_number)).toMatchObject({
      network_center_link: 1,
      network_center_link_show: 1,
      network_center_link_network: { center_router_name: a, gateway: '10.9.0.0', mask: 24 },
    })
  })
  it('refuses an invalid server, segment or port', async () => {
    const { owner, network_number, a, p } = await aCompany(world)
    const one = await aCompany(world, 1)
    const before = await rowsOf(world, owner)
    const link = async (input: object, field: string, code = 422) => {
      const answer = await set(world, owner, 'center_link', { network_number, ...EMPTY, enable: 1, center_router_name: a, ...input })
      expect([answer.code, JSON.stringify(answer)]).toEqual([code, expect.stringContaining(field)])
    }
    await link({ center_router_name: '' }, 'center_router_name')
    await link({ center_router_name: one.a }, '', 204)
    await link({ center_router_name: p, gateway: '10.9.0.0', mask: 24 }, '不是中心')
    await link({}, 'gateway')
    await link({ public_ip: '203.0.113.5' }, '公网 IP、公网端口、本地端口需同时填写')
    await link({ gateway: '10.9.0.1', mask: 24 }, '网段错误')
    await link({ gateway: '10.9.0.0' }, 'gateway')
    await link({ gateway: '10.128.0.0', mask: 16 }, '重叠')
    await link({ gateway: '10.9.0.0', mask: 24, static_port: 1024 }, 'static_port')
    expect(await rowsOf(world, owner)).toEqual(before)
    // The two may be on one private backbone, where they reach each other.
    await link({ public_ip: '192.168.1.1', public_port: 7000, static_port: 7001 }, '', 200)
    const lonely = { network_number: one.network_number, ...EMPTY, enable: 1, center_router_name: one.a, gateway: '10.9.0.0', mask: 24 }
    expect(await set(world, one.owner, 'center_link', lonely)).toMatchObject({ code: 403, msg: '恰好有两个中心时才能启用双中心互联' })
  })
})

it('network/ip_address_pool gives a role that sees only a branch nothing that it may not send back', async () => {
  const { owner, network_number, a, b, p } = await aCompany(world)
  await tagMine(world, owner, [p])
  const limited = await aLimitedColleague(world, owner)
  const read = async (who: Person) => {
    const { data } = await world.call(who, contract.networkSettings.ip_address_pool, { network_number })
    return data as { center_link_network: object | null; center_network: object }
  }
  const { center_link_network, center_network } = await read(limited)
  expect(center_network).toEqual({})
  const pool = { network_number, network_fr_id: null, center_link_network, center_network }
  expect(await set(world, limited, 'edit_ip_address_pool', pool)).toMatchObject({ code: 200 })
  expect(Object.keys((await read(owner)).center_network).toSorted()).toEqual([a, b].toSorted())
})

it('network/edit_ip_address_pool moves every segment at once', async () => {
  const { owner, network_number, a, b } = await aCompany(world)
  await set(world, owner, 'center_link', { network_number, ...EMPTY, enable: 0, center_router_name: a, gateway: '10.9.0.0', mask: 24 })
  const seg = (gateway: string) => ({ gateway, mask: 24 })
  const center_network = {
    [a]: { router: seg('10.1.0.0'), software: seg('10.2.0.0') },
    [b]: { router: seg('10.3.0.0'), software: seg('10.4.0.0') },
  }
  const save = (input: object) =>
    set(world, owner, 'edit_ip_address_pool', { network_number, center_link_network: seg('10.5.0.0'), center_network, ...input })
  const { answer, rose } = await effectOf(world, owner, network_number, () => save({ network_fr_id: null }))
  expect([answer.code, rose]).toEqual([200, 1])
  const { data } = await world.call(owner, contract.networkSettings.ip_address_pool, { network_number })
  expect(data).toEqual({ pop: null, pop_software: [], center_link_network: seg('10.5.0.0'), center_network, other: null, pending: null })
  const before = await rowsOf(world, owner)
  const theirs = await aCompany(world)
  for (const name of [theirs.a, '__proto__', 'constructor', '<b>'])
    expect([204, 422, 400]).toContain((await save({ center_network: JSON.parse(`{"${name}":${JSON.stringify(center_network[a])}}`) })).code)
  expect((await save({ center_network: { [a]: center_network[b] } })).code).toBe(422)
  expect(await rowsOf(world, owner)).toEqual(before)
})
