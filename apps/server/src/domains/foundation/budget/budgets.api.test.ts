import { type Budget, type BudgetName, budgets, type CountedBy, contract, opsContract } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireTargets } from '../../../http/spend.ts'
import { anAddress, anEmail } from '../../../../test/verification-fixtures.ts'
import { createDatabase, createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
let second: World
beforeAll(async () => {
  const url = await createDatabase()
  world = await createWorld({}, { url })
  second = await createWorld({}, { url })
})
afterAll(() => Promise.all([world.close(), second.close()]))

const DAY = 86_400
const language = 'zh-CN' as const
const most = (name: BudgetName, by: CountedBy): number => {
  const { counts }: Budget = budgets[name]
  return counts.find((count) => count.by === by)!.amount
}
const rows = () => world.db.systemNow.sql.selectFrom('budget_spent').selectAll().execute()
const spender = ({ account_id, login_id }: Person, target = anEmail()) => ({ account_id, login_id, address: anAddress(), target, language })

describe('a budget', () => {
  it('lets through exactly as many calls as it has, over two servers and all at once', async () => {
    const who = spender(await world.anOwner())
    const amount = most('contact_letter', 'target')
    const taken = await Promise.allSettled(
      Array.from({ length: 12 }, (_, i) => (i % 2 ? world : second).services.budgets.take('contact_letter', who)),
    )
    expect(taken.filter(({ status }) => status === 'fulfilled')).toHaveLength(amount)
    const reasons = taken.flatMap((each) => (each.status === 'rejected' ? [(each.reason as { reason?: string }).reason] : []))
    expect(new Set(reasons)).toEqual(new Set(['budgetSpent']))
  })

  it('takes nothing from its other counts when one of them is used up', async () => {
    const [owner, target] = [await world.anOwner(), anEmail()]
    for (let i = 0; i < most('contact_letter', 'target'); i++)
      await world.services.budgets.take('contact_letter', spender(await world.anOwner(), target))
    const before = await rows()
    await expect(world.services.budgets.take('contact_letter', spender(owner, target))).rejects.toMatchObject({ reason: 'budgetSpent' })
    expect(await rows()).toEqual(before)
  })

  it('names what is used up, whose it is and when it is free again, in both languages', async () => {
    const who = spender(await world.anOwner())
    for (let i = 0; i < most('contact_letter', 'target'); i++) await world.services.budgets.take('contact_letter', who)
    const refused = (of: typeof language | 'en') =>
      world.services.budgets.take('contact_letter', { ...who, language: of }).catch((error: unknown) => error)
    expect(await refused('zh-CN')).toMatchObject({
      params: { whose: '同一邮箱', what: '发送验证邮件的次数', wait: '24 小时' },
      data: { retry_after: expect.any(Number) },
    })
    expect(await refused('en')).toMatchObject({ params: { whose: 'this e-mail address', what: 'verification letters', wait: '24 h' } })
  })

  it('is free again after its time, which refused calls do not prolong', async () => {
    const who = spender(await world.anOwner())
    for (let i = 0; i < most('contact_letter', 'target'); i++) await world.services.budgets.take('contact_letter', who)
    await world.pass(DAY - 60)
    await expect(world.services.budgets.take('contact_letter', who)).rejects.toMatchObject({ reason: 'budgetSpent' })
    await world.pass(61)
    await world.services.budgets.take('contact_letter', who)
  })

  it('counts a target regardless of case, and stores no name in its table', async () => {
    const who = spender(await world.anOwner())
    for (let i = 0; i < most('contact_letter', 'target'); i++) await world.services.budgets.take('contact_letter', who)
    const shouted = { ...spender(await world.anOwner()), target: who.target.toUpperCase() }
    await expect(world.services.budgets.take('contact_letter', shouted)).rejects.toMatchObject({ reason: 'budgetSpent' })
    const text = (await rows()).map(({ budget_key }) => budget_key.toString('latin1')).join('\n')
    expect(text).not.toContain(who.target)
    expect((await rows()).every(({ budget_key }) => budget_key.length === 32)).toBe(true)
  })

  it('refuses one call that asks for more than its whole amount', async () => {
    const who = spender(await world.anOwner())
    const amount = most('picture_bytes', 'account')
    await expect(world.services.budgets.take('picture_bytes', who, amount + 1)).rejects.toMatchObject({ reason: 'budgetSpent' })
    await world.services.budgets.take('picture_bytes', who, amount)
    await expect(world.services.budgets.take('picture_bytes', who, 1)).rejects.toMatchObject({ reason: 'budgetSpent' })
  })

  it('can be used again after an unused part is given back', async () => {
    const who = spender(await world.anOwner())
    const amount = most('picture_bytes', 'account')
    await world.services.budgets.take('picture_bytes', who, amount)
    await world.services.budgets.giveBack('picture_bytes', who, 10)
    await world.services.budgets.take('picture_bytes', who, 10)
    await expect(world.services.budgets.take('picture_bytes', who, 1)).rejects.toMatchObject({ reason: 'budgetSpent' })
  })

  it('is deleted once all of it is free again, and not before', async () => {
    await world.services.budgets.take('contact_letter', spender(await world.anOwner()))
    const before = (await rows()).length
    await world.services.budgets.deleteOver()
    expect((await rows()).length).toBe(before)
    await world.pass(31 * DAY)
    await world.services.budgets.deleteOver()
    expect(await rows()).toEqual([])
  })

  it('lets no call through when it cannot be counted', async () => {
    const broken = await createWorld()
    const owner = await broken.anOwner()
    await broken.services.budgets.take('domain_check', spender(owner, 'example.com'))
    await broken.db.close()
    await expect(broken.services.budgets.take('domain_check', spender(owner, 'example.com'))).rejects.toBeInstanceOf(Error)
    await broken.close().catch(() => {})
  })
})

describe('the check of budgets before a handler', () => {
  const verify = (who: Person, domain: string, address: string, of = world) =>
    of.call(who, contract.directory.verify_domain, { domain }, { address })

  it('takes what an endpoint declares before its handler runs, whatever that answers', async () => {
    const owner = await world.anOwner()
    for (let i = 0; i < most('domain_check', 'account'); i++)
      await world.services.budgets.take('domain_check', spender(owner, `d${i}.example.com`))
    const refused = await verify(owner, 'example.com', anAddress())
    const { retry_after } = refused.data as { retry_after: number }
    expect(refused).toMatchObject({ status: 429, code: 429, msg: '本账号验证域名的次数已达上限，请在 60 分钟后重试' })
    expect(refused.headers['retry-after']).toBe(String(retry_after))
  })

  it('counts sign-in attempts of operators by user name, over all addresses', async () => {
    const login = (username: string) =>
      world.call(undefined, opsContract.session.login, { username, password: 'wrong-1234' }, { address: anAddress() })
    const [amount, at] = [most('operator_sign_in', 'target'), new Set<number>()]
    for (let i = 0; i < amount; i++)
      await world.services.budgets.take('operator_sign_in', { address: anAddress(), target: 'nobody-here', language })
    for (const name of ['nobody-here', 'NOBODY-here']) at.add((await login(name)).code)
    expect([...at]).toEqual([429])
    expect((await login('somebody-else')).code).toBe(401)
  })

  it('refuses an endpoint whose calls would not be counted by target', () => {
    const endpoint = { ...contract.directory.verify_domain, spends: [{ budget: 'domain_check', at: 'door' } as const] }
    expect(() => requireTargets(endpoint)).toThrow('ldap/verify_domain takes from domain_check')
    expect(() => requireTargets({ ...endpoint, spends: [{ budget: 'domain_check', at: 'door', target: 'host' }] })).toThrow(
      'names no field',
    )
    expect(() => requireTargets(contract.directory.verify_domain)).not.toThrow()
  })
})
