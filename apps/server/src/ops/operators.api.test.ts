import { contract, OPERATOR_PROOF_SECONDS, OPERATOR_SESSIONS, type OperatorRow, type OperatorSession, opsContract } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeAt } from '../adapters/totp/totp.ts'
import { disableOperator, enableOperator, OperatorError, resetPassword } from './operator-command.service.ts'
import { anOperator as anOperatorIn } from '../../test/matrix/people.ts'
import { anOperator, type OperatorPerson, prove, signIn } from '../../test/ops-people.ts'
import { createWorld, type World } from '../../test/world.ts'

const { operators, ownSignIn, session } = opsContract
let world: World
let admin: OperatorPerson
beforeAll(async () => {
  world = await createWorld()
  admin = await anOperator(world, 'admin')
  await prove(world, admin)
})
afterAll(() => world.close())

type Who = Pick<OperatorPerson, 'access_token'>
const rowOf = async ({ username }: { username: string }) => {
  const { data } = await world.call(admin, operators.list, { search: username, limit: 100 })
  const found = (data as OperatorRow[]).find((row) => row.username === username)
  if (!found) throw new Error(`${username} is not in the list`)
  return found
}
const idOf = async (who: { username: string }) => ({ id: (await rowOf(who)).id })
const look = (who: Who) => world.call(who, session.info, {})
const auditOf = async () =>
  ((await world.call(admin, opsContract.desk.audit, { limit: 100 })).data as { message: string }[]).map(({ message }) => message)
const tokenOf = (answer: { data: unknown }) => (answer.data as { access_token: string }).access_token
/** Makes an administrator who has proved their identity. */
async function anAdmin(): Promise<OperatorPerson> {
  const who = await anOperator(world, 'admin')
  await prove(world, who)
  return who
}

describe('the proof of identity', () => {
  it('is required by every change of an operator, and lasts five minutes in its own session', async () => {
    const [who, target] = [await anOperator(world, 'admin'), await idOf(await anOperator(world, 'sales'))]
    const calls = [
      [operators.create, { username: 'nobody-yet', role: 'sales' }],
      [operators.role, { ...target, role: 'support' }],
      [operators.disable, target],
      [operators.enable, target],
      [operators.unlock, target],
      [operators.password, target],
      [operators.reset_totp, target],
      [operators.end_sessions, target],
      [session.totp_setup, {}],
    ] as const
    for (const [endpoint, input] of calls)
      expect(await world.call(who, endpoint, input), endpoint.path).toMatchObject({ code: 401, msg: '请先完成身份验证' })
    await prove(world, who)
    const other = { access_token: tokenOf(await signIn(world, who)) }
    expect((await world.call(who, operators.unlock, target)).code).toBe(200)
    expect((await world.call(other, operators.unlock, target)).code).toBe(401)
    await world.pass(OPERATOR_PROOF_SECONDS + 1)
    expect((await world.call(who, operators.unlock, target)).code).toBe(401)
  })

  it('accepts the code and not the password if there is an authenticator, each code once', async () => {
    const who = await anOperator(world, 'admin')
    const secret = 'JBSWY3DPEHPK3PXP'
    const factor = { totp_secret: world.infrastructure.keys.seal(secret), totp_time: world.infrastructure.clock.now(), totp_last_step: 0 }
    await world.asSystem(({ sql }) => sql.updateTable('operator').set(factor).where('username', '=', who.username).execute())
    expect((await world.call(who, ownSignIn.prove, { password: who.password })).code).toBe(401)
    const code = codeAt(secret, world.infrastructure.clock.now())
    const both = await Promise.all([1, 2].map(() => world.call(who, ownSignIn.prove, { code })))
    expect(both.filter((answer) => answer.code === 200)).toHaveLength(1)
    expect(both.filter((answer) => answer.code === 422)).toHaveLength(1)
  })

  it('is refused after five wrong passwords in a session, even if they arrive at the same time', async () => {
    const who = await anOperator(world, 'admin')
    const answers = await Promise.all(Array.from({ length: 12 }, () => world.call(who, ownSignIn.prove, { password: 'wrong-1234' })))
    expect(answers.filter(({ code }) => code === 422)).toHaveLength(5)
    expect(answers.filter(({ code }) => code === 429)).toHaveLength(7)
    expect((await world.call(who, ownSignIn.prove, { password: who.password })).code).toBe(429)
  })
})

describe('a new operator', () => {
  it('signs in with the first password only by replacing it', async () => {
    const made = (await world.call(admin, operators.create, { username: 'zhang.san', role: 'sales' })).data as {
      password: string
      id: string
    }
    expect(await rowOf({ username: 'zhang.san' })).toMatchObject({ id: made.id, first_password: 1, last_login_time: null, sessions: 0 })
    const first = { username: 'zhang.san', password: made.password }
    expect(await signIn(world, first)).toMatchObject({ code: 401, msg: '当前密码为初始密码，请设置新密码', data: { new_password: 1 } })
    const login = (new_password: string) => world.call(undefined, session.login, { ...first, new_password }, { address: '10.90.1.1' })
    expect(await login(made.password)).toMatchObject({ code: 422, data: { errors: [{ field: 'new_password' }] } })
    expect(await login('short')).toMatchObject({ code: 422, msg: '新密码长度为 8–128 位' })
    expect((await login('My-own-2026')).code).toBe(200)
    expect((await signIn(world, first)).code).toBe(401)
    expect((await signIn(world, { ...first, password: 'My-own-2026' })).code).toBe(200)
    expect(await rowOf(first)).toMatchObject({ first_password: 0, sessions: 2, last_login_time: expect.any(Number) })
  })

  it('must have a name that is unique in any case, and well formed', async () => {
    await world.call(admin, operators.create, { username: 'Taken', role: 'sales' })
    expect(await world.call(admin, operators.create, { username: 'taken', role: 'sales' })).toMatchObject({
      code: 422,
      msg: '运营人员 taken 已存在',
      data: { errors: [{ field: 'username' }] },
    })
    expect(await world.call(admin, operators.create, { username: '1x', role: 'sales' })).toMatchObject({ code: 422 })
  })
})

describe('a disabled operator', () => {
  it('is refused at the next call and at the sign-in, and returns without the former sessions', async () => {
    const who = await anOperator(world, 'support')
    const target = await idOf(who)
    expect((await world.call(admin, operators.disable, target)).code).toBe(200)
    expect(await look(who)).toMatchObject({ status: 401, code: 2004, msg: '您的运营人员账号已停用，请联系平台管理员' })
    expect(await signIn(world, who)).toMatchObject({ code: 403, msg: '您的运营人员账号已停用，请联系平台管理员' })
    expect((await signIn(world, { ...who, password: 'wrong-1234' })).msg).toBe('用户名或密码错误')
    expect(await rowOf(who)).toMatchObject({ status: 0, sessions: 0 })
    expect((await world.call(admin, operators.enable, target)).code).toBe(200)
    expect((await look(who)).code).toBe(2003)
    expect((await signIn(world, who)).code).toBe(200)
    expect(await auditOf()).toContain(`停用运营人员 ${who.username}，结束其 1 个登录`)
  })
})

describe('a password reset by an administrator', () => {
  it('is shown once, ends the sessions and the locks, and must be replaced at the next sign-in', async () => {
    const who = await anOperator(world, 'network')
    for (let tries = 0; tries < 6; tries += 1) await signIn(world, { ...who, password: 'wrong-1234' }, '10.91.1.1')
    const guess = () => world.call(who, opsContract.ownSignIn.prove, { password: 'wrong-1234' })
    for (let tries = 0; tries < 5; tries += 1) await guess()
    const { retry_after } = (await guess()).data as { retry_after: number }
    expect((await rowOf(who)).locked_until).toEqual(expect.any(Number))
    const { password } = (await world.call(admin, operators.password, await idOf(who))).data as { password: string }
    expect(password).toMatch(/^[2-9A-HJKMNP-Z]{16}$/)
    expect(await look(who)).toMatchObject({ code: 2003, msg: '登录已失效，请重新登录' })
    expect((await signIn(world, who)).code).toBe(401)
    expect(await signIn(world, { ...who, password }, '10.91.1.1')).toMatchObject({ code: 401, data: { new_password: 1 } })
    expect((await rowOf(who)).locked_until).toBeNull()
    const trail = await auditOf()
    expect(trail).toContain(`运营人员 ${who.username} 的密码或验证码错误次数过多，锁定 ${retry_after} 秒`)
    expect(trail.join()).not.toContain(password)
  })

  it('ends a sign-in that had checked the former password', async () => {
    const who = await anOperator(world, 'network')
    const target = await idOf(who)
    const answers = await Promise.all([
      world.call(admin, operators.password, target),
      ...Array.from({ length: 6 }, () => signIn(world, who)),
    ])
    const [reset, ...signIns] = answers
    expect(reset.code).toBe(200)
    for (const { data } of signIns.filter(({ code }) => code === 200))
      expect((await look({ access_token: tokenOf({ data }) })).code).toBe(2003)
    expect((await rowOf(who)).sessions).toBe(0)
  })
})

describe('an operator’s own password', () => {
  const change = (who: OperatorPerson, old_password: string, fresh: string, repeated = fresh) =>
    world.call(who, ownSignIn.password, { old_password, new_password: fresh, reset_password: repeated })

  it('can be replaced by giving it, which ends the other sessions', async () => {
    const who = await anOperator(world, 'sales')
    const other = { access_token: tokenOf(await signIn(world, who)) }
    expect(await change(who, 'wrong-1234', 'My-own-2026')).toMatchObject({ code: 422, data: { errors: [{ field: 'old_password' }] } })
    expect(await change(who, who.password, 'My-own-2026', 'My-own-2027')).toMatchObject({ code: 422, msg: '两次输入的密码不一致' })
    expect(await change(who, who.password, who.password)).toMatchObject({ code: 422, msg: '新密码不能与当前密码相同' })
    expect((await change(who, who.password, 'My-own-2026')).code).toBe(200)
    expect((await look(who)).code).toBe(200)
    expect((await look(other)).code).toBe(2003)
    expect((await signIn(world, { ...who, password: 'My-own-2026' })).code).toBe(200)
  })

  it('cannot be guessed from a session', async () => {
    const who = await anOperator(world, 'sales')
    const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => change(who, `wrong-${at}-1234`, 'My-own-2026')))
    expect(answers.filter(({ code }) => code === 422)).toHaveLength(5)
    expect((await change(who, who.password, 'My-own-2026')).code).toBe(429)
  })
})

describe('an operator’s role', () => {
  it('applies from the next call on', async () => {
    const who = await anOperator(world, 'admin')
    expect((await world.call(who, operators.list, {})).code).toBe(200)
    expect((await world.call(admin, operators.role, { ...(await idOf(who)), role: 'support' })).code).toBe(200)
    expect((await world.call(who, operators.list, {})).code).toBe(403)
    expect((await look(who)).data).toMatchObject({ role: 'support' })
    expect(await auditOf()).toContain(`将运营人员 ${who.username} 的角色由管理员改为客服`)
  })

  it('cannot be changed by that operator, nor their status, password or second factor', async () => {
    const who = await anAdmin()
    const self = await idOf(who)
    for (const [endpoint, input] of [
      [operators.role, { ...self, role: 'sales' }],
      [operators.disable, self],
      [operators.password, self],
      [operators.reset_totp, self],
      [operators.unlock, self],
      [operators.end_sessions, self],
    ] as const)
      expect(await world.call(who, endpoint, input), endpoint.path).toMatchObject({ code: 403, msg: expect.stringContaining('不能对自己') })
  })
})

describe('the last administrator', () => {
  /** Disables all other administrators without using the desk. */
  const only = (...kept: { username: string }[]) =>
    world.asSystem(({ sql }) =>
      sql
        .updateTable('operator')
        .set({ status: 0 })
        .where('role', '=', 'admin')
        .where(
          'username',
          'not in',
          kept.map(({ username }) => username),
        )
        .execute(),
    )
  const everybody = () => world.asSystem(({ sql }) => sql.updateTable('operator').set({ status: 1 }).execute())
  const admins = async () =>
    (await world.db.systemNow.sql.selectFrom('operator').select('username').where('role', '=', 'admin').where('status', '=', 1).execute())
      .length

  it('can be neither demoted nor disabled', async () => {
    const who = await anAdmin()
    const self = await idOf(who)
    await only(who)
    try {
      const refused = { code: 403, msg: `${who.username} 是最后一个可用的管理员，不能停用或更换角色，请先添加其他管理员` }
      expect(await world.call(who, operators.role, { ...self, role: 'sales' })).toMatchObject(refused)
      expect(await world.call(who, operators.disable, self)).toMatchObject(refused)
      await expect(world.asSystem((db) => disableOperator(db, who.username))).rejects.toThrow(/is the last administrator who can sign in/)
      expect(await admins()).toBe(1)
    } finally {
      await everybody()
    }
  })

  it.each(['role', 'disable'] as const)('remains when two administrators use %s on each other at the same time', async (how) => {
    for (let round = 0; round < 5; round += 1) {
      const [one, two] = [await anOperatorIn(world, 'admin'), await anOperatorIn(world, 'admin')]
      const [first, second] = [await idOf(one), await idOf(two)]
      await only(one, two)
      try {
        const more = how === 'role' ? { role: 'sales' } : {}
        const answers = await Promise.all([
          world.call(one, operators[how], { ...second, ...more }),
          world.call(two, operators[how], { ...first, ...more }),
        ])
        expect(answers.map(({ code }) => code).filter((code) => code === 200)).toHaveLength(1)
        expect(await admins()).toBe(1)
      } finally {
        await everybody()
      }
    }
  })
})

describe('the sessions of an operator', () => {
  it('show where they came from, and an administrator ends one or all', async () => {
    const who = await anOperator(world, 'support')
    const login = { username: who.username, password: who.password }
    const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
    const other = {
      access_token: tokenOf(await world.call(undefined, session.login, login, { address: '10.92.1.7', headers: { 'user-agent': agent } })),
    }
    const target = await idOf(who)
    const list = async () => (await world.call(admin, operators.sessions, target)).data as OperatorSession[]
    const found = (await list()).find(({ address }) => address === '10.92.1.7')!
    expect(found).toMatchObject({ device: 'Chrome 141 · Windows', current: 0 })
    expect((await world.call(admin, operators.end_sessions, { ...target, session_id: found.id })).code).toBe(200)
    expect(await look(other)).toMatchObject({ code: 2003, msg: '登录已失效，请重新登录' })
    expect((await look(who)).code).toBe(200)
    expect((await world.call(admin, operators.end_sessions, { ...target, session_id: found.id })).code).toBe(204)
    expect((await world.call(admin, operators.end_sessions, target)).code).toBe(200)
    expect((await look(who)).code).toBe(2003)
    expect(await list()).toEqual([])
    expect(await auditOf()).toContain(`结束运营人员 ${who.username} 的 1 个登录`)
  })

  it('are seen and ended by that operator, and by no other', async () => {
    const [who, stranger] = [await anOperator(world, 'support'), await anOperator(world, 'support')]
    const other = { access_token: tokenOf(await signIn(world, who)) }
    const mine = (await world.call(who, ownSignIn.sessions, {})).data as OperatorSession[]
    expect(mine).toHaveLength(2)
    const id = mine.find(({ current }) => current === 0)!.id
    expect((await world.call(stranger, ownSignIn.end_session, { id })).code).toBe(204)
    expect((await look(other)).code).toBe(200)
    expect((await world.call(who, ownSignIn.end_session, {})).code).toBe(200)
    expect((await look(other)).code).toBe(2003)
    expect((await look(who)).code).toBe(200)
  })

  it('show when they were last used', async () => {
    const who = await anOperator(world, 'support')
    const used = async () => ((await world.call(who, ownSignIn.sessions, {})).data as OperatorSession[])[0]!.last_time
    const before = await used()
    await world.pass(600)
    expect(await used()).toBeGreaterThanOrEqual(before + 600)
  })

  it('are limited in number: a further sign-in ends the one unused for longest', async () => {
    const who = await anOperator(world, 'support')
    for (let more = 0; more < OPERATOR_SESSIONS; more += 1) {
      await world.pass(1)
      expect((await signIn(world, who)).code).toBe(200)
    }
    expect((await look(who)).code).toBe(2003)
    expect((await rowOf(who)).sessions).toBe(OPERATOR_SESSIONS)
  })
})

describe('the second factor of an operator', () => {
  it('is removed by an administrator, which ends the sessions', async () => {
    const who = await anOperator(world, 'sales')
    const target = await idOf(who)
    expect((await world.call(admin, operators.reset_totp, target)).code).toBe(403)
    const factor = { totp_secret: world.infrastructure.keys.seal('JBSWY3DPEHPK3PXP'), totp_time: world.infrastructure.clock.now() }
    await world.asSystem(({ sql }) => sql.updateTable('operator').set(factor).where('username', '=', who.username).execute())
    expect((await signIn(world, who)).msg).toBe('请输入两步验证码')
    expect((await world.call(admin, operators.reset_totp, target)).code).toBe(200)
    expect((await look(who)).code).toBe(2003)
    expect((await signIn(world, who)).code).toBe(200)
  })
})

describe('a locked operator', () => {
  it('is unlocked by an administrator for every address', async () => {
    const who = await anOperator(world, 'sales')
    for (const address of ['10.93.1.1', '10.93.2.1'])
      for (let tries = 0; tries < 6; tries += 1) await signIn(world, { ...who, password: 'wrong-1234' }, address)
    expect((await signIn(world, who, '10.93.1.1')).code).toBe(429)
    expect((await world.call(admin, operators.unlock, await idOf(who))).code).toBe(200)
    expect((await rowOf(who)).locked_until).toBeNull()
    for (const address of ['10.93.1.1', '10.93.2.1']) expect((await signIn(world, who, address)).code).toBe(200)
    expect(await auditOf()).toContain(`解除运营人员 ${who.username} 的登录锁定`)
  })

  it('is shown as one only if the lock holds everywhere: wrong passwords lock a name for one network', async () => {
    const [who, other] = [await anOperator(world, 'sales'), await anOperator(world, 'sales')]
    for (let tries = 0; tries < 6; tries += 1) await signIn(world, { ...who, password: 'wrong-1234' }, '10.95.1.1')
    expect((await signIn(world, who, '10.95.1.1')).code).toBe(429)
    expect((await rowOf(who)).locked_until).toBeNull()
    expect((await auditOf()).join()).not.toContain(`运营人员 ${who.username} 的密码或验证码错误次数过多`)
    expect((await signIn(world, who, '10.95.2.1')).code).toBe(200)
    for (let tries = 0; tries < 6; tries += 1) await world.call(other, opsContract.ownSignIn.prove, { password: 'wrong-1234' })
    expect((await rowOf(other)).locked_until).toEqual(expect.any(Number))
  })

  it('does not reveal by the lock that the name exists', async () => {
    const who = await anOperator(world, 'sales')
    const codesOf = async (username: string, address: string) => {
      const codes: number[] = []
      for (let tries = 0; tries < 7; tries += 1) {
        // Full-width letters are the same name.
        const typed =
          tries % 2 === 0 ? username : username.replace(/[a-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))
        codes.push((await signIn(world, { username: typed, password: 'wrong-1234' }, address)).code)
      }
      return codes
    }
    expect(await codesOf(who.username, '10.94.1.1')).toEqual(await codesOf('invented', '10.94.2.1'))
  })
})

describe('the list of operators', () => {
  it('is filtered by name, role and status, a page at a time', async () => {
    for (const username of ['List.one', 'list.two', 'list.three']) await world.call(admin, operators.create, { username, role: 'network' })
    await world.call(admin, operators.disable, await idOf({ username: 'list.two' }))
    const names = async (query: object) => {
      const answer = await world.call(admin, operators.list, { search: 'LIST.', ...query })
      return { names: (answer.data as OperatorRow[]).map(({ username }) => username), count: answer.count }
    }
    expect(await names({})).toEqual({ names: ['List.one', 'list.three', 'list.two'], count: 3 })
    expect(await names({ limit: 2, page: 2 })).toEqual({ names: ['list.two'], count: 3 })
    expect(await names({ status: '0' })).toEqual({ names: ['list.two'], count: 1 })
    expect(await names({ role: 'sales' })).toEqual({ names: [], count: 0 })
    expect(await names({ search: 'list%' })).toEqual({ names: [], count: 0 })
  })

  it('contains no secret', async () => {
    const answer = await world.call(admin, operators.list, { limit: 100 })
    expect(JSON.stringify(answer.data)).not.toMatch(/argon2|hash|secret/)
  })

  it('is closed to customers', async () => {
    expect((await world.call(await world.anOwner(), operators.list, {})).code).toBe(2001)
    expect((await world.call(admin, contract.account.info, {})).code).toBe(2001)
  })
})

describe('the command line', () => {
  it('restores an administrator who is disabled, locked and without a password', async () => {
    const who = await anOperator(world, 'admin')
    for (let tries = 0; tries < 6; tries += 1) await signIn(world, { ...who, password: 'wrong-1234' }, '10.95.1.1')
    await world.asSystem((db) => disableOperator(db, who.username))
    expect((await look(who)).code).toBe(2004)
    await world.asSystem((db) => enableOperator(db, who.username))
    const password = await world.asSystem((db) => resetPassword(db, who.username))
    const login = { username: who.username, password, new_password: 'My-own-2026' }
    expect((await world.call(undefined, session.login, login, { address: '10.95.1.1' })).code).toBe(200)
    await expect(world.asSystem((db) => enableOperator(db, 'nobody-here'))).rejects.toThrow(OperatorError)
  })
})
