import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { contract, opsContract, rateLimits } from '@weft/contract'
import { sql as query } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { jsonLog } from '../kernel/log.ts'
import { aWayTo } from '../../test/faults/way.ts'
import { createDatabase, createWorld, type Person, type World } from '../../test/world.ts'
import { eventually } from '../../test/eventually.ts'

const lines: string[] = []
let world: World
let way: Awaited<ReturnType<typeof aWayTo>>
let owner: Person
let address: string
beforeAll(async () => {
  way = await aWayTo(await createDatabase())
  world = await createWorld({ WEFT_ACCESS_LOG: '1' }, { url: way.url, impatient: true, log: jsonLog((line) => void lines.push(line)) })
  owner = await world.anOwner()
  address = await world.apps.console.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await world.close()
  await way.close()
})

const info = () => world.call(owner, contract.account.info, {})
/** Repeats a call until it is answered with the code; the test's own time limit ends it. */
async function until(ask: () => Promise<{ code: number }>, code: number): Promise<void> {
  while ((await ask()).code !== code) await new Promise((wake) => setTimeout(wake, 50))
}
const TICK_MS = 50
/** Counts the seconds in which this process gets time to run: when the machine stands still, nobody gives up either. */
function secondsAtWork(): () => number {
  let ticks = 0
  const timer = setInterval(() => (ticks += 1), TICK_MS)
  return () => {
    clearInterval(timer)
    return (ticks * TICK_MS) / 1000
  }
}
it('a call that does not get a lock in time answers 503 and when to try again, and writes nothing', async () => {
  const holder = new Client({ connectionString: world.url })
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query(`create function waits() returns trigger language plpgsql set lock_timeout = '50ms' as $$ begin
      perform pg_advisory_xact_lock(4711); return new; end $$;
    create trigger waits before insert on socket_ticket for each row execute function waits();
    select pg_advisory_lock(4711)`)
  const create = () => world.call(owner, contract.login.socket_ticket, {})
  const refused = await create()
  expect(refused).toMatchObject({ status: 503, code: 503, data: { retry_after: expect.any(Number) } })
  expect(refused.headers['retry-after']).toMatch(/^[2-5]$/)
  await holder.query('select pg_advisory_unlock(4711)')
  expect((await create()).code).toBe(200)
  expect((await holder.query('select from socket_ticket')).rowCount).toBe(1)
})

describe('while the database is away', () => {
  it.each(['cut', 'stop'] as const)(
    '(%s) every call answers 503 with a reference before its caller gives up, and is served again when it is back',
    async (how) => {
      expect((await info()).code).toBe(200)
      way[how]()
      const took = secondsAtWork()
      const answers = await Promise.all([
        info(),
        world.call(undefined, contract.verify.code, {}),
        world.call(owner, contract.network.create, { network_name: '断', center: [], point: [] }),
        world.call({ access_token: 'x'.repeat(43) }, opsContract.accounts.list, {}),
      ])
      expect(took()).toBeLessThan(contract.account.info.timeout!)
      for (const answer of answers) {
        expect(answer).toMatchObject({ status: 503, code: 503, data: { retry_after: expect.any(Number) } })
        const { retry_after } = answer.data as { retry_after: number }
        expect([2, 3, 4, 5]).toContain(retry_after)
        expect(answer.headers['retry-after']).toBe(String(retry_after))
        expect(answer.msg).toMatch(/服务暂时不可用，请稍后再试，错误编号 [2-9A-HJ-NP-Z]{10}$/)
      }
      way.mend()
      await until(info, 200)
    },
  )

  it('the times to try again differ among callers', async () => {
    way.cut()
    const answers = await Promise.all(Array.from({ length: 60 }, info))
    way.mend()
    expect(new Set(answers.map(({ data }) => (data as { retry_after: number }).retry_after)).size).toBeGreaterThan(1)
    await until(info, 200)
  })

  it('no caller is counted as a stranger for calls that could not be identified, however many come from one address', async () => {
    way.cut()
    const codes = new Set<number>()
    for (let calls = 0; calls <= rateLimits.read.calls; calls += 50)
      for (const { code } of await Promise.all(Array.from({ length: 50 }, info))) codes.add(code)
    way.mend()
    expect(codes).toEqual(new Set([503]))
    await until(info, 200)
  })

  it('a socket is refused with 503 before the upgrade', async () => {
    const headers = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    }
    way.cut()
    const asked = request(`${address}/api/v1/account/events?token=${owner.access_token}`, { headers }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, expect.stringMatching(/^[2-5]$/)])
    asked.destroy()
    way.mend()
    await until(info, 200)
  })

  it('an open socket whose session cannot be checked is closed with 1013, to try again later', async () => {
    const { bySession } = world.services.identify
    onTestFinished(() => void (world.services.identify.bySession = bySession))
    // The database goes away between the checks of the upgrade and the first check of the open socket.
    world.services.identify.bySession = (...asked) => {
      way.cut()
      return bySession(...asked)
    }
    const socket = new WebSocket(`${address.replace('http', 'ws')}/api/v1/account/events?token=${owner.access_token}`)
    const closed = once(socket, 'close') as Promise<[CloseEvent]>
    expect((await closed)[0].code).toBe(1013)
    way.mend()
    await until(info, 200)
  })

  it('a slow statement is not mistaken for a lost database', async () => {
    const slow = world.asSystem(async ({ sql }) => (await query`select 'done' as word from pg_sleep(3)`.execute(sql)).rows)
    expect(await slow).toEqual([{ word: 'done' }])
  })

  it('a hundred calls at once are all answered with 503, and all are served when it is back', async () => {
    way.stop()
    const away = await Promise.all(Array.from({ length: 100 }, info))
    expect(new Set(away.map(({ code }) => code))).toEqual(new Set([503]))
    way.mend()
    await until(info, 200)
    // On a busy machine some calls may still wait too long for a connection and be refused.
    await eventually(async () => {
      const back = await Promise.all(Array.from({ length: 100 }, info))
      expect(new Set(back.map(({ code }) => code))).toEqual(new Set([200]))
    })
  })
})

describe('a server error', () => {
  it('is answered with 500 and a reference that is in the log, without internals', async () => {
    const broken = world.services.captchas.draw
    world.services.captchas.draw = () => {
      throw new Error('relation "captcha" at /srv/weft/src/session.ts does not hold')
    }
    const answer = await world.call(undefined, contract.verify.code, {})
    world.services.captchas.draw = broken
    expect(answer).toMatchObject({ status: 500, code: 500, data: null })
    const [, reference] = /^系统异常，请稍后再试，错误编号 ([2-9A-HJ-NP-Z]{10})$/.exec(answer.msg) ?? []
    expect(answer.headers['x-request-id']).toBe(reference)
    expect(JSON.stringify(answer)).not.toMatch(/relation|session\.ts/)
    const logged = lines.map((line) => JSON.parse(line)).filter(({ request_id, level }) => request_id === reference && level === 'error')
    expect(logged).toMatchObject([{ level: 'error', method: 'GET', route: '/api/v1/verify/code', code: 500, error: 'Error' }])
  })

  it('is answered when a result does not match the contract, and nothing of the result is sent', async () => {
    const issue = world.services.identify.issueTicket
    world.services.identify.issueTicket = async () => ({ secret: 'kept inside' }) as never
    const answer = await world.call(owner, contract.login.socket_ticket, {})
    world.services.identify.issueTicket = issue
    expect(answer).toMatchObject({ status: 500, code: 500, data: null })
    expect(JSON.stringify(answer)).not.toContain('kept inside')
    expect(lines.join('\n')).not.toContain('kept inside')
  })
})

describe('the log', () => {
  it('holds no password, token, ticket, cookie or code, whatever happens', async () => {
    const person = await world.anOwner()
    const secrets = [person.password, person.access_token, person.companion, 'wrong-6789']
    const signIn = async (password: string) => {
      const { uniqid } = (await world.call(undefined, contract.verify.code, {})).data as { uniqid: string }
      const code = (await world.services.captchas.read(uniqid))!
      secrets.push(uniqid)
      return world.call(undefined, contract.login.authorization, { username: person.username, password, code, uniqid })
    }
    const signedIn = await signIn(person.password)
    const { access_token } = signedIn.data as Person
    secrets.push(access_token, signedIn.cookie!)
    expect((await signIn('wrong-6789')).code).toBe(401)
    expect((await world.call({ access_token }, contract.account.info, { unknown: access_token })).code).toBe(422)
    const { ticket } = (await world.call({ access_token }, contract.login.socket_ticket, {})).data as { ticket: string }
    secrets.push(ticket)
    const socket = await world.apps.console.injectWS(`/api/v1/account/events?token=${ticket}`)
    socket.terminate()
    await world.apps.console.inject({ url: `/api/v1/account/events?token=${access_token}` })
    const fresh = await world.call({ access_token }, contract.login.refresh, {}, { cookie: signedIn.cookie! })
    secrets.push((fresh.data as Person).access_token, fresh.cookie ?? person.companion)
    // The same while the database is away, when most is logged.
    way.cut()
    expect((await signInBlindly(person.username, person.password)).code).toBe(503)
    await world.apps.console.inject({ url: `/api/v1/account/events?token=${access_token}` })
    expect((await world.call({ access_token }, contract.account.info, {})).code).toBe(503)
    way.mend()
    await until(() => world.call({ access_token }, contract.account.info, {}), 200)
    expect(lines.length).toBeGreaterThan(3)
    for (const secret of secrets) expect(lines.filter((line) => line.includes(secret))).toEqual([])
  })

  it('has a line for each call with its route, status, time and account, and nothing that a hostile caller sent', async () => {
    const person = await world.anOwner()
    const secret = 'S3cret-of-a-caller'
    const before = lines.length
    const calls = [
      { url: `/api/v1/account/info?password=${secret}`, headers: { authorization: `Bearer ${person.access_token}` } },
      { url: `/api/v1/${secret}/${secret}?token=${secret}` },
      { url: `/api/v1/%ff${secret}` },
      {
        url: '/api/v1/account/info',
        headers: { authorization: `Bearer ${secret}`, cookie: `weft_companion=${secret}`, 'user-agent': secret },
      },
      {
        method: 'POST',
        url: '/api/v1/login/authorization',
        headers: { 'content-type': 'application/json' },
        payload: `{"password":"${secret}`,
      },
      {
        method: 'POST',
        url: `/api/v1/login/authorization?x=${secret}`,
        payload: { username: `${secret}\n{"level":"error"}`, password: secret },
      },
      {
        method: 'POST',
        url: '/api/v1/support/upload',
        headers: { 'content-type': `multipart/form-data; boundary=${secret}` },
        payload: secret,
      },
    ] as const
    const answers = await Promise.all(calls.map((call) => world.apps.console.inject(call)))
    const logged = lines.slice(before)
    expect(logged.filter((line) => line.includes(secret) || line.includes(person.access_token))).toEqual([])
    const answered = logged.map((line) => JSON.parse(line)).filter(({ message }) => message === 'a call was answered')
    // The one whose address cannot be decoded is answered before it is a call.
    const counted = answers.filter((_, i) => !calls[i]!.url.includes('%ff'))
    expect(new Map(answered.map(({ request_id, status }) => [request_id, status]))).toEqual(
      new Map(counted.map(({ headers, statusCode }) => [headers['x-request-id'], statusCode])),
    )
    expect(answered).toHaveLength(counted.length)
    expect(answered.filter(({ route }) => route !== 'none' && !route.startsWith('/api/v1/'))).toEqual([])
    const known = answered.find(({ request_id }) => request_id === answers[0]!.headers['x-request-id'])
    expect(known).toMatchObject({ route: '/api/v1/account/info', status: 422, account: expect.stringMatching(/^\d+$/) })
  })

  it('has no line for a probe of health or a page', async () => {
    const before = lines.length
    for (const url of ['/healthz', '/readyz', '/', '/favicon.ico']) await world.apps.console.inject(url)
    expect(lines.slice(before)).toEqual([])
  })

  it('has no line for each call without WEFT_ACCESS_LOG', async () => {
    const quiet: string[] = []
    const other = await createWorld({}, { log: jsonLog((line) => void quiet.push(line)) })
    onTestFinished(() => other.close())
    expect((await other.call(undefined, contract.verify.code, {})).code).toBe(200)
    expect(quiet).toEqual([])
  })

  const signInBlindly = (username: string, password: string) =>
    world.call(undefined, contract.login.authorization, { username, password, code: 'abcd', uniqid: 'some-picture' })
})
