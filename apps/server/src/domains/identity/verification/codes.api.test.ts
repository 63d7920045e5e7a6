import { CODE_SECONDS, CODE_TRIES, CODES_PER_TARGET_DAY, contract, IDENTITY_SECONDS, RECOVERY_CODES_PER_ADDRESS_DAY } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aLink } from '../../../../test/matrix/people.ts'
import {
  aBoundOwner,
  anAddress,
  anEmail,
  aPhone,
  aPicture,
  askToRegister,
  type Bound,
  wrong,
} from '../../../../test/verification-fixtures.ts'
import { type Answer, createDatabase, createWorld, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ WEFT_CODES_PER_MINUTE: '100000' })
})
afterAll(() => world.close())

const HOUR = 3600
/** Passes time until the next noon in Beijing, so that no test crosses the end of a day. */
function fromNoon(of: World): void {
  const now = Math.floor(of.infrastructure.clock.now().getTime() / 1000)
  of.pass(((28 * HOUR - (now % 86_400)) % 86_400) + 1)
}

type Sent = { send_type: 'phone' | 'email'; send_value?: string; address?: string }
/** Requests a code as a signed-in login, from an address of its own unless one is given. */
const send = (who: Bound, { send_type, send_value = '', address = anAddress() }: Sent, of = world): Promise<Answer> =>
  of.call(who, contract.verify.send_code, { send_type, send_value, verify_type: `verify_${send_type}` }, { address })
/** Requests the code of a recovery as a stranger who knows only the name, from an address of their own unless one is given. */
async function recover(who: Bound, address = anAddress()): Promise<Answer> {
  const picture = await aPicture(world)
  await world.call(undefined, contract.verify.find_password, { username: who.username, ...picture }, { address })
  return world.call(undefined, contract.verify.find_password_code, { uniqid: picture.uniqid, send_type: 'phone' }, { address })
}
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
    expect((await verify(owner, 'email', await world.codeFor(owner.email!))).code).toBe(200)
    const until = (await isVerified(owner)).filter((time) => time !== null)
    expect(until).toHaveLength(1)
    expect(Math.abs(until[0]! - IDENTITY_SECONDS - Date.now() / 1000)).toBeLessThan(5)
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

  it('is refused when it was sent to a new value, even if that value is the bound one', async () => {
    const owner = await aBoundOwner(world, { phone: aPhone(), email: anEmail() })
    await send(owner, { send_type: 'phone', send_value: owner.phone! })
    expect(codeAndMessage(await verify(owner, 'phone', await world.codeFor(owner.phone!)))).toBe('422 验证码错误或已过期')
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
    expect(codeAndMessage(answer)).toBe('403 通过授权链接登录时不能修改登录凭据')
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

  it('works for one of thirty submits at once', async () => {
    const { owner, code } = await aCode()
    const answers = await Promise.all(Array.from({ length: 30 }, () => verify(owner, 'email', code)))
    expect(answers.filter(({ code: each }) => each === 200)).toHaveLength(1)
  })

  it('expires after ten minutes', async () => {
    const { owner, code } = await aCode()
    world.pass(CODE_SECONDS + 1)
    expect(codeAndMessage(await verify(owner, 'email', code))).toBe('422 验证码错误或已过期')
  })

  it('is used up after five wrong tries, as the fifth answer says, and a new one works again', async () => {
    fromNoon(world)
    const { owner, code } = await aCode()
    const answers = []
    for (let i = 0; i < CODE_TRIES; i++) answers.push(codeAndMessage(await verify(owner, 'email', wrong(code))))
    expect(answers).toEqual([...Array.from({ length: 4 }, () => '422 验证码错误或已过期'), '422 验证码错误次数过多，请重新获取'])
    expect(codeAndMessage(await verify(owner, 'email', code))).toBe('422 验证码错误次数过多，请重新获取')
    world.pass(60)
    await send(owner, { send_type: 'email' })
    expect((await verify(owner, 'email', await world.codeFor(owner.email!))).code).toBe(200)
  })

  it('allows parallel guesses five tries and no more', async () => {
    const { owner, code } = await aCode()
    const answers = await Promise.all(Array.from({ length: 40 }, () => verify(owner, 'email', wrong(code))))
    expect(answers.filter((answer) => codeAndMessage(answer) === '422 验证码错误或已过期')).toHaveLength(CODE_TRIES - 1)
    expect(answers.filter((answer) => codeAndMessage(answer) === '422 验证码错误次数过多，请重新获取')).toHaveLength(40 - CODE_TRIES + 1)
    expect((await verify(owner, 'email', code)).code).toBe(422)
  })

  it('replaces the one before', async () => {
    fromNoon(world)
    const { owner, code } = await aCode()
    world.pass(60)
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
    fromNoon(world)
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

describe('sending codes', () => {
  it('is limited to one per target in 59 seconds, over all callers and purposes', async () => {
    fromNoon(world)
    const phone = aPhone()
    const owner = await aBoundOwner(world, { phone })
    expect((await askToRegister(world, phone)).code).toBe(200)
    const refused = [
      await askToRegister(world, phone),
      await send(owner, { send_type: 'phone' }),
      await send(owner, { send_type: 'phone', send_value: phone.slice(4) }),
    ]
    for (const answer of refused) {
      const { retry_after } = answer.data as { retry_after: number }
      expect(answer).toMatchObject({ code: 429, msg: `发送过于频繁，请在 ${retry_after} 秒后重试` })
      expect(retry_after).toBeGreaterThan(55)
      expect(retry_after).toBeLessThanOrEqual(59)
    }
    world.pass(59)
    expect((await send(owner, { send_type: 'phone' })).code).toBe(200)
    await world.deliver()
    expect(world.outbox(phone)).toHaveLength(2)
  })

  it('treats an e-mail in capitals as the same target', async () => {
    const email = anEmail()
    expect((await askToRegister(world, email)).code).toBe(200)
    expect((await askToRegister(world, email.toUpperCase())).code).toBe(429)
  })

  it('is limited to five per target and day for signed-in callers, until midnight in Beijing', async () => {
    fromNoon(world)
    const owner = await aBoundOwner(world, { phone: aPhone() })
    for (let i = 0; i < CODES_PER_TARGET_DAY; i++) {
      expect((await send(owner, { send_type: 'phone' })).code).toBe(200)
      world.pass(60)
    }
    expect(await send(owner, { send_type: 'phone' })).toMatchObject({
      code: 429,
      msg: '该号码或邮箱今日获取验证码的次数已用完，请明天再试',
    })
    const again = async () => ({ ...owner, ...(await world.signedIn(owner)) })
    world.pass(11 * HOUR)
    expect((await send(await again(), { send_type: 'phone' })).code).toBe(429)
    world.pass(HOUR)
    expect((await send(await again(), { send_type: 'phone' })).code).toBe(200)
  })

  it('leaves an owner the recovery and own codes when a stranger has used up the registration codes', async () => {
    fromNoon(world)
    const owner = await aBoundOwner(world, { phone: aPhone() })
    for (let i = 0; i < CODES_PER_TARGET_DAY; i++) {
      expect((await askToRegister(world, owner.phone!)).code).toBe(200)
      world.pass(60)
    }
    expect((await askToRegister(world, owner.phone!)).code).toBe(429)
    expect((await recover(owner)).code).toBe(200)
    world.pass(60)
    expect((await send(owner, { send_type: 'phone' })).code).toBe(200)
  })

  it('leaves an owner a recovery when one network has begun as many as it may', async () => {
    fromNoon(world)
    const [owner, address] = [await aBoundOwner(world, { phone: aPhone() }), anAddress()]
    for (let i = 0; i < RECOVERY_CODES_PER_ADDRESS_DAY; i++) {
      expect((await recover(owner, address)).code).toBe(200)
      world.pass(60)
    }
    expect((await recover(owner, address)).code).toBe(429)
    expect((await recover(owner)).code).toBe(200)
  })

  it('is limited to fifteen per target and day, over all purposes and callers', async () => {
    fromNoon(world)
    const owner = await aBoundOwner(world, { phone: aPhone() })
    let sent = 0
    for (let i = 0; i < 3 * (CODES_PER_TARGET_DAY + 2); i++) {
      const ask = [() => askToRegister(world, owner.phone!), () => recover(owner), () => send(owner, { send_type: 'phone' })][i % 3]!
      if ((await ask()).code === 200) sent += 1
      world.pass(60)
    }
    expect(sent).toBe(3 * CODES_PER_TARGET_DAY)
  })

  it('is limited to ten per address and hour, and a refused one is not counted for its target', async () => {
    const address = anAddress()
    const owner = await aBoundOwner(world, {})
    for (let i = 0; i < 10; i++) expect((await send(owner, { send_type: 'email', send_value: anEmail(), address })).code).toBe(200)
    const target = anEmail()
    const refused = await send(owner, { send_type: 'email', send_value: target, address })
    expect(refused).toMatchObject({ code: 429, msg: '获取验证码的次数过多，请稍后再试', data: { retry_after: expect.any(Number) } })
    expect((refused.data as { retry_after: number }).retry_after).toBeGreaterThan(HOUR - 10)
    expect(refused.headers['retry-after']).toBeDefined()
    expect((await send(owner, { send_type: 'email', send_value: target })).code).toBe(200)
    world.pass(HOUR + 1)
    expect((await askToRegister(world, anEmail(), { address })).code).toBe(200)
  })

  it('counts an IPv6 network as one address', async () => {
    const answers = []
    for (let i = 0; i < 4; i++) answers.push(await askToRegister(world, anEmail(), { address: `2001:db8:77:1::${i + 1}` }))
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 401])
    expect((await askToRegister(world, anEmail(), { address: '2001:db8:77:2::1' })).code).toBe(200)
  })

  it('is limited to fifty per account and day', async () => {
    fromNoon(world)
    const [owner, other] = [await aBoundOwner(world, {}), await aBoundOwner(world, {})]
    const answers = await Promise.all(Array.from({ length: 60 }, () => send(owner, { send_type: 'email', send_value: anEmail() })))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(50)
    expect(new Set(answers.filter(({ code }) => code !== 200).map(codeAndMessage))).toEqual(
      new Set(['429 获取验证码的次数过多，请稍后再试']),
    )
    expect((await send(other, { send_type: 'email', send_value: anEmail() })).code).toBe(200)
  })
})

describe('the limits of codes', () => {
  it('hold against a thousand requests at once, over two instances and over a restart', async () => {
    const url = await createDatabase()
    const settings = { WEFT_CODES_PER_MINUTE: '20' }
    const [one, two] = [await createWorld(settings, { url }), await createWorld(settings, { url })]
    const targets = Array.from({ length: 30 }, () => anEmail())
    const answers = await Promise.all(Array.from({ length: 1000 }, (_, i) => askToRegister(i % 2 ? one : two, targets[i % 30]!)))
    const sent = await one.db.systemNow.sql.selectFrom('delivery').select('delivery_id').execute()
    await Promise.all([one.close(), two.close()])
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(20)
    expect(answers.filter(({ code }) => code === 429)).toHaveLength(980)
    expect(sent).toHaveLength(20)

    const restarted = await createWorld({ WEFT_CODES_PER_MINUTE: '21' }, { url })
    const target = anEmail()
    const after = [await askToRegister(restarted, target), await askToRegister(restarted, anEmail())]
    restarted.pass(61)
    after.push(await askToRegister(restarted, anEmail()), await askToRegister(restarted, target))
    await restarted.close()
    expect(after.map(({ code }) => code)).toEqual([200, 429, 200, 200])
  }, 120_000)

  it('allow one code when a thousand requests name one target', async () => {
    const target = aPhone()
    const answers = await Promise.all(Array.from({ length: 1000 }, () => askToRegister(world, target)))
    await world.deliver()
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === 429)).toHaveLength(999)
    expect(world.outbox(target)).toHaveLength(1)
  }, 120_000)

  it('are deleted with the codes once they are over', async () => {
    const target = anEmail()
    await askToRegister(world, target)
    const rows = () =>
      world.asSystem(async ({ sql }) => ({
        codes: (await sql.selectFrom('verification_code').select('code_key').execute()).length,
        quotas: (await sql.selectFrom('code_quota').select('quota_key').execute()).length,
      }))
    const before = await rows()
    await world.services.codes.deleteExpired()
    expect(await rows()).toEqual(before)
    world.pass(12 * 86_400)
    await world.services.codes.deleteExpired()
    expect(await rows()).toEqual({ codes: 0, quotas: 0 })
  })
})
