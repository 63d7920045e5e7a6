import { ABSOLUTE_SECONDS, contract, SIGN_IN_LOCK_SECONDS } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSubAccount } from '../../../../test/credential-fixtures.ts'
import { untilAnotherWaits } from '../../../../test/waiting.ts'
import { type Answer, createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** Signs in as a person would: picture, name, password. */
async function signIn(
  person: { username: string; password: string },
  options: { code?: string; address?: string; door?: 'authorization' | 'ram' } = {},
) {
  const picture = await world.call(undefined, contract.verify.code, {})
  const { uniqid } = picture.data as { uniqid: string }
  const code = options.code ?? (await world.services.captchas.read(uniqid))!
  return world.call(
    undefined,
    contract.login[options.door ?? 'authorization'],
    { username: person.username, password: person.password, code, uniqid },
    options.address ? { address: options.address } : {},
  )
}

describe('signing in', () => {
  it('returns a token, its lifetime and the user, and sets the companion cookie', async () => {
    const owner = await world.anOwner()
    const answer = await signIn(owner)
    expect(answer).toMatchObject({ code: 200, data: { token_expire_time: 1800, user: { username: owner.username, ram: 0 } } })
    expect(answer.cookie).toMatch(/^[\w-]{43}$/)
    const { access_token } = answer.data as { access_token: string }
    expect(await world.call({ access_token }, contract.account.info, {})).toMatchObject({ code: 200, data: { username: owner.username } })
  })

  it('is refused like a wrong password if the login is deleted meanwhile', async () => {
    const sub = await aSubAccount(world, await world.anOwner())
    let signingIn: Promise<Answer> | undefined
    await world.asSystem(async (system) => {
      await system.sql.deleteFrom('login').where('login_id', '=', sub.login_id).execute()
      signingIn = signIn(sub, { door: 'ram' })
      await untilAnotherWaits(system)
    })
    expect(await signingIn).toMatchObject({ code: 401, msg: '用户名或密码错误' })
  })

  it('accepts the name regardless of case', async () => {
    const owner = await world.anOwner()
    expect((await signIn({ ...owner, username: owner.username.toUpperCase() })).code).toBe(200)
  })

  it('refuses a wrong picture, and uses the picture up', async () => {
    const owner = await world.anOwner()
    expect(await signIn(owner, { code: 'zzzz' })).toMatchObject({ code: 422, msg: '图形验证码错误或已过期' })
    const { uniqid } = (await world.call(undefined, contract.verify.code, {})).data as { uniqid: string }
    const code = (await world.services.captchas.read(uniqid))!
    const input = { username: owner.username, password: owner.password, code, uniqid }
    expect((await world.call(undefined, contract.login.authorization, input)).code).toBe(200)
    expect((await world.call(undefined, contract.login.authorization, input)).code).toBe(422)
  })

  it('refuses a picture after five minutes', async () => {
    const owner = await world.anOwner()
    const { uniqid } = (await world.call(undefined, contract.verify.code, {})).data as { uniqid: string }
    const code = (await world.services.captchas.read(uniqid))!
    await world.pass(301)
    const answer = await world.call(undefined, contract.login.authorization, {
      username: owner.username,
      password: owner.password,
      code,
      uniqid,
    })
    expect(answer.code).toBe(422)
  })

  it('answers an unknown name and a wrong password the same', async () => {
    const owner = await world.anOwner()
    const [unknown, wrong] = [
      await signIn({ username: 'nobody99', password: 'secret-1234' }),
      await signIn({ ...owner, password: 'wrong-1234' }),
    ]
    expect(unknown).toMatchObject({ code: 401, msg: '用户名或密码错误' })
    expect([wrong.code, wrong.msg, wrong.data]).toEqual([unknown.code, unknown.msg, unknown.data])
  })

  it('locks a name and address after five wrong passwords for 15 minutes, while the owner gets in from elsewhere', async () => {
    const owner = await world.anOwner()
    for (let i = 0; i < 5; i++) expect((await signIn({ ...owner, password: 'wrong-1234' }, { address: '10.1.1.7' })).code).toBe(401)
    expect(await signIn(owner, { address: '10.1.1.9' })).toMatchObject({ code: 429, data: { retry_after: expect.any(Number) } })
    expect((await signIn(owner, { address: '10.2.1.7' })).code).toBe(200)
    await world.pass(SIGN_IN_LOCK_SECONDS + 1)
    expect((await signIn(owner, { address: '10.1.1.7' })).code).toBe(200)
  })

  it('gives parallel guesses five tries and no more', async () => {
    const owner = await world.anOwner()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => signIn({ ...owner, password: 'wrong-1234' }, { address: '10.3.1.7' })),
    )
    expect(answers.filter(({ code }) => code === 401)).toHaveLength(5)
  })

  describe('does not reveal by its lock which names exist', () => {
    /** Returns the answer to a name after another was tried five times from the same address. */
    async function after(
      tried: string,
      asked: string,
      address: string,
      doors: { tried: 'authorization' | 'ram'; asked: 'authorization' | 'ram' },
    ) {
      const wrong = (username: string, door: 'authorization' | 'ram') => signIn({ username, password: 'wrong-1234' }, { address, door })
      for (let i = 0; i < 5; i++) await wrong(tried, doors.tried)
      return (await wrong(asked, doors.asked)).code
    }

    it('when names were tried at the sign-in of sub-accounts', async () => {
      const owner = await world.anOwner()
      const doors = { tried: 'ram', asked: 'authorization' } as const
      expect(await after(owner.username, owner.username, '10.4.1.7', doors)).toBe(401)
      expect(await after('nobody77', 'nobody77', '10.4.1.7', doors)).toBe(401)
    })

    it('when a sub-account’s name was tried in another spelling', async () => {
      const { username } = await aSubAccount(world, await world.anOwner())
      const doors = { tried: 'ram', asked: 'ram' } as const
      const wide = (name: string) => String.fromCharCode(name.charCodeAt(0) + 0xfee0) + name.slice(1)
      for (const name of [username, `nobody${username}`]) expect(await after(wide(name), name, '10.4.2.7', doors)).toBe(429)
    })

    it('when the name is the text that a login is counted under', async () => {
      const owner = await world.anOwner()
      const doors = { tried: 'authorization', asked: 'authorization' } as const
      expect(await after(`login ${owner.login_id}`, owner.username, '10.4.3.7', doors)).toBe(401)
    })
  })

  it('names the field in Chinese and lists every problem', async () => {
    const answer = await world.call(undefined, contract.login.authorization, {
      username: '',
      password: '123',
      code: 'ab',
      uniqid: 'x',
      more: 1,
    })
    expect(answer).toMatchObject({ status: 422, code: 422, msg: '用户名不能为空' })
    expect((answer.data as { errors: unknown[] }).errors).toEqual([
      { field: 'username', msg: '用户名不能为空' },
      { field: 'password', msg: '密码长度为 6–18 位' },
      { field: 'code', msg: '验证码长度必须为 4 位' },
      { field: 'more', msg: '不支持的字段：more' },
    ])
  })
})

describe('a session', () => {
  const info = (who: Pick<Person, 'access_token'>) => world.call(who, contract.account.info, {})
  const refresh = (who: Person) => world.call(who, contract.login.refresh, {}, { cookie: who.companion })

  it('is valid for 30 minutes, then only for a refresh', async () => {
    const owner = await world.anOwner()
    await world.pass(1801)
    expect(await info(owner)).toMatchObject({ status: 401, code: 2002 })
    const fresh = await refresh(owner)
    expect(fresh).toMatchObject({ code: 200, data: { token_expire_time: 1800, session_seconds_left: ABSOLUTE_SECONDS - 1801 } })
    expect((await info(fresh.data as Person)).code).toBe(200)
  })

  it('gives parallel refreshes the same new token', async () => {
    const owner = await world.anOwner()
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(owner)))
    expect(new Set(answers.map(({ data }) => (data as Person).access_token)).size).toBe(1)
  })

  it('ends, and its owner is notified, when an older token comes back late', async () => {
    const owner = await world.anOwner()
    const fresh = (await refresh(owner)).data as Person
    await world.pass(11)
    expect((await refresh(owner)).code).toBe(2003)
    expect((await info(fresh)).code).toBe(2003)
    const again = { ...owner, ...(await world.signedIn(owner)) }
    expect((await info(again)).data).toMatchObject({ message_count: 1 })
  })

  it('needs the companion cookie to refresh', async () => {
    const owner = await world.anOwner()
    expect((await world.call(owner, contract.login.refresh, {})).code).toBe(2001)
    expect((await world.call(owner, contract.login.refresh, {}, { cookie: 'stolen' })).code).toBe(2001)
  })

  it('is not opened by the cookie alone', async () => {
    const owner = await world.anOwner()
    expect((await world.call(undefined, contract.account.info, {}, { cookie: owner.companion })).code).toBe(2001)
  })

  it('ends after two hours without use, and after twelve in any case', async () => {
    const owner = await world.anOwner()
    await world.pass(7201)
    expect((await refresh(owner)).code).toBe(2002)
    const busy = { ...(await world.anOwner()) }
    for (let hour = 1; hour < 12; hour++) {
      await world.pass(3600)
      const answer = await refresh(busy)
      expect(answer.code).toBe(200)
      Object.assign(busy, answer.data)
    }
    await world.pass(3600)
    expect((await refresh(busy)).code).toBe(2002)
  })

  it('ends at logout, on the server', async () => {
    const owner = await world.anOwner()
    expect((await world.call(owner, contract.login.logout, {})).code).toBe(200)
    expect((await info(owner)).code).toBe(2003)
    expect((await refresh(owner)).code).toBe(2003)
  })

  it('accepts a socket ticket once', async () => {
    const owner = await world.anOwner()
    const { ticket } = (await world.call(owner, contract.login.socket_ticket, {})).data as { ticket: string }
    const caller = { address: '127.0.0.1' } as never
    expect(await world.services.identify.bySocketToken(ticket, caller)).toMatchObject({ login_id: owner.login_id })
    await expect(world.services.identify.bySocketToken(ticket, caller)).rejects.toMatchObject({ reason: 'tokenUnknown' })
  })
})
