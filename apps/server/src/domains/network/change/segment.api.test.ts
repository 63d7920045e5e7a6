import { contract, type NetworkSegment } from '@weft/contract'
import { overlaps, parsePrefix } from '@weft/net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aNetwork, aSubAccount, hardware, infoOf, rowsOf } from '../../../../test/network-fixtures.ts'
import { aCompany, effectOf, segmentsOf, set } from '../../../../test/network-setting-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const seg = (gateway: string, mask = 24) => ({ gateway, mask })
const gateway = (who: Person, network_number: string, router_name: string, router: object, software: object) =>
  set(world, who, 'edit_center_gateway', { network_number, router_name, router_network: router, software_network: software })
const NONE = { public_ip: '', public_port: '', static_port: '' }
const ports = (public_ip: string, public_port: number, static_port: number) => ({ public_ip, public_port, static_port })

describe('network/edit_center_gateway', () => {
  it('moves the members with their segment, and notifies only the center and these members', async () => {
    const { owner, network_number, a, b, p, q, soft } = await aCompany(world)
    const { software } = (await infoOf(world, owner, network_number)).member.find((m) => m.router_name === a)!.gateway!
    const { answer, info, rose, notified, log } = await effectOf(world, owner, network_number, () =>
      gateway(owner, network_number, a, seg('10.9.0.0', 16), software),
    )
    expect(answer.code).toBe(200)
    expect(info.member.find((m) => m.router_name === a)?.gateway).toEqual({ router: seg('10.9.0.0', 16), software })
    expect(info.link.filter((l) => l.center_router_name === a && l.router_name !== soft).map((l) => l.vpn_ip)).toEqual([
      '10.9.0.2',
      '10.9.0.3',
    ])
    expect([rose, notified]).toEqual([1, [a, p, q]])
    expect(notified).not.toContain(b)
    expect(log).toEqual([`edit_center_gateway 修改组网「总部」：${a} 的硬件互联网段由 10.128.0.0/20 改为 10.9.0.0/16`])
  })
  it('refuses segments that overlap others of the network or the account', async () => {
    const { owner, network_number, a, b } = await aCompany(world)
    const [other] = (await hardware(world, owner, 1)) as [string]
    const apart = await aNetwork(world, owner, '分部', [other])
    const theirs = (await infoOf(world, owner, apart)).member[0]!.gateway!
    const before = await rowsOf(world, owner)
    const fromB = (await infoOf(world, owner, network_number)).member.find((m) => m.router_name === b)!.gateway!
    for (const [router, software, other_text] of [
      [seg('10.9.0.0', 16), seg('10.9.128.0', 17), '硬件互联网段'],
      [fromB.router, seg('10.9.0.0'), `中心 ${b} 的硬件互联网段`],
      [seg(theirs.software.gateway, 20), seg('10.9.0.0'), `组网「分部」中心 ${other} 的软件互联网段`],
    ] as const) {
      const answer = await gateway(owner, network_number, a, router, software)
      expect(answer.code).toBe(422)
      expect(answer.msg).toContain(other_text)
    }
    expect((await gateway(owner, network_number, a, seg('10.9.0.0'), seg('10.9.1.0', 23))).code).toBe(422)
    expect(await rowsOf(world, owner)).toEqual(before)
  })
  it('refuses a segment that contains the end of a tunnel, whichever of the two came first', async () => {
    const { owner, network_number, a, b } = await aCompany(world)
    const fix = (public_ip: string) =>
      set(world, owner, 'fixed_port', {
        network_number,
        router_name: b,
        router_service: ports(public_ip, 5000, 5001),
        software_service: NONE,
      })
    const sentence = (segment: string, address: string) =>
      `${segment}（中心 ${a} 的硬件互联网段）包含 ${b} 的公网地址 ${address}，连到该地址的隧道将无法建立`
    expect(await fix('10.128.0.9')).toMatchObject({ code: 422, msg: sentence('10.128.0.0/20', '10.128.0.9') })
    expect((await fix('203.0.113.9')).code).toBe(200)
    expect(await gateway(owner, network_number, a, seg('203.0.113.0'), seg('10.9.0.0'))).toMatchObject({
      code: 422,
      msg: sentence('203.0.113.0/24', '203.0.113.9'),
    })
  })
  it('does not name a network that the role may not see', async () => {
    const { owner, network_number, a } = await aCompany(world)
    const hidden = await aNetwork(world, owner, '秘密组网', [a])
    const theirs = (await infoOf(world, owner, hidden)).member[0]!.gateway!
    await set(world, owner, 'fixed_port', {
      network_number: hidden,
      router_name: a,
      router_service: ports('203.0.113.1', 5000, 5001),
      software_service: NONE,
    })
    const confined = await aSubAccount(world, owner, { network_edit: 1, designated: [network_number] })
    const overlap = await gateway(confined, network_number, a, theirs.router, seg('10.9.0.0'))
    const taken = await set(world, confined, 'fixed_port', {
      network_number,
      router_name: a,
      router_service: ports('203.0.113.1', 6000, 5001),
      software_service: NONE,
    })
    for (const answer of [overlap, taken]) {
      expect(answer.code).toBe(422)
      expect(answer.msg).not.toMatch(/秘密|undefined|「」/)
    }
  })
  it('keeps the segments of two networks apart when both are edited at once', async () => {
    const { owner, network_number, a, b } = await aCompany(world)
    const [other] = (await hardware(world, owner, 1)) as [string]
    const apart = await aNetwork(world, owner, '分部', [other])
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        gateway(
          owner,
          i % 2 ? network_number : apart,
          i % 2 ? (i % 4 === 1 ? a : b) : other,
          seg(`10.9.${i % 3}.0`),
          seg(`10.8.${i % 3}.0`),
        ),
      ),
    )
    expect(answers.some(({ code }) => code === 200)).toBe(true)
    const all = [...(await segmentsOf(world, owner, network_number)), ...(await segmentsOf(world, owner, apart))].map(
      ({ ip, mask }) => parsePrefix(`${ip}/${mask}`)!,
    )
    expect(all.some((one, i) => all.slice(i + 1).some((two) => overlaps(one, two)))).toBe(false)
  })
  it('lists the segments of other networks beforehand, only of those that the caller may see', async () => {
    const { owner, network_number, a } = await aCompany(world)
    const [other] = (await hardware(world, owner, 1)) as [string]
    const seen = await aNetwork(world, owner, '分部', [other])
    await aNetwork(world, owner, '秘密', [a])
    expect((await gateway(owner, seen, other, seg('10.9.0.0'), seg('10.9.16.0'))).code).toBe(200)
    const confined = await aSubAccount(world, owner, { network_edit: 1, designated: [network_number, seen] })
    const segmentsShownTo = async (who: Person, elsewhere: '0' | '1') =>
      (await world.call(who, contract.networkSettings.segments, { network_number, elsewhere })).data as NetworkSegment[]
    const named = async (who: Person) => [...new Set((await segmentsShownTo(who, '1')).map(({ network }) => network))]
    expect((await segmentsShownTo(owner, '1')).filter(({ network }) => network === '分部')).toEqual([
      { purpose: 'center_hardware', owner: other, ip: '10.9.0.0', mask: 24, source: 'edited', network: '分部', shared: false },
      { purpose: 'center_software', owner: other, ip: '10.9.16.0', mask: 24, source: 'edited', network: '分部', shared: false },
    ])
    expect((await segmentsShownTo(owner, '1')).filter(({ network }) => network === '秘密').map(({ shared }) => shared)).toEqual([
      true,
      true,
    ])
    expect(await named(owner)).toEqual(expect.arrayContaining([undefined, '分部', '秘密']))
    expect(await named(confined)).toEqual([undefined, '分部'])
    expect((await segmentsShownTo(owner, '0')).every(({ network }) => network === undefined)).toBe(true)
  })
  it('accepts every segment that network/free_segment returns', async () => {
    const { owner, network_number, a } = await aCompany(world)
    const free = (mask: unknown) => world.call(owner, contract.networkSettings.free_segment, { network_number, mask })
    for (const mask of [16, 20, 24]) {
      const { data } = await free(mask)
      expect((await gateway(owner, network_number, a, data, seg('10.9.0.0'))).code).toBe(200)
    }
    for (const mask of [15, 25, '2e1', '0x14', '', 'x']) expect((await free(mask)).code).toBe(422)
  })
})

describe('network/fixed_port', () => {
  const fix = (owner: Person, network_number: string, router_name: string, router_service: object, software_service: object = NONE) =>
    set(world, owner, 'fixed_port', { network_number, router_name, router_service, software_service })

  it('is shown in the network, and notifies the member and those that dial it', async () => {
    const { owner, network_number, a, p, q } = await aCompany(world)
    const { answer, info, rose, notified } = await effectOf(world, owner, network_number, () =>
      fix(owner, network_number, a, ports('203.0.113.1', 5000, 5001)),
    )
    expect(answer.code).toBe(200)
    expect(info.member.find((m) => m.router_name === a)?.fixed_port).toEqual({
      router: ports('203.0.113.1', 5000, 5001),
      software: { public_ip: null, public_port: null, static_port: null },
    })
    expect([rose, notified]).toEqual([1, [a, p, q]])
    expect((await effectOf(world, owner, network_number, () => fix(owner, network_number, a, NONE))).rose).toBe(1)
  })
  it('refuses a local port that the device uses already, in any of its networks', async () => {
    const { owner, network_number, a, b } = await aCompany(world)
    const shared = await aNetwork(world, owner, '共用', [a])
    expect((await fix(owner, network_number, a, ports('203.0.113.1', 5000, 5001), ports('203.0.113.1', 5002, 5003))).code).toBe(200)
    for (const port of [5001, 5003])
      expect(await fix(owner, shared, a, ports('203.0.113.9', 7000, port))).toMatchObject({
        code: 422,
        msg: `${a} 的本地端口 ${port} 已被组网「总部」使用`,
      })
    expect((await fix(owner, network_number, b, ports('203.0.113.2', 5000, 5001))).code).toBe(200)
    const link = { enable: 1, center_router_name: a, gateway: '', mask: '' }
    expect((await set(world, owner, 'center_link', { network_number, ...link, ...ports('203.0.113.1', 6000, 5001) })).code).toBe(422)
    expect((await set(world, owner, 'center_link', { network_number, ...link, ...ports('203.0.113.1', 6000, 6001) })).code).toBe(200)
    expect((await fix(owner, shared, a, ports('203.0.113.9', 7000, 6001))).code).toBe(422)
  })
  it('refuses a local port that is assigned to another service of the device', async () => {
    const { owner, network_number, a } = await aCompany(world)
    const shared = await aNetwork(world, owner, '共用', [a])
    const assigned = 10_000 + (Number(network_number) % 18_000) * 3
    expect((await fix(owner, network_number, a, ports('203.0.113.1', 5000, assigned + 1))).code).toBe(422)
    expect((await fix(owner, shared, a, ports('203.0.113.1', 5000, assigned))).code).toBe(422)
    expect((await fix(owner, network_number, a, ports('203.0.113.1', 5000, assigned))).code).toBe(200)
  })
})
