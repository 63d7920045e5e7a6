import { opsContract, SIGN_IN_LOCK_SECONDS } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeAt } from '../adapters/totp/totp.ts'
import { guess, expectFewGuessesAtSignIn, expectFewGuessesInSession, withAuthenticator, wrongCode } from '../../test/many/guesses.ts'
import { anOperator, type OperatorPerson } from '../../test/ops-people.ts'
import { createWorld, type World } from '../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const now = () => world.infrastructure.clock.now()

describe('an operator without a second factor', () => {
  const { operators, ownSignIn, session } = opsContract
  const signIn = ({ username, password }: OperatorPerson, address: string) =>
    world.call(undefined, session.login, { username, password }, { address })

  it('cannot sign in after five wrong proofs in a session, until the lock ends or an administrator ends it', async () => {
    const [who, admin] = [await anOperator(world, 'support'), await anOperator(world, 'admin')]
    const prove = (one: OperatorPerson, password: string) => world.call(one, ownSignIn.prove, { password })
    const wrong = async () => {
      const codes: number[] = []
      for (let at = 0; at < 6; at += 1) codes.push((await prove(who, 'wrong-1234')).code)
      return codes
    }
    expect(await wrong()).toEqual([422, 422, 422, 422, 422, 429])
    const refused = await signIn(who, '10.64.1.1')
    expect(refused).toMatchObject({ code: 429, data: { retry_after: expect.any(Number) } })
    expect(refused.msg).toMatch(/^验证错误次数过多，请在 \d+ 秒后重试，或请其他管理员解锁/)
    // Who does not know the password is not told of the lock.
    expect((await signIn({ ...who, password: 'wrong-1234' }, '10.64.2.1')).code).toBe(401)
    await world.pass(SIGN_IN_LOCK_SECONDS + 1)
    expect((await signIn(who, '10.64.3.1')).code).toBe(200)
    expect(await wrong()).toEqual([422, 422, 422, 422, 422, 429])
    const { data } = await world.call(admin, operators.list, {})
    const { id } = (data as { id: string; username: string }[]).find(({ username }) => username === who.username)!
    expect((await prove(admin, admin.password)).code).toBe(200)
    expect((await world.call(admin, operators.unlock, { id })).code).toBe(200)
    expect((await signIn(who, '10.64.4.1')).code).toBe(200)
  })
})

describe('an operator’s second factor', () => {
  it('is locked after five wrong codes, whichever addresses they come from', async () => {
    const who = await anOperator(world, 'support')
    const secret = await withAuthenticator(world, who)
    const wrong = wrongCode(world, secret)
    const codes: number[] = []
    for (let at = 0; at < 12; at += 1) codes.push((await guess(world, who, wrong, `10.61.${at}.1`)).code)
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 422), ...Array.from({ length: 7 }, () => 429)])
    const answer = await guess(world, who, codeAt(secret, now()), '10.61.99.1')
    expect(answer).toMatchObject({ status: 429, code: 429, data: { retry_after: expect.any(Number) } })
    expect(answer.msg).toMatch(/^验证错误次数过多，请在 \d+ 秒后重试/)
    await world.pass(SIGN_IN_LOCK_SECONDS + 1)
    expect((await guess(world, who, codeAt(secret, now()), '10.61.99.1')).code).toBe(200)
  })

  it('checks five of many codes that arrive at the same time', () => expectFewGuessesAtSignIn(world, 12))

  it('checks five of many codes that one session sends', () => expectFewGuessesInSession(world, 24))
})
