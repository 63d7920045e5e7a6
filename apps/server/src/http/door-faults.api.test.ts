import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { contract, opsContract, rateLimits } from '@weft/contract'
import { sql as query } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { jsonLog } from '../kernel/log.ts'
import { aWayTo } from '../../test/faults/way.ts'
import { createDatabase, createWorld, type Person, type World } from '../../test/world.ts'

const lines: string[] = []
let world: World
let way: Awaited<ReturnType<typeof aWayTo>>
let owner: Person
let address: string
beforeAll(async () => {
  way = await aWayTo(await createDatabase())
  world = await createWorld({}, { url: way.url, log: jsonLog((line) => void lines.push(line)) })
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
describe('while the database is away', () => {
  it.each(['cut', 'stop'] as const)(
    '(%s) every call answers 503 with a reference before its caller gives up, and is served again when it is back',
    async (how) => {
      expect((await info()).code).toBe(200)
      way[how]()
      const start = performance.now()
      const answers = await Promise.all([
        info(),
        world.call(undefined, contract.verify.code, {}),
        world.call(owner, contract.network.create, { network_name: '断', center: [], point: [] }),
        world.call({ access_token: 'x'.repeat(43) }, opsContract.accounts.list, {}),
      ])
      expect((performance.now() - start) / 1000).toBeLessThan(contract.account.info.timeout!)
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
    await vi.waitFor(async () => {
      const back = await Promise.all(Array.from({ length: 100 }, info))
      expect(new Set(back.map(({ code }) => code))).toEqual(new Set([200]))
    }, 60_000)
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
    const logged = lines.map((line) => JSON.parse(line)).filter(({ id }) => id === reference)
    expect(logged).toMatchObject([{ level: 'error', method: 'GET', path: '/api/v1/verify/code', code: 500, error: 'Error' }])
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

  const signInBlindly = (username: string, password: string) =>
    world.call(undefined, contract.login.authorization, { username, password, code: 'abcd', uniqid: 'some-picture' })
})
