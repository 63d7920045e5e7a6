import { contract, type MemberSummary } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aMember, listSoftware, many } from '../../../../test/member-fixtures.ts'
import { aNetwork, aSubAccount, grant, hardware, software } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const list = (who: Person, input: object = {}) => listSoftware(world, who, input)
const find = async (who: Person, search: string, input: object = {}) =>
  (await list(who, { search, limit: 100, ...input })).rows.map((row) => row.router_name)
const write = (router_name: string, change: object) =>
  world.asSystem(({ sql }) => sql.updateTable('member').set(change).where('router_name', '=', router_name).execute())

describe('router/lists', () => {
  it('lists both kinds in one order, the worst first, without a gap between the pages', async () => {
    const owner = await world.anOwner()
    await grant(world, owner, 'network_member', 20)
    const [lost, never, well] = (await hardware(world, owner, 3)) as [string, string, string]
    const people = (await many(world, owner, 'person', 4)) as [string, string, string, string]
    await write(lost, { connect_time: new Date(1_700_000_000_000), online_status: 0 })
    await write(never, { connect_time: null, online_status: 0 })
    await write(well, { connect_time: new Date(1_700_000_000_000), online_status: 1, note: 'z' })
    await write(people[3], { online_status: 1, note: 'a' })
    await write(people[0], { status: 0 })
    const order = [lost, never, people[3], well, people[1], people[2], people[0]]
    const pages = await Promise.all([1, 2, 3, 4].map((page) => world.call(owner, contract.router.list, { limit: 2, page })))
    expect(pages.map(({ count }) => count)).toEqual([7, 7, 7, 7])
    expect(pages.flatMap(({ data }) => (data as MemberSummary[]).map((row) => row.router_name))).toEqual(order)
    expect((await world.call(owner, contract.router.names, {})).data).toEqual(order)
  })

  it('returns the members of one kind with masked phones and their signs', async () => {
    const owner = await world.anOwner()
    const [device] = (await hardware(world, owner, 1)) as [string]
    const ann = await aMember(world, owner, 'ann', { note: '安', phone: '13812345678' })
    const ben = await aMember(world, owner, 'ben')
    expect(await list(owner)).toEqual({
      count: 2,
      rows: [
        expect.objectContaining({ router_name: ben, phone: null, area_code: null }),
        {
          router_name: ann,
          note: '安',
          province: '',
          city: '',
          tags: [],
          router_type: 2,
          online: 0,
          online_status: 0,
          status: 1,
          version: null,
          os: null,
          phone: '138****5678',
          area_code: '86',
          sign: owner.account_number,
          router_model: null,
          router_ipv4: null,
          report_time: null,
          state: 'idle',
          cause: null,
          since: null,
          networks: [],
          day: null,
          availability: null,
        },
      ],
    })
    expect((await list(owner, { type: '1' })).rows).toMatchObject([{ router_name: device, sign: '' }])
    expect((await world.call(owner, contract.router.list, {})).data).toMatchObject([
      { router_name: device },
      { router_name: ben },
      { router_name: ann },
    ])
  })

  it('returns one page, with the count even past the last page', async () => {
    const owner = await world.anOwner()
    const names = await software(world, owner, 25)
    const pages = await Promise.all([1, 2, 3, 4, 500_000].map((page) => list(owner, { page })))
    expect(pages.map((page) => page.count)).toEqual([25, 25, 25, 25, 25])
    expect(pages.flatMap((page) => page.rows.map((row) => row.router_name))).toEqual(names.toSorted())
  })

  it('filters by state, alone and together with a search', async () => {
    const owner = await world.anOwner()
    const [a, b, c, d] = (await many(world, owner, 'user', 4)) as [string, string, string, string]
    await write(a, { online: 1, online_status: 1 })
    await write(b, { online_status: 1 })
    await write(c, { status: 0 })
    expect((await list(owner, { online: '1' })).rows).toMatchObject([{ router_name: a }])
    expect(await find(owner, '', { online_status: '1' })).toEqual([a, b])
    expect(await find(owner, 'user', { online_status: '0' })).toEqual([d, c])
    expect(await find(owner, '', { status: '0' })).toEqual([c])
    expect(await list(owner, { status: '1', online: '0', search: 'USER' })).toMatchObject({
      count: 2,
      rows: [{ router_name: b }, { router_name: d }],
    })
    expect((await world.call(owner, contract.router.list, { status: '2' })).code).toBe(422)
  })

  it('returns nothing of another account, whatever is searched for', async () => {
    const [owner, stranger] = [await world.anOwner(), await world.anOwner()]
    await aMember(world, owner, 'ann', { note: '王伟', phone: '13800001111' })
    for (const search of ['', '王', '王伟', '1380', 'ann', owner.account_number])
      expect(await list(stranger, { search })).toEqual({ count: 0, rows: [] })
    const leaked = await world.asAccount(stranger, ({ sql }) => sql.selectFrom('member_text').selectAll().execute())
    expect(leaked).toEqual([])
  })
})

describe('the search', () => {
  it('finds any part of a name, note or phone, in any case, from one character on', async () => {
    const owner = await world.anOwner()
    const ann = await aMember(world, owner, 'Ann.Lee', { note: '王伟 财务', phone: '13812345678' })
    const ben = await aMember(world, owner, 'ben_2', { note: '李王 Sales' })
    for (const search of ['王伟', '伟', '财务', '王伟 财', 'ann.', 'ANN', 'lee@', '1234', '13812345678', '8'])
      expect([search, await find(owner, search)]).toEqual([search, expect.arrayContaining([ann])])
    for (const search of ['李王', '王 S', 'sales', 'BEN_2', '_2']) expect([search, await find(owner, search)]).toEqual([search, [ben]])
    expect(await find(owner, '王')).toEqual([ben, ann])
    expect(await find(owner, owner.account_number)).toEqual([ben, ann])
  })

  it('never matches across two fields', async () => {
    const owner = await world.anOwner()
    await aMember(world, owner, 'ann', { note: '王伟', phone: '13812345678' })
    const digit = owner.account_number.slice(-1)
    for (const search of [`${digit}王`, `${digit} 王`, '伟1', '伟 1', '伟138'])
      expect([search, await find(owner, search)]).toEqual([search, []])
  })

  it('takes wildcards, quotes and backslashes literally', async () => {
    const owner = await world.anOwner()
    const notes = ['100%', '1000', 'a_b', 'aXb', 'a\\b', `O'Brien"`, '$1 {x}', '[a-z]*']
    const names = new Map<string, string>()
    await grant(world, owner, 'software_member', 10)
    for (const [i, note] of notes.entries()) names.set(note, await aMember(world, owner, `user.${'abcdefgh'[i]}`, { note }))
    for (const note of notes.filter((one) => one !== '1000')) expect([note, await find(owner, note)]).toEqual([note, [names.get(note)]])
    for (const search of ['%', '_b', '\\', "'", '"', '$1', '[a-z]']) expect((await find(owner, search)).length).toBe(1)
    for (const search of ["'; drop table member; --", '%%', '\\\\', '__', '.*']) expect(await find(owner, search)).toEqual([])
    expect((await world.call(owner, contract.router.list, { type: '2', search: 'a\u0000b' })).code).toBe(422)
  })

  it('takes 64 characters and refuses the 65th', async () => {
    const owner = await world.anOwner()
    await aMember(world, owner, 'ann')
    expect(await find(owner, '王'.repeat(64))).toEqual([])
    expect((await world.call(owner, contract.router.list, { search: '王'.repeat(65) })).code).toBe(422)
  })

  it('follows every change of a note and a phone', async () => {
    const owner = await world.anOwner()
    const ann = await aMember(world, owner, 'ann', { note: '王伟', phone: '13812345678' })
    expect((await world.call(owner, contract.router.note, { router_name: ann, note: '李娜' })).code).toBe(200)
    expect((await world.call(owner, contract.router.phone, { router_name: ann, phone: '13900001111' })).code).toBe(200)
    expect([await find(owner, '王伟'), await find(owner, '2345')]).toEqual([[], []])
    expect([await find(owner, '李娜'), await find(owner, '0000')]).toEqual([[ann], [ann]])
    expect((await world.call(owner, contract.router.phone, { router_name: ann })).code).toBe(200)
    expect(await find(owner, '0000')).toEqual([])
    expect((await world.call(owner, contract.router.delete, { router_name: ann })).code).toBe(200)
    expect(await list(owner, { search: '李娜' })).toEqual({ count: 0, rows: [] })
  })

  it('works the same for the options of a network', async () => {
    const owner = await world.anOwner()
    const [a, b] = [await aMember(world, owner, 'ann', { note: '王伟' }), await aMember(world, owner, 'ben', { note: '王芳' })]
    const network_number = await aNetwork(world, owner, '总部', await hardware(world, owner, 1), [a])
    const { data } = await world.call(owner, contract.router.software, { search: '王', network_number })
    expect(data).toMatchObject([{ router_name: b }])
  })
})

describe('router/quantity', () => {
  it('counts both kinds as members are added and deleted', async () => {
    const owner = await world.anOwner()
    const quantity = async () => (await world.call(owner, contract.router.quantity, {})).data
    expect(await quantity()).toEqual({ hardware: 0, software: 0, max: 10, software_surplus: 10 })
    await hardware(world, owner, 3)
    const ann = await aMember(world, owner, 'ann')
    await aMember(world, owner, 'ben')
    expect(await quantity()).toEqual({ hardware: 3, software: 2, max: 10, software_surplus: 8 })
    expect((await world.call(owner, contract.router.delete, { router_name: ann })).code).toBe(200)
    expect(await quantity()).toEqual({ hardware: 3, software: 1, max: 10, software_surplus: 9 })
  })
})

describe('router/member', () => {
  it('returns at most a hundred of each kind and counts only networks that the caller sees', async () => {
    const owner = await world.anOwner()
    await grant(world, owner, 'network_member', 20)
    const [hub] = (await hardware(world, owner, 1)) as [string]
    await many(world, owner, 'user', 101)
    const seen = await aNetwork(world, owner, '可见', [hub])
    await aNetwork(world, owner, '隐藏', [hub])
    const sub = await aSubAccount(world, owner, { designated: [seen] })
    const { router, app } = (await world.call(sub, contract.router.member, {})).data as { router: object[]; app: object[] }
    expect(router).toEqual([
      {
        router_name: hub,
        note: '',
        online: 0,
        network_count: 1,
        network_number: seen,
        networks: [{ network_number: seen, network_name: '可见' }],
        lan: [],
        address: null,
      },
    ])
    expect(app).toHaveLength(100)
  })
})

describe('router/info', () => {
  it('returns the member’s data, what its device reported and the networks that the caller sees', async () => {
    const owner = await world.anOwner()
    await grant(world, owner, 'network_member', 20)
    const [hub, other] = (await hardware(world, owner, 2)) as [string, string]
    const seen = await aNetwork(world, owner, '可见', [hub], [other])
    await world.pass(1)
    const hidden = await aNetwork(world, owner, '隐藏', [hub])
    const sub = await aSubAccount(world, owner, { designated: [seen] })
    const interfaces = [
      {
        interface: 'wan',
        interface_uuid: 'u1',
        protocol: 'pppoe',
        ip: '100.64.0.2',
        ipv4: '203.0.113.9',
        ipv4_subnet_mask: '255.255.255.0',
        mtu: 1492,
      },
      { interface: 'lan', ipv4: '', mtu: 'x', protocol: 'bonded' },
      { mtu: 1500 },
      null,
    ]
    await write(hub, { interfaces: JSON.stringify(interfaces), report_time: new Date(1_700_000_000_000), config_error: 'bad', os: 'Linux' })
    const { data } = await world.call(sub, contract.router.info, { router_name: hub })
    expect(data).toMatchObject({ router_name: hub, router_type: 1, report_time: 1_700_000_000, revision_state: 'failed', os: 'Linux' })
    expect(data).toMatchObject({ network: [{ network_number: seen, network_name: '可见', network_member_count: 2 }] })
    expect((data as { interfaces: object[] }).interfaces).toEqual([
      interfaces[0],
      { interface: 'lan', interface_uuid: 'lan', protocol: 'dhcp', ip: null, ipv4: null, ipv4_subnet_mask: null, mtu: null },
    ])
    const all = (await world.call(owner, contract.router.info, { router_name: hub })).data as { network: { network_number: string }[] }
    expect(all.network.map((one) => one.network_number)).toEqual([hidden, seen])
  })

  it('masks the phone, and has no report time if the member never reported', async () => {
    const owner = await world.anOwner()
    const router_name = await aMember(world, owner, 'ann', { phone: '13812345678' })
    const { data } = await world.call(owner, contract.router.info, { router_name })
    expect(data).toMatchObject({
      phone: '138****5678',
      area_code: '86',
      report_time: null,
      revision_state: 'applied',
      network: [],
      interfaces: [],
    })
  })
})
