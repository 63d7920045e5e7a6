import { opsContract } from '@weft/contract'
import { expect } from 'vitest'
import { codeAt } from '../../src/adapters/totp/totp.ts'
import { anOperator, type OperatorPerson } from '../ops-people.ts'
import type { Answer, World } from '../world.ts'

const { session } = opsContract

/** Gives an operator an authenticator without using the desk, and returns its secret. */
export async function withAuthenticator(world: World, { username }: OperatorPerson, secret = 'JBSWY3DPEHPK3PXP'): Promise<string> {
  const { clock, keys } = world.infrastructure
  await world.asSystem(({ sql }) =>
    sql
      .updateTable('operator')
      .set({ totp_secret: keys.seal(secret), totp_time: clock.now(), totp_last_step: 0 })
      .where('username', '=', username)
      .execute(),
  )
  return secret
}

/** Returns a code that is wrong in this and the neighbouring steps. */
export function wrongCode(world: World, secret: string): string {
  const now = world.infrastructure.clock.now().getTime()
  const right = new Set([-60, -30, 0, 30, 60].map((seconds) => codeAt(secret, new Date(now + seconds * 1000))))
  return ['111111', '222222', '333333', '444444', '555555', '666666'].find((code) => !right.has(code))!
}

export const guess = (world: World, { username, password }: OperatorPerson, totp: string, address: string): Promise<Answer> =>
  world.call(undefined, session.login, { username, password, totp }, { address })

/** Counts the answers. One that waited too long behind others that arrived with it is refused with 503, and its code is not checked. */
const counted = (answers: Answer[]) => ({
  wrong: answers.filter(({ code }) => code === 422).length,
  refused: answers.filter(({ code }) => code === 429 || code === 503).length,
})

/** Signs in with many wrong codes at the same time, each from an address of its own: five are checked. */
export async function expectFewGuessesAtSignIn(world: World, count: number): Promise<void> {
  const who = await anOperator(world, 'support')
  const wrong = wrongCode(world, await withAuthenticator(world, who))
  const answers = await Promise.all(Array.from({ length: count }, (_, at) => guess(world, who, wrong, `10.62.${at}.1`)))
  expect(counted(answers)).toEqual({ wrong: 5, refused: count - 5 })
}

/** Sends many wrong codes at the same time in one session: five are checked, and the operator’s sign-in is locked, too. */
export async function expectFewGuessesInSession(world: World, count: number): Promise<void> {
  const who = await anOperator(world, 'support')
  const wrong = wrongCode(world, await withAuthenticator(world, who))
  const answers = await Promise.all(Array.from({ length: count }, () => world.call(who, session.totp_disable, { code: wrong })))
  expect(counted(answers)).toEqual({ wrong: 5, refused: count - 5 })
  expect((await guess(world, who, wrong, '10.63.1.1')).code).toBe(429)
}
