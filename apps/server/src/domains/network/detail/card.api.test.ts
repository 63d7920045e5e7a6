import { CARD_ROWS, contract, type NetworkCard, type NetworkCards, type NetworkSummary } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aNetwork, aSubAccount, grant, hardware } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const cards = async (who: Person): Promise<NetworkCards> => (await world.call(who, contract.networkCards.list, {})).data
const cardOf = async (who: Person): Promise<NetworkCard> => (await cards(who)).networks[0]!
/** Marks members as connected, with all of their tunnels up, except those that are lost. */
async function connect(owner: Person, lost: readonly string[] = []): Promise<void> {
  const { account_id } = owner
  await world.asSystem(async ({ sql }) => {
    await sql
      .updateTable('member')
      .set((eb) => ({
        online: 1,
        online_status: 1,
        connect_time: new Date(Date.now() - 3_600_000),
        applied_revision: eb.ref('config_revision'),
        config_error: null,
      }))
      .where('account_id', '=', account_id)
      .execute()
    await sql
      .updateTable('network_link')
      .set({ vpn_online: 1, vpn_online_since: new Date() })
      .where('account_id', '=', account_id)
      .execute()
    for (const name of lost) {
      await sql.updateTable('member').set({ online: 0, online_status: 0 }).where('router_name', '=', name).execute()
      await sql.updateTable('network_link').set({ vpn_online: 0, vpn_online_since: null }).where('router_name', '=', name).execute()
    }
  })
}
async function anOwnerOf(count: number): Promise<{ owner: Person; names: string[] }> {
  const owner = await world.anOwner()
  await grant(world, owner, 'network_member', 200)
  await grant(world, owner, 'network_center', 3)
  return { owner, names: await hardware(world, owner, count) }
}

describe('account/networks', () => {
  it('shows a network as threads and lines, with what needs attention', async () => {
    const { owner, names } = await anOwnerOf(4)
    const [a, b, p, q] = names as [string, string, string, string]
    await world.asSystem(({ sql }) => sql.updateTable('member').set({ note: '上海总部' }).where('router_name', '=', a).execute())
    const network_number = await aNetwork(world, owner, '总部—门店', [a, b], [p, q])
    await world.call(owner, contract.networkSettings.edit_routing, { network_number, type: 2, main_router: b, secondary_router: a })
    await connect(owner, [q])
    const card = await cardOf(owner)
    expect(card).toMatchObject({ network_number, network_name: '总部—门店', network_type: 1, member_count: 4, attention: 1, state: 'down' })
    expect(card.threads).toEqual([
      { name: b, kind: 'center', state: 'up' },
      { name: '上海总部', kind: 'center', state: 'up' },
    ])
    expect(card.rows).toEqual([
      { state: 'up', crossings: ['up', 'standby'] },
      { state: 'down', crossings: ['down', 'down'] },
    ])
    expect(card).toMatchObject({ sites_per_row: 1, bytes: null })
  })

  it('has a line for several sites where each has no room, of which it shows the worst', async () => {
    const { owner, names } = await anOwnerOf(101)
    const [center, ...points] = names as [string, ...string[]]
    await aNetwork(world, owner, '全国门店', [center], points)
    await connect(owner, [points[99]!])
    const card = await cardOf(owner)
    expect(card.rows).toHaveLength(CARD_ROWS)
    expect(card.rows.map(({ state }) => state)).toEqual([...Array<string>(CARD_ROWS - 1).fill('up'), 'down'])
    expect(card).toMatchObject({ sites_per_row: 3, member_count: 101, attention: 1 })
  })

  it('shows points that dial each other at the members that are dialled', async () => {
    const { owner, names } = await anOwnerOf(2)
    const network_number = await aNetwork(world, owner, '直连', [], names)
    const { account_id } = owner
    const [listens, dials] = names as [string, string]
    await world.asSystem(async ({ sql }) => {
      const key = { account_id, network_number }
      await sql
        .insertInto('network_center')
        .values({ ...key, router_name: listens, router_segment: '10.200.0.0/24', software_segment: '10.200.1.0/24' })
        .execute()
      await sql
        .insertInto('network_link')
        .values({ ...key, kind: 'p2p', center_router_name: listens, router_name: dials, vpn_ip: '10.200.0.2' })
        .execute()
    })
    await connect(owner)
    const card = await cardOf(owner)
    expect(card).toMatchObject({ network_type: 2, threads: [{ name: names[0], kind: 'member', state: 'up' }] })
    expect(card.rows.map(({ crossings }) => crossings)).toEqual([[null], ['up']])
  })

  it('has the worst networks first, of more than eight only four, and the number of all', async () => {
    const { owner, names } = await anOwnerOf(10)
    await aNetwork(world, owner, '坏', [names[0]!], [names[1]!])
    for (let at = 2; at < 10; at += 1) await aNetwork(world, owner, `好 ${at}`, [names[at]!])
    await connect(owner, [names[1]!])
    const { count, networks } = await cards(owner)
    expect(count).toBe(9)
    expect(networks).toHaveLength(4)
    expect(networks[0]).toMatchObject({ network_name: '坏', attention: 1 })
    const gone = networks[1]!.network_number
    await world.call(owner, contract.network.delete, { network_number: gone })
    expect((await cards(owner)).networks).toHaveLength(8)
  })

  it('shows a confined sub-account only the networks that its role designates, and no tunnel of others', async () => {
    const { owner, names } = await anOwnerOf(4)
    const [a, b, p] = names as [string, string, string, string]
    const seen = await aNetwork(world, owner, '指定', [a], [p])
    const hidden = await aNetwork(world, owner, '其他', [b], [p])
    await connect(owner)
    await world.asSystem(({ sql }) =>
      sql
        .updateTable('network_link')
        .set({ vpn_online: 0 })
        .where('account_id', '=', owner.account_id)
        .where('network_number', '=', hidden)
        .execute(),
    )
    const confined = await aSubAccount(world, owner, { designated: [seen] })
    expect(await cards(confined)).toMatchObject({ count: 1, networks: [{ network_number: seen, attention: 0, state: 'up' }] })
    expect((await cards(owner)).networks.map(({ attention }) => attention)).toEqual([1, 1])
    expect(await cards(await world.anOwner())).toEqual({ count: 0, networks: [] })
  })
})

describe('network/lists', () => {
  it('has the worst networks first, or only those that need attention, and their pictures, if asked to', async () => {
    const { owner, names } = await anOwnerOf(5)
    const [a, b, c, d, e] = names as [string, string, string, string, string]
    const list = async (input: object): Promise<NetworkSummary[]> => (await world.call(owner, contract.network.list, input)).data
    const one = await aNetwork(world, owner, '一处', [a], [b])
    await world.pass(1)
    const two = await aNetwork(world, owner, '两处', [a], [b, c])
    await world.pass(1)
    const well = await aNetwork(world, owner, '正常', [d], [e])
    await connect(owner, [b, c])
    const order = async (input: object) => (await list(input)).map(({ network_number }) => network_number)
    expect(await order({})).toEqual([well, two, one])
    expect(await order({ order: 'attention' })).toEqual([two, one, well])
    expect(await order({ order: 'attention', attention: '1' })).toEqual([two, one])
    expect(await order({ order: 'attention', limit: 1, page: 2 })).toEqual([one])
    expect((await world.call(owner, contract.network.list, { attention: '1', limit: 1 })).count).toBe(2)
    expect((await list({})).map(({ picture, revision }) => [picture, revision])).toEqual([
      [null, 1],
      [null, 1],
      [null, 1],
    ])
    const drawn = await list({ picture: '1' })
    expect(drawn.map(({ picture }) => picture?.rows.map(({ state }) => state))).toEqual([['up'], ['down', 'down'], ['down']])
    expect(drawn.map(({ picture }) => picture?.threads)).toEqual([d, a, a].map((name) => [{ name, kind: 'center', state: 'up' }]))
    const confined = await aSubAccount(world, owner, { designated: [one, well] })
    const seen = (await world.call(confined, contract.network.list, { order: 'attention', picture: '1' })).data as NetworkSummary[]
    expect(seen.map(({ network_number, picture }) => [network_number, picture?.rows.length])).toEqual([
      [one, 1],
      [well, 1],
    ])
  })
})
