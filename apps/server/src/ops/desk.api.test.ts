import { type Health, opsContract } from '@weft/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aProvedOwner } from '../../test/credential-fixtures.ts'
import { codeAt } from '../adapters/totp/totp.ts'
import { sampleHealth } from './desk.service.ts'
import { resetTotp } from './operator.service.ts'
import { hardware } from '../../test/network-fixtures.ts'
import { anOperator, type OperatorPerson, prove, signIn } from '../../test/ops-people.ts'
import { createWorld, type World } from '../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

let addresses = 0
const signInWith = ({ username, password }: OperatorPerson, totp: string) =>
  world.call(undefined, opsContract.session.login, { username, password, totp }, { address: `10.77.${(addresses += 1)}.1` })
const codeOf = (secret: string) => codeAt(secret, world.infrastructure.clock.now())

async function withAuthenticator(who: OperatorPerson): Promise<string> {
  await prove(world, who)
  const { secret } = (await world.call(who, opsContract.session.totp_setup, {})).data as { secret: string }
  expect((await world.call(who, opsContract.session.totp_enable, { code: codeOf(secret) })).code).toBe(200)
  return secret
}

describe('an operator’s authenticator', () => {
  // A code is valid for a step of 30 s: none may end between two calls.

  it('is on once one of its codes was typed, and a code is required from the next sign-in on', async () => {
    const who = await anOperator(world, 'support')
    expect(await world.call(who, opsContract.session.totp_setup, {})).toMatchObject({ code: 401, msg: '请先完成身份验证' })
    await prove(world, who)
    const { secret } = (await world.call(who, opsContract.session.totp_setup, {})).data as { secret: string }
    expect((await signIn(world, who)).code).toBe(200)
    expect(await world.call(who, opsContract.session.totp_enable, { code: '000000' })).toMatchObject({ code: 422 })
    expect((await world.call(who, opsContract.session.totp_enable, { code: codeOf(secret) })).code).toBe(200)
    expect((await world.call(who, opsContract.session.info, {})).data).toEqual({ username: who.username, role: 'support', totp: 1 })
    expect(await signIn(world, who)).toMatchObject({ code: 401, msg: '请输入两步验证码', data: { totp: 1 } })
    // Whether somebody has an authenticator is told to who knows the password alone.
    expect((await signIn(world, { ...who, password: 'wrong-1234' })).data).toBeNull()
    expect(await signInWith(who, '000000')).toMatchObject({ code: 422, data: { errors: [{ field: 'code' }] } })
    await world.pass(30)
    expect(await signInWith(who, codeOf(secret))).toMatchObject({ code: 200, data: { operator: { totp: 1 } } })
  })

  it('accepts each code once', async () => {
    const who = await anOperator(world, 'support')
    const secret = await withAuthenticator(who)
    expect((await signInWith(who, codeOf(secret))).code).toBe(422)
    await world.pass(30)
    expect((await signInWith(who, codeOf(secret))).code).toBe(200)
    expect((await signInWith(who, codeOf(secret))).code).toBe(422)
  })

  it('cannot be guessed: wrong codes lock like wrong passwords', async () => {
    const who = await anOperator(world, 'support')
    await withAuthenticator(who)
    const guess = () =>
      world.call(
        undefined,
        opsContract.session.login,
        { username: who.username, password: who.password, totp: '123456' },
        { address: '10.78.1.1' },
      )
    const codes: number[] = []
    for (let tries = 0; tries < 6; tries += 1) codes.push((await guess()).code)
    expect(codes).toEqual([422, 422, 422, 422, 422, 429])
  })

  it('is removed by one of its codes, or on the command line', async () => {
    const who = await anOperator(world, 'support')
    const secret = await withAuthenticator(who)
    await world.pass(30)
    expect((await world.call(who, opsContract.session.totp_disable, { code: codeOf(secret) })).code).toBe(200)
    expect((await signIn(world, who)).code).toBe(200)
    await world.pass(30)
    await withAuthenticator(who)
    expect((await signIn(world, who)).code).toBe(401)
    await world.asSystem((db) => resetTotp(db, who.username))
    expect((await signIn(world, who)).code).toBe(200)
  })
})

describe('the audit list', () => {
  it('shows one account, or what concerned none', async () => {
    const who = await anOperator(world, 'admin')
    const owner = await aProvedOwner(world)
    await world.call(who, opsContract.accounts.disable, { account_number: owner.account_number, reason: '欠费' })
    const answer = await world.call(who, opsContract.desk.audit, { account_number: owner.account_number })
    expect((answer.data as { message: string; actor: string }[]).map(({ actor }) => actor)).toContain(who.username)
    const own = await world.call(who, opsContract.desk.audit, {})
    expect((own.data as { message: string }[]).some(({ message }) => message === `运营人员 ${who.username} 登录`)).toBe(true)
    expect(await world.call(who, opsContract.desk.audit, { account_number: '99999999' })).toMatchObject({ code: 204 })
    expect(await world.call(who, opsContract.desk.audit, { start_time: '2026-02-02', end_time: '2026-02-01' })).toMatchObject({ code: 422 })
  })
})

it('the log of an account is told apart into changes, sign-ins and looks', async () => {
  const who = await anOperator(world, 'admin')
  const { account_number } = await aProvedOwner(world)
  await world.call(who, opsContract.accounts.disable, { account_number, reason: '欠费' })
  await world.call(who, opsContract.accounts.info, { account_number })
  await world.call(who, opsContract.accounts.enable, { account_number, reason: '已续费' })
  await world.call(who, opsContract.accounts.login_link, { account_number, reason: '协助排查' })
  const rows = async (kind?: 'changes' | 'sign_ins' | 'views') =>
    (await world.call(who, opsContract.desk.audit, { account_number, ...(kind && { kind }) })).data as { mode: string; action: string }[]
  const [changes, signIns, views] = [await rows('changes'), await rows('sign_ins'), await rows('views')]
  expect(changes.some(({ mode }) => mode === 'account')).toBe(true)
  // A link to sign in is of sessions, and a change.
  expect(changes.filter(({ mode }) => mode === 'session').map(({ action }) => action)).toEqual(['login_link'])
  expect(changes.some(({ action }) => action === 'view')).toBe(false)
  expect(signIns.some(({ action }) => action === 'login_link')).toBe(false)
  expect(signIns.every(({ mode }) => mode === 'session')).toBe(true)
  expect(views.length).toBeGreaterThan(0)
  expect(views.every(({ action }) => action === 'view')).toBe(true)
})

describe('health', () => {
  it('counts members, deliveries and jobs, and a day of connections by the hour', async () => {
    const who = await anOperator(world, 'support')
    const owner = await aProvedOwner(world)
    const names = await hardware(world, owner, 3)
    const before = (await world.call(who, opsContract.desk.health, {})).data as Health
    await world.asSystem(async ({ sql }) => {
      await sql.updateTable('member').set({ online_status: 1 }).where('router_name', 'in', names.slice(0, 2)).execute()
      await sql
        .insertInto('connect_log')
        .values(
          [1, 1, 0].map((online) => ({
            account_id: owner.account_id,
            router_name: names[0]!,
            remote_ip: '192.0.2.1',
            remote_port: 4000,
            online: online as 0 | 1,
            create_time: world.infrastructure.clock.now(),
          })),
        )
        .execute()
    })
    const { data } = await world.call(who, opsContract.desk.health, {})
    const health = data as Health
    expect([health.members.online - before.members.online, health.members.total]).toEqual([2, before.members.total])
    expect(health.connections).toHaveLength(24)
    expect([health.connections.at(-1)!.online, health.connections.at(-1)!.offline]).toEqual([2, 1])
    expect(health.jobs).toMatchObject({ failed: 0 })
    expect(health.database.bytes).toBeGreaterThan(1_000_000)
  })

  it('counts a job as waiting until it starts', async () => {
    const who = await anOperator(world, 'support')
    const waiting = async () => ((await world.call(who, opsContract.desk.health, {})).data as Health).jobs.waiting
    const before = await waiting()
    const owner = new Client({ connectionString: world.url })
    await owner.connect()
    await owner.query(`select weft_enqueue('nobody_does_this', '{}', null, 3)`)
    expect(await waiting()).toBe(before + 1)
    await owner.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody'`)
    expect(await waiting()).toBe(0)
    await owner.query('delete from graphile_worker._private_jobs')
    await owner.end()
  })

  it('keeps a day of samples, the worst of each five minutes, and nothing older', async () => {
    let who = await anOperator(world, 'support')
    const { db, clock } = world.infrastructure
    const history = async () => ((await world.call(who, opsContract.desk.health, {})).data as Health).history
    expect(await history()).toHaveLength(289)
    await world.pass(300 - (Math.floor(clock.now().getTime() / 1000) % 300))
    for (const [members_online, jobs] of [
      [7, 2],
      [5, 9],
    ] as const) {
      await world.asSystem(({ sql }) =>
        sql
          .insertInto('health_sample')
          .values({ sample_time: clock.now(), answer_ms: 1.5, jobs, deliveries: 0, tickets: 3, members_online })
          .execute(),
      )
      await world.pass(60)
    }
    expect((await history()).slice(-2)).toMatchObject([{ jobs: null }, { jobs: 9, members_online: 5, answer_ms: 1.5, tickets: 3 }])
    await sampleHealth({ db, clock })
    expect((await history()).at(-1)!.answer_ms).toBeGreaterThanOrEqual(1.5)
    await world.pass(86_400 + 600)
    // A session of operators ends within a day.
    who = await anOperator(world, 'support')
    expect((await history()).filter(({ jobs }) => jobs !== null)).toEqual([])
    await sampleHealth({ db, clock })
    const kept = await world.asSystem(({ sql }) => sql.selectFrom('health_sample').select('sample_time').execute())
    expect(kept).toHaveLength(1)
  })
})
