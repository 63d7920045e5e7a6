import { contract, opsContract } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anOperator } from '../../test/matrix/people.ts'
import { aNetwork, aSubAccount, grant, hardware, software } from '../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../test/world.ts'

let world: World
let owner: Person
beforeAll(async () => {
  world = await createWorld()
  owner = await world.anOwner()
  await grant(world, owner, 'network_member', 1000)
})
afterAll(() => world.close())

let keys = 0
const newKey = () => `key-${++keys}`
const create = (who: Person, key: string, network_name: string, point: string[]) =>
  world.call(who, contract.network.create, { network_name, center: [], point }, { headers: { 'idempotency-key': key } })
const networks = async (): Promise<number> => (await world.call(owner, contract.network.list, {})).count!
const keptKeys = () =>
  world.asSystem(({ sql }) => sql.selectFrom('idempotency').select('idempotency_key').where('account_id', '=', owner.account_id).execute())

describe('a creating call with a key', () => {
  it('has one effect and one answer when many arrive at once', async () => {
    const [point] = await software(world, owner, 1)
    const [before, key] = [await networks(), newKey()]
    const answers = await Promise.all(Array.from({ length: 12 }, () => create(owner, key, '一次', [point!])))
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ data }) => (data as { network_number: string }).network_number)).size).toBe(1)
    expect(await networks()).toBe(before + 1)
  })

  it('gets the first answer when it is repeated, also if the network was deleted meanwhile', async () => {
    const [[point], key] = [await software(world, owner, 1), newKey()]
    const first = await create(owner, key, '重复', [point!])
    await world.call(owner, contract.network.delete, first.data)
    const again = await create(owner, key, '重复', [point!])
    expect({ code: again.code, msg: again.msg, data: again.data }).toEqual({ code: 200, msg: first.msg, data: first.data })
  })

  it('gets its sentence in the language of the caller who repeats it', async () => {
    const [[point], key] = [await software(world, owner, 1), newKey()]
    const first = await create(owner, key, '语言', [point!])
    const again = await world.call(
      owner,
      contract.network.create,
      { network_name: '语言', center: [], point: [point!] },
      { headers: { 'idempotency-key': key, 'accept-language': 'en' } },
    )
    expect(again).toMatchObject({ code: 200, data: first.data })
    expect(first.msg).toMatch(/\p{Script=Han}/u)
    expect(again.msg).toMatch(/^[A-Z][a-z]+/)
  })

  it('is refused if its key was used with another body', async () => {
    const [[one, two], key] = [await software(world, owner, 2), newKey()]
    expect((await create(owner, key, '键', [one!])).code).toBe(200)
    expect(await create(owner, key, '键', [two!])).toMatchObject({ status: 422, code: 422, msg: '同一个幂等键不能用于不同的请求' })
    expect((await create(owner, key, '另一键', [one!])).code).toBe(422)
  })

  it('leaves the key free when it was refused', async () => {
    const [[point], key] = [await software(world, owner, 1), newKey()]
    await aNetwork(world, owner, '占用', [], [point!])
    expect((await create(owner, key, '占用', [point!])).code).toBe(422)
    expect((await create(owner, key, '未占用', [point!])).code).toBe(200)
  })

  it('keeps the keys of each login apart: another login and another account can use the same key', async () => {
    const [[one, two], key] = [await software(world, owner, 2), newKey()]
    const sub = await aSubAccount(world, owner, { network_create: 1 })
    const other = await world.anOwner()
    const [theirs] = await hardware(world, other, 1)
    const answers = [
      await create(owner, key, '主', [one!]),
      await create(sub, key, '子', [two!]),
      await create(other, key, '主', [theirs!]),
    ]
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ data }) => (data as { network_number: string }).network_number)).size).toBe(3)
  })

  it.each(['', 'two words', 'é', 'x'.repeat(129)])('is refused with %j, which is no key', async (key) => {
    const [point] = await software(world, owner, 1)
    const answer = await create(owner, key, '坏键', [point!])
    expect(answer.code).toBe(422)
  })

  it('is the only kind that stores a key: other calls ignore it', async () => {
    const before = await keptKeys()
    const [point] = await software(world, owner, 1)
    const network_number = await aNetwork(world, owner, '无键', [], [point!])
    const rename = (network_name: string) =>
      world.call(owner, contract.network.rename, { network_number, network_name }, { headers: { 'idempotency-key': 'same' } })
    expect([(await rename('甲')).code, (await rename('乙')).code]).toEqual([200, 200])
    expect(await keptKeys()).toEqual(before)
  })
})

describe('an operator’s creating call with a key', () => {
  const sell = (who: { access_token: string }, key: string, quantity: number) =>
    world.call(
      who,
      opsContract.services.grant,
      { account_number: owner.account_number, service_code: 'dns', quantity, start_time: 1_700_000_000 },
      { headers: { 'idempotency-key': key } },
    )
  const sold = () =>
    world.asSystem(({ sql }) =>
      sql.selectFrom('service').select('id').where('account_id', '=', owner.account_id).where('service_code', '=', 'dns').execute(),
    )

  it('sells once when 10 arrive at once, and gives all the same answer', async () => {
    const [seller, before, key] = [await anOperator(world, 'sales'), await sold(), newKey()]
    const answers = await Promise.all(Array.from({ length: 10 }, () => sell(seller, key, 2)))
    expect(new Set(answers.map(({ code, data }) => `${code} ${(data as { id: string }).id}`)).size).toBe(1)
    expect(await sold()).toHaveLength(before.length + 1)
    expect((await sell(seller, key, 3)).code).toBe(422)
    expect((await sell(await anOperator(world, 'sales'), key, 3)).code).toBe(200)
  })
})
