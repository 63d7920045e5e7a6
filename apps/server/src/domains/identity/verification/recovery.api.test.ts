import { contract, RECOVERY_SECONDS } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRole } from '../sub-account/role.service.ts'
import { createSubAccount } from '../sub-account/sub-account.service.ts'
import { grant } from '../../../../test/network-fixtures.ts'
import {
  aBoundOwner,
  anAddress,
  anEmail,
  aPassword,
  aPhone,
  aPicture,
  askToRegister,
  signIn,
  wrong,
} from '../../../../test/verification-fixtures.ts'
import { stepsOf, codeAndMessage } from '../../../../test/recovery-fixtures.ts'
import { createWorld, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ WEFT_CODES_PER_MINUTE: '100000' })
})
afterAll(() => world.close())

const { begin, send, prove, reset } = stepsOf(() => world)

/** Returns the id of a recovery whose code was right. */
async function proved(owner: { username: string; phone?: string }): Promise<string> {
  const { uniqid } = await begin(owner.username)
  await send(uniqid, 'phone')
  expect((await prove(uniqid, 'phone', await world.codeFor(owner.phone!))).code).toBe(200)
  return uniqid
}

describe('replacing a forgotten password', () => {
  it('works with a code to a bound contact, whichever name was typed', async () => {
    const owner = await aBoundOwner(world, { phone: aPhone(), email: anEmail() })
    for (const name of [owner.username.toUpperCase(), owner.phone!.replace(' ', ''), owner.email!]) {
      const { answer } = await begin(name)
      expect(answer).toMatchObject({ code: 200 })
      expect(answer.data).toEqual({
        phone: `${owner.phone!.slice(4, 7)}****${owner.phone!.slice(-4)}`,
        email: `${owner.email![0]}***@…`,
      })
    }
    // A company's domain would tell a stranger that the address is a real one.
    const company = await aBoundOwner(world, { email: 'Zhang.San@hq.some-company.cn' })
    expect((await begin(company.username)).answer.data).toEqual({ phone: '', email: 'z***@…' })
    const { uniqid } = await begin(owner.username)
    expect(await send(uniqid, 'email')).toMatchObject({ code: 200, data: { receipt: expect.any(String) } })
    expect((await prove(uniqid, 'email', await world.codeFor(owner.email!))).code).toBe(200)
    expect(await reset(uniqid)).toMatchObject({ code: 200, data: null })
    expect((await signIn(world, owner.username, aPassword)).code).toBe(401)
    expect((await signIn(world, owner.username, 'another-123')).code).toBe(200)
  })

  it('ends every session of the account, sub-accounts’ too, and is reported by message, by letter and in the log', async () => {
    const owner = await aBoundOwner(world, { phone: aPhone(), email: anEmail() })
    await grant(world, owner, 'sub_account', 3)
    const sub = await world.asSystem(async (system) => {
      const own = { ...system, account_id: owner.account_id }
      const role_id = await createRole(own, 'system', { name: '客服', flags: [], networks: [] })
      return createSubAccount(own, 'system', { role_id, nickname: '子账号', username: 'assistant', password: aPassword })
    })
    const subAccount = await world.signedIn({ account_id: owner.account_id, login_id: sub })
    const uniqid = await proved(owner)
    const before = world.outbox().length
    await reset(uniqid)
    for (const who of [owner, subAccount]) expect((await world.call(who, contract.account.info, {})).code).toBe(2003)

    await world.deliver()
    expect(
      world
        .outbox()
        .slice(0, world.outbox().length - before)
        .map(({ to }) => to)
        .toSorted((a, b) => (a < b ? -1 : 1)),
    ).toEqual([owner.phone, owner.email].toSorted((a, b) => (a! < b! ? -1 : 1)))
    expect(world.outbox(owner.email)[0]!.subject).toContain('登录密码')
    const again = await world.signedIn(owner)
    expect((await world.call(again, contract.account.info, {})).data).toMatchObject({ message_count: 1 })
    const rows = await world.asSystem(({ sql }) =>
      sql.selectFrom('audit').selectAll().where('account_id', '=', owner.account_id).orderBy('seq').execute(),
    )
    expect(rows.at(-1)).toMatchObject({ action: 'recover_password', actor_kind: 'owner', actor_name: owner.username })
    expect(JSON.stringify(rows)).not.toContain('another-123')
  })

  it('ends a sign-in with the former password that waits for its second factor', async () => {
    const owner = await aBoundOwner(world, { phone: aPhone() })
    const { account_id, login_id } = owner
    const waiting = () => world.db.systemNow.sql.selectFrom('totp_challenge').selectAll().where('login_id', '=', login_id).execute()
    const expire_time = new Date(Date.now() + 300_000)
    await world.asSystem(({ sql }) =>
      sql
        .insertInto('totp_challenge')
        .values({ challenge_hash: Buffer.from(owner.username), account_id, login_id, expire_time })
        .execute(),
    )
    const uniqid = await proved(owner)
    expect(await waiting()).toHaveLength(1)
    await reset(uniqid)
    expect(await waiting()).toEqual([])
  })

  it('succeeds for one of ten who send the last step at once', async () => {
    const owner = await aBoundOwner(world, { phone: aPhone() })
    const uniqid = await proved(owner)
    const passwords = Array.from({ length: 10 }, (_, i) => `another-${i}`)
    const answers = await Promise.all(passwords.map((password) => reset(uniqid, password)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter((answer) => codeAndMessage(answer) === '403 找回密码已超时，请重新开始')).toHaveLength(9)
    const winner = answers.findIndex(({ code }) => code === 200)
    expect((await signIn(world, owner.username, passwords[winner]!)).code).toBe(200)
  })

  it('leaves a lock of the sign-in as it is', async () => {
    const owner = await aBoundOwner(world, { phone: aPhone() })
    const [address, attempt] = [
      anAddress(),
      async (password: string, from: string) => {
        const { img_code: code, uniqid } = await aPicture(world)
        return world.call(undefined, contract.login.authorization, { username: owner.username, password, code, uniqid }, { address: from })
      },
    ]
    for (let i = 0; i < 6; i++) await attempt('wrong-1234', address)
    await reset(await proved(owner))
    expect((await attempt('another-123', address)).code).toBe(429)
    expect((await attempt('another-123', '172.16.9.1')).code).toBe(200)
  })
})

describe('a step of a recovery', () => {
  it('cannot be skipped: without a proof the password is not changed', async () => {
    const owner = await aBoundOwner(world, { phone: aPhone() })
    const { uniqid } = await begin(owner.username)
    expect(codeAndMessage(await reset(uniqid))).toBe('401 请先完成身份验证')
    await send(uniqid, 'phone')
    expect(codeAndMessage(await reset(uniqid))).toBe('401 请先完成身份验证')
    expect(codeAndMessage(await prove(uniqid, 'phone', wrong(await world.codeFor(owner.phone!))))).toBe('422 验证码错误或已过期')
    expect(codeAndMessage(await reset(uniqid))).toBe('401 请先完成身份验证')
    expect((await signIn(world, owner.username, aPassword)).code).toBe(200)
  })

  it('cannot be repeated', async () => {
    const owner = await aBoundOwner(world, { phone: aPhone() })
    const { uniqid } = await begin(owner.username)
    await send(uniqid, 'phone')
    const code = await world.codeFor(owner.phone!)
    expect((await prove(uniqid, 'phone', code)).code).toBe(200)
    expect(codeAndMessage(await prove(uniqid, 'phone', code))).toBe('422 验证码错误或已过期')
    expect((await reset(uniqid)).code).toBe(200)
    for (const answer of [await reset(uniqid, 'third-1234'), await prove(uniqid, 'phone', code), await send(uniqid, 'phone')])
      expect(codeAndMessage(answer)).toBe('403 找回密码已超时，请重新开始')
    expect((await signIn(world, owner.username, 'another-123')).code).toBe(200)
  })

  it('belongs to its own recovery: it refuses a picture, another recovery and another account’s code', async () => {
    const [alpha, beta] = [await aBoundOwner(world, { phone: aPhone() }), await aBoundOwner(world, { phone: aPhone() })]
    const [one, two, other] = [await begin(alpha.username), await begin(beta.username), await begin(alpha.username)]
    const picture = await aPicture(world)
    for (const uniqid of [picture.uniqid, 'made-up']) {
      expect(codeAndMessage(await send(uniqid, 'phone'))).toBe('403 找回密码已超时，请重新开始')
      expect(codeAndMessage(await prove(uniqid, 'phone', '123456'))).toBe('403 找回密码已超时，请重新开始')
      expect(codeAndMessage(await reset(uniqid))).toBe('403 找回密码已超时，请重新开始')
    }
    await send(one.uniqid, 'phone')
    const code = await world.codeFor(alpha.phone!)
    for (const uniqid of [two.uniqid, other.uniqid])
      expect(codeAndMessage(await prove(uniqid, 'phone', code))).toBe('422 验证码错误或已过期')
    expect((await prove(one.uniqid, 'phone', code)).code).toBe(200)
    expect(codeAndMessage(await reset(two.uniqid))).toBe('401 请先完成身份验证')
    expect(codeAndMessage(await reset(other.uniqid))).toBe('401 请先完成身份验证')
  })

  it('accepts no code that was sent for something else', async () => {
    const owner = await aBoundOwner(world, { phone: aPhone(), email: anEmail() })
    const { uniqid } = await begin(owner.username)
    await askToRegister(world, owner.phone!)
    expect(codeAndMessage(await prove(uniqid, 'phone', await world.codeFor(owner.phone!)))).toBe('422 验证码错误或已过期')
    await world.call(owner, contract.verify.send_code, { send_type: 'email', verify_type: 'verify_email' }, { address: anAddress() })
    expect(codeAndMessage(await prove(uniqid, 'email', await world.codeFor(owner.email!)))).toBe('422 验证码错误或已过期')
  })

  it('is refused after fifteen minutes', async () => {
    const owner = await aBoundOwner(world, { phone: aPhone() })
    const uniqid = await proved(owner)
    await world.pass(RECOVERY_SECONDS + 1)
    expect(codeAndMessage(await reset(uniqid))).toBe('403 找回密码已超时，请重新开始')
    await world.services.recoveries.deleteExpired()
    expect(await world.db.systemNow.sql.selectFrom('recovery').selectAll().where('login_id', '=', owner.login_id).execute()).toEqual([])
  })

  it('is refused once the proved contact is no longer bound', async () => {
    const owner = await aBoundOwner(world, { phone: aPhone(), email: anEmail() })
    const uniqid = await proved(owner)
    await world.asSystem(({ sql }) =>
      sql.updateTable('login').set({ phone: '13911112222' }).where('login_id', '=', owner.login_id).execute(),
    )
    expect(codeAndMessage(await reset(uniqid))).toBe('401 请先完成身份验证')
  })

  it('is refused once another recovery was completed first', async () => {
    const owner = await aBoundOwner(world, { phone: aPhone(), email: anEmail() })
    const first = await proved(owner)
    const { uniqid: second } = await begin(owner.username)
    await send(second, 'email')
    await prove(second, 'email', await world.codeFor(owner.email!))
    expect((await reset(second)).code).toBe(200)
    expect(codeAndMessage(await reset(first, 'third-1234'))).toBe('403 找回密码已超时，请重新开始')
  })

  it('uses the picture up, and refuses a wrong one', async () => {
    const owner = await aBoundOwner(world, { phone: aPhone() })
    const picture = await aPicture(world)
    const ask = (img_code: string) =>
      world.call(undefined, contract.verify.find_password, { username: owner.username, ...picture, img_code }, { address: anAddress() })
    expect(codeAndMessage(await ask('zzzz'))).toBe('422 图形验证码错误或已过期')
    expect(codeAndMessage(await ask(picture.img_code))).toBe('422 图形验证码错误或已过期')
    const { uniqid } = await begin(owner.username)
    const again = await world.call(
      undefined,
      contract.verify.find_password,
      { username: owner.username, img_code: 'abcd', uniqid },
      { address: anAddress() },
    )
    expect(codeAndMessage(again)).toBe('422 图形验证码错误或已过期')
  })

  it('is refused for a disabled account only once its owner has proved themselves', async () => {
    const owner = await aBoundOwner(world, { phone: aPhone() })
    const late = await proved(owner)
    await world.asSystem(({ sql }) => sql.updateTable('account').set({ status: 0 }).where('account_id', '=', owner.account_id).execute())
    expect(codeAndMessage(await reset(late))).toBe('403 账号已停用，请联系客服')
    await world.pass(60)
    const { answer, uniqid } = await begin(owner.username)
    expect(answer.code).toBe(200)
    expect((await send(uniqid, 'phone')).code).toBe(200)
    const code = await world.codeFor(owner.phone!)
    expect(codeAndMessage(await prove(uniqid, 'phone', wrong(code)))).toBe('422 验证码错误或已过期')
    expect(codeAndMessage(await prove(uniqid, 'phone', code))).toBe('403 账号已停用，请联系客服')
    expect(codeAndMessage(await reset(uniqid))).toBe('401 请先完成身份验证')
  })
})
