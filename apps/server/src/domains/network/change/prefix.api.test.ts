import { contract } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aNetwork, hardware, infoOf, rowsOf } from '../../../../test/network-fixtures.ts'
import { aCompany, effectOf, prefixesOf, rename, set } from '../../../../test/network-setting-fixtures.ts'
import { createWorld, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const FORM = { headers: { 'content-type': 'application/x-www-form-urlencoded' } }

describe('network/edit_prefix', () => {
  it('stores the rules in their order, corrected, and returns the corrections', async () => {
    const { owner, network_number, p, q } = await aCompany(world)
    const prefix = [
      { ip: '192.168.9.9', mask: 24 },
      { ip: '10.5.0.0', mask: 16, permission: 'deny', ge: 17, le: 24 },
      { ip: '192.168.1.0', mask: 24, ge: 25 },
    ]
    const { answer, info, rose, log } = await effectOf(world, owner, network_number, () =>
      set(world, owner, 'edit_prefix', { network_number, router_name: p, prefix }),
    )
    expect(answer).toMatchObject({ code: 200, data: { corrected: [{ from: '192.168.9.9/24', to: '192.168.9.0/24' }] } })
    expect(rose).toBe(1)
    expect(log).toEqual([
      `edit_prefix 修改组网「总部」：${p} 的路由前缀：新增 192.168.9.0/24、10.5.0.0/16 拒绝 ge 17 le 24、192.168.1.0/24 ge 25 le 32`,
    ])
    expect(info.member.find((m) => m.router_name === p)?.prefix_count).toBe(3)
    const read = await world.call(owner, contract.networkSettings.prefix, { network_number, router_name: p })
    expect(read.data).toEqual([
      { router_name: p, note: '', name: `pl-${p}`, ip: '192.168.9.0', mask: 24, permission: 'permit', ge: null, le: null },
      { router_name: p, note: '', name: `pl-${p}`, ip: '10.5.0.0', mask: 16, permission: 'deny', ge: 17, le: 24 },
      { router_name: p, note: '', name: `pl-${p}`, ip: '192.168.1.0', mask: 24, permission: 'permit', ge: 25, le: 32 },
    ])
    expect((await world.call(owner, contract.networkSettings.prefix, { network_number, router_name: q })).data).toEqual([])
    const again = await effectOf(world, owner, network_number, () =>
      set(world, owner, 'edit_prefix', { network_number, router_name: p, prefix }),
    )
    expect(again).toMatchObject({ answer: { code: 200 }, rose: 0, notified: [], log: [] })
  })
  it('accepts a form of up to 500 rows', async () => {
    const { owner, network_number, p } = await aCompany(world)
    const row = (i: number) =>
      `prefix[${i}][ip]=172.16.${i % 250}.0&prefix[${i}][mask]=${i < 250 ? 24 : 25}&prefix[${i}][ge]=&prefix[${i}][le]=`
    const rows = (n: number) => Array.from({ length: n }, (_, i) => row(i)).join('&')
    const send = (text: string) => set(world, owner, 'edit_prefix', text, FORM)
    const head = `network_number=${network_number}&router_name=${p}&`
    expect(await send(head + rows(500))).toMatchObject({ code: 200, data: { corrected: [] } })
    expect(await prefixesOf(world, owner, network_number)).toHaveLength(500)
    expect((await send(head + rows(501))).code).toBe(422)
    expect(await prefixesOf(world, owner, network_number)).toHaveLength(500)
    expect((await send(`${head}prefix[0][ip]=10.1.0.0&prefix[0][mask]=1e1`)).code).toBe(422)
    expect((await send(head)).code).toBe(200)
    expect(await prefixesOf(world, owner, network_number)).toEqual([])
  })
  it('refuses a prefix that another member announces and names that member, except an equal prefix of two centers', async () => {
    const { owner, network_number, a, b, p, q } = await aCompany(world)
    const put = (router_name: string, ip: string, mask: number) =>
      set(world, owner, 'edit_prefix', { network_number, router_name, prefix: [{ ip, mask }] })
    expect((await put(p, '192.168.0.0', 16)).code).toBe(200)
    expect(await put(q, '192.168.7.0', 24)).toMatchObject({
      code: 422,
      msg: `192.168.7.0/24（成员 ${q} 的路由前缀）与成员 ${p} 的路由前缀的 192.168.0.0/16 重叠`,
    })
    expect((await put(a, '172.16.0.0', 12)).code).toBe(200)
    expect((await put(b, '172.16.0.0', 12)).code).toBe(200)
    expect((await put(b, '172.16.0.0', 13)).code).toBe(422)
    expect(await prefixesOf(world, owner, network_number)).toEqual([`${a} 172.16.0.0/12`, `${b} 172.16.0.0/12`, `${p} 192.168.0.0/16`])
  })
  it.each([
    ['10.128.0.0', 9],
    ['10.0.0.0', 8],
    ['10.128.0.7', 32],
  ])('refuses %s/%i, which contains a segment or lies in one', async (ip, mask) => {
    const { owner, network_number, p } = await aCompany(world)
    const before = await rowsOf(world, owner)
    const answer = await set(world, owner, 'edit_prefix', { network_number, router_name: p, prefix: [{ ip, mask }] })
    expect(answer.code).toBe(422)
    expect(answer.msg).toMatch(/与中心 .* 的硬件互联网段的 10\.128\./)
    expect(await rowsOf(world, owner)).toEqual(before)
  })
  it('checks overlaps with the networks that share a device, and with no others', async () => {
    const { owner, network_number, p, a } = await aCompany(world)
    const [other] = (await hardware(world, owner, 1)) as [string]
    const apart = await aNetwork(world, owner, '分部', [other])
    const { gateway } = (await infoOf(world, owner, apart)).member[0]!.gateway!.router
    const put = (number: string, router_name: string, ip: string) =>
      set(world, owner, 'edit_prefix', { network_number: number, router_name, prefix: [{ ip, mask: 24 }] })
    // No device is in both networks, so the other's segment does not matter here.
    expect((await put(network_number, p, gateway)).code).toBe(200)
    expect((await put(apart, other, '192.168.1.0')).code).toBe(200)
    expect((await put(network_number, a, '192.168.1.0')).code).toBe(200)
    expect((await set(world, owner, 'edit_prefix', { network_number, router_name: p, prefix: [] })).code).toBe(200)
    // A device in both may announce its own LAN to both; no other member may.
    const shared = await aNetwork(world, owner, '共用', [a])
    expect((await put(shared, a, '192.168.1.0')).code).toBe(200)
    expect((await put(network_number, p, '192.168.1.0')).code).toBe(422)
    const { gateway: segment } = (await infoOf(world, owner, shared)).member[0]!.gateway!.router
    expect((await put(network_number, p, segment)).code).toBe(422)
  })
  it('refuses software members and members of other networks', async () => {
    const { owner, network_number, soft } = await aCompany(world)
    const [away] = (await hardware(world, owner, 1)) as [string]
    const put = (router_name: string) =>
      set(world, owner, 'edit_prefix', { network_number, router_name, prefix: [{ ip: '192.168.1.0', mask: 24 }] })
    expect(await put(soft)).toMatchObject({ code: 422, msg: `软件成员 ${soft} 不能设置路由前缀` })
    expect((await put(away)).code).toBe(204)
    expect((await world.call(owner, contract.networkSettings.prefix, { network_number, router_name: away })).code).toBe(204)
  })
})

describe('network/dns', () => {
  it('accepts a list and a form', async () => {
    const { owner, network_number } = await aCompany(world)
    const { answer, info, rose, log } = await effectOf(world, owner, network_number, () =>
      set(world, owner, 'dns', `network_number=${network_number}&dns[0]=223.5.5.5&dns[1]=8.8.8.8`, FORM),
    )
    expect(answer.code).toBe(200)
    expect(info.network_dns).toEqual(['223.5.5.5', '8.8.8.8'])
    expect([rose, log]).toEqual([1, ['dns 修改组网「总部」：DNS 由无改为 223.5.5.5、8.8.8.8']])
    expect((await set(world, owner, 'dns', { network_number, dns: ['1.1.1.1', '8.8.8.8', '9.9.9.9'] })).msg).toBe('最多支持 2 个 DNS')
    expect((await set(world, owner, 'dns', { network_number, dns: [] })).code).toBe(200)
    expect((await infoOf(world, owner, network_number)).network_dns).toEqual([])
  })
})

it('a member that is removed while its prefixes are edited leaves no prefixes', async () => {
  const { owner, network_number, p } = await aCompany(world)
  await rename(world, owner, network_number, '总部二')
  const answers = await Promise.all([
    world.call(owner, contract.network.remove_member, { network_number, router_name: p }),
    ...Array.from({ length: 5 }, (_, i) =>
      set(world, owner, 'edit_prefix', { network_number, router_name: p, prefix: [{ ip: `192.168.${i}.0`, mask: 24 }] }),
    ),
  ])
  expect(answers.every(({ code }) => [200, 204, 503].includes(code))).toBe(true)
  expect(answers[0].code).toBe(200)
  expect((await prefixesOf(world, owner, network_number)).filter((text) => text.startsWith(p))).toEqual([])
})
