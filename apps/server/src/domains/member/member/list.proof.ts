import { contract, MOST_FOUND } from '@weft/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aMember, listSoftware, many } from '../../../../test/member-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const list = (who: Person, input: object = {}) => listSoftware(world, who, input)

it('counts the matches of a search or a state up to 5,000, and one more if there are more', async () => {
  const owner = await world.anOwner()
  const crowd = (await many(world, owner, 'crowd', MOST_FOUND + 2)).toSorted()
  // A letter before the digits: the number of the account, which ends every name, may contain them too.
  const rare = crowd.filter((name) => name.includes('d77')).length
  for (const input of [{ search: 'crowd' }, { status: '1' }, { search: 'crowd', online: '0' }]) {
    const last = await list(owner, { ...input, limit: 100, page: MOST_FOUND / 100 })
    expect([last.count, last.rows.map((row) => row.router_name)]).toEqual([MOST_FOUND + 1, crowd.slice(MOST_FOUND - 100, MOST_FOUND)])
  }
  expect((await list(owner)).count).toBe(MOST_FOUND + 2)
  expect((await list(owner, { search: 'd77' })).count).toBe(rare)
})

it('names are what the list’s filter finds, in its order, and at most 5,000', async () => {
  const owner = await world.anOwner()
  const crowd = await many(world, owner, 'crowd', 5001)
  const ann = await aMember(world, { ...owner }, 'ann').catch(() => undefined)
  expect(ann).toBeUndefined()
  const all = (await world.call(owner, contract.router.names, { type: '2' })).data as string[]
  expect(all).toEqual(crowd.toSorted().slice(0, 5000))
  expect((await world.call(owner, contract.router.names, { type: '2', search: 'crowd5001' })).data).toEqual([
    `crowd5001@${owner.account_number}`,
  ])
  expect((await world.call(owner, contract.router.names, { type: '2', status: '0' })).data).toEqual([])
  expect((await world.call(owner, contract.router.names, { type: '1' })).data).toEqual([])
})

it('what is gathered by an index, few or many, and pages from the end are in the order of the list', async () => {
  const owner = await world.anOwner()
  const apples = await many(world, owner, 'apple', 2600)
  const berries = await many(world, owner, 'berry', MOST_FOUND + 102 - 2600)
  const all = [...apples, ...berries].toSorted()
  const names = ({ rows }: Awaited<ReturnType<typeof list>>) => rows.map((row) => row.router_name)
  for (const [search, found] of [
    ['apple', apples.toSorted()],
    ['apple26', apples.filter((name) => name.startsWith('apple26')).toSorted()],
  ] as const)
    for (const page of [1, 2, 26]) {
      const answer = await list(owner, { search, online: '0', limit: 100, page })
      expect([answer.count, names(answer)]).toEqual([found.length, found.slice(100 * (page - 1), 100 * page)])
    }
  for (const page of [26, 50, 51, 52, 53]) {
    const answer = await list(owner, { limit: 100, page })
    expect([answer.count, names(answer)]).toEqual([all.length, all.slice(100 * (page - 1), 100 * page)])
  }
})
