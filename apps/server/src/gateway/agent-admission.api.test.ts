import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { AGENT_CONNECT_PATH } from '@weft/contract'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { createDoor } from './admission.ts'
import { mountConnect } from './connect.ts'
import { createSeenCredentials } from './seen-credentials.ts'
import { createListener } from '../http/listener.ts'
import { usedCredentials } from '../domains/member/device/credential.service.ts'
import { silentLog } from '../kernel/log.ts'
import { connected, credentialOf, listenForAgents, upgradeStatus } from '../../test/agent-client.ts'
import { hardware } from '../../test/network-fixtures.ts'
import { createWorld, type World } from '../../test/world.ts'
import { eventually } from '../../test/eventually.ts'

let world: World
let server: string
beforeAll(async () => {
  world = await createWorld()
  server = await listenForAgents(world)
})
afterAll(() => world.close())

/** Starts a listener of agents that refuses every connection for a minute. */
async function aFullListener() {
  const app = await createListener({ log: silentLog, trustProxy: undefined, secure: false, access_log: false })
  const met: unknown[] = []
  const listener = { meet: (peer: unknown) => void met.push(peer), receive: () => {}, touched: () => {}, closed: () => {} }
  const gates = { door: createDoor(1 / 60), seen: createSeenCredentials(), budgets: { awayFor: () => undefined, takeWhole: () => true } }
  await mountConnect(app, world.services.deviceCredentials, gates, listener)
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, port, met, app }
}

it('a refused agent is answered 429 with the seconds after which to come back, and gets no socket', async () => {
  const { url, met } = await aFullListener()
  const answer = await fetch(`${url}${AGENT_CONNECT_PATH}`, { headers: { authorization: `Bearer ${'B'.repeat(43)}` } })
  expect(answer.status).toBe(429)
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await answer.json()).toMatchObject({ code: 429, data: { retry_after: expect.any(Number) } })
  expect(await upgradeStatus(url, { authorization: `Bearer ${'A'.repeat(43)}` })).toBe(429)
  expect(met).toEqual([])
})

it('a request without anything that may be a credential is refused as such, and takes nothing from the rate of devices', async () => {
  const { url } = await aFullListener()
  for (const headers of [{}, { authorization: 'Bearer short' }, { authorization: `Basic ${'A'.repeat(43)}` }])
    expect(await upgradeStatus(url, headers as Record<string, string>)).toBe(401)
})

it('a credential is known once any server has accepted it', async () => {
  const owner = await world.anOwner()
  const [router_name] = (await hardware(world, owner, 1)) as [string]
  const used = async (since?: Date) => (await usedCredentials(world.db.systemNow, 1000, since)).map((one) => one.router_name)
  const before = new Date(world.infrastructure.clock.now().getTime() - 1000)
  expect(await upgradeStatus(server, { authorization: `Bearer ${await credentialOf(world, owner.account_id, router_name)}` })).toBe(101)
  expect(await used()).toContain(router_name)
  expect(await used(before)).toContain(router_name)
  expect(await used(world.infrastructure.clock.now())).not.toContain(router_name)
})

it('a refused connection that is reset does not end the server', async () => {
  const { url, port, app } = await aFullListener()
  let open = 0
  app.server.on('connection', (socket) => {
    open += 1
    socket.on('close', () => (open -= 1))
  })
  const request = `GET ${AGENT_CONNECT_PATH} HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nauthorization: Bearer ${'B'.repeat(43)}\r\n\r\n`
  for (let i = 0; i < 100; i++) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(request)
    // Half of them are reset before the answer, half after it.
    if (i % 2 === 0) await once(socket, 'data')
    socket.resetAndDestroy()
  }
  await eventually(() => expect(open).toBe(0))
  expect(await upgradeStatus(url, { authorization: `Bearer ${'A'.repeat(43)}` })).toBe(429)
})

it('an open connection keeps nothing of the request that it began with', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const owner = await world.anOwner()
  const [router_name] = (await hardware(world, owner, 1)) as [string]
  let began: WeakRef<object> | undefined
  world.apps.agent.server.prependOnceListener('upgrade', (request: object) => (began = new WeakRef(request)))
  const device = await connected(world, server, { account_id: owner.account_id, router_name })
  await eventually(() => {
    collectGarbage()
    expect(began!.deref()).toBeUndefined()
  })
  await device.leave()
})
