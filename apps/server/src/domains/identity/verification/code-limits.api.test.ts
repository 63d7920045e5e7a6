import {
  CODES_PER_ACCOUNT_DAY,
  CODES_PER_ADDRESS_HOUR,
  CODES_PER_LOGIN_HOUR,
  CODES_PER_TARGET_DAY,
  contract,
  RECOVERY_CODES_PER_ADDRESS_DAY,
} from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  aBoundOwner,
  anAddress,
  anEmail,
  aPhone,
  aPicture,
  askToRegister,
  type Bound,
  sendCode,
  type SentCode,
} from '../../../../test/verification-fixtures.ts'
import { expectOneCode, expectLimitOverInstances } from '../../../../test/many/codes.ts'
import { type Answer, createWorld, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld({ WEFT_CODES_PER_MINUTE: '100000' })
})
afterAll(() => world.close())

const HOUR = 3600
const send = (who: Bound, sent: SentCode, of = world): Promise<Answer> => sendCode(of, who, sent)
/** Requests the code of a recovery as a stranger who knows only the name, from an address of their own unless one is given. */
async function recover(who: Bound, address = anAddress()): Promise<Answer> {
  const picture = await aPicture(world)
  await world.call(undefined, contract.verify.find_password, { username: who.username, ...picture }, { address })
  return world.call(undefined, contract.verify.find_password_code, { uniqid: picture.uniqid, send_type: 'phone' }, { address })
}

/** The time that has to pass falls while a test asks for its codes. */
const WITHIN_AN_HOUR = /^获取验证码的次数过多，请在 (5\d|60) 分钟后重试$/

describe('sending codes', () => {
  it('is limited to one per target in 59 seconds, over all callers and purposes', async () => {
    const phone = aPhone()
    const owner = await aBoundOwner(world, { phone })
    expect((await askToRegister(world, phone)).code).toBe(200)
    const refused = [
      await askToRegister(world, phone),
      await send(owner, { send_type: 'phone' }),
      await send(await aBoundOwner(world, {}), { send_type: 'phone', send_value: phone.slice(4) }),
    ]
    for (const answer of refused) {
      const { retry_after } = answer.data as { retry_after: number }
      expect(answer).toMatchObject({ code: 429, msg: `发送过于频繁，请在 ${retry_after} 秒后重试` })
      expect(retry_after).toBeGreaterThan(55)
      expect(retry_after).toBeLessThanOrEqual(59)
    }
    await world.pass(59)
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
    const owner = await aBoundOwner(world, { phone: aPhone() })
    for (let i = 0; i < CODES_PER_TARGET_DAY; i++) {
      expect((await send(owner, { send_type: 'phone' })).code).toBe(200)
      await world.pass(60)
    }
    expect(await send(owner, { send_type: 'phone' })).toMatchObject({
      code: 429,
      msg: '该号码或邮箱今日获取验证码的次数已用完，请明天再试',
    })
    const again = async () => ({ ...owner, ...(await world.signedIn(owner)) })
    await world.pass(11 * HOUR)
    expect((await send(await again(), { send_type: 'phone' })).code).toBe(429)
    await world.pass(HOUR)
    expect((await send(await again(), { send_type: 'phone' })).code).toBe(200)
  })

  it('leaves an owner the recovery and own codes when a stranger has used up the registration codes', async () => {
    const owner = await aBoundOwner(world, { phone: aPhone() })
    for (let i = 0; i < CODES_PER_TARGET_DAY; i++) {
      expect((await askToRegister(world, owner.phone!)).code).toBe(200)
      await world.pass(60)
    }
    expect((await askToRegister(world, owner.phone!)).code).toBe(429)
    expect((await recover(owner)).code).toBe(200)
    await world.pass(60)
    expect((await send(owner, { send_type: 'phone' })).code).toBe(200)
  })

  it('leaves an owner a recovery when one network has begun as many as it may', async () => {
    const [owner, address] = [await aBoundOwner(world, { phone: aPhone() }), anAddress()]
    for (let i = 0; i < RECOVERY_CODES_PER_ADDRESS_DAY; i++) {
      expect((await recover(owner, address)).code).toBe(200)
      await world.pass(60)
    }
    expect((await recover(owner, address)).code).toBe(429)
    expect((await recover(owner)).code).toBe(200)
  })

  it('is limited to fifteen per target and day, over all purposes and callers', async () => {
    const owner = await aBoundOwner(world, { phone: aPhone() })
    let sent = 0
    for (let i = 0; i < 3 * (CODES_PER_TARGET_DAY + 2); i++) {
      const ask = [() => askToRegister(world, owner.phone!), () => recover(owner), () => send(owner, { send_type: 'phone' })][i % 3]!
      if ((await ask()).code === 200) sent += 1
      await world.pass(60)
    }
    expect(sent).toBe(3 * CODES_PER_TARGET_DAY)
  })

  it('is limited per hour for a login, not for the others of its office, and a refused one is not counted for its target', async () => {
    const address = anAddress()
    const [owner, other] = [await aBoundOwner(world, {}), await aBoundOwner(world, {})]
    const ask = (who: Bound, send_value = anEmail()) => send(who, { send_type: 'email', send_value, address })
    for (let i = 0; i < CODES_PER_LOGIN_HOUR; i++) expect((await ask(owner)).code).toBe(200)
    const target = anEmail()
    const refused = await ask(owner, target)
    expect(refused).toMatchObject({ code: 429, msg: expect.stringMatching(WITHIN_AN_HOUR), data: { retry_after: expect.any(Number) } })
    expect((refused.data as { retry_after: number }).retry_after).toBeGreaterThan(HOUR - 600)
    expect(refused.headers['retry-after']).toBeDefined()
    expect((await ask(other, target)).code).toBe(200)
    for (let i = 1; i < CODES_PER_LOGIN_HOUR; i++) expect((await ask(other)).code).toBe(200)
    // Codes of signed-in logins leave strangers at the same address theirs.
    expect((await askToRegister(world, anEmail(), { address })).code).toBe(200)
    await world.pass(HOUR + 1)
    expect((await ask({ ...owner, ...(await world.signedIn(owner)) })).code).toBe(200)
  })

  it('limits callers without a session by their address, tells them how long to wait, and does not count signed-in callers at that address', async () => {
    const address = anAddress()
    const owner = await aBoundOwner(world, {})
    const ask = async () => askToRegister(world, anEmail(), { address, ...(await aPicture(world)) })
    for (let i = 0; i < CODES_PER_ADDRESS_HOUR; i++) expect((await ask()).code).toBe(200)
    expect(await ask()).toMatchObject({ code: 429, msg: expect.stringMatching(WITHIN_AN_HOUR) })
    expect((await send(owner, { send_type: 'email', send_value: anEmail(), address })).code).toBe(200)
    await world.pass(HOUR + 1)
    expect((await ask()).code).toBe(200)
  })

  it('counts an IPv6 network as one address', async () => {
    const answers = []
    for (let i = 0; i < 4; i++) answers.push(await askToRegister(world, anEmail(), { address: `2001:db8:77:1::${i + 1}` }))
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 401])
    expect((await askToRegister(world, anEmail(), { address: '2001:db8:77:2::1' })).code).toBe(200)
  })

  it('is limited to fifty per account and day', async () => {
    const owner = await aBoundOwner(world, {})
    const answers: Answer[] = []
    let session = await world.signedIn(owner)
    const ask = () => send({ ...owner, ...session }, { send_type: 'email', send_value: anEmail() })
    for (let hour = 0; hour < CODES_PER_ACCOUNT_DAY / CODES_PER_LOGIN_HOUR; hour++) {
      answers.push(...(await Promise.all(Array.from({ length: CODES_PER_LOGIN_HOUR + 2 }, ask))))
      await world.pass(HOUR + 1)
      session = await world.signedIn(owner)
    }
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(CODES_PER_ACCOUNT_DAY)
    // Noon and a little more than five hours: less than seven are left of the day.
    expect(await ask()).toMatchObject({ code: 429, msg: '获取验证码的次数过多，请在 7 小时后重试' })
    expect((await send(await aBoundOwner(world, {}), { send_type: 'email', send_value: anEmail() })).code).toBe(200)
  })
})

describe('the limits of codes', () => {
  it('hold against many requests at once, over two instances and over a restart', () => expectLimitOverInstances(24, 6))

  it('allow one code when many requests name one target', () => expectOneCode(world, 24))

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
    await world.pass(12 * 86_400)
    await world.services.codes.deleteExpired()
    expect(await rows()).toEqual({ codes: 0, quotas: 0 })
  })
})
