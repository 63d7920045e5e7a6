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
