import { contract, refusals } from '@weft/contract'
import { overlaps, parsePrefix } from '@weft/net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aNetwork, create, grant, hardware, infoOf, logOf, rowsOf, software } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** Creates an owner with higher limits than the free grant. */
async function anOwner(): Promise<Person> {
  const owner = await world.anOwner()
  await grant(world, owner, 'network_member', 100)
  await grant(world, owner, 'network_center', 2)
  return owner
}

const revisionsOf = (owner: Person, names: string[]) =>
  rowsOf(world, owner).then(({ members }) => names.map((name) => members.find((m) => m.router_name === name)!.config_revision))

describe('network/create', () => {
  it('makes a network whose branches are linked to every center, hardware and software in separate segments', async () => {
    const owner = await anOwner()
    const [a, b, c] = (await hardware(world, owner, 3)) as [string, string, string]
    const [soft] = (await software(world, owner, 1)) as [string]
    const network_number = await aNetwork(world, owner, '总部', [a, b], [c, soft])
    expect(network_number).toMatch(/^\d{10}$/)

    const info = await infoOf(world, owner, network_number)
    expect(info).toMatchObject({
      network_name: '总部',
      network_type: 1,
      network_status: 1,
      network_level: 1,
      revision: 1,
      // None of its members is connected, so none is waited for.
      revision_state: 'applied',
    })
    expect(info.member.map((m) => [m.router_name, m.member_type])).toEqual([
      [a, 'center'],
      [b, 'center'],
      [c, 'point'],
      [soft, 'point'],
    ])
    expect(info.link.map((l) => [l.center_router_name, l.router_name, l.kind, l.enable, l.vpn_online, l.vpn_online_time])).toEqual(
      [a, b].flatMap((hub) => [c, soft].map((point) => [hub, point, 'center', 1, 0, null])),
    )
    for (const link of info.link) {
      const { gateway } = info.member.find((m) => m.router_name === link.center_router_name)!
      const segment = link.router_name === soft ? gateway!.software : gateway!.router
      expect(segment.mask).toBe(20)
      expect(link.vpn_ip).toBe(segment.gateway.replace(/\.0$/, '.2'))
    }
  })

  it('logs who created the network, with its members', async () => {
    const owner = await anOwner()
    const [a, b] = (await hardware(world, owner, 2)) as [string, string]
    await aNetwork(world, owner, '总部', [a], [b])
    expect(await logOf(world, owner)).toContainEqual(
      expect.objectContaining({
        actor_kind: 'owner',
        area: 'network',
        action: 'create',
        message: `创建组网「总部」，中心 ${a}，分支 ${b}`,
      }),
    )
  })

  it('gives the centers of an account segments that do not overlap', async () => {
    const owner = await anOwner()
    const centers = await hardware(world, owner, 6)
    await Promise.all(centers.map((center, i) => aNetwork(world, owner, `组网${i}`, [center])))
    const segments = await world.asSystem(({ sql }) =>
      sql.selectFrom('network_center').select(['router_segment', 'software_segment']).where('account_id', '=', owner.account_id).execute(),
    )
    const prefixes = segments.flatMap((s) => [parsePrefix(s.router_segment)!, parsePrefix(s.software_segment)!])
    expect(prefixes).toHaveLength(12)
    expect(prefixes.flatMap((p, i) => prefixes.slice(i + 1).filter((q) => overlaps(p, q)))).toEqual([])
  })

  it.each([
    ['no member', (_: string[]) => ({ center: [], point: [] }), refusals.networkNeedsMember['zh-CN']],
    ['a member twice', ([a]: string[]) => ({ center: [], point: [a, a] }), '成员 SN'],
    ['a member in both lists', ([a]: string[]) => ({ center: [a], point: [a] }), '中心与分支不能是同一个成员'],
  ])('refuses %s', async (_, lists, sentence) => {
    const owner = await anOwner()
    const answer = await world.call(owner, contract.network.create, { network_name: '总部', ...lists(await hardware(world, owner, 1)) })
    expect(answer).toMatchObject({ code: 422, msg: expect.stringContaining(sentence) })
    expect((await rowsOf(world, owner)).networks).toEqual([])
  })

  it('refuses a software member as center, and a disabled member as branch', async () => {
    const owner = await anOwner()
    const [soft, off] = (await software(world, owner, 2)) as [string, string]
    expect(await create(world, owner, '总部', [soft])).toMatchObject({ code: 422, msg: '软件成员不能作为中心' })
    await world.asSystem(({ sql }) => sql.updateTable('member').set({ status: 0 }).where('router_name', '=', off).execute())
    expect(await create(world, owner, '总部', [], [off])).toMatchObject({ code: 403, msg: `成员 ${off} 已停用` })
  })

  it('refuses a name that the account has in any letter case, and one over 24 characters', async () => {
    const owner = await anOwner()
    const [a, b] = (await hardware(world, owner, 2)) as [string, string]
    await aNetwork(world, owner, 'Head Office', [a])
    expect(await create(world, owner, '  head OFFICE ', [b])).toMatchObject({ code: 422, msg: '组网名称已存在' })
    expect(await create(world, owner, '网'.repeat(25), [b])).toMatchObject({ code: 422, msg: '组网名称不能超过 24 个字符' })
    expect(await create(world, owner, '😀'.repeat(24), [b])).toMatchObject({ code: 200 })
    const other = await anOwner()
    expect((await create(world, other, 'Head Office', await hardware(world, other, 1))).code).toBe(200)
  })
})

describe('network/edit', () => {
  it('adds and removes members in one revision and reconfigures only the members concerned', async () => {
    const owner = await anOwner()
    const [hub, stays, goes, comes, apart] = (await hardware(world, owner, 5)) as [string, string, string, string, string]
    const network_number = await aNetwork(world, owner, '总部', [hub], [stays, goes])
    const all = [hub, stays, goes, comes, apart]
    const before = await revisionsOf(owner, all)
    const answer = await world.call(owner, contract.network.edit, {
      network_number,
      network_name: '分部',
      center: [hub],
      point: [stays, comes],
      revision: 1,
    })
    expect(answer.code).toBe(200)
    const info = await infoOf(world, owner, network_number)
    expect(info).toMatchObject({ network_name: '分部', revision: 2 })
    expect(info.link.map((l) => l.router_name)).toEqual([stays, comes])
    expect((await revisionsOf(owner, all)).map((r, i) => r - before[i]!)).toEqual([1, 0, 1, 1, 0])
    expect((await logOf(world, owner)).at(-1)).toMatchObject({
      action: 'edit',
      message: `修改组网「总部」：组网名称改为「分部」，移出 ${goes}，新增分支 ${comes}`,
      detail: { network_number, changes: [{ field: 'network_name', from: '总部', to: '分部' }, {}, {}] },
    })
  })

  it('makes centers of branches and branches of centers, with matching links', async () => {
    const owner = await anOwner()
    const [a, b, c] = (await hardware(world, owner, 3)) as [string, string, string]
    const network_number = await aNetwork(world, owner, '总部', [a], [b, c])
    await world.call(owner, contract.network.edit, { network_number, network_name: '总部', center: [b], point: [a, c] })
    const { link, member } = await infoOf(world, owner, network_number)
    expect(link.map((l) => [l.center_router_name, l.router_name])).toEqual([
      [b, a],
      [b, c],
    ])
    expect(member.filter((m) => m.gateway).map((m) => m.router_name)).toEqual([b])
  })

  it('makes the network point-to-point when no center is left', async () => {
    const owner = await anOwner()
    const [a, b] = (await hardware(world, owner, 2)) as [string, string]
    const network_number = await aNetwork(world, owner, '总部', [a], [b])
    expect((await world.call(owner, contract.network.edit, { network_number, network_name: '总部', center: [], point: [a, b] })).code).toBe(
      200,
    )
    expect(await infoOf(world, owner, network_number)).toMatchObject({ network_type: 2, link: [], revision: 2 })
  })

  it('changes and logs nothing when the input equals the current settings', async () => {
    const owner = await anOwner()
    const [a, b] = (await hardware(world, owner, 2)) as [string, string]
    const network_number = await aNetwork(world, owner, '总部', [a], [b])
    const [before, log] = [await rowsOf(world, owner), await logOf(world, owner)]
    expect((await world.call(owner, contract.network.edit, { network_number, network_name: '总部', center: [a], point: [b] })).code).toBe(
      200,
    )
    expect((await world.call(owner, contract.network.rename, { network_number, network_name: '总部' })).code).toBe(200)
    expect(await rowsOf(world, owner)).toEqual(before)
    expect(await logOf(world, owner)).toEqual(log)
  })
})

describe('network/add_member and remove_member', () => {
  it('add and remove a member, each as one revision', async () => {
    const owner = await anOwner()
    const [hub, point, second] = (await hardware(world, owner, 3)) as [string, string, string]
    const network_number = await aNetwork(world, owner, '总部', [hub], [point])
    const one = { network_number, router_name: second }
    expect((await world.call(owner, contract.network.add_member, { ...one, member_type: 'center' })).code).toBe(200)
    expect(await infoOf(world, owner, network_number)).toMatchObject({
      revision: 2,
      link: [{ center_router_name: hub }, { center_router_name: second }],
    })
    expect(await world.call(owner, contract.network.add_member, { ...one, member_type: 'point' })).toMatchObject({
      code: 422,
      msg: `成员 ${second} 已在该组网中`,
    })
    expect((await world.call(owner, contract.network.remove_member, one)).code).toBe(200)
    expect(await infoOf(world, owner, network_number)).toMatchObject({ revision: 3, link: [{ center_router_name: hub }] })
    expect(await world.call(owner, contract.network.remove_member, one)).toMatchObject({ code: 204, msg: '成员不在该组网中' })
    expect((await logOf(world, owner)).slice(-2).map((row) => row.message)).toEqual([
      `修改组网「总部」：新增中心 ${second}`,
      `修改组网「总部」：移出 ${second}`,
    ])
  })

  it('never make a software member a center', async () => {
    const owner = await anOwner()
    const network_number = await aNetwork(world, owner, '总部', await hardware(world, owner, 1))
    const [router_name] = await software(world, owner, 1)
    expect((await world.call(owner, contract.network.add_member, { network_number, router_name, member_type: 'center' })).code).toBe(422)
  })

  it('refuse to remove the last center while branches remain, naming the network, and the last member', async () => {
    const owner = await anOwner()
    const [hub, point] = (await hardware(world, owner, 2)) as [string, string]
    const network_number = await aNetwork(world, owner, '总部', [hub], [point])
    const refused = await world.call(owner, contract.network.remove_member, { network_number, router_name: hub })
    expect(refused).toMatchObject({ code: 403, msg: '组网「总部」仍有分支，不能移出最后一个中心' })
    await world.call(owner, contract.network.remove_member, { network_number, router_name: point })
    expect((await world.call(owner, contract.network.remove_member, { network_number, router_name: hub })).code).toBe(422)
  })

  it('name the segment that is full in the refusal', async () => {
    const owner = await anOwner()
    const [hub, point] = (await hardware(world, owner, 2)) as [string, string]
    const network_number = await aNetwork(world, owner, '总部', [hub])
    await world.asSystem(({ sql }) =>
      sql.updateTable('network_center').set({ router_segment: '10.128.0.0/32' }).where('router_name', '=', hub).execute(),
    )
    const answer = await world.call(owner, contract.network.add_member, { network_number, router_name: point, member_type: 'point' })
    expect(answer).toMatchObject({ code: 403, msg: '互联网段 10.128.0.0/32 地址已用完，可扩大掩码至 /16' })
  })
})

describe('network/name and delete', () => {
  it('rename as one revision and reconfigure no member', async () => {
    const owner = await anOwner()
    const [a] = (await hardware(world, owner, 1)) as [string]
    const network_number = await aNetwork(world, owner, '总部', [a])
    const [revision] = await revisionsOf(owner, [a])
    expect((await world.call(owner, contract.network.rename, { network_number, network_name: '上海总部' })).code).toBe(200)
    expect(await infoOf(world, owner, network_number)).toMatchObject({ network_name: '上海总部', revision: 2 })
    expect(await revisionsOf(owner, [a])).toEqual([revision])
    expect((await world.call(owner, contract.network.rename, { network_number, network_name: '上海总部'.repeat(7) })).code).toBe(422)
  })

  it('delete a network with its memberships and links, and reconfigure its members', async () => {
    const owner = await anOwner()
    const [a, b] = (await hardware(world, owner, 2)) as [string, string]
    const network_number = await aNetwork(world, owner, '总部', [a], [b])
    const [before] = await revisionsOf(owner, [b])
    expect((await world.call(owner, contract.network.delete, { network_number })).code).toBe(200)
    expect(await rowsOf(world, owner)).toMatchObject({ networks: [], memberships: [], links: [] })
    expect(await revisionsOf(owner, [b])).toEqual([before! + 1])
    expect((await world.call(owner, contract.network.info, { network_number })).code).toBe(204)
  })
})
