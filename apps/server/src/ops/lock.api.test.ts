import { SIGN_IN_LOCK_SECONDS } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeAt } from '../adapters/totp/totp.ts'
import { guess, expectFewGuessesAtSignIn, expectFewGuessesInSession, withAuthenticator, wrongCode } from '../../test/many/guesses.ts'
import { anOperator } from '../../test/ops-people.ts'
import { createWorld, type World } from '../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const now = () => world.infrastructure.clock.now()

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
