import { contract } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAccount } from './account.service.ts'
import {
  aBoundOwner,
  anAddress,
  anEmail,
  aPassword,
  aPhone,
  aPicture,
  aRegistration,
  askToRegister,
  aUsername,
  register,
  signIn,
  wrong,
} from '../../../../test/verification-fixtures.ts'
import { type Answer, createWorld, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ WEFT_CODES_PER_MINUTE: '100000' })
})
afterAll(() => world.close())

/** Requests a code and returns it as its recipient reads it. */
async function codeOf(target: string): Promise<string> {
  expect(await askToRegister(world, target)).toMatchObject({ code: 200, data: { receipt: expect.any(String) } })
  return world.codeFor(target)
}
const accountsOf = async (username: string): Promise<number> =>
  (await world.db.systemNow.sql.selectFrom('login').select('login_id').where('username', '=', username).execute()).length

describe('registering', () => {
  it.each([
    ['a phone', aPhone()],
    ['an e-mail', anEmail()],
    ['a phone from abroad', '+852 51234567'],
  ])('by %s opens an account that signs in by its name and by the proved contact', async (_, target) => {
    const input = aRegistration(target, await codeOf(target))
    expect(await register(world, input)).toMatchObject({ code: 200, data: null })
    for (const name of [input.username, target.replaceAll(' ', ''), target]) expect((await signIn(world, name, aPassword)).code).toBe(200)
  })

  it('binds the proved contact, grants what is free, is logged and sends a welcome message', async () => {
    const target = aPhone()
    const input = aRegistration(target, await codeOf(target))
    await register(world, input)
    const { access_token } = (await signIn(world, input.username, aPassword)).data as { access_token: string }
    const info = await world.call({ access_token }, contract.account.info, {})
    const { account_number, sign } = info.data as { account_number: string; sign: string }
    expect(info.data).toMatchObject({ nickname: '云桥', area_code: '86', user_email: null, message_count: 1, ram: 0 })
    expect((info.data as { user_phone: string }).user_phone).toBe(`${target.slice(4, 7)}****${target.slice(-4)}`)
    expect(sign).toBe(account_number)
    const audit = await world.asSystem(({ sql }) =>
      sql
        .selectFrom('audit')
        .innerJoin('account as a', 'a.account_id', 'audit.account_id')
        .where('a.account_number', '=', account_number)
        .select(['action', 'actor_kind', 'actor_name'])
        .orderBy('seq')
        .execute(),
    )
    expect(audit).toContainEqual({ action: 'register', actor_kind: 'owner', actor_name: input.username })
    expect(JSON.stringify(audit)).not.toContain(target.slice(4))
  })

  it('accepts a code once: of many submits at once one opens an account', async () => {
    const target = anEmail()
    const input = aRegistration(target, await codeOf(target))
    const answers = await Promise.all(Array.from({ length: 12 }, () => register(world, input)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code !== 200).every(({ code, msg }) => code === 422 && msg === '验证码错误或已过期')).toBe(true)
    expect(await accountsOf(input.username)).toBe(1)
    expect((await register(world, { ...input, username: aUsername() })).code).toBe(422)
  })

  it('gives a name to one of two who request it at the same moment', async () => {
    const username = aUsername()
    const inputs = []
    for (const target of [aPhone(), anEmail()]) inputs.push(aRegistration(target, await codeOf(target), username))
    const answers = await Promise.all(inputs.map((input) => register(world, input)))
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, 422]))
    expect(await accountsOf(username)).toBe(1)
  })

  it('needs a code of the same target and purpose', async () => {
    const [mine, other] = [aPhone(), aPhone()]
    const code = await codeOf(mine)
    await codeOf(other)
    expect(await register(world, aRegistration(other, code === (await world.codeFor(other)) ? wrong(code) : code))).toMatchObject({
      code: 422,
    })
    const owner = await aBoundOwner(world, { phone: aPhone() })
    const sent = await world.call(
      owner,
      contract.verify.send_code,
      { send_type: 'email', send_value: 'bind@example.com', verify_type: 'verify_email' },
      { address: anAddress() },
    )
    expect(sent.code).toBe(200)
    expect((await register(world, aRegistration('bind@example.com', await world.codeFor('bind@example.com')))).code).toBe(422)
    expect((await register(world, aRegistration(mine, code))).code).toBe(200)
  })
})

describe('the number of an account', () => {
  it('is neither another account’s number nor any account’s suffix, present or former', async () => {
    const other = await aBoundOwner(world, {})
    await world.asSystem(({ sql }) =>
      sql.insertInto('account_sign').values({ sign_key: '77000001', account_id: other.account_id }).execute(),
    )
    const drawn = [other.account_number, '77000001', '77000002']
    const made = await world.asSystem((system) =>
      createAccount(system, { username: aUsername(), nickname: '客户', password: aPassword }, () => drawn.shift()!),
    )
    expect(made.account_number).toBe('77000002')
    const signs = await world.asSystem(({ sql }) =>
      sql.selectFrom('account_sign').selectAll().where('account_id', '=', made.account_id).execute(),
    )
    expect(signs).toMatchObject([{ sign_key: '77000002' }])
    const accounts = await world.asSystem(({ sql }) =>
      sql.selectFrom('account').select('account_id').where('account_number', '=', '77000001').execute(),
    )
    expect(accounts).toEqual([])
  })
})

describe('a taken name or contact', () => {
  const problem = ({ code, msg, data }: Answer) => ({
    code,
    msg,
    field: (data as unknown as { errors: { field: string }[] }).errors[0]!.field,
  })

  it('is reported at its field after the code was right, and the code stays valid for another try', async () => {
    const owner = await aBoundOwner(world, { phone: aPhone(), email: anEmail() })
    const target = anEmail()
    const code = await codeOf(target)
    const taken = aRegistration(target, code, owner.username.toUpperCase())
    for (let i = 0; i < 6; i++)
      expect(problem(await register(world, taken))).toEqual({ code: 422, msg: '用户名已被使用', field: 'username' })
    expect((await register(world, { ...taken, username: aUsername() })).code).toBe(200)

    for (const [contact, msg] of [
      [owner.phone!, '手机号已被使用'],
      [owner.email!.toUpperCase(), '邮箱已被使用'],
    ] as const) {
      const input = aRegistration(contact, await codeOf(contact))
      expect(problem(await register(world, { ...input, code: wrong(input.code) })).msg).toBe('验证码错误或已过期')
      expect(problem(await register(world, input))).toEqual({ code: 422, msg, field: 'verify' })
      expect(await accountsOf(input.username)).toBe(0)
    }
  })

  it('cannot be discovered by requesting a code: the answer, its limits and its delivery are those of a free one', async () => {
    const owner = await aBoundOwner(world, { phone: aPhone(), email: anEmail() })
    for (const [free, taken] of [
      [aPhone(), owner.phone!],
      [anEmail(), owner.email!],
    ] as const) {
      const shapes = []
      for (const target of [free, taken]) {
        const first = await askToRegister(world, target)
        const again = await askToRegister(world, target)
        await world.deliver()
        const { receipt } = first.data as { receipt: string }
        const fares = await world.call(undefined, contract.verify.delivery, { receipt })
        shapes.push({
          first: [first.code, first.msg, Object.keys(first.data)],
          again: [again.code, again.msg.replace(/\d+/, 'n')],
          fares: fares.data,
        })
        expect(world.outbox(target)).toHaveLength(1)
      }
      expect(shapes[0]).toEqual(shapes[1])
    }
  })

  it('is the same in every spelling: full-width letters and digits, capitals, +86 and spaces', async () => {
    const phone = aPhone()
    const owner = await aBoundOwner(world, { phone })
    const wide = [...owner.username].map((letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)).join('')
    const number = phone.slice(4)
    for (const name of [
      wide,
      ` ${owner.username.toUpperCase()} `,
      `+86${number}`,
      `+86 ${number.slice(0, 3)} ${number.slice(3)}`,
      `＋86-${number}`,
      number,
    ])
      expect((await signIn(world, name, aPassword)).code, name).toBe(200)
    // A look-alike letter of another script is another letter, and a number of another country is another phone.
    for (const name of [owner.username.replace('u', 'ս').replace('e', 'е'), `+852${number}`, `86${number}`])
      expect((await signIn(world, name, aPassword)).code, name).toBe(401)
  })
})

describe('a registration request', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['digits alone, which could be a phone', { username: '13800138000' }, '用户名不能全部为数字，以免与手机号混淆'],
    ['an e-mail for a name', { username: 'a@b.com' }, '用户名为 6–18 位字母或数字'],
    ['a Cyrillic look-alike', { username: 'аdmin2026' }, '用户名为 6–18 位字母或数字'],
    ['a sub-account for a name', { username: 'name@12345678' }, '用户名为 6–18 位字母或数字'],
    ['a name that is too long', { username: 'a'.repeat(19) }, '用户名为 6–18 位字母或数字'],
    ['a nickname of one character', { nickname: '云' }, '昵称为 2–12 位中文、字母或数字'],
    ['a nickname with a mark-up', { nickname: '<b>云桥' }, '昵称为 2–12 位中文、字母或数字'],
    ['passwords that differ', { newPassword: 'secret-12345' }, '两次输入的密码不一致'],
    ['a code of five digits', { code: '12345' }, '验证码长度必须为 6 位'],
    ['an e-mail where a phone belongs', { type: 'phone', verify: 'a@example.com' }, '请输入正确的手机号'],
    ['a phone of no numbering plan', { type: 'phone', verify: '+1 5551234567' }, '请输入正确的手机号'],
    ['a trunk zero', { type: 'phone', verify: '+44 07911123456' }, '请输入正确的手机号'],
    ['a dial code of nowhere', { type: 'phone', verify: '+999 12345678' }, '请输入正确的手机号'],
    ['an e-mail without a domain', { type: 'email', verify: 'someone@host' }, '请输入正确的邮箱'],
    ['an e-mail that is too long', { type: 'email', verify: `${'a'.repeat(64)}@example.com` }, '手机号或邮箱不能超过 64 个字符'],
    ['more than is asked', { ram: 1 }, '不支持的字段：ram'],
  ])('is refused with %s', async (_, change, msg) => {
    const answer = await register(world, { ...aRegistration(anEmail(), '123456'), ...change })
    expect({ code: answer.code, msg: answer.msg }).toEqual({ code: 422, msg })
  })

  it('gets no code for a phone of no numbering plan, and is refused at its field', async () => {
    expect(await askToRegister(world, '+1 5551234567')).toMatchObject({
      code: 422,
      msg: '请输入正确的手机号',
      data: { errors: [{ field: 'send_value', msg: '请输入正确的手机号' }] },
    })
  })
})

describe('the image code', () => {
  it('is required once an address was sent three codes in an hour, and works once', async () => {
    const address = anAddress()
    for (let i = 0; i < 3; i++) expect((await askToRegister(world, anEmail(), { address })).code).toBe(200)
    expect(await askToRegister(world, anEmail(), { address })).toMatchObject({ code: 401, msg: '请输入图形验证码' })
    const picture = await aPicture(world)
    expect((await askToRegister(world, anEmail(), { address, ...picture, img_code: 'zzzz' })).msg).toBe('图形验证码错误或已过期')
    expect((await askToRegister(world, anEmail(), { address, ...picture })).msg).toBe('图形验证码错误或已过期')
    const fresh = await aPicture(world)
    expect((await askToRegister(world, anEmail(), { address, ...fresh })).code).toBe(200)
    expect((await askToRegister(world, anEmail(), { address, ...fresh })).msg).toBe('图形验证码错误或已过期')
    await world.pass(3601)
    expect((await askToRegister(world, anEmail(), { address })).code).toBe(200)
  })

  it('cannot be avoided by asking many times at once', async () => {
    const address = anAddress()
    const answers = await Promise.all(Array.from({ length: 12 }, () => askToRegister(world, anEmail(), { address })))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(3)
    expect(answers.filter(({ code }) => code === 401)).toHaveLength(9)
  })
})
