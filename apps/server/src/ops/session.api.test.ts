import { contract, OPERATOR_SECONDS, opsContract, SIGN_IN_LOCK_SECONDS } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOperator } from './operator.service.ts'
import { digest } from '../kernel/secrets.ts'
import { anOperator, signIn } from '../../test/ops-people.ts'
import { createWorld, type World } from '../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const look = (who: { access_token: string }) => world.call(who, opsContract.services.catalogue, {})

describe('an operator’s sign-in', () => {
  it('returns a token for eight hours and the operator', async () => {
    const admin = await anOperator(world, 'admin')
    const answer = await signIn(world, admin)
    expect(answer).toMatchObject({ code: 200, data: { token_expire_time: 28_800, operator: { username: admin.username, role: 'admin' } } })
    expect(answer.cookie).toBeUndefined()
    await world.pass(OPERATOR_SECONDS - 60)
    expect((await look(admin)).code).toBe(200)
    await world.pass(120)
    expect(await look(admin)).toMatchObject({ status: 401, code: 2002 })
  })

  it('stores no token in clear text', async () => {
    const { access_token } = await anOperator(world, 'support')
    const rows = await world.db.systemNow.sql.selectFrom('operator_session').select('token_hash').execute()
    expect(rows.some(({ token_hash }) => token_hash.equals(digest(access_token)))).toBe(true)
    expect(rows.some(({ token_hash }) => token_hash.toString('utf8') === access_token)).toBe(false)
  })

  it('answers an unknown name and a wrong password alike', async () => {
    const admin = await anOperator(world, 'admin')
    const [unknown, wrong] = [
      await signIn(world, { username: 'nobody', password: 'operator-1234' }),
      await signIn(world, { ...admin, password: 'wrong-1234' }),
    ]
    expect(unknown).toMatchObject({ code: 401, msg: '用户名或密码错误', data: null })
    expect([wrong.code, wrong.msg, wrong.data]).toEqual([unknown.code, unknown.msg, unknown.data])
  })

  it('locks a name and address after five wrong passwords for 15 minutes', async () => {
    const admin = await anOperator(world, 'admin')
    for (let i = 0; i < 5; i++) expect((await signIn(world, { ...admin, password: 'wrong-1234' }, '10.200.1.7')).code).toBe(401)
    expect(await signIn(world, admin, '10.200.1.9')).toMatchObject({ status: 429, code: 429, data: { retry_after: expect.any(Number) } })
    expect((await signIn(world, admin, '10.200.2.7')).code).toBe(200)
    await world.pass(SIGN_IN_LOCK_SECONDS + 1)
    expect((await signIn(world, admin, '10.200.1.7')).code).toBe(200)
  })

  it('does not lock the customer of the same name', async () => {
    const owner = await world.anOwner()
    await world.asSystem((db) => createOperator(db, { username: owner.username, role: 'support', password: 'operator-1234' }))
    for (let i = 0; i < 6; i++) await signIn(world, { username: owner.username, password: 'wrong-1234' }, '10.201.1.7')
    const from = { address: '10.201.1.7' }
    const { uniqid } = (await world.call(undefined, contract.verify.code, {}, from)).data as { uniqid: string }
    const code = (await world.services.captchas.read(uniqid))!
    const input = { username: owner.username, password: owner.password, code, uniqid }
    expect((await world.call(undefined, contract.login.authorization, input, from)).code).toBe(200)
  })

  it('ends at logout, and another session of the same operator continues', async () => {
    const admin = await anOperator(world, 'admin')
    const other = (await signIn(world, admin)).data as { access_token: string }
    expect((await world.call(admin, opsContract.session.logout, {})).code).toBe(200)
    expect(await look(admin)).toMatchObject({ status: 401, code: 2003 })
    expect((await look(other)).code).toBe(200)
  })

  it('ends at once for an operator who is disabled, who cannot sign in again', async () => {
    const sales = await anOperator(world, 'sales')
    await world.db.systemNow.sql.updateTable('operator').set({ status: 0 }).where('username', '=', sales.username).execute()
    expect(await look(sales)).toMatchObject({ status: 401, code: 2004 })
    expect((await signIn(world, sales)).code).toBe(403)
  })

  it('reports every problem, in Chinese', async () => {
    const answer = await world.call(undefined, opsContract.session.login, { username: ' ', password: '', role: 'admin' })
    expect(answer).toMatchObject({ status: 422, code: 422, msg: '用户名不能为空' })
    expect((answer.data as { errors: unknown[] }).errors).toEqual([
      { field: 'username', msg: '用户名不能为空' },
      { field: 'password', msg: '密码不能为空' },
      { field: 'role', msg: '不支持的字段：role' },
    ])
  })
})

describe('creating an operator', () => {
  const create = (operator: { username: string; role: string; password?: string }) => world.asSystem((db) => createOperator(db, operator))

  it('generates a password if none is given, which signs in', async () => {
    const { password } = await create({ username: 'generated', role: 'network' })
    expect(password).toMatch(/^[2-9A-HJKMNP-Z]{16}$/)
    expect((await signIn(world, { username: 'generated', password: password! })).code).toBe(200)
  })

  it('does not return a given password', async () => {
    expect(await create({ username: 'given', role: 'sales', password: 'operator-1234' })).toEqual({
      username: 'given',
      role: 'sales',
      password: undefined,
    })
  })

  it.each([
    [{ username: 'x', role: 'admin' }, /name has 3 to 32/],
    [{ username: '1abc', role: 'admin' }, /starts with a letter/],
    [{ username: 'a b c', role: 'admin' }, /name has 3 to 32/],
    [{ username: 'fresh1', role: 'root' }, /one of support, network, sales, admin/],
    [{ username: 'fresh2', role: 'admin', password: 'short' }, /password has 8 to 128/],
    [{ username: 'fresh3', role: 'admin', password: 'with a space' }, /password has 8 to 128/],
  ])('refuses %j with a sentence', async (operator, sentence) => {
    await expect(create(operator)).rejects.toThrow(sentence)
  })

  it('refuses an existing name, in any case', async () => {
    await create({ username: 'Twice', role: 'admin', password: 'operator-1234' })
    await expect(create({ username: 'twice', role: 'admin', password: 'operator-1234' })).rejects.toThrow(/already/)
  })
})
