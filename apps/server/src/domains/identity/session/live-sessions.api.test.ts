import { contract, IDLE_SECONDS } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { aSubAccount, sortedCodes } from '../../../../test/credential-fixtures.ts'
import { aLink } from '../../../../test/matrix/people.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
let port: number
beforeAll(async () => {
  world = await createWorld()
  port = Number(new URL(await world.apps.console.listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => world.close())

type Who = Pick<Person, 'access_token'> & { companion?: string }
interface Row {
  id: string
  device: string
  address: string
  create_time: number
  last_time: number
  current: 0 | 1
}
const cookie = ({ companion }: Who) => (companion ? { cookie: companion } : {})
const list = async (who: Who, headers: Record<string, string> = {}): Promise<Row[]> =>
  (await world.call(who, contract.account.sessions, {}, { ...cookie(who), headers })).data
const end = (who: Who, id: string) => world.call(who, contract.account.session_end, { id }, cookie(who))
const info = async (who: Who) => (await world.call(who, contract.account.info, {}, cookie(who))).code
const currentOf = async (who: Who) => (await list(who)).find(({ current }) => current === 1)!

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
/** Signs in as a person would, with a browser and an address of their own. */
async function signIn({ username, password }: Person, address: string): Promise<Who> {
  const { uniqid } = (await world.call(undefined, contract.verify.code, {})).data as { uniqid: string }
  const code = (await world.services.captchas.read(uniqid))!
  const input = { username, password, code, uniqid }
  const answer = await world.call(undefined, contract.login.authorization, input, { address, headers: { 'user-agent': FIREFOX } })
  return { ...(answer.data as Person), companion: answer.cookie! }
}

describe('the sessions of a login', () => {
  it('are listed with device, address and times, and this one is marked', async () => {
    const owner = await world.anOwner()
    const here = await signIn(owner, '203.0.113.7')
    const rows = await list(here)
    expect(rows.map(({ current }) => current).toSorted((a, b) => a - b)).toEqual([0, 1])
    expect(rows.find(({ current }) => current === 1)).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      device: 'Firefox 143 · Linux',
      address: '203.0.113.7',
      create_time: expect.any(Number),
      last_time: expect.any(Number),
      current: 1,
    })
  })

  it('exclude the ended, the idle and the expired ones', async () => {
    const owner = await world.anOwner()
    const idle = await world.signedIn(owner)
    const [{ id: idle_id }] = [await currentOf(idle)]
    const ended = await world.signedIn(owner)
    await world.call(ended, contract.login.logout, {})
    await world.pass(IDLE_SECONDS - 60)
    const fresh = await world.signedIn(owner)
    expect((await list(fresh)).map(({ id }) => id)).toContain(idle_id)
    await world.pass(60)
    expect((await list(fresh)).map(({ current }) => current)).toEqual([1])
  })

  it('include none of other logins, not even of the same account', async () => {
    const [owner, stranger] = [await world.anOwner(), await world.anOwner()]
    const sub = await aSubAccount(world, owner)
    const theirs = [await currentOf(sub), await currentOf(stranger)].map(({ id }) => id)
    const rows = await list(owner)
    expect(rows).toHaveLength(1)
    expect(theirs).not.toContain(rows[0]!.id)
    expect(await list(sub)).toHaveLength(1)
  })

  it('include one that a login link opened, with the address of the browser that opened it', async () => {
    const owner = await world.anOwner()
    const { account_id, login_id } = owner
    const access_token = await world.asSystem((db) => world.services.sessions.issueLink(db, { account_id, login_id }))
    const opened = await world.call({ access_token }, contract.account.info, {}, { address: '203.0.113.8' })
    expect(opened.code).toBe(200)
    const link = (await list(owner)).find(({ device }) => device === '授权链接')
    expect(link).toMatchObject({ address: '203.0.113.8', current: 0 })
    const english = (await list(owner, { 'accept-language': 'en' })).map(({ device }) => device)
    expect(english).toContain('Login link')
  })
})

describe('ending a session', () => {
  it('ends it at once, with its refreshing and its sockets, and no other', async () => {
    const owner = await world.anOwner()
    const [other, third] = [await world.signedIn(owner), await world.signedIn(owner)]
    const { ticket } = (await world.call(other, contract.login.socket_ticket, {})).data as { ticket: string }
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/v1/account/events?token=${ticket}`)
    onTestFinished(() => socket.close())
    const messages: unknown[] = []
    socket.addEventListener('message', ({ data }) => void messages.push(JSON.parse(String(data))))
    const closed = new Promise<string>((done) => socket.addEventListener('close', ({ reason }) => done(reason)))
    await new Promise((done) => socket.addEventListener('open', done))

    expect((await end(owner, (await currentOf(other)).id)).code).toBe(200)
    expect(await closed).toBe('2003')
    expect(messages).toEqual([{ type: 'session', code: 2003 }])
    expect([await info(other), await info(third), await info(owner)]).toEqual([2003, 200, 200])
    expect((await world.call(other, contract.login.refresh, {}, { cookie: other.companion })).code).toBe(2003)
  })

  it('signs out when it is the caller’s own', async () => {
    const owner = await world.anOwner()
    expect((await end(owner, (await currentOf(owner)).id)).code).toBe(200)
    expect(await info(owner)).toBe(2003)
  })

  it('works for one that an operator’s login link opened', async () => {
    const owner = await world.anOwner()
    const link = await aLink(world, owner)
    const { id } = (await list(owner)).find(({ device }) => device === '授权链接')!
    expect((await end(owner, id)).code).toBe(200)
    expect(await info(link)).toBe(2003)
  })

  it('is logged with the device, once when it is sent many times', async () => {
    const owner = await world.anOwner()
    const { id } = await currentOf(await world.signedIn(owner))
    const answers = await Promise.all(Array.from({ length: 5 }, () => end(owner, id)))
    expect(sortedCodes(answers)).toEqual([200, 204, 204, 204, 204])
    const rows = await world.db.systemNow.sql
      .selectFrom('audit')
      .where('account_id', '=', owner.account_id)
      .where('action', '=', 'session_end')
      .select('message')
      .execute()
    expect(rows).toEqual([{ message: `${owner.username} 结束了一个登录（未知设备）` }])
  })

  it('is refused the same for one of another account, of another login, an ended one and an unknown one', async () => {
    const [owner, stranger] = [await world.anOwner(), await world.anOwner()]
    const sub = await aSubAccount(world, owner)
    const ended = await world.signedIn(owner)
    const { id: former } = await currentOf(ended)
    await world.call(ended, contract.login.logout, {})
    const [foreign, neighbour] = [(await currentOf(stranger)).id, (await currentOf(sub)).id]
    const none = '00000000-0000-4000-8000-000000000000'
    for (const id of [foreign, neighbour, former, none, '-'.repeat(36)])
      expect(await end(owner, id)).toMatchObject({ code: 204, status: 200, msg: '该登录已结束', data: null })
    expect([await info(stranger), await info(sub)]).toEqual([200, 200])
    expect((await end(owner, "' or 1=1 --")).code).toBe(422)
  })
})
