import { contract } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aNetwork, aSubAccount, create, grant, hardware, rowsOf, software } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const MISSING = '1234567890'

/** Returns every call that names a network, with otherwise valid input. */
const naming = (network_number: string, [a, b]: string[]) =>
  [
    [contract.network.info, { network_number }],
    [contract.network.status, { network_number }],
    [contract.network.member, { network_number }],
    [contract.network.edit, { network_number, network_name: '占用', center: [a], point: [] }],
    [contract.network.rename, { network_number, network_name: '占用' }],
    [contract.network.add_member, { network_number, router_name: b, member_type: 'point' }],
    [contract.network.remove_member, { network_number, router_name: a }],
    [contract.network.delete, { network_number }],
    [contract.router.hardware, { network_number }],
  ] as const

describe('an account', () => {
  it('has networks that other accounts cannot change, and that answer them as if they did not exist', async () => {
    const [owner, stranger] = [await world.anOwner(), await world.anOwner()]
    const theirs = await hardware(world, owner, 2)
    const mine = await hardware(world, stranger, 2)
    const network_number = await aNetwork(world, owner, '总部', [theirs[0]!], [theirs[1]!])
    const before = await rowsOf(world, owner)
    for (const [endpoint, input] of naming(network_number, mine)) {
      const answer = await world.call(stranger, endpoint, input)
      const missing = await world.call(stranger, endpoint, { ...input, network_number: MISSING })
      expect([endpoint.path, answer.code, answer.msg]).toEqual([endpoint.path, missing.code, missing.msg])
      expect(answer).toMatchObject({ code: 204, msg: '组网不存在', data: null })
    }
    expect(await rowsOf(world, owner)).toEqual(before)
  })

  it('has members that other accounts cannot add to a network, alone or among their own', async () => {
    const [owner, stranger] = [await world.anOwner(), await world.anOwner()]
    const [theirs] = (await hardware(world, owner, 1)) as [string]
    const [a, b] = (await hardware(world, stranger, 2)) as [string, string]
    const network_number = await aNetwork(world, stranger, '总部', [a])
    const before = [await rowsOf(world, owner), await rowsOf(world, stranger)]
    const tries = [
      await create(world, stranger, '占用', [theirs]),
      await create(world, stranger, '占用', [a], [b, theirs]),
      await world.call(stranger, contract.network.edit, { network_number, network_name: '总部', center: [a], point: [b, theirs] }),
      await world.call(stranger, contract.network.add_member, { network_number, router_name: theirs, member_type: 'point' }),
      await world.call(stranger, contract.network.remove_member, { network_number, router_name: theirs }),
    ]
    expect(tries.map(({ code, msg }) => [code, msg])).toEqual(tries.map(() => [204, '成员不存在']))
    expect([await rowsOf(world, owner), await rowsOf(world, stranger)]).toEqual(before)
  })

  it('has members and networks that appear in no list of other accounts', async () => {
    const [owner, stranger] = [await world.anOwner(), await world.anOwner()]
    await software(world, owner, 2)
    await aNetwork(world, owner, '总部', await hardware(world, owner, 1))
    for (const endpoint of [contract.router.hardware, contract.router.software, contract.network.list])
      expect(await world.call(stranger, endpoint, {})).toMatchObject({ code: 200, data: [], count: 0 })
  })

  it('is separated from others by the database itself when a query has no condition on the account', async () => {
    const [owner, stranger] = [await world.anOwner(), await world.anOwner()]
    await aNetwork(world, owner, '总部', await hardware(world, owner, 1))
    const seen = await world.asAccount(stranger, async ({ sql }) => [
      await sql.selectFrom('network').selectAll().execute(),
      await sql.selectFrom('member').selectAll().execute(),
      await sql.updateTable('network').set({ network_name: '占用' }).returningAll().execute(),
      await sql.deleteFrom('network_member').returningAll().execute(),
    ])
    expect(seen).toEqual([[], [], [], []])
  })
})

describe('a role with designated networks', () => {
  async function designated() {
    const owner = await world.anOwner()
    await grant(world, owner, 'network_member', 20)
    const names = (await hardware(world, owner, 3)) as [string, string, string]
    const seen = await aNetwork(world, owner, '可见', [names[0]], [names[1]])
    const hidden = await aNetwork(world, owner, '隐藏', [names[0]], [names[1]])
    const sub = await aSubAccount(world, owner, { network_edit: 1, network_delete: 1, designated: [seen] })
    return { owner, names, seen, hidden, sub }
  }

  it('sees only these in lists and selects', async () => {
    const { seen, sub } = await designated()
    expect(await world.call(sub, contract.network.list, {})).toMatchObject({ count: 1, data: [{ network_number: seen }] })
    expect((await world.call(sub, contract.network.select, {})).data).toEqual([{ network_number: seen, network_name: '可见' }])
    expect((await world.call(sub, contract.network.list, { search: '隐藏' })).count).toBe(0)
  })

  it('gets 204 for every other network, as for one that does not exist', async () => {
    const { owner, names, hidden, sub } = await designated()
    const before = await rowsOf(world, owner)
    for (const [endpoint, input] of naming(hidden, [names[0], names[2]]))
      expect([endpoint.path, (await world.call(sub, endpoint, input)).code]).toEqual([endpoint.path, 204])
    expect(await rowsOf(world, owner)).toEqual(before)
  })

  it('sees no network, not all, after it deleted the last of them', async () => {
    const { owner, seen, sub } = await designated()
    expect((await world.call(sub, contract.network.delete, { network_number: seen })).code).toBe(200)
    expect(await world.call(sub, contract.network.list, {})).toMatchObject({ code: 200, data: [], count: 0 })
    expect((await world.call(owner, contract.network.list, {})).count).toBe(1)
  })

  it('may change these, and cannot count the other networks of a member', async () => {
    const { names, seen, sub } = await designated()
    expect((await world.call(sub, contract.network.rename, { network_number: seen, network_name: '改名' })).code).toBe(200)
    const { data } = await world.call(sub, contract.router.hardware, { search: names[0] })
    expect(data).toEqual([
      {
        router_name: names[0],
        note: '',
        online: 0,
        network_count: 1,
        network_number: seen,
        networks: [{ network_number: seen, network_name: '改名' }],
        lan: [],
        address: null,
      },
    ])
  })
})

describe('a role', () => {
  it.each([
    ['network_create', (_: string) => [contract.network.create, { network_name: '新', center: [], point: [] }] as const],
    ['network_edit', (network_number: string) => [contract.network.rename, { network_number, network_name: '新' }] as const],
    ['network_delete', (network_number: string) => [contract.network.delete, { network_number }] as const],
  ])('is refused without %s before anything is read', async (right, call) => {
    const owner = await world.anOwner()
    const network_number = await aNetwork(world, owner, '总部', await hardware(world, owner, 1))
    const [without, holding] = [await aSubAccount(world, owner, {}), await aSubAccount(world, owner, { [right]: 1 })]
    const [endpoint, input] = call(network_number)
    expect((await world.call(without, endpoint, input)).code).toBe(403)
    expect((await world.call(without, endpoint, { network_number: MISSING })).code).toBe(403)
    expect((await world.call(holding, endpoint, input)).code).not.toBe(403)
    expect((await world.call(without, contract.network.list, {})).code).toBe(200)
  })
})

describe('hostile input', () => {
  const named = async (owner: Person, network_name: string) => create(world, owner, network_name, await hardware(world, owner, 1))

  it.each([`O'Brien"; drop table network; --`, '<script>alert(1)</script>', '${7*7} {{7*7}} %s \\', 'שלום مرحبا', '网络🧵'])(
    'is stored unchanged as the name of a network: %j',
    async (network_name) => {
      const owner = await world.anOwner()
      expect(await named(owner, network_name.slice(0, 24))).toMatchObject({ code: 200 })
      const { data } = await world.call(owner, contract.network.list, { search: network_name.slice(0, 24) })
      expect(data).toMatchObject([{ network_name: network_name.slice(0, 24) }])
    },
  )

  it.each(['a\nb', 'a\r\nb', 'a\tb', 'a\u0000b', 'a\u007fb', 'a\u0085b', '\u202egnp.exe', 'a\u2028b', '   ', ''])(
    'is refused as the name of a network: %j',
    async (network_name) => {
      const owner = await world.anOwner()
      const answer = await named(owner, network_name)
      expect(answer).toMatchObject({ code: 422, data: { errors: [{ field: 'network_name' }] } })
    },
  )

  it.each(["' or 1=1 --", '../../etc/passwd', 'a b', 'a\n', '', 'x'.repeat(65), 'a\u0000'])(
    'is refused as the name of a member: %j',
    async (router_name) => {
      const owner = await world.anOwner()
      expect((await create(world, owner, '总部', [router_name])).code).toBe(422)
    },
  )

  it('is refused from the 5,001st member on, and with unknown fields', async () => {
    const owner = await world.anOwner()
    const names = Array.from({ length: 5001 }, (_, i) => `SN${i}`)
    expect((await create(world, owner, '总部', [], names)).code).toBe(422)
    expect((await world.call(owner, contract.network.create, { network_name: 'a', center: [], point: [], network_usable: 1 })).code).toBe(
      422,
    )
  })

  it('is searched for as literal text', async () => {
    const owner = await world.anOwner()
    for (const name of ['100%', '1000', 'a_b', 'aXb', 'a\\b']) expect((await named(owner, name)).code).toBe(200)
    for (const search of ['100%', 'a_b', 'a\\b']) {
      const { data } = await world.call(owner, contract.network.list, { search })
      expect(data).toMatchObject([{ network_name: search }])
    }
    expect((await world.call(owner, contract.network.list, { search: 'a\u0000b' })).code).toBe(422)
    expect((await world.call(owner, contract.router.software, { search: "'; select pg_sleep(9) --" })).data).toEqual([])
  })
})
