import { contract, TOTP_CHALLENGE_SECONDS, TOTP_TRIES } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aProvedOwner, anAuthenticator, aSubAccount, sortedCodes } from '../../../../test/credential-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

type Name = Pick<Person, 'username' | 'password'>

async function firstStep({ username, password }: Name, call: 'authorization' | 'ram' = 'authorization') {
  const { uniqid } = (await world.call(undefined, contract.verify.code, {})).data as { uniqid: string }
  const code = (await world.services.captchas.read(uniqid))!
  return world.call(undefined, contract.login[call], { username, password, code, uniqid })
}
async function challengeOf(who: Name, call: 'authorization' | 'ram' = 'authorization'): Promise<string> {
  const answer = await firstStep(who, call)
  expect(answer).toMatchObject({ code: 401, status: 401, msg: '请输入两步验证码', data: { totp: 1, challenge: expect.any(String) } })
  return (answer.data as { challenge: string }).challenge
}
const second = (challenge: string, code: string, address = '127.0.0.1') =>
  world.call(undefined, contract.login.totp, { challenge, code }, { address })

async function aGuardedOwner() {
  const owner = await aProvedOwner(world)
  return { ...owner, ...(await anAuthenticator(world, owner)) }
}
/** Turns the second factor of a login on, and returns its recovery codes. */
async function recoveryCodes(login: Person): Promise<string[]> {
  const { code } = await anAuthenticator(world, login, { on: false })
  const { recovery_codes } = (await world.call(login, contract.account.totp_enable, { code: code() })).data as { recovery_codes: string[] }
  return recovery_codes
}

describe('a sign-in with a second factor', () => {
  it('opens no session with the password alone, and one with a code of the authenticator', async () => {
    const owner = await aGuardedOwner()
    const challenge = await challengeOf(owner)
    const answer = await second(challenge, owner.code())
    expect(answer).toMatchObject({ code: 200, data: { token_expire_time: 1800, user: { username: owner.username, ram: 0 } } })
    expect(answer.cookie).toMatch(/^[\w-]{43}$/)
    expect((await world.call(answer.data as Person, contract.account.info, {})).code).toBe(200)
  })

  it('works the same for a sub-account', async () => {
    const sub = await aSubAccount(world, await aProvedOwner(world))
    const { code } = await anAuthenticator(world, sub)
    const answer = await second(await challengeOf(sub, 'ram'), code())
    expect(answer).toMatchObject({ code: 200, data: { user: { ram: 1 } } })
  })

  it('needs no code while the secret was only set up', async () => {
    const owner = await aProvedOwner(world)
    await anAuthenticator(world, owner, { on: false })
    expect((await firstStep(owner)).code).toBe(200)
  })

  it('does not reveal the second factor to a caller with a wrong password', async () => {
    const owner = await aGuardedOwner()
    expect(await firstStep({ ...owner, password: 'wrong-1234' })).toMatchObject({ code: 401, msg: '用户名或密码错误', data: null })
  })

  it('accepts a code once, and none of an earlier step after it', async () => {
    const owner = await aGuardedOwner()
    const [used, earlier] = [owner.code(), owner.code(-30)]
    expect((await second(await challengeOf(owner), used)).code).toBe(200)
    expect((await second(await challengeOf(owner), used)).code).toBe(422)
    expect((await second(await challengeOf(owner), earlier)).code).toBe(422)
    expect((await second(await challengeOf(owner), owner.code(30))).code).toBe(200)
  })

  it('accepts a code once when it is sent with several challenges at once', async () => {
    const owner = await aGuardedOwner()
    const challenges = await Promise.all(Array.from({ length: 4 }, () => world.services.secondFactors.challenge(owner)))
    const code = owner.code()
    const answers = await Promise.all(challenges.map((challenge) => second(challenge, code)))
    expect(sortedCodes(answers)).toEqual([200, 422, 422, 422])
  })

  it('refuses a code of two steps before, of 90 seconds after, and one of another login', async () => {
    const [owner, other] = [await aGuardedOwner(), await aGuardedOwner()]
    const challenge = await challengeOf(owner)
    for (const code of [owner.code(-60), owner.code(90), other.code()])
      expect(await second(challenge, code)).toMatchObject({ code: 422, data: { errors: [{ field: 'code', msg: '两步验证码错误' }] } })
    expect((await second(challenge, owner.code())).code).toBe(200)
  })
})

describe('a challenge', () => {
  it('ends once it is answered or after five minutes, and is refused when it was made up', async () => {
    const owner = await aGuardedOwner()
    const challenge = await challengeOf(owner)
    expect((await second('x'.repeat(43), owner.code())).code).toBe(403)
    expect((await second(challenge, owner.code())).code).toBe(200)
    expect(await second(challenge, owner.code(30))).toMatchObject({ code: 403, msg: '两步验证已超时，请重新登录' })
    const late = await challengeOf(owner)
    await world.pass(TOTP_CHALLENGE_SECONDS)
    expect((await second(late, owner.code())).code).toBe(403)
  })

  it('ends after five wrong codes, also when they come at once', async () => {
    const owner = await aGuardedOwner()
    const challenge = await challengeOf(owner)
    const wrong = owner.code(86_400)
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, i) => second(challenge, wrong, `10.8.${i}.1`)))
    expect(guesses.filter(({ code }) => code === 422)).toHaveLength(TOTP_TRIES)
    expect((await second(challenge, owner.code())).code).toBe(403)
  })

  it('does not reset the tries: a login has five in 15 minutes, over all challenges and addresses', async () => {
    const owner = await aGuardedOwner()
    const wrong = owner.code(86_400)
    for (let i = 0; i < TOTP_TRIES; i++)
      expect((await second(await world.services.secondFactors.challenge(owner), wrong, `10.8.${i}.2`)).code).toBe(422)
    const challenge = await challengeOf(owner)
    expect(await second(challenge, owner.code())).toMatchObject({ code: 429, data: { retry_after: expect.any(Number) } })
  })

  it('is refused once the account was disabled', async () => {
    const owner = await aGuardedOwner()
    const challenge = await challengeOf(owner)
    await world.asSystem(({ sql }) => sql.updateTable('account').set({ status: 0 }).where('account_id', '=', owner.account_id).execute())
    expect(await second(challenge, owner.code())).toMatchObject({ code: 403, msg: '账号已停用，请联系客服' })
  })

  it('is stored as a digest, and deleted after its time', async () => {
    const owner = await aGuardedOwner()
    const challenge = await challengeOf(owner)
    const rows = () => world.db.systemNow.sql.selectFrom('totp_challenge').where('login_id', '=', owner.login_id).selectAll().execute()
    expect(JSON.stringify(await rows())).not.toContain(challenge)
    await world.services.secondFactors.deleteExpired()
    expect(await rows()).toHaveLength(1)
    await world.pass(TOTP_CHALLENGE_SECONDS + 1)
    await world.services.secondFactors.deleteExpired()
    expect(await rows()).toEqual([])
  })
})

describe('a recovery code', () => {
  it('signs in once, and the login is notified how many are left', async () => {
    const owner = await aProvedOwner(world)
    const codes = await recoveryCodes(owner)
    expect((await second(await challengeOf(owner), codes[0]!)).code).toBe(200)
    expect((await second(await challengeOf(owner), codes[0]!)).code).toBe(422)
    const messages = await world.db.systemNow.sql
      .selectFrom('message')
      .where('login_id', '=', owner.login_id)
      .where('title', '=', '登录时使用了恢复码')
      .select('content')
      .execute()
    expect(messages).toHaveLength(1)
    expect(messages[0]?.content).toContain('剩余 9 个')
  })

  it('works once when it is sent many times at once', async () => {
    const owner = await aProvedOwner(world)
    const [code] = await recoveryCodes(owner)
    const challenges = await Promise.all(Array.from({ length: 4 }, () => world.services.secondFactors.challenge(owner)))
    const answers = await Promise.all(challenges.map((challenge) => second(challenge, code!)))
    expect(sortedCodes(answers)).toEqual([200, 422, 422, 422])
  })

  it('stays valid when the sign-in was refused for another reason', async () => {
    const owner = await aProvedOwner(world)
    const [code] = await recoveryCodes(owner)
    const challenge = await challengeOf(owner)
    const status = (to: 0 | 1) =>
      world.asSystem(({ sql }) => sql.updateTable('account').set({ status: to }).where('account_id', '=', owner.account_id).execute())
    await status(0)
    expect((await second(challenge, code!)).code).toBe(403)
    await status(1)
    expect((await second(challenge, code!)).code).toBe(200)
  })
})
