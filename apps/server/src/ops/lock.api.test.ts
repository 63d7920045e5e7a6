import { opsContract, SIGN_IN_LOCK_SECONDS } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeAt } from '../adapters/totp/totp.ts'
import { anOperator, type OperatorPerson } from '../../test/ops-people.ts'
import { createWorld, type World } from '../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const { session } = opsContract
const now = () => world.infrastructure.clock.now()

/** Gives an operator an authenticator without using the desk, and returns its secret. */
async function withAuthenticator({ username }: OperatorPerson, secret = 'JBSWY3DPEHPK3PXP'): Promise<string> {
  await world.asSystem(({ sql }) =>
    sql
      .updateTable('operator')
      .set({ totp_secret: world.infrastructure.keys.seal(secret), totp_time: now(), totp_last_step: 0 })
      .where('username', '=', username)
      .execute(),
  )
  return secret
}

/** Returns a code that is wrong in this and the neighbouring steps. */
function wrongCode(secret: string): string {
  const right = new Set([-60, -30, 0, 30, 60].map((seconds) => codeAt(secret, new Date(now().getTime() + seconds * 1000))))
  return ['111111', '222222', '333333', '444444', '555555', '666666'].find((code) => !right.has(code))!
}

const guess = ({ username, password }: OperatorPerson, totp: string, address: string) =>
  world.call(undefined, session.login, { username, password, totp }, { address })
/** Counts the answers. One that waited too long behind others that arrived with it is refused with 503, and its code is not checked. */
const counted = (codes: number[]) => ({
  wrong: codes.filter((code) => code === 422).length,
  refused: codes.filter((code) => code === 429 || code === 503).length,
})

describe('an operator’s second factor', () => {
  it('is locked after five wrong codes, whichever addresses they come from', async () => {
    const who = await anOperator(world, 'support')
    const secret = await withAuthenticator(who)
    const wrong = wrongCode(secret)
    const codes: number[] = []
    for (let at = 0; at < 40; at += 1) codes.push((await guess(who, wrong, `10.61.${at}.1`)).code)
    expect(codes).toEqual([...Array.from({ length: 5 }, () => 422), ...Array.from({ length: 35 }, () => 429)])
    const answer = await guess(who, codeAt(secret, now()), '10.61.99.1')
    expect(answer).toMatchObject({ status: 429, code: 429, data: { retry_after: expect.any(Number) } })
    expect(answer.msg).toMatch(/^验证错误次数过多，请在 \d+ 秒后重试/)
    world.pass(SIGN_IN_LOCK_SECONDS + 1)
    expect((await guess(who, codeAt(secret, now()), '10.61.99.1')).code).toBe(200)
  })

  it('checks five of forty codes that arrive at the same time', async () => {
    const who = await anOperator(world, 'support')
    const wrong = wrongCode(await withAuthenticator(who))
    const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => guess(who, wrong, `10.62.${at}.1`)))
    expect(counted(answers.map(({ code }) => code))).toEqual({ wrong: 5, refused: 35 })
  })

  it('checks five of two hundred codes that one session sends', async () => {
    const who = await anOperator(world, 'support')
    const wrong = wrongCode(await withAuthenticator(who))
    const answers = await Promise.all(Array.from({ length: 200 }, () => world.call(who, session.totp_disable, { code: wrong })))
    expect(counted(answers.map(({ code }) => code))).toEqual({ wrong: 5, refused: 195 })
    expect((await guess(who, wrong, '10.63.1.1')).code).toBe(429)
  })
})
