import { budgets, contract } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SUFFIX_KEPT_SECONDS } from './sign.service.ts'
import { aSubAccount, sortedCodes } from '../../../../test/credential-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const edit = (who: Pick<Person, 'access_token'>, sign: string) => world.call(who, contract.account.edit_sign, { sign })
/** Signs a person in again whose session has expired meanwhile. */
const again = async (who: Person): Promise<Person> => ({ ...who, ...(await world.signedIn(who)) })
const signOf = async (who: Person) => ((await world.call(who, contract.account.info, {})).data as { sign: string }).sign

describe('the suffix of software members', () => {
  it('is the account number at first', async () => {
    const owner = await world.anOwner()
    expect(await signOf(owner)).toBe(owner.account_number)
  })

  it('can be changed, which is logged with the old and the new one', async () => {
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

  it('belongs to one account only, regardless of case', async () => {
    const [owner, other] = [await world.anOwner(), await world.anOwner()]
    await edit(owner, 'Unique01')
    const answer = await edit(other, 'uniQUE01')
    expect(answer).toMatchObject({ code: 422, data: { errors: [{ field: 'sign', msg: '账号后缀已被使用' }] } })
    expect(await signOf(other)).toBe(other.account_number)
  })

  it('stays reserved when it is given up, and can be taken back', async () => {
    const [owner, other] = [await world.anOwner(), await world.anOwner()]
    await edit(owner, 'former01')
    await edit(owner, 'present01')
    expect((await edit(other, 'former01')).code).toBe(422)
    expect((await edit(other, owner.account_number)).code).toBe(422)
    expect((await edit(owner, 'FORMER01')).code).toBe(200)
    expect(await signOf(owner)).toBe('FORMER01')
    expect((await edit(owner, owner.account_number)).code).toBe(200)
  })

  it('can be a new one three times in thirty days, also when many are sent at once', async () => {
    const owner = await world.anOwner()
    const amount = budgets.suffix.counts[0].amount
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => edit(owner, `grab${100 + i}`)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(amount)
    expect(answers.find(({ code }) => code !== 200)).toMatchObject({
      code: 429,
      msg: '本账号启用新账号后缀的次数已达上限，请在 30 天后重试',
    })
    // A refused suffix is not reserved.
    const other = await world.anOwner()
    const free = Array.from({ length: 20 }, (_, i) => `grab${100 + i}`)[answers.findIndex(({ code }) => code !== 200)]!
    expect((await edit(other, free)).code).toBe(200)
    // A suffix that the account had is taken back without being counted.
    expect((await edit(owner, owner.account_number)).code).toBe(200)
    await world.pass(30 * 86_400 + 1)
    expect((await edit(await again(owner), 'later001')).code).toBe(200)
  })

  it('is free for others half a year after it was given up, unless a member still has it', async () => {
    const [owner, keeper, other] = [await world.anOwner(), await world.anOwner(), await world.anOwner()]
    await edit(owner, 'unused01')
    await edit(keeper, 'used0001')
    const member = { account_id: keeper.account_id, router_name: 'li@used0001', router_type: 2, note: '' } as const
    await world.db.systemNow.sql.insertInto('member').values(member).execute()
    for (const each of [owner, keeper]) await edit(each, each.account_number)
    await world.pass(SUFFIX_KEPT_SECONDS - 60)
    await world.services.signs.forgetFormer()
    expect((await edit(await again(other), 'unused01')).code).toBe(422)
    await world.pass(120)
    await world.services.signs.forgetFormer()
    expect((await edit(await again(other), 'unused01')).code).toBe(200)
    expect((await edit(await again(other), 'used0001')).code).toBe(422)
    expect((await edit(await again(keeper), 'used0001')).code).toBe(200)
    expect((await edit(await again(other), owner.account_number)).code).toBe(422)
  })

  it('can be sent again unchanged without effect', async () => {
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

  it('cannot be a number that another account may get', async () => {
    expect((await edit(await world.anOwner(), '87654321')).code).toBe(422)
    expect((await edit(await world.anOwner(), '876543210')).code).toBe(200)
  })

  it('goes to one of several accounts that request it at once', async () => {
    const owners = await Promise.all(Array.from({ length: 6 }, () => world.anOwner()))
    const answers = await Promise.all(owners.map((owner, i) => edit(owner, i % 2 ? 'WANTED01' : 'wanted01')))
    expect(sortedCodes(answers)).toEqual([200, 422, 422, 422, 422, 422])
  })

  it('ends as one of two that an account sends at once', async () => {
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

  it('can be changed by a sub-account that may edit members', async () => {
    const owner = await world.anOwner()
    const sub = await aSubAccount(world, owner)
    expect((await edit(sub, 'bysub001')).code).toBe(200)
    expect(await signOf(owner)).toBe('bysub001')
  })
})
