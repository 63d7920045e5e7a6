import { contract, SIGN_IN_TRIES, usualRights } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRole } from '../domains/identity/sub-account/role.service.ts'
import { createAccount } from '../domains/identity/account/account.service.ts'
import { aNetwork, aSubAccount, grant, hardware } from '../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../test/world.ts'

let world: World
let owner: Person
beforeAll(async () => {
  world = await createWorld()
  owner = await world.anOwner()
  await grant(world, owner, 'network_member', 100)
})
afterAll(() => world.close())

const networksOf = async (who: Person): Promise<string[]> =>
  ((await world.call(who, contract.network.select, {})).data as { network_number: string }[]).map(({ network_number }) => network_number)
const newNetwork = async (name: string) => aNetwork(world, owner, name, await hardware(world, owner, 1))

describe('a role that is confined to networks', () => {
  /** Creates a sub-account whose role is made as the console makes it. */
  async function confinedTo(...networks: string[]): Promise<{ sub: Person; role_id: number }> {
    const sub = await aSubAccount(world, owner, {})
    const role_id = await world.asAccount(owner, (db) =>
      createRole(db, 'system', {
        name: `指定 ${sub.username}`,
        flags: [...usualRights, 'network.create', 'network.edit', 'network.delete'],
        networks,
      }),
    )
    await world.asSystem(({ sql }) => sql.updateTable('login').set({ role_id }).where('login_id', '=', sub.login_id).execute())
    return { sub, role_id }
  }

  it('sees no network once the last of its networks is deleted, instead of all others', async () => {
    const [seen, other] = [await newNetwork('指定的'), await newNetwork('其他的')]
    const { sub } = await confinedTo(seen)
    expect(await networksOf(sub)).toEqual([seen])
    expect((await world.call(owner, contract.network.delete, { network_number: seen })).code).toBe(200)
    expect(await networksOf(sub)).toEqual([])
    expect((await world.call(sub, contract.network.info, { network_number: other })).code).toBe(204)
    expect((await world.call(sub, contract.network.delete, { network_number: other })).code).toBe(204)
    expect((await world.call(sub, contract.networkCards.list, {})).data).toEqual({ networks: [], count: 0 })
    expect((await world.call(sub, contract.account.info, {})).data).toMatchObject({
      auth: { easylink: { network: { create: 0, networks: [] } } },
    })
  })

  it('sees a newly designated network at its next call, and loses a right taken from its role at its next call', async () => {
    const [first, second] = [await newNetwork('先'), await newNetwork('后')]
    const { sub, role_id } = await confinedTo(first)
    expect((await world.call(sub, contract.network.info, { network_number: second })).code).toBe(204)
    const { account_id } = owner
    await world.asSystem(({ sql }) => sql.insertInto('role_network').values({ account_id, role_id, network_number: second }).execute())
    expect((await world.call(sub, contract.network.rename, { network_number: second, network_name: '改后' })).code).toBe(200)
    await world.asSystem(({ sql }) => sql.updateTable('role').set({ network_edit: 0 }).where('role_id', '=', role_id).execute())
    expect((await world.call(sub, contract.network.rename, { network_number: second, network_name: '再改' })).code).toBe(403)
  })
})

describe('a transaction that serves an account', () => {
  it('sees no row of another account, even if a query does not filter by account', async () => {
    await hardware(world, owner, 1)
    await hardware(world, await world.anOwner(), 3)
    const mine = await world.asAccount(owner, ({ sql }) => sql.selectFrom('member').select('account_id').distinct().execute())
    expect(mine).toEqual([{ account_id: owner.account_id }])
    const logins = await world.asAccount(owner, ({ sql }) => sql.selectFrom('login').select('account_id').distinct().execute())
    expect(logins).toEqual([{ account_id: owner.account_id }])
  })

  it('leaves nothing of its account on the connection that it gives back', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => world.anOwner()))
    const seen = await Promise.all(
      [...people, ...people, ...people].map((person) =>
        world.asAccount(person, async ({ sql }) => ({ person, rows: await sql.selectFrom('account').select('account_id').execute() })),
      ),
    )
    for (const { person, rows } of seen) expect(rows).toEqual([{ account_id: person.account_id }])
  })

  it('cannot write in read mode', async () => {
    const rename = world.db.account(owner.account_id, 'read', ({ sql }) =>
      sql.updateTable('account').set({ sign: 'changed' }).where('account_id', '=', owner.account_id).execute(),
    )
    await expect(rename).rejects.toMatchObject({ cause: { code: '25006' } })
  })
})

describe('a person', () => {
  it('has one count of wrong passwords, whether they type their username, phone or e-mail', async () => {
    const names = ['manynames', '13900000001', 'many@example.com'] as const
    await world.asSystem((db) =>
      createAccount(db, {
        username: names[0],
        nickname: '多名',
        password: 'secret-1234',
        phone: names[1],
        area_code: '86',
        email: names[2],
      }),
    )
    const signIn = async (username: string, password: string) => {
      const { uniqid } = await world.services.captchas.draw('127.0.0.1')
      const code = (await world.services.captchas.read(uniqid))!
      return (await world.call(undefined, contract.login.authorization, { username, password, code, uniqid })).code
    }
    for (const name of names) expect(await signIn(name, 'secret-1234')).toBe(200)
    for (let i = 0; i < SIGN_IN_TRIES; i++) expect(await signIn(names[i % 3]!, 'wrong-1234')).toBe(401)
    for (const name of [...names, '+86 13900000001', 'MANYNAMES']) expect(await signIn(name, 'secret-1234')).toBe(429)
  })
})
