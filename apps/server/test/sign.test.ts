import { contract } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSubAccount, sortedCodes } from './credential-fixtures.ts'
import { createWorld, type Person, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const edit = (who: Pick<Person, 'access_token'>, sign: string) => world.call(who, contract.account.edit_sign, { sign })
const signOf = async (who: Person) => ((await world.call(who, contract.account.info, {})).data as { sign: string }).sign

describe('the suffix of software members', () => {
  it('is the account number at first', async () => {
    const owner = await world.anOwner()
    expect(await signOf(owner)).toBe(owner.account_number)
  })

  it('is changed and logged from what to what', async () => {
    const owner = await world.anOwner()
    expect((await edit(owner, 'Yunqiao1')).code).toBe(200)
    expect(await signOf(owner)).toBe('Yunqiao1')
    const row = await world.db.systemNow.sql
      .selectFrom('audit')
      .where('account_id', '=', owner.account_id)
      .where('action', '=', 'edit_sign')
      .select(['message', 'detail'])
      .executeTakeFirstOrThrow()
    expect(row.message).toContain(`由 ${owner.account_number} 改为 Yunqiao1`)
    expect(row.detail).toEqual({ before: { sign: owner.account_number }, after: { sign: 'Yunqiao1' } })
  })

  it('is of one account alone, whatever its case', async () => {
    const [owner, other] = [await world.anOwner(), await world.anOwner()]
    await edit(owner, 'Unique01')
    const answer = await edit(other, 'uniQUE01')
    expect(answer).toMatchObject({ code: 422, data: { errors: [{ field: 'sign', msg: '账号后缀已被使用' }] } })
    expect(await signOf(other)).toBe(other.account_number)
  })

  it('stays reserved when it is given up, and may be taken back', async () => {
    const [owner, other] = [await world.anOwner(), await world.anOwner()]
    await edit(owner, 'former01')
    await edit(owner, 'present01')
    expect((await edit(other, 'former01')).code).toBe(422)
    expect((await edit(other, owner.account_number)).code).toBe(422)
    expect((await edit(owner, 'FORMER01')).code).toBe(200)
    expect(await signOf(owner)).toBe('FORMER01')
    expect((await edit(owner, owner.account_number)).code).toBe(200)
  })

  it('may be sent again as it is, and nothing happens', async () => {
    const owner = await world.anOwner()
    await edit(owner, 'twice001')
    expect((await edit(owner, 'twice001')).code).toBe(200)
    const rows = await world.db.systemNow.sql
      .selectFrom('audit')
      .where('account_id', '=', owner.account_id)
      .where('action', '=', 'edit_sign')
      .select('seq')
      .execute()
    expect(rows).toHaveLength(1)
  })

  it('is never the number of an account that is still to come', async () => {
    expect((await edit(await world.anOwner(), '87654321')).code).toBe(422)
    expect((await edit(await world.anOwner(), '876543210')).code).toBe(200)
  })

  it('that many want at once goes to one account', async () => {
    const owners = await Promise.all(Array.from({ length: 6 }, () => world.anOwner()))
    const answers = await Promise.all(owners.map((owner, i) => edit(owner, i % 2 ? 'WANTED01' : 'wanted01')))
    expect(sortedCodes(answers)).toEqual([200, 422, 422, 422, 422, 422])
  })

  it('ends at one of them where an account sends two at once', async () => {
    const owner = await world.anOwner()
    const answers = await Promise.all([edit(owner, 'either01'), edit(owner, 'either02')])
    expect(answers.map(({ code }) => code)).toEqual([200, 200])
    expect(['either01', 'either02']).toContain(await signOf(owner))
  })

  it('has 6 to 12 letters and digits', async () => {
    const owner = await world.anOwner()
    for (const sign of ['short', 'thirteenchars', 'with-dash', 'with@at1', '后缀后缀后缀', "'; drop--"])
      expect((await edit(owner, sign)).code).toBe(422)
  })

  it('may be changed by whoever may edit members', async () => {
    const owner = await world.anOwner()
    const sub = await aSubAccount(world, owner)
    expect((await edit(sub, 'bysub001')).code).toBe(200)
    expect(await signOf(owner)).toBe('bysub001')
  })
})
