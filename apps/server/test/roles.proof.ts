import { contract, doorBase, type Endpoint, SERVICE_RESTART } from '@weft/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { OutboxEntry } from '../src/adapters/outbox/outbox.ts'
import { ROLES, type Role } from '../src/kernel/settings.ts'
import { accept, connected, type Device, memberRow } from './agent-client.ts'
import { enqueueSync } from '../src/domains/member/directory/directory.queries.ts'
import { directoryMembers, formOf } from './directory-fixtures.ts'
import { grant, hardware } from './network-fixtures.ts'
import { addressOf, endPrograms, type Program, SERVE_COMMAND, SERVES, settingsOf, startProgram } from './programs.ts'
import { type NatsServer, startNats } from './nats-server.ts'
import { lacks } from './lacks.ts'
import { createWorld, type Person, type World } from './world.ts'
import { eventually } from './eventually.ts'

/** Only creates accounts and members in the database: the processes below deliver and hold connections. */
const lacksProgram = [lacks('nats-server'), lacks('slapd')].includes(true)

let world: World
let owner: Person
/** The NATS that carries the events of the processes. Other tests have servers whose events PostgreSQL carries. */
let nats: NatsServer
/** One process for each role, all on the database of the world. */
const processes = {} as Record<Role, Program>

async function start(role: Role): Promise<void> {
  processes[role] = startProgram(SERVE_COMMAND, settingsOf(world.url, { WEFT_ROLES: role, WEFT_NATS_URL: `nats://127.0.0.1:${nats.port}` }))
  await processes[role].said(SERVES)
}
async function kill(role: Role): Promise<void> {
  processes[role].child.kill('SIGKILL')
  await processes[role].ended
}
const isRunning = (role: Role) => processes[role]?.child.exitCode === null && processes[role].child.signalCode === null

beforeAll(async () => {
  nats = await startNats()
  world = await createWorld()
  await world.services.gateway.stop()
  await world.services.instance.end()
})
beforeEach(async () => {
  await Promise.all(ROLES.filter((role) => !isRunning(role)).map(start))
  owner = await world.anOwner()
  await grant(world, owner, 'software_member', 1)
  owner.access_token = await signIn()
})
afterAll(async () => {
  await endPrograms()
  await nats.kill()
  await world.close()
})

/** Calls the api over HTTP. */
async function call(endpoint: Endpoint, input: object, who: { access_token?: string } = owner): Promise<{ code: number; data: never }> {
  const get = endpoint.method === 'GET'
  const url = `${await addressOf(processes.api, 'console')}${doorBase[endpoint.door]}/${endpoint.path}`
  const response = await fetch(get ? `${url}?${new URLSearchParams(input as Record<string, string>)}` : url, {
    method: endpoint.method,
    headers: {
      ...(who.access_token && { authorization: `Bearer ${who.access_token}` }),
      ...(!get && { 'content-type': 'application/json' }),
    },
    ...(!get && { body: JSON.stringify(input) }),
  })
  return (await response.json()) as { code: number; data: never }
}
async function picture(): Promise<{ uniqid: string; code: string }> {
  const { uniqid } = (await call(contract.verify.code, {}, {})).data as { uniqid: string }
  const read = await fetch(`${await addressOf(processes.api, 'console')}/dev/captcha/${uniqid}`)
  return { uniqid, code: ((await read.json()) as { data: { code: string } }).data.code }
}
async function signIn(): Promise<string> {
  const { username, password } = owner
  const answer = await call(contract.login.authorization, { username, password, ...(await picture()) }, {})
  return (answer.data as { access_token: string }).access_token
}

let strangers = 0
/** Requests a registration code for a stranger. @returns the address to which it is sent */
async function askForCode(): Promise<string> {
  const send_value = `stranger${++strangers}@weft.example`
  const { uniqid, code: img_code } = await picture()
  expect(await call(contract.verify.register, { send_type: 'email', send_value, uniqid, img_code }, {})).toMatchObject({ code: 200 })
  return send_value
}
/** Resolves once the process with the jobs has sent a code to this address. */
async function codeCame(to: string): Promise<void> {
  const outbox = `${await addressOf(processes.jobs, 'metrics')}/dev/outbox?to=${encodeURIComponent(to)}`
  await eventually(async () => {
    const { data } = (await (await fetch(outbox)).json()) as { data: OutboxEntry[] }
    expect(data).toMatchObject([{ code: expect.stringMatching(/^\d{6}$/) as string }])
  })
}

const queuedDeliveries = () => world.db.systemNow.sql.selectFrom('delivery').select('delivery_id').where('state', '=', 'queued').execute()

async function memberOf(device?: { router_name: string; credential: string }) {
  const router_name = device?.router_name ?? (await hardware(world, owner, 1))[0]!
  const member = { account_id: owner.account_id, router_name, ...device }
  return { router_name, ...(await connected(world, await addressOf(processes.gateway, 'agent'), member, { capabilities: 3 })) }
}
const onlineStatus = async (router_name: string) =>
  ((await call(contract.router.info, { router_name })).data as { online_status: number }).online_status
/** Makes a network of the member, as the owner, and checks that the member gets its configuration. */
async function networkReaches(device: Device, router_name: string): Promise<void> {
  expect(await call(contract.network.create, { network_name: '门店', center: [router_name], point: [] })).toMatchObject({ code: 200 })
  await accept(device)
}
async function staysConnected(device: Device): Promise<void> {
  device.send({ type: 'heartbeat' })
  await device.next('heartbeat')
}

it.skipIf(lacksProgram)('three processes with one role each form one installation', async () => {
  const device = await memberOf()
  await networkReaches(device, device.router_name)
  expect(await onlineStatus(device.router_name)).toBe(1)
  await codeCame(await askForCode())

  await device.leave()
})

it.skipIf(lacksProgram)('the api and the jobs ask a directory through a member that the gateway holds', async () => {
  const device = await memberOf()
  const finish = (id: string) =>
    device.send({ type: 'ldap.done', id, answer: { failure: null, done: ['reach'], sample: [], verdict: null } })
  const form = formOf({ port: 389 }, { mode: 'private', router_name: device.router_name, sync_mode: 2 })
  const checking = call(contract.directory.check, form)
  const asked = await device.next('ldap')
  finish(asked.id)
  expect(await checking).toMatchObject({ code: 200, data: { ok: 1 } })

  expect(await call(contract.directory.save, form)).toMatchObject({ code: 200 })
  await world.asSystem((system) => enqueueSync(system, { account_id: owner.account_id }))
  const { id, request } = await device.next('ldap')
  expect(request.kind).toBe('read')
  device.send({ type: 'ldap.users', id, users: [{ uuid: 'u1', username: 'zhangsan', description: '', disabled: false }] })
  await device.next('ldap.next')
  finish(id)
  await eventually(async () => expect(await directoryMembers(world, owner)).toMatchObject([{ uuid: 'u1' }]))
  await device.leave()
})

it.skipIf(lacksProgram)('each process serves and reports only what its role has', async () => {
  const ready = async (role: Role) => (await fetch(`${await addressOf(processes[role], 'metrics')}/readyz`)).json()
  for (const role of ROLES) expect((await fetch(`${await addressOf(processes[role], 'metrics')}/healthz`)).status).toBe(200)
  const common = { server: 'ok', database: 'ok', bus: 'ok' }
  expect(await ready('api')).toEqual(common)
  expect(await ready('gateway')).toEqual(common)
  expect(await ready('jobs')).toEqual({ ...common, jobs: 'ok' })
  const listeners = ROLES.map((role) => [...processes[role].output().matchAll(/✓ (\w+) http/g)].map(([, name]) => name))
  expect(listeners).toEqual([['console', 'ops', 'metrics'], ['agent', 'metrics'], ['outbox', 'metrics'].toReversed()])
  const page = await (await fetch(`${await addressOf(processes.api, 'console')}/dev`)).text()
  expect(page).toContain('本进程不发送邮件和短信')
})

it.skipIf(lacksProgram)('members stay connected and letters are sent while the api is dead', async () => {
  const device = await memberOf()
  const to = await askForCode()
  await kill('api')
  await staysConnected(device)
  await codeCame(to)
  await start('api')
  // The session outlives the process that began it.
  expect(await onlineStatus(device.router_name)).toBe(1)
  await device.leave()
})

it.skipIf(lacksProgram)(
  'the console works and reaches members while the jobs are dead, and the next jobs process handles what was queued',
  async () => {
    const device = await memberOf()
    await kill('jobs')
    const to = await askForCode()
    await networkReaches(device, device.router_name)
    expect(await queuedDeliveries()).toHaveLength(1)
    await start('jobs')
    await codeCame(to)
    await device.leave()
  },
)

it.skipIf(lacksProgram)('the console and the jobs work while the gateway is dead, and members return to the next one', async () => {
  const device = await memberOf()
  await kill('gateway')
  await device.closed
  expect(await call(contract.network.create, { network_name: '门店', center: [device.router_name], point: [] })).toMatchObject({
    code: 200,
  })
  await codeCame(await askForCode())
  await start('gateway')
  const back = await memberOf(device)
  // A change made meanwhile reaches it.
  await accept(back)
  expect(await onlineStatus(device.router_name)).toBe(1)
  expect(await memberRow(world, device.router_name)).toMatchObject({ connection_id: back.welcome.session_id })
  await back.leave()
})

it.skipIf(lacksProgram)('a change made while NATS is dead reaches its member as soon as NATS is back', async () => {
  const device = await memberOf()
  await nats.kill()
  for (const role of ROLES) await processes[role].said(/the bus lost its connection to NATS/)
  expect(await call(contract.network.create, { network_name: '门店', center: [device.router_name], point: [] })).toMatchObject({
    code: 200,
  })
  await staysConnected(device)
  await nats.start()
  await accept(device)
  await device.leave()
})

it.skipIf(lacksProgram)('open consoles are asked to reconnect when their process is asked to end', async () => {
  const address = (await addressOf(processes.api, 'console')).replace('http', 'ws')
  const socket = new WebSocket(`${address}${doorBase.console}/${contract.events.account.path}?token=${owner.access_token}`)
  const closed = new Promise<number>((done) => socket.addEventListener('close', ({ code }) => done(code)))
  await new Promise<void>((done, failed) => {
    socket.addEventListener('open', () => done())
    socket.addEventListener('error', () => failed(new Error('the socket was refused')))
  })
  processes.api.child.kill('SIGTERM')
  expect(await closed).toBe(SERVICE_RESTART)
  expect(await processes.api.ended).toEqual({ code: 0, signal: null })
})
