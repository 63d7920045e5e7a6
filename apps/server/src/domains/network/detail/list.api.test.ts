import { contract, type NetworkSummary } from '@weft/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aNetwork, grant, hardware, rowsOf, software } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const list = async (who: Person, input: object = {}) => {
  const answer = await world.call(who, contract.network.list, input)
  return { count: answer.count, data: answer.data as NetworkSummary[] }
}
const change = (
  names: string[],
  to: { online?: 0 | 1; online_status?: 0 | 1; config_revision?: number; applied_revision?: number; config_error?: string },
) => world.asSystem(({ sql }) => sql.updateTable('member').set(to).where('router_name', 'in', names).execute())

describe('network/lists', () => {
  it('counts the members of each network, and those online', async () => {
    const owner = await world.anOwner()
    const [a, b, c] = (await hardware(world, owner, 3)) as [string, string, string]
    const [soft] = (await software(world, owner, 1)) as [string]
    const hub = await aNetwork(world, owner, '中心型', [a], [b, soft])
    await world.pass(1)
    const flat = await aNetwork(world, owner, '点对点', [], [b, c])
    await change([a, soft], { online: 1 })
    const row = {
      fr_name: '',
      network_status: 1,
      network_service: 1,
      revision_state: 'applied',
      applied_count: 0,
      pending_count: 0,
      failed_count: 0,
      refused: [],
      attention: 0,
      state: 'up',
      revision: 1,
      picture: null,
      found_by: null,
      day: null,
      availability: null,
    }
    expect((await list(owner)).data).toEqual([
      { ...row, network_number: flat, network_name: '点对点', network_type: 2, member_count: 2, online_count: 0 },
      { ...row, network_number: hub, network_name: '中心型', network_type: 1, member_count: 3, online_count: 2 },
    ])
  })

  it('shows failed if a member failed, else pending if a connected one is behind, else applied', async () => {
    const owner = await world.anOwner()
    const [a, b] = (await hardware(world, owner, 2)) as [string, string]
    const network_number = await aNetwork(world, owner, '总部', [a], [b])
    const row = async () => {
      const { revision_state, applied_count, pending_count, failed_count, refused } = (await list(owner)).data[0]!
      return { revision_state, applied_count, pending_count, failed_count, refused }
    }
    const none = { applied_count: 0, pending_count: 0, failed_count: 0, refused: [] }
    expect(await row()).toEqual({ ...none, revision_state: 'applied' })
    await change([a, b], { online_status: 1 })
    expect(await row()).toEqual({ ...none, revision_state: 'pending', pending_count: 2 })
    await change([a], { applied_revision: 1 })
    expect(await row()).toEqual({ ...none, revision_state: 'pending', applied_count: 1, pending_count: 1 })
    // Whoever is away is not waited for: it gets the configuration once it is back.
    await change([b], { online_status: 0 })
    expect(await row()).toEqual({ ...none, revision_state: 'applied', applied_count: 1 })
    await change([b], { config_error: 'openvpn: cannot bind' })
    expect(await row()).toEqual({
      ...none,
      revision_state: 'failed',
      applied_count: 1,
      failed_count: 1,
      refused: [{ router_name: b, note: '' }],
    })
    await world.call(owner, contract.network.remove_member, { network_number, router_name: b })
    expect(await row()).toMatchObject({ revision_state: 'pending', pending_count: 1, failed_count: 0 })
    expect((await rowsOf(world, owner)).members.find((m) => m.router_name === b)).toMatchObject({ config_revision: 2, config_error: null })
  })

  it('finds networks by a part of the name, in any letter case, or of the number', async () => {
    const owner = await world.anOwner()
    const [a] = (await hardware(world, owner, 1)) as [string]
    const first = await aNetwork(world, owner, 'Head Office 总部', [a])
    await aNetwork(world, owner, 'Branch', [a])
    expect((await list(owner, { search: 'office 总' })).data.map((n) => n.network_number)).toEqual([first])
    expect((await list(owner, { search: first.slice(1) })).data.map((n) => n.network_number)).toEqual([first])
    expect(await list(owner, { search: '没有' })).toEqual({ count: 0, data: [] })
  })

  it('finds networks by the name, the serial number or an address of a member, says by which one, and only if that is asked for', async () => {
    const owner = await world.anOwner()
    const [hub, shop, other] = (await hardware(world, owner, 3)) as [string, string, string]
    const rename = (router_name: string, note: string) =>
      world.asSystem(({ sql }) => sql.updateTable('member').set({ note }).where('router_name', '=', router_name).execute())
    await rename(hub, '上海总部机房')
    await rename(shop, '福州鼓楼店')
    const first = await aNetwork(world, owner, '总部', [hub], [shop])
    await world.pass(1)
    const second = await aNetwork(world, owner, '福州专网', [hub], [other])
    const prefix = [{ ip: '192.168.205.0', mask: 24, permission: 'permit', ge: null, le: null }] as const
    const edited = await world.call(owner, contract.networkSettings.edit_prefix, {
      network_number: first,
      router_name: shop,
      prefix: [...prefix],
    })
    expect(edited.code, edited.msg).toBe(200)
    const found = async (search: string, who = owner) =>
      (await list(who, { search, by_member: '1' })).data.map(({ network_number, found_by }) => [network_number, found_by])
    const by = (router_name: string, note: string, address: string | null = null) => ({ router_name, note, router_type: 1, address })

    // The second one has the text itself.
    expect(await found('福州')).toEqual([
      [second, null],
      [first, by(shop, '福州鼓楼店')],
    ])
    expect(await found(shop.toLowerCase())).toEqual([[first, by(shop, '福州鼓楼店')]])
    expect(await found('上海')).toEqual([second, first].map((network) => [network, by(hub, '上海总部机房')]))
    expect(await found('192.168.205.77')).toEqual([[first, by(shop, '福州鼓楼店', '192.168.205.0/24')]])
    expect((await found('10.128')).length).toBe(2)
    expect(await found('没有')).toEqual([])
    expect(await list(owner, { search: '上海' })).toEqual({ count: 0, data: [] })
    expect(await list(owner, { search: '上海', by_member: '1', attention: '1' })).toEqual({ count: 0, data: [] })
    for (const search of ['上海', shop, '192.168.205']) expect(await found(search, await world.anOwner())).toEqual([])
  })

  it('finds the networks of a text that few of many members have, and of one that all have', async () => {
    const owner = await world.anOwner()
    await grant(world, owner, 'network_member', 40)
    const people = await software(world, owner, 30)
    const [hub] = (await hardware(world, owner, 1)) as [string]
    const half = people.length / 2
    const networks = [
      await aNetwork(world, owner, '甲', [hub], people.slice(0, half)),
      await aNetwork(world, owner, '乙', [hub], people.slice(half)),
    ]
    await world.asSystem(({ sql }) => sql.updateTable('member').set({ note: '外勤' }).where('router_name', 'in', people).execute())
    await world.asSystem(({ sql }) => sql.updateTable('member').set({ note: '外勤组长' }).where('router_name', '=', people[0]!).execute())
    const found = async (search: string) => (await list(owner, { search, by_member: '1' })).data.map((row) => row.network_number).toSorted()
    expect(await found('外勤')).toEqual(networks.toSorted())
    expect(await found('组长')).toEqual([networks[0]])
  })

  it('filters by type and status', async () => {
    const owner = await world.anOwner()
    await grant(world, owner, 'network_member', 10)
    const [a, b] = (await hardware(world, owner, 2)) as [string, string]
    await aNetwork(world, owner, '中心型', [a], await software(world, owner, 9))
    await world.pass(1)
    await aNetwork(world, owner, '点对点', [], [a, b])
    const names = async (input: object) => (await list(owner, input)).data.map((n) => n.network_name)
    expect(await names({ type: '1' })).toEqual(['中心型'])
    expect(await names({ type: '2' })).toEqual(['点对点'])
    expect(await names({ type: '3' })).toEqual([])
    expect(await names({ status: '1' })).toEqual(['点对点', '中心型'])
    expect(await names({ status: '0' })).toEqual([])
    await world.asSystem(({ sql }) =>
      sql.updateTable('account').set({ network_usable: 0 }).where('account_id', '=', owner.account_id).execute(),
    )
    expect(await names({ status: '0' })).toEqual(['点对点', '中心型'])
    expect(await names({ status: '1' })).toEqual([])
  })

  it('returns pages newest first without gap or repetition, and the count even past the last page', async () => {
    const owner = await world.anOwner()
    await grant(world, owner, 'network_member', 30)
    const [a] = (await hardware(world, owner, 1)) as [string]
    const made: string[] = []
    for (let i = 0; i < 23; i++) {
      await world.pass(1)
      made.unshift(await aNetwork(world, owner, `组网${i}`, [a]))
    }
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list(owner, { page })))
    expect(pages.map((page) => [page.count, page.data.length])).toEqual([
      [23, 10],
      [23, 10],
      [23, 3],
      [23, 0],
    ])
    expect(pages.flatMap((page) => page.data.map((n) => n.network_number))).toEqual(made)
  })
})

describe('network/status and member', () => {
  it('return which members are online, and how long a tunnel has been up', async () => {
    const owner = await world.anOwner()
    const [a, b] = (await hardware(world, owner, 2)) as [string, string]
    const network_number = await aNetwork(world, owner, '总部', [a], [b])
    await change([a], { online: 1 })
    await world.asSystem(({ sql }) =>
      sql
        .updateTable('network_link')
        .set({ vpn_online: 1, vpn_online_since: new Date(Date.now() - 90_000) })
        .where('network_number', '=', network_number)
        .execute(),
    )
    const { data } = await world.call(owner, contract.network.status, { network_number })
    expect(data).toMatchObject({
      network_status: 1,
      revision: 1,
      revision_state: 'applied',
      online: { [a]: 1, [b]: 0 },
      link: [{ vpn_online: 1 }],
    })
    const { link } = data as { link: { vpn_online_time: number }[] }
    expect(link[0]!.vpn_online_time).toBeGreaterThanOrEqual(90)
    expect((await world.call(owner, contract.network.member, { network_number, member_type: 'point' })).data).toEqual([
      { router_name: b, note: '', router_type: 1, member_type: 'point', online: 0 },
    ])
  })

  it('return only the members of the network that changed since a given time, or a link of which did, and their links', async () => {
    const owner = await world.anOwner()
    const [a, b, elsewhere] = (await hardware(world, owner, 3)) as [string, string, string]
    const network_number = await aNetwork(world, owner, '总部', [a], [b])
    await world.asSystem(async ({ sql: db }) => {
      await sql`update network_link set change_time = now() - interval '1 hour' where network_number = ${network_number}`.execute(db)
      await sql`update member set change_time = now() - interval '1 hour' where router_name in (${a}, ${b}, ${elsewhere})`.execute(db)
    })
    const since = Math.floor(Date.now() / 1000) - 60
    const status = async () => (await world.call(owner, contract.network.status, { network_number, since })).data
    expect(await status()).toMatchObject({ network_status: 1, revision: 1, revision_state: 'applied', link: [], online: {} })
    await change([elsewhere], { online: 1 })
    expect(await status()).toMatchObject({ link: [], online: {} })
    await change([b], { online: 1 })
    expect(await status()).toMatchObject({ link: [{ router_name: b, vpn_online: 0 }], online: { [b]: 1 }, member: [{ router_name: b }] })
    await world.asSystem(({ sql }) =>
      sql.updateTable('network_link').set({ vpn_online: 1 }).where('network_number', '=', network_number).execute(),
    )
    expect(await status()).toMatchObject({ link: [{ router_name: b, center_router_name: a, vpn_online: 1 }], online: { [b]: 1 } })
    await change([a, b], { config_revision: 1, applied_revision: 1 })
    expect(await status()).toMatchObject({ revision_state: 'applied' })
    await change([b], { config_error: 'failed: it could not' })
    expect(await status()).toMatchObject({ revision_state: 'failed' })
  })
})
