import { contract, SESSIONS_MAX } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aLink } from '../../../../test/matrix/people.ts'
import { aPicture } from '../../../../test/verification-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const info = (who: Pick<Person, 'access_token'>) => world.call(who, contract.account.info, {})
let networks = 0
async function anotherSession({ username, password }: Person): Promise<Pick<Person, 'access_token'>> {
  // From a network of its own: tries of one network are counted together until the password is known to be right.
  networks += 1
  const address = `10.${networks >> 8}.${networks & 255}.1`
  // Many tries of one name cost work, which these sign-ins do not test.
  await world.db.systemNow.sql.deleteFrom('captcha_count').execute()
  const { img_code: code, uniqid } = await aPicture(world)
  const answer = await world.call(undefined, contract.login.authorization, { username, password, code, uniqid }, { address })
  expect(answer.code).toBe(200)
  return answer.data
}
/** Counts the sessions of a login that were opened with a password and not ended. */
async function standing({ login_id }: Person): Promise<number> {
  const left = await world.db.systemNow.sql
    .selectFrom('session')
    .where('login_id', '=', login_id)
    .where('kind', '=', 'password')
    .where('revoke_time', 'is', null)
    .select('session_id')
    .execute()
  return left.length
}

describe('a login', () => {
  it('has a limited number of sessions: one more ends the one that was used longest ago, and its user reads why', async () => {
    const owner = await world.anOwner()
    await world.pass(120)
    const sessions = []
    for (let i = 1; i < SESSIONS_MAX; i++) {
      sessions.push(await anotherSession(owner))
      await world.pass(1)
    }
    expect((await info(owner)).code).toBe(200)
    // The oldest session was used just now; the one after it is to be ended.
    await world.db.systemNow.sql
      .updateTable('session')
      .set({ last_time: new Date(world.infrastructure.clock.now().getTime() - 3000_000) })
      .where('login_id', '=', owner.login_id)
      .where('user_agent', '<>', 'test')
      .where('session_id', '=', (eb) =>
        eb
          .selectFrom('session')
          .where('login_id', '=', owner.login_id)
          .where('user_agent', '<>', 'test')
          .orderBy('create_time')
          .limit(1)
          .select('session_id'),
      )
      .execute()
    const newest = await anotherSession(owner)
    expect(await info(sessions[0]!)).toMatchObject({ status: 401, code: 2005, msg: '该登录因登录数过多已被结束，请重新登录' })
    expect(await world.call(sessions[0], contract.account.info, {}, { headers: { 'accept-language': 'en' } })).toMatchObject({
      msg: 'This session was ended because there were too many of this login, please sign in again',
    })
    expect([(await info(owner)).code, (await info(newest)).code, (await info(sessions[1]!)).code]).toEqual([200, 200, 200])
    expect(await standing(owner)).toBe(SESSIONS_MAX)
    const { message } = await world.db.systemNow.sql
      .selectFrom('audit')
      .where('account_id', '=', owner.account_id)
      .where('action', '=', 'session_replace')
      .select('message')
      .executeTakeFirstOrThrow()
    expect(message).toBe(`${owner.username} 的登录超过 ${SESSIONS_MAX} 个，已结束最久未使用的 1 个`)
  })

  it('keeps to the limit when many sign in at once', async () => {
    const owner = await world.anOwner()
    while ((await standing(owner)) < SESSIONS_MAX) await world.signedIn(owner)
    await Promise.all(Array.from({ length: 10 }, () => anotherSession(owner)))
    expect(await standing(owner)).toBe(SESSIONS_MAX)
  })

  it('keeps its login links, which are not counted', async () => {
    const owner = await world.anOwner()
    const link = await aLink(world, owner)
    for (let i = 0; i < SESSIONS_MAX + 2; i++) await anotherSession(owner)
    expect((await world.call(link, contract.account.info, {}, { cookie: link.companion })).code).toBe(200)
  })

  it('loses no session to the sessions of another account', async () => {
    const [owner, other] = [await world.anOwner(), await world.anOwner()]
    for (let i = 0; i < SESSIONS_MAX + 1; i++) await anotherSession(owner)
    expect((await info(other)).code).toBe(200)
  })
})
