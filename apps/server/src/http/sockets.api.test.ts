import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingHttpHeaders, request } from 'node:http'
import type { Duplex } from 'node:stream'
import { contract, permissions, type RightArea } from '@weft/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { publish } from '../adapters/bus/publish.ts'
import { silentLog } from '../kernel/log.ts'
import { createListener } from './listener.ts'
import { createRole } from '../domains/identity/sub-account/role.service.ts'
import type { BusEvent } from '../adapters/bus/events.ts'
import { aLink, anOperator } from '../../test/matrix/people.ts'
import { aLoginOf, aNetwork, aSubAccount, hardware } from '../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../test/world.ts'
import { eventually } from '../../test/eventually.ts'

let world: World
const ports = { console: 0, ops: 0, closing: 0 }
beforeAll(async () => {
  world = await createWorld()
  for (const door of ['console', 'ops'] as const)
    ports[door] = Number(new URL(await world.apps[door].listen({ host: '127.0.0.1', port: 0 })).port)
})
afterAll(() => world.close())

const EVENTS = '/api/v1/account/events'
const urlOf = (token: string) => `${EVENTS}?token=${encodeURIComponent(token)}`

/** An open socket as a browser sees it. */
interface Heard {
  messages: unknown[]
  closed: Promise<{ code: number; reason: string }>
  say: (text: string) => void
}
async function open(token: string): Promise<Heard> {
  const socket = new WebSocket(`ws://127.0.0.1:${ports.console}${urlOf(token)}`)
  onTestFinished(() => socket.close())
  const messages: unknown[] = []
  socket.addEventListener('message', ({ data }) => void messages.push(JSON.parse(String(data))))
  const closed = new Promise<{ code: number; reason: string }>((done) =>
    socket.addEventListener('close', ({ code, reason }) => done({ code, reason })),
  )
  await new Promise<void>((done, fail) => {
    socket.addEventListener('open', () => done())
    socket.addEventListener('error', () => fail(new Error('the socket was refused')))
  })
  return { messages, closed, say: (text: string) => socket.send(text) }
}

const handshake = () => ({
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': randomBytes(16).toString('base64'),
})

/** The first byte of a ping of the server, and an empty pong as a client sends it (RFC 6455 §5.5). */
const PING = 0x89
const PONG = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])

/** Opens a socket whose bytes are read and written by hand. */
async function openByHand(token: string): Promise<{ socket: Duplex; received: () => number[] }> {
  const asked = request({ host: '127.0.0.1', port: ports.console, path: urlOf(token), headers: handshake(), agent: false })
  asked.end()
  const [, socket, head] = (await once(asked, 'upgrade')) as [unknown, Duplex, Buffer]
  onTestFinished(() => void socket.destroy())
  const bytes = [...head]
  socket.on('data', (part: Buffer) => void bytes.push(...part))
  return { socket, received: () => bytes }
}

/** Asks for an upgrade by hand, so that the answer to a refused one can be read. */
function upgrade(
  path: string,
  door: keyof typeof ports = 'console',
  more: Record<string, string> = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; envelope: { code: number; msg: string } | undefined }> {
  return new Promise((done, fail) => {
    const headers = { ...handshake(), ...more }
    const asked = request({ host: '127.0.0.1', port: ports[door], path, headers, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => void chunks.push(chunk))
      response.on('end', () =>
        done({ status: response.statusCode!, headers: response.headers, envelope: JSON.parse(Buffer.concat(chunks).toString()) }),
      )
    })
    asked.on('upgrade', (response, socket) => {
      socket.destroy()
      done({ status: response.statusCode!, headers: response.headers, envelope: undefined })
    })
    asked.on('error', fail)
    asked.end()
  })
}

const ticketOf = async (who: Pick<Person, 'access_token'>) =>
  ((await world.call(who, contract.login.socket_ticket, {})).data as { ticket: string }).ticket
const openAs = async (who: Pick<Person, 'access_token'>) => open(await ticketOf(who))
/** Opens sockets, and returns the server's ends of them too. */
async function withEnds<T>(openThem: () => Promise<T>): Promise<[opened: T, ends: NodeJS.EventEmitter[]]> {
  const { clients } = world.apps.console.websocketServer
  const former = new Set(clients)
  const opened = await openThem()
  return [opened, [...clients].filter((one) => !former.has(one))]
}
/** Resolves once the server has heard the answers to its pings. They take real time, of which none passes while the timers are moved. */
const heardPongs = (ends: readonly NodeJS.EventEmitter[]) => Promise.all(ends.map((end) => once(end, 'pong')))
const say = (event: BusEvent) => world.asSystem((db) => publish(db, event))
/** Waits until the sockets have received an event sent last on the same bus, and so everything sent before it. */
async function heardAll(who: Person, ...sockets: Heard[]): Promise<void> {
  await say({ type: 'message', account_id: who.account_id })
  await eventually(() => expect(sockets.map(({ messages }) => messages.at(-1))).toEqual(sockets.map(() => ({ type: 'message' }))))
}

describe('an open socket', () => {
  it.each([
    ['a message', 1008, 'x'],
    ['a large message', 1009, 'x'.repeat(126)],
  ])('ends if its client sends %s: pages only listen', async (_, code, text) => {
    const heard = await openAs(await world.anOwner())
    heard.say(text)
    expect(await heard.closed).toMatchObject({ code })
  })
})

describe('opening a socket', () => {
  it('accepts a ticket once', async () => {
    const ticket = await ticketOf(await world.anOwner())
    expect((await upgrade(urlOf(ticket))).status).toBe(101)
    expect(await upgrade(urlOf(ticket))).toMatchObject({ status: 401, envelope: { code: 2001 } })
  })

  it('accepts a ticket for 30 seconds', async () => {
    const owner = await world.anOwner()
    const [early, late] = [await ticketOf(owner), await ticketOf(owner)]
    await world.pass(29)
    expect((await upgrade(urlOf(early))).status).toBe(101)
    await world.pass(2)
    expect(await upgrade(urlOf(late))).toMatchObject({ status: 401, envelope: { code: 2001 } })
  })

  it('accepts the access token itself, any number of times', async () => {
    const { access_token } = await world.anOwner()
    expect((await upgrade(urlOf(access_token))).status).toBe(101)
    expect((await upgrade(urlOf(access_token))).status).toBe(101)
  })

  it('succeeds for exactly one of eight requests with the same ticket at once', async () => {
    const ticket = await ticketOf(await world.anOwner())
    const reply = await Promise.all(Array.from({ length: 8 }, () => upgrade(urlOf(ticket))))
    expect(reply.filter(({ status }) => status === 101)).toHaveLength(1)
  })

  it.each<[string, () => Promise<string> | string, number]>([
    ['no token', () => EVENTS, 422],
    ['an empty token', () => urlOf(''), 422],
    ['an unknown field beside the token', async () => `${urlOf((await world.anOwner()).access_token)}&more=1`, 422],
    ['two tokens', async () => `${urlOf((await world.anOwner()).access_token)}&token=x`, 422],
    ['a garbage token', () => urlOf('x'.repeat(43)), 2001],
    ['an operator’s token', async () => urlOf((await anOperator(world, 'admin')).access_token), 2001],
    ['a login link of another browser', async () => urlOf((await aLink(world, await world.anOwner())).access_token), 2006],
    ['a ticket of a session that ended', async () => urlOf(await endedTicket()), 2003],
    ['a revoked session', async () => urlOf(await loggedOut()), 2003],
    ['a disabled account', async () => urlOf(await disabledOwner()), 2004],
  ])('is refused before the upgrade with %s', async (_, path, code) => {
    const answer = await upgrade(await path())
    expect(answer.envelope).toMatchObject({ code })
    expect(answer.status).toBe(code >= 2000 ? 401 : code)
  })

  it('is refused before the upgrade with an expired access token of a session that has not ended', async () => {
    const { access_token } = await world.anOwner()
    await world.pass(1801)
    expect(await upgrade(urlOf(access_token))).toMatchObject({ status: 401, envelope: { code: 2002 } })
  })

  it('is refused at an address that is no socket', async () => {
    const { access_token } = await world.anOwner()
    expect(await upgrade(`/api/v1/account/info?token=${access_token}`)).toMatchObject({ status: 401, envelope: { code: 2001 } })
    expect(await upgrade('/api/v1/no/such')).toMatchObject({ status: 404, envelope: { code: 404 } })
  })
})

async function loggedOut(): Promise<string> {
  const owner = await world.anOwner()
  await world.call(owner, contract.login.logout, {})
  return owner.access_token
}
async function endedTicket(): Promise<string> {
  const owner = await world.anOwner()
  const ticket = await ticketOf(owner)
  await world.call(owner, contract.login.logout, {})
  return ticket
}
async function disabledOwner(): Promise<string> {
  const owner = await world.anOwner()
  await setStatus(owner, 0)
  return owner.access_token
}
const setStatus = ({ account_id }: Person, status: 0 | 1) =>
  world.asSystem(({ sql }) => sql.updateTable('account').set({ status }).where('account_id', '=', account_id).execute())

describe('an upgrade that is refused', () => {
  const usual = { 'x-content-type-options': 'nosniff', 'content-security-policy': expect.any(String), 'x-request-id': expect.any(String) }
  const pictures = '/api/v1/verify/code'

  it.each(['/', '/foo', '/site.json', '/healthz', '/api/v1/no/such', '/ops/v1/no/such', pictures, '/agent/v1/connect'])(
    'at %s, which has no socket on console and desk, gets the usual answer and no socket',
    async (path) => {
      for (const door of ['console', 'ops'] as const) {
        const answer = await upgrade(path, door)
        expect([404, 405], door).toContain(answer.status)
        expect(answer.envelope, door).toMatchObject({ code: answer.status, data: null })
        expect(answer.headers, door).toMatchObject(usual)
        expect(world.apps[door].websocketServer.clients.size).toBe(0)
      }
    },
  )

  it('at a call is refused for a login that may make it too', async () => {
    const { access_token } = await world.anOwner()
    const answer = await upgrade('/api/v1/account/info', 'console', { authorization: `Bearer ${access_token}` })
    expect(answer).toMatchObject({ status: 405, envelope: { code: 405 }, headers: usual })
  })

  it.each([
    ['another version', { 'sec-websocket-version': '12' }],
    ['no version', { 'sec-websocket-version': '' }],
    ['a key that is none', { 'sec-websocket-key': 'short' }],
  ])('because it has %s gets the usual answer, after the checks of its session', async (_, headers) => {
    const { access_token } = await world.anOwner()
    expect(await upgrade(urlOf('x'.repeat(43)), 'console', headers)).toMatchObject({ status: 401, envelope: { code: 2001 } })
    expect(await upgrade(urlOf(access_token), 'console', headers)).toMatchObject({
      status: 422,
      envelope: { code: 422, msg: '提交的内容有误' },
      headers: { ...usual, 'sec-websocket-version': '13' },
    })
  })
})

it('an upgrade that is being checked while the listener closes is refused with 503 and the usual headers', async () => {
  const app = await createListener({ log: silentLog, trustProxy: undefined, secure: false, access_log: false })
  const [asked, checked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  app.route({
    method: 'GET',
    url: '/slow',
    preValidation: () => {
      asked.resolve()
      return checked.promise
    },
    handler: () => null,
    wsHandler: (socket) => socket.close(),
  })
  // The check ends once the listener closes.
  app.addHook('preClose', async () => checked.resolve())
  ports.closing = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port)
  const answer = upgrade('/slow', 'closing')
  await asked.promise
  const closed = app.close()
  expect(await answer).toMatchObject({
    status: 503,
    envelope: { code: 503, data: { retry_after: expect.any(Number) } },
    headers: { 'x-content-type-options': 'nosniff' },
  })
  await closed
})

describe('an open socket', () => {
  it('receives events of its account and of no other', async () => {
    const [owner, other] = [await world.anOwner(), await world.anOwner()]
    const [mine, theirs] = [await openAs(owner), await openAs(other)]
    await say({ type: 'revision', account_id: other.account_id, network_number: '1234567890' })
    await say({ type: 'member', account_id: other.account_id, router_names: ['SECRET'] })
    await eventually(() => expect(theirs.messages.at(-1)).toMatchObject({ type: 'member' }))
    await heardAll(owner, mine)
    await heardAll(other, theirs)
    expect(mine.messages).toEqual([{ type: 'message' }])
    expect(theirs.messages).toEqual([
      { type: 'revision', network_number: '1234567890' },
      { type: 'member', router_names: [], changes: { member: [], link: [] } },
      { type: 'message' },
    ])
  })

  it('receives no events of what its role hides, and no members if it is limited to some', async () => {
    const owner = await world.anOwner()
    const { account_id } = owner
    const colleague = async (hidden: readonly RightArea[], tags: string[] = []) => {
      const flags = permissions.filter((permission) => !hidden.some((area) => permission.startsWith(`${area}.`)))
      const role_id = await world.asAccount(owner, (db) =>
        createRole(db, 'system', { name: `${hidden.join()} ${tags.join()}`, flags, networks: [], tags }),
      )
      return openAs(await aLoginOf(world, owner, role_id, `sees${role_id}`))
    }
    const sockets = [
      await colleague([]),
      await colleague(['network']),
      await colleague(['member', 'network']),
      await colleague(['ticket']),
      await colleague([], ['门店']),
    ]
    const network_number = '1234567890'
    await say({ type: 'revision', account_id, network_number })
    await say({ type: 'draft', account_id, network_number })
    await say({ type: 'message', account_id, network_number })
    await say({ type: 'member', account_id, router_names: ['SECRET'] })
    // Members are read first, once for all who may see them.
    await eventually(() => expect(sockets[0]!.messages.at(-1)).toMatchObject({ type: 'member' }))
    await say({ type: 'ticket', account_id, ticket_number: '20260101000001', login_id: owner.login_id })
    await say({ type: 'rights', account_id })
    const all = [
      { type: 'revision', network_number },
      { type: 'draft', network_number },
      { type: 'message' },
      { type: 'member', router_names: [], changes: { member: [], link: [] } },
      { type: 'ticket', ticket_number: '20260101000001' },
      { type: 'rights' },
    ]
    const limited = all.map((event) => (event.type === 'member' ? { type: 'member', router_names: [] } : event))
    const without = (...hidden: string[]) => all.filter(({ type }) => !hidden.includes(type))
    await eventually(() => expect(sockets.map(({ messages }) => messages.at(-1))).toEqual(sockets.map(() => ({ type: 'rights' }))))
    expect(sockets.map(({ messages }) => messages)).toEqual([
      all,
      limited.filter(({ type }) => !['revision', 'draft', 'message'].includes(type)),
      without('revision', 'draft', 'message', 'member'),
      without('ticket'),
      limited,
    ])
  })

  it('receives a message to all accounts, and another that closes meanwhile does no harm', async () => {
    const sockets = [await openAs(await world.anOwner()), await openAs(await world.anOwner())]
    const gone = new WebSocket(`ws://127.0.0.1:${ports.console}${urlOf(await ticketOf(await world.anOwner()))}`)
    await new Promise((done) => gone.addEventListener('open', done))
    await say({ type: 'message', account_id: 'all' })
    gone.close()
    // They are notified over a few seconds, so that they do not all send requests at once.
    await eventually(() => expect(sockets.map(({ messages }) => messages)).toEqual([[{ type: 'message' }], [{ type: 'message' }]]))
  })

  it('is closed at logout with the session’s code, while that of another session remains open', async () => {
    const owner = await world.anOwner()
    const neighbour = { ...owner, ...(await world.signedIn(owner)) }
    const [mine, stays] = [await openAs(owner), await openAs(neighbour)]
    await world.call(owner, contract.login.logout, {})
    expect(await mine.closed).toEqual({ code: 4001, reason: '2003' })
    expect(mine.messages).toEqual([{ type: 'session', code: 2003 }])
    await heardAll(neighbour, stays)
    expect(stays.messages).toEqual([{ type: 'message' }])
  })

  it('is closed with 2004 when its account is disabled', async () => {
    const owner = await world.anOwner()
    const socket = await openAs(owner)
    await setStatus(owner, 0)
    await world.asSystem((db) => world.services.sessions.revoke(db, owner.account_id, {}, 2004, 'disabled'))
    expect(await socket.closed).toEqual({ code: 4001, reason: '2004' })
    expect(socket.messages).toEqual([{ type: 'session', code: 2004 }])
  })

  it('remains open when its session is refreshed', async () => {
    const owner = await world.anOwner()
    const socket = await open(owner.access_token)
    expect((await world.call(owner, contract.login.refresh, {}, { cookie: owner.companion })).code).toBe(200)
    await say({ type: 'rights', account_id: owner.account_id })
    await heardAll(owner, socket)
    expect(socket.messages).toEqual([{ type: 'rights' }, { type: 'message' }])
  })

  it('is checked again when rights change: that of a disabled login is closed, that of an enabled one remains open', async () => {
    const owner = await world.anOwner()
    const [kept, ended] = [await aSubAccount(world, owner, {}), await aSubAccount(world, owner, {})]
    const [stays, closes] = [await openAs(kept), await openAs(ended)]
    await world.asSystem(({ sql }) => sql.updateTable('login').set({ status: 0 }).where('login_id', '=', ended.login_id).execute())
    await say({ type: 'rights', account_id: owner.account_id })
    expect(await closes.closed).toEqual({ code: 4001, reason: '2004' })
    await heardAll(kept, stays)
    expect(stays.messages).toEqual([{ type: 'rights' }, { type: 'message' }])
  })

  it('receives nothing about networks that its role lost while it was open', async () => {
    const owner = await world.anOwner()
    const kept = await aSubAccount(world, owner, {})
    const socket = await openAs(kept)
    const heard = async () => {
      socket.messages.length = 0
      await say({ type: 'revision', account_id: owner.account_id, network_number: '1234567890' })
      await heardAll(kept, socket)
      return [...socket.messages]
    }
    expect(await heard()).toEqual([{ type: 'revision', network_number: '1234567890' }, { type: 'message' }])
    await world.asSystem(({ sql }) => sql.updateTable('role').set({ confined: 1 }).where('account_id', '=', owner.account_id).execute())
    await say({ type: 'rights', account_id: owner.account_id })
    await eventually(async () => expect(await heard()).toEqual([{ type: 'message' }]))
  })

  it('of a role with designated networks receives nothing about the others', async () => {
    const owner = await world.anOwner()
    const [one, two] = await hardware(world, owner, 2)
    const seen = await aNetwork(world, owner, '可见', [one!])
    const hidden = await aNetwork(world, owner, '不可见', [two!])
    const sub = await aSubAccount(world, owner, { designated: [seen] })
    const [theirs, owners] = [await openAs(sub), await openAs(owner)]
    for (const network_number of [hidden, seen]) await say({ type: 'revision', account_id: owner.account_id, network_number })
    await heardAll(owner, theirs, owners)
    expect(theirs.messages).toEqual([{ type: 'revision', network_number: seen }, { type: 'message' }])
    expect(owners.messages).toHaveLength(3)
  })

  it('receives an event to read everything again once the bus is back after a gap', async () => {
    const socket = await openAs(await world.anOwner())
    const owning = new Client({ connectionString: world.url })
    await owning.connect()
    await owning.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'weft bus' and datname = current_database()",
    )
    await owning.end()
    await eventually(() => expect(socket.messages).toContainEqual({ type: 'rights' }))
  })

  it('hears from the server every 25 seconds, since proxies close what is silent for a minute, and is cut off without an answer', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const [{ socket, received }, ends] = await withEnds(async () => openByHand(await ticketOf(await world.anOwner())))
    for (const pings of [1, 2]) {
      await vi.advanceTimersByTimeAsync(25_000)
      await eventually(() => expect(received().filter((byte) => byte === PING)).toHaveLength(pings))
      if (pings === 2) break
      const heard = heardPongs(ends)
      socket.write(PONG)
      await heard
    }
    const ended = once(socket, 'close')
    await vi.advanceTimersByTimeAsync(25_000)
    await ended
  })

  it('is closed within a minute when its session ends without an event', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const [ends, runsOut] = [await world.anOwner(), await world.anOwner()]
    const [[ended, late], serverEnds] = await withEnds(async () => [await openAs(ends), await openAs(runsOut)] as const)
    await world.asSystem(({ sql }) =>
      sql.updateTable('session').set({ revoke_time: new Date() }).where('account_id', '=', ends.account_id).execute(),
    )
    await world.pass(1801)
    const heard = heardPongs(serverEnds)
    await vi.advanceTimersByTimeAsync(25_000)
    await heard
    await vi.advanceTimersByTimeAsync(35_000)
    expect(await ended.closed).toEqual({ code: 4001, reason: '2003' })
    // An expired access token ends the socket but not the session: the console refreshes and connects again.
    expect(await late.closed).toEqual({ code: 4001, reason: '2002' })
    expect(late.messages).toEqual([])
  })

  it('sends no field that the contract does not name', async () => {
    const owner = await world.anOwner()
    const socket = await openAs(owner)
    await say({ type: 'revision', account_id: owner.account_id, network_number: '1234567890', secret: 'kept' } as BusEvent)
    await heardAll(owner, socket)
    expect(socket.messages).toEqual([{ type: 'revision', network_number: '1234567890' }, { type: 'message' }])
  })
})
