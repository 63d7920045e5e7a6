import { contract, opsContract, SIGN_IN_LOCK_SECONDS } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeAt } from '../../../adapters/totp/totp.ts'
import { aProvedOwner, prove, anAuthenticator, aSubAccount, sortedCodes } from '../../../../test/credential-fixtures.ts'
import { aLink, anOperator } from '../../../../test/matrix/people.ts'
import { type Answer, createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

type Who = Pick<Person, 'access_token'>
const { totp_setup, totp_enable, totp_disable } = contract.account
const enable = (who: Who, code: string) => world.call(who, totp_enable, { code })
const disable = (who: Who, code: string) => world.call(who, totp_disable, { code })
const isOn = async (who: Who) => ((await world.call(who, contract.account.info, {})).data as { totp: 0 | 1 }).totp
const codesOf = (answer: Answer) => (answer.data as { recovery_codes: string[] }).recovery_codes
const now = (seconds = 0) => new Date(world.infrastructure.clock.now().getTime() + seconds * 1000)

interface Setup {
  secret: string
  uri: string
  qr: string
}
const setUp = async (who: Who) => (await world.call(who, totp_setup, {})).data as Setup

/** Sets a second factor up and turns it on, as a person would. */
async function guarded(who: Who) {
  const { secret } = await setUp(who)
  const used = codeAt(secret, now())
  return { secret, used, recovery_codes: codesOf(await enable(who, used)) }
}

describe('setting up a second factor', () => {
  it('returns the secret, its address for an authenticator and a picture, and asks for no code yet', async () => {
    const owner = await aProvedOwner(world)
    const { secret, uri, qr } = await setUp(owner)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toContain(`secret=${secret}`)
    expect(decodeURIComponent(uri)).toContain(`经纬组网控制台:${owner.username}`)
    expect(qr).toMatch(/^data:image\/svg\+xml;base64,/)
    expect(await isOn(owner)).toBe(0)
  })

  it('is completed with a code of the newest secret', async () => {
    const owner = await aProvedOwner(world)
    const former = await setUp(owner)
    const { secret } = await setUp(owner)
    expect((await enable(owner, codeAt(former.secret, now()))).code).toBe(422)
    expect((await enable(owner, codeAt(secret, now()))).code).toBe(200)
    expect(await isOn(owner)).toBe(1)
  })

  it('returns ten recovery codes once, of which the database stores only digests', async () => {
    const owner = await aProvedOwner(world)
    const { secret, recovery_codes } = await guarded(owner)
    expect(new Set(recovery_codes).size).toBe(10)
    for (const code of recovery_codes) expect(code).toMatch(/^[2-9A-HJ-NP-Z]{5}-[2-9A-HJ-NP-Z]{5}$/)
    const kept = await world.db.systemNow.sql.selectFrom('totp_recovery_code').where('login_id', '=', owner.login_id).selectAll().execute()
    const login = await world.db.systemNow.sql.selectFrom('login').where('login_id', '=', owner.login_id).selectAll().executeTakeFirst()
    expect(kept).toHaveLength(10)
    expect(JSON.stringify(login)).not.toContain(secret)
  })

  it('is refused before a secret was made, with a wrong code, and while it is on', async () => {
    const owner = await aProvedOwner(world)
    expect(await enable(owner, '123456')).toMatchObject({ code: 403, msg: '请先生成两步验证密钥' })
    const { secret } = await setUp(owner)
    const wrong = codeAt(secret, now(3600))
    expect(await enable(owner, wrong)).toMatchObject({ code: 422, data: { errors: [{ field: 'code' }] } })
    expect((await enable(owner, 'ABCDE-FGHJK')).code).toBe(422)
    await enable(owner, codeAt(secret, now()))
    expect(await world.call(owner, totp_setup, {})).toMatchObject({ code: 403, msg: '两步验证已开启' })
    expect((await enable(owner, codeAt(secret, now(30)))).code).toBe(403)
  })

  it('succeeds once when it is sent many times at once', async () => {
    const owner = await aProvedOwner(world)
    const { secret } = await setUp(owner)
    const answers = await Promise.all(Array.from({ length: 6 }, () => enable(owner, codeAt(secret, now()))))
    expect(sortedCodes(answers)).toEqual([200, 403, 403, 403, 403, 403])
  })

  it('is refused in the session of a login link', async () => {
    const owner = await aProvedOwner(world)
    const link = await aLink(world, owner)
    for (const [endpoint, input] of [
      [totp_setup, {}],
      [totp_enable, { code: '123456' }],
      [totp_disable, { code: '123456' }],
    ] as const)
      expect((await world.call(link, endpoint, input, { cookie: link.companion })).code).toBe(403)
  })

  it('affects one login: a sub-account’s leaves the owner’s off', async () => {
    const owner = await aProvedOwner(world)
    const sub = await aSubAccount(world, owner)
    await prove(world, sub)
    const { uri } = await setUp(sub)
    expect(decodeURIComponent(uri)).toContain(`helper01@${owner.account_number}`)
    await guarded(sub)
    expect([await isOn(sub), await isOn(owner)]).toEqual([1, 0])
  })
})

describe('turning a second factor off', () => {
  it('accepts a code of the authenticator that was not used yet', async () => {
    const owner = await aProvedOwner(world)
    const { secret, used } = await guarded(owner)
    expect((await disable(owner, used)).code).toBe(422)
    expect((await disable(owner, codeAt(secret, now(30)))).code).toBe(200)
    expect(await isOn(owner)).toBe(0)
    expect((await disable(owner, codeAt(secret, now(60)))).code).toBe(403)
  })

  it('accepts a recovery code, in any case and with or without its dash, and makes the others invalid', async () => {
    const owner = await aProvedOwner(world)
    const { recovery_codes } = await guarded(owner)
    expect((await disable(owner, recovery_codes[0]!.replace('-', '').toLowerCase())).code).toBe(200)
    const again = await guarded(owner)
    expect((await disable(owner, recovery_codes[1]!)).code).toBe(422)
    expect((await disable(owner, again.recovery_codes[1]!)).code).toBe(200)
  })

  it('refuses a recovery code of another login', async () => {
    const [owner, other] = [await aProvedOwner(world), await aProvedOwner(world)]
    await guarded(owner)
    expect((await disable(owner, (await guarded(other)).recovery_codes[0]!)).code).toBe(422)
    expect(await isOn(owner)).toBe(1)
  })

  it('cannot be guessed: five wrong codes lock it for 15 minutes, for all addresses', async () => {
    const owner = await aProvedOwner(world)
    const { secret } = await guarded(owner)
    const wrong = codeAt(secret, now(86_400))
    const guesses = await Promise.all(
      Array.from({ length: 12 }, (_, i) => world.call(owner, totp_disable, { code: wrong }, { address: `10.7.${i}.1` })),
    )
    expect(guesses.filter(({ code }) => code === 422)).toHaveLength(5)
    expect(await disable(owner, codeAt(secret, now(30)))).toMatchObject({ code: 429, data: { retry_after: expect.any(Number) } })
    await world.pass(SIGN_IN_LOCK_SECONDS + 1)
    const fresh = await world.signedIn(owner)
    expect((await disable(fresh, codeAt(secret, now()))).code).toBe(200)
  })

  it('is reported to the login and logged', async () => {
    const owner = await aProvedOwner(world)
    const { recovery_codes } = await guarded(owner)
    await disable(owner, recovery_codes[0]!)
    const messages = await world.db.systemNow.sql.selectFrom('message').where('login_id', '=', owner.login_id).select('title').execute()
    expect(messages).toEqual([{ title: '两步验证已关闭' }])
    const rows = await world.db.systemNow.sql.selectFrom('audit').where('account_id', '=', owner.account_id).select('action').execute()
    expect(rows.map(({ action }) => action)).toEqual(expect.arrayContaining(['totp_enable', 'totp_disable']))
  })
})

describe('an operator', () => {
  const reset = (who: Who, account_number: string) =>
    world.call(who, opsContract.accounts.reset_totp, { account_number, reason: '遗失手机' })

  it('resets the second factor of an owner who lost it, with a reason that the owner can read', async () => {
    const owner = await aProvedOwner(world)
    await guarded(owner)
    const admin = await anOperator(world, 'admin')
    expect((await reset(admin, owner.account_number)).code).toBe(200)
    expect(await isOn(owner)).toBe(0)
    const { message } = await world.db.systemNow.sql
      .selectFrom('audit')
      .where('account_id', '=', owner.account_id)
      .where('action', '=', 'reset_totp')
      .select('message')
      .executeTakeFirstOrThrow()
    expect(message).toContain('遗失手机')
    const messages = await world.db.systemNow.sql.selectFrom('message').where('login_id', '=', owner.login_id).select('title').execute()
    expect(messages).toEqual([{ title: '两步验证已由客服关闭' }])
    expect(await reset(admin, owner.account_number)).toMatchObject({ code: 403, msg: '两步验证未开启' })
  })

  it('ends an awaited second step with the reset, and leaves sub-accounts theirs', async () => {
    const owner = await aProvedOwner(world)
    const sub = await aSubAccount(world, owner)
    const { code } = await anAuthenticator(world, owner)
    await anAuthenticator(world, sub)
    const challenge = await world.services.secondFactors.challenge(owner)
    await reset(await anOperator(world, 'admin'), owner.account_number)
    expect((await world.call(undefined, contract.login.totp, { challenge, code: code() })).code).toBe(403)
    const again = await anAuthenticator(world, owner)
    expect((await world.call(undefined, contract.login.totp, { challenge, code: again.code() })).code).toBe(403)
    expect(await isOn(sub)).toBe(1)
  })
})
