import { CODE_SECONDS, CODE_TRIES, contract, IDENTITY_SECONDS } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aLink } from '../../../../test/matrix/people.ts'
import {
  aBoundOwner,
  anAddress,
  anEmail,
  aPhone,
  type Bound,
  sendCode,
  type SentCode,
  wrong,
} from '../../../../test/verification-fixtures.ts'
import { type Answer, createWorld, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ WEFT_CODES_PER_MINUTE: '100000' })
})
afterAll(() => world.close())

const send = (who: Bound, sent: SentCode): Promise<Answer> => sendCode(world, who, sent)
const verify = (who: Bound, send_type: 'phone' | 'email', code: string): Promise<Answer> =>
  world.call(who, contract.verify.verify, { send_type, verify_type: `verify_${send_type}`, code }, { address: anAddress() })
const codeAndMessage = ({ code, msg }: Answer) => `${code} ${msg.replace(/\d+/, 'n')}`
const isVerified = async ({ login_id }: Bound): Promise<(number | null)[]> => {
  const rows = await world.db.systemNow.sql.selectFrom('session').where('login_id', '=', login_id).select('verified_until').execute()
  return rows.map(({ verified_until }) => verified_until)
}

describe('an identity code', () => {
  it('is sent to a bound contact, and verifies this session alone for ten minutes', async () => {
    const owner = await aBoundOwner(world, { phone: aPhone(), email: anEmail() })
    await world.signedIn(owner)
    expect(await send(owner, { send_type: 'email' })).toMatchObject({
      code: 200,
      data: { receipt: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    })
    expect(world.outbox(owner.phone)).toEqual([])
    const began = Math.floor(Date.now() / 1000)
    expect((await verify(owner, 'email', await world.codeFor(owner.email!))).code).toBe(200)
    const until = (await isVerified(owner)).filter((time) => time !== null)
    expect(until).toHaveLength(1)
    expect(until[0]! - IDENTITY_SECONDS).toBeGreaterThanOrEqual(began)
    expect(until[0]! - IDENTITY_SECONDS).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000))
  })

  it('is accepted only for its own channel and login', async () => {
    const [alpha, beta] = [await aBoundOwner(world, { phone: aPhone(), email: anEmail() }), await aBoundOwner(world, { phone: aPhone() })]
    await send(alpha, { send_type: 'phone' })
    const code = await world.codeFor(alpha.phone!)
    expect(codeAndMessage(await verify(alpha, 'email', code))).toBe('422 验证码错误或已过期')
    expect(codeAndMessage(await verify(beta, 'phone', code))).toBe('422 验证码错误或已过期')
    expect(await isVerified(beta)).toEqual([null])
    expect((await verify(alpha, 'phone', code)).code).toBe(200)
  })

  it('is neither sent nor accepted for the other channel', async () => {
    const owner = await aBoundOwner(world, { phone: aPhone(), email: anEmail() })
    const mixed = { send_type: 'phone', verify_type: 'verify_email' } as const
    expect((await world.call(owner, contract.verify.send_code, mixed)).code).toBe(422)
    await send(owner, { send_type: 'phone' })
    const code = await world.codeFor(owner.phone!)
    expect((await world.call(owner, contract.verify.verify, { ...mixed, code })).code).toBe(422)
    expect(await isVerified(owner)).toEqual([null])
    expect((await verify(owner, 'phone', code)).code).toBe(200)
  })

  it('is not sent as the code of a new contact: the present one is refused, however it is written', async () => {
    const owner = await aBoundOwner(world, { phone: aPhone(), email: anEmail() })
    const { email } = owner
    const refused = [
      await send(owner, { send_type: 'phone', send_value: owner.phone! }),
      await send(owner, { send_type: 'phone', send_value: owner.phone!.slice(4) }),
      await send(owner, { send_type: 'email', send_value: email!.toUpperCase() }),
    ]
    const [phone, mail] = ['新手机号不能与当前手机号相同', '新邮箱不能与当前邮箱相同']
    expect(refused.map(({ code, msg, data }) => ({ code, msg, data }))).toEqual(
      [phone, phone, mail].map((msg) => ({ code: 422, msg, data: { errors: [{ field: 'send_value', msg }] } })),
    )
    await world.deliver()
    expect([...world.outbox(owner.phone), ...world.outbox(email)]).toEqual([])
  })

  it('is refused when it was sent to a new value', async () => {
    const [owner, phone] = [await aBoundOwner(world, { phone: aPhone(), email: anEmail() }), aPhone()]
    await send(owner, { send_type: 'phone', send_value: phone })
    expect(codeAndMessage(await verify(owner, 'phone', await world.codeFor(phone)))).toBe('422 验证码错误或已过期')
    expect(await isVerified(owner)).toEqual([null])
  })

  it('is refused when no contact, or none of that channel, is bound', async () => {
    const [bare, byPhone] = [await aBoundOwner(world, {}), await aBoundOwner(world, { phone: aPhone() })]
    expect(codeAndMessage(await send(bare, { send_type: 'phone' }))).toBe('422 请先绑定手机号或邮箱')
    expect(codeAndMessage(await verify(bare, 'phone', '123456'))).toBe('422 请先绑定手机号或邮箱')
    expect(codeAndMessage(await send(byPhone, { send_type: 'email' }))).toBe('422 账号未绑定该验证方式')
  })

  it('is not sent in the session of a login link, which cannot change credentials by it', async () => {
    const owner = await aBoundOwner(world, { email: anEmail() })
    const link = await aLink(world, owner)
    const input = { send_type: 'email', verify_type: 'verify_email' }
    const answer = await world.call(link, contract.verify.send_code, input, { address: anAddress(), cookie: link.companion })
    expect(codeAndMessage(answer)).toBe('403 通过授权链接登录时不能进行此操作')
    expect(world.outbox(owner.email)).toEqual([])
  })

  it('is logged without the code and without the contact', async () => {
    const owner = await aBoundOwner(world, { phone: aPhone() })
    await send(owner, { send_type: 'phone' })
    const code = await world.codeFor(owner.phone!)
    await verify(owner, 'phone', code)
    const rows = await world.asSystem(({ sql }) => sql.selectFrom('audit').selectAll().where('account_id', '=', owner.account_id).execute())
    expect(rows.map(({ action }) => action)).toContain('verify_identity')
    expect(JSON.stringify(rows)).not.toContain(code)
    expect(JSON.stringify(rows)).not.toContain(owner.phone!.slice(4))
  })
})

describe('a code', () => {
  const aCode = async () => {
    const owner = await aBoundOwner(world, { email: anEmail() })
    await send(owner, { send_type: 'email' })
    return { owner, code: await world.codeFor(owner.email!) }
  }

  it('works once', async () => {
    const { owner, code } = await aCode()
    expect((await verify(owner, 'email', code)).code).toBe(200)
    expect(codeAndMessage(await verify(owner, 'email', code))).toBe('422 验证码错误或已过期')
  })

  it('works for one of many submits at once', async () => {
    const { owner, code } = await aCode()
    const answers = await Promise.all(Array.from({ length: 12 }, () => verify(owner, 'email', code)))
    expect(answers.filter(({ code: each }) => each === 200)).toHaveLength(1)
  })

  it('expires after ten minutes', async () => {
    const { owner, code } = await aCode()
    await world.pass(CODE_SECONDS + 1)
    expect(codeAndMessage(await verify(owner, 'email', code))).toBe('422 验证码错误或已过期')
  })

  it('is used up after five wrong tries, as the fifth answer says, and a new one works again', async () => {
    const { owner, code } = await aCode()
    const answers = []
    for (let i = 0; i < CODE_TRIES; i++) answers.push(codeAndMessage(await verify(owner, 'email', wrong(code))))
    expect(answers).toEqual([...Array.from({ length: 4 }, () => '422 验证码错误或已过期'), '422 验证码错误次数过多，请重新获取'])
    expect(codeAndMessage(await verify(owner, 'email', code))).toBe('422 验证码错误次数过多，请重新获取')
    await world.pass(60)
    await send(owner, { send_type: 'email' })
    expect((await verify(owner, 'email', await world.codeFor(owner.email!))).code).toBe(200)
  })

  it('allows parallel guesses five tries and no more', async () => {
    const { owner, code } = await aCode()
    const answers = await Promise.all(Array.from({ length: 16 }, () => verify(owner, 'email', wrong(code))))
    expect(answers.filter((answer) => codeAndMessage(answer) === '422 验证码错误或已过期')).toHaveLength(CODE_TRIES - 1)
    expect(answers.filter((answer) => codeAndMessage(answer) === '422 验证码错误次数过多，请重新获取')).toHaveLength(16 - CODE_TRIES + 1)
    expect((await verify(owner, 'email', code)).code).toBe(422)
  })

  it('replaces the one before', async () => {
    const { owner, code } = await aCode()
    await world.pass(60)
    await send(owner, { send_type: 'email' })
    const newer = await world.codeFor(owner.email!)
    // Two of a million codes may be the same; then there is no older one to try.
    expect(codeAndMessage(await verify(owner, 'email', newer === code ? wrong(code) : code))).toBe('422 验证码错误或已过期')
    expect((await verify(owner, 'email', newer)).code).toBe(200)
  })

  it('is not in the database, nor is its recipient once it was sent', async () => {
    const { owner, code } = await aCode()
    const { rows } = await world.asSystem(async ({ sql }) => ({
      rows: [
        await sql.selectFrom('verification_code').selectAll().where('account_id', '=', owner.account_id).execute(),
        await sql.selectFrom('delivery').selectAll().where('account_id', '=', owner.account_id).execute(),
        await sql.selectFrom('code_quota').selectAll().execute(),
      ],
    }))
    const text = JSON.stringify(rows, (_, value) => (value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value))
    expect(rows[0]).toHaveLength(1)
    expect(text).not.toContain(code)
    expect(text).not.toContain(owner.email!)
  })

  it('is refused with the reason when it was not delivered, and the next one need not wait', async () => {
    const owner = await aBoundOwner(world, { email: anEmail() })
    const { receipt } = (await send(owner, { send_type: 'email' })).data as { receipt: string }
    expect((await send(owner, { send_type: 'email' })).code).toBe(429)
    await world.asSystem(({ sql }) =>
      sql.updateTable('delivery').set({ state: 'failed', reason: 'mailbox_unknown' }).where('delivery_id', '=', receipt).execute(),
    )
    expect((await world.call(undefined, contract.verify.delivery, { receipt })).data).toEqual({
      state: 'failed',
      reason: '邮箱不存在或已停用，请检查后重试',
    })
    expect(await verify(owner, 'email', '000000')).toMatchObject({
      code: 422,
      msg: '验证码未能送达：邮箱不存在或已停用，请检查后重试',
      data: { errors: [{ field: 'code' }] },
    })
    expect((await send(owner, { send_type: 'email' })).code).toBe(200)
    expect((await send(owner, { send_type: 'email' })).code).toBe(429)
  })
})
