import { randomUUID } from 'node:crypto'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { contract, doorBase, type Endpoint } from '@weft/contract'
import { Client } from 'pg'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { addressOf, endPrograms, SERVE_COMMAND, SERVES, settingsOf, startProgram } from './programs.ts'
import { createDatabase, createWorld, type Person } from './world.ts'
import { eventually } from './eventually.ts'

afterEach(endPrograms)

/** Long enough to check every listener meanwhile; with the seconds of closing it is less than a statement's limit of 15 s. */
const DRAIN_SECONDS = '7'
const NOTHING = { create: 0, edit: 0, delete: 0 }
const AUTH = { easylink: { router: NOTHING, network: { ...NOTHING, networks: [] } }, monitor: NOTHING }

interface Heard {
  status: number
  headers: IncomingHttpHeaders
  body: { code: number; msg: string; data: unknown }
}
type Failure = { failed: string; fresh: boolean }

/** Makes one call with a client that keeps its connection. @returns the answer, or why there was none and whether the connection was new */
function call(console_address: string, agent: Agent, who: Person, endpoint: Endpoint, input: object): Promise<Heard | Failure> {
  return new Promise((done) => {
    const sent = request(`${console_address}${doorBase[endpoint.door]}/${endpoint.path}`, {
      agent,
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${who.access_token}`,
        ...(endpoint.method === 'POST' && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
      },
    })
    sent.on('error', (error: NodeJS.ErrnoException) => done({ failed: error.code ?? error.message, fresh: !sent.reusedSocket }))
    sent.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('error', (error: NodeJS.ErrnoException) => done({ failed: `answer cut: ${error.code}`, fresh: !sent.reusedSocket }))
      response.on('end', () => done({ status: response.statusCode!, headers: response.headers, body: JSON.parse(text) as Heard['body'] }))
    })
    sent.end(endpoint.method === 'POST' ? JSON.stringify(input) : undefined)
  })
}

/** Locks a table for as long as the returned connection is open, so that all its readers wait. */
async function locked(url: string, table: string): Promise<Client> {
  const holder = new Client({ connectionString: url })
  holder.on('error', () => {})
  await holder.connect()
  await holder.query(`begin; lock table ${table} in access exclusive mode`)
  return holder
}

it('a server that is asked to end under load answers every call in full and loses no write that it acknowledged', async () => {
  const url = await createDatabase()
  const world = await createWorld({}, { url })
  onTestFinished(() => world.close())
  const people = [await world.anOwner(), await world.anOwner()]
  const server = startProgram(SERVE_COMMAND, settingsOf(url, { WEFT_DRAIN_SECONDS: DRAIN_SECONDS }))
  await server.said(SERVES)
  const console_address = await addressOf(server, 'console')
  const listeners = await Promise.all((['console', 'ops', 'agent', 'metrics'] as const).map((name) => addressOf(server, name)))
  const heard: (Heard & { role?: string })[] = []
  const failures: Failure[] = []

  async function client(who: Person, endpoint: Endpoint, name: string): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let i = 0; failures.every(({ failed }) => failed !== 'ECONNREFUSED'); i++) {
      const role = `${name} ${i}`
      const answer = await call(console_address, agent, who, endpoint, { name: role, note: '', auth: AUTH })
      if ('failed' in answer) failures.push(answer)
      else heard.push(endpoint.method === 'POST' && answer.body.code === 200 ? { ...answer, role } : answer)
      // A session may write four times a second.
      await new Promise((next) => setTimeout(next, 100))
    }
    agent.destroy()
  }
  const clients = people.flatMap((who, i) => [
    client(who, contract.account.info, `reader ${i}`),
    client(who, contract.roles.create, `writer ${i}`),
  ])
  await eventually(() => expect(heard.filter(({ role }) => role).length).toBeGreaterThan(3))
  const short = await locked(url, 'contact')
  const long = await locked(url, 'announcement')
  // Two slow calls are running: one is answered while the server closes, the other waits longer than it may.
  const answeredLate = call(console_address, new Agent({ keepAlive: true }), people[0]!, contract.contacts.lists, {})
  const neverAnswered = call(console_address, new Agent({ keepAlive: true }), people[0]!, contract.announcements.list, {})
  server.child.kill('SIGTERM')
  // Immediately, on every listener, while calls are still served.
  for (const listener of listeners) await eventually(async () => expect((await fetch(`${listener}/readyz`)).status).toBe(503))
  const during = await call(console_address, new Agent({ keepAlive: true }), people[0]!, contract.account.info, {})
  expect(during).toMatchObject({ status: 200, headers: { connection: 'close' }, body: { code: 200 } })

  await Promise.all(clients)
  await short.end()
  expect(await answeredLate).toMatchObject({ status: 200, headers: { connection: 'close' }, body: { code: 200 } })
  const refused = (await neverAnswered) as Heard
  expect(refused).toMatchObject({ status: 503, body: { code: 503, data: { retry_after: expect.any(Number) as number } } })
  expect(refused.headers['retry-after']).toBe(String((refused.body.data as { retry_after: number }).retry_after))
  await long.end()
  expect(await server.ended).toEqual({ code: 0, signal: null })

  expect(new Set(heard.map(({ status, body }) => `${status} ${body.code}`))).toEqual(new Set(['200 200']))
  // Nothing listens any more. The kernel may have accepted a connection that the server never saw: nothing was sent on it.
  expect(failures.filter(({ failed, fresh }) => failed !== 'ECONNREFUSED' && !(failed === 'ECONNRESET' && fresh))).toEqual([])
  const acknowledged = heard.flatMap(({ role }) => (role === undefined ? [] : [role]))
  const kept = await world.db.systemNow.sql.selectFrom('role').select('name').where('name', 'in', acknowledged).execute()
  expect(kept.map(({ name }) => name).toSorted()).toEqual(acknowledged.toSorted())
})
