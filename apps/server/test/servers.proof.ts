import { randomUUID } from 'node:crypto'
import { contract, doorBase, type Endpoint, type Health, opsContract, rateLimits } from '@weft/contract'
import { release } from '@weft/release'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { accept, connected, type Device, memberRow, openSocket } from './agent-client.ts'
import { helloOf } from './agent-hello.ts'
import { formOf } from './directory-fixtures.ts'
import { aNetwork, grant, hardware, software } from './network-fixtures.ts'
import { anOperator } from './ops-people.ts'
import { addressOf, endPrograms, type Program, SERVE_COMMAND, SERVES, settingsOf, startProgram } from './programs.ts'
import { DRAFT } from './ticket-fixtures.ts'
import { createWorld, type Person, type World } from './world.ts'
import { eventually } from './eventually.ts'

/** Creates accounts and reads the database; the two servers below hold the members. */
let world: World
/** Asks the database what no service says. */
let keeper: Client
let owner: Person
let one: Program
let other: Program

async function startServer(): Promise<Program> {
  const server = startProgram(SERVE_COMMAND, settingsOf(world.url, { WEFT_DRAIN_SECONDS: '0', WEFT_CALLS_FACTOR: '100' }))
  await server.said(SERVES)
  return server
}
const isRunning = (server: Program | undefined) => server?.child.exitCode === null && server.child.signalCode === null
async function kill(server: Program): Promise<void> {
  server.child.kill('SIGKILL')
  await server.ended
}

beforeAll(async () => {
  world = await createWorld()
  await world.services.gateway.stop()
  await world.services.instance.end()
  keeper = new Client({ connectionString: world.url })
  await keeper.connect()
})
beforeEach(async () => {
  await Promise.all([
    isRunning(one) || startServer().then((server) => (one = server)),
    isRunning(other) || startServer().then((server) => (other = server)),
  ])
  owner = await world.anOwner()
  await grant(world, owner, 'software_member', 50)
  await grant(world, owner, 'network_center', 3)
})
afterAll(async () => {
  await endPrograms()
  await keeper.end()
  await world.close()
})

const agents = (server: Program) => addressOf(server, 'agent')
/** Connects a device of the account to one of the servers. */
const join = async (server: Program, router_name: string, more: Parameters<typeof connected>[3] & { credential?: string } = {}) => {
  const { credential, ...hello } = more
  return connected(world, await agents(server), { account_id: owner.account_id, router_name, ...(credential && { credential }) }, hello)
}
/** Calls the console of one of the servers. */
async function call(
  server: Program,
  endpoint: Endpoint,
  input: object,
  headers: Record<string, string> = {},
): Promise<{ code: number; msg: string; data: never }> {
  const get = endpoint.method === 'GET'
  const url = `${await addressOf(server, 'console')}${doorBase[endpoint.door]}/${endpoint.path}`
  const response = await fetch(get ? `${url}?${new URLSearchParams(input as Record<string, string>)}` : url, {
    method: endpoint.method,
    headers: { authorization: `Bearer ${owner.access_token}`, ...(!get && { 'content-type': 'application/json' }), ...headers },
    ...(!get && { body: JSON.stringify(input) }),
  })
  return (await response.json()) as { code: number; msg: string; data: never }
}

const confirm = (device: Pick<Device, 'send'>, { revision, hash }: { revision: number; hash: string }) =>
  device.send({ type: 'config.ack', revision, hash, phase: 'confirmed', errors: [], actions: [] })
const offersOf = (device: Pick<Device, 'messages'>) => device.messages.filter((message) => message.type === 'config.offer')
const applied = (router_name: string, revision: number) =>
  eventually(async () => expect(await memberRow(world, router_name)).toMatchObject({ applied_revision: revision }))

it('the desk lists every server with its roles, its version and the members that it holds', async () => {
  const operator = await anOperator(world, 'support')
  const instances = async () => ((await world.call(operator, opsContract.desk.health, {})).data as Health).instances
  const [name] = (await hardware(world, owner, 1)) as [string]
  const device = await join(one, name)
  const jobs = startProgram(SERVE_COMMAND, settingsOf(world.url, { WEFT_ROLES: 'jobs' }))
  await jobs.said(SERVES)
  const listed = await instances()
  expect(listed.map(({ roles }) => roles)).toEqual([['api', 'gateway', 'jobs'], ['api', 'gateway', 'jobs'], ['jobs']])
  expect(listed.map(({ members }) => members).toSorted((a, b) => a - b)).toEqual([0, 0, 1])
  expect(listed.map(({ version, leaving_until }) => ({ version, leaving_until }))).toEqual(
    Array.from({ length: 3 }, () => ({ version: release(), leaving_until: null })),
  )
  jobs.child.kill('SIGTERM')
  await jobs.ended
  expect(await instances()).toHaveLength(2)
  await device.leave()
})

/** Makes a network whose two centers are connected to the two servers and run it, and a change that interrupts both begun. */
async function twoCenters() {
  const hubs = (await hardware(world, owner, 2)) as [string, string]
  const first = await join(one, hubs[0])
  const second = await join(other, hubs[1])
  const network_number = await aNetwork(world, owner, '双中心', hubs)
  for (const device of [first, second]) confirm(device, await device.next('config.offer'))
  for (const name of hubs) await applied(name, 1)
  const change = (ncp_ciphers: 'sm' | 'default') => world.call(owner, contract.networkSettings.ciphers, { network_number, ncp_ciphers })
  /** Returns the center that is offered the change, and the one that waits. */
  const order = async (count: number) => {
    const both = [
      { device: first, name: hubs[0], server: one },
      { device: second, name: hubs[1], server: other },
    ]
    await eventually(() => expect(both.some(({ device }) => offersOf(device).length === count)).toBe(true))
    const begun = both.find(({ device }) => offersOf(device).length === count)!
    const waits = both.find((each) => each !== begun)!
    return { begun, waits }
  }
  return { hubs, network_number, change, order }
}
const turns = () => world.db.systemNow.sql.selectFrom('center_turn').selectAll().where('account_id', '=', owner.account_id).execute()
/** Resolves once a server has offered everything that it may: the answer to a heartbeat comes after what was offered before it. */
async function settled(device: Device): Promise<void> {
  device.send({ type: 'heartbeat' })
  await device.next('heartbeat')
}

it('a change that interrupts two centers on two servers reaches the second once the first has applied it', async () => {
  const { hubs, change, order } = await twoCenters()
  for (const [i, ciphers] of (['sm', 'default', 'sm', 'default'] as const).entries()) {
    await change(ciphers)
    const { begun, waits } = await order(2 + i)
    // The other server has looked, and has given the change up for now.
    await settled(waits.device)
    expect(offersOf(waits.device)).toHaveLength(1 + i)
    expect(await turns()).toMatchObject([{ router_name: begun.name }])
    confirm(begun.device, await begun.device.next('config.offer'))
    confirm(waits.device, await waits.device.next('config.offer'))
    for (const name of hubs) await applied(name, 2 + i)
  }
  await eventually(async () => expect(await turns()).toEqual([]))
})

it('a center whose server is killed in its turn keeps the turn, and goes on with it on another server', async () => {
  const { change, order } = await twoCenters()
  await change('sm')
  const { begun, waits } = await order(2)
  const { revision, hash } = await begun.device.next('config.offer')
  begun.device.send({ type: 'config.ack', revision, hash, phase: 'received', errors: [], actions: [] })
  await kill(begun.server)
  await begun.device.closed
  const former = await memberRow(world, begun.name)
  const running = { revision: former.applied_revision, hash: former.applied_hash! }
  const back = await join(waits.server, begun.name, { credential: begun.device.credential, applied: running, pending: null })
  const offer = await back.next('config.offer')
  await settled(waits.device)
  expect(offersOf(waits.device)).toHaveLength(1)
  confirm(back, offer)
  await accept(waits.device)
  await applied(waits.name, 2)
})

it('the turn of a center that is gone with its server ends by itself, and the other center is next', async () => {
  const { change, order } = await twoCenters()
  await change('sm')
  const { begun, waits } = await order(2)
  await kill(begun.server)
  await settled(waits.device)
  expect(offersOf(waits.device)).toHaveLength(1)
  expect(await turns()).toMatchObject([{ router_name: begun.name }])
  // Its time passes.
  await world.asSystem(({ sql }) =>
    sql
      .updateTable('center_turn')
      .set({ until: new Date(0) })
      .execute(),
  )
  await eventually(() => expect(offersOf(waits.device)).toHaveLength(2))
  await accept(waits.device)
})

const operationOf = (answer: { data: never }) => (answer.data as { operation_id: string }).operation_id
const stateOf = async (server: Program, network_number: string, operation_id: string) =>
  (await call(server, contract.networkSettings.operation, { network_number, operation_id })).data as object
/** Has a device answer the next operation. */
async function perform(device: Device, result: { ok: boolean; error: string | null }) {
  const op = await device.next('op')
  device.send({ type: 'op.result', op_id: op.op_id, ...result })
  return op
}

it('an operation is done by a member of another server, and its caller reads the answer of the device', async () => {
  const [hub] = (await hardware(world, owner, 1)) as [string]
  const [user] = (await software(world, owner, 1)) as [string]
  const network_number = await aNetwork(world, owner, '门店', [hub], [user])
  const device = await join(one, hub, { capabilities: 3 })
  const killed = await call(other, contract.networkSettings.kill_user, { network_number, router_name: user })
  expect(killed).toMatchObject({ code: 200, data: { operation_id: expect.any(String) as string } })
  expect(await stateOf(other, network_number, operationOf(killed))).toMatchObject({ done: 0, waiting: 1, failed: 0 })
  expect(await perform(device, { ok: true, error: null })).toMatchObject({ kind: 'kill_user', data: { who: user, network_number } })
  await eventually(async () =>
    expect(await stateOf(other, network_number, operationOf(killed))).toEqual({ done: 1, waiting: 0, failed: 0, members: [] }),
  )
  const again = await call(other, contract.networkSettings.reset_respawn, { network_number, router_name: hub })
  await perform(device, { ok: false, error: 'no such service' })
  await eventually(async () =>
    expect(await stateOf(one, network_number, operationOf(again))).toEqual({
      done: 0,
      waiting: 0,
      failed: 1,
      members: [{ router_name: hub, state: 'failed', reason: 'refused', error: 'no such service' }],
    }),
  )
  await device.leave()
})

it('an operation whose server is killed before it hears of it is done once the member is back on another server', async () => {
  const [hub] = (await hardware(world, owner, 1)) as [string]
  const network_number = await aNetwork(world, owner, '门店', [hub])
  const device = await join(one, hub)
  one.child.kill('SIGSTOP')
  const asked = await call(other, contract.networkSettings.reset_respawn, { network_number, router_name: hub })
  expect(asked).toMatchObject({ code: 200 })
  await kill(one)
  const back = await join(other, hub, { credential: device.credential })
  await perform(back, { ok: true, error: null })
  await eventually(async () => expect(await stateOf(other, network_number, operationOf(asked))).toMatchObject({ done: 1, waiting: 0 }))
  await back.leave()
})

it('an operation whose server is killed after the device did it is not done twice, and its result is known', async () => {
  const [hub] = (await hardware(world, owner, 1)) as [string]
  const network_number = await aNetwork(world, owner, '门店', [hub])
  const device = await join(one, hub)
  const asked = await call(other, contract.networkSettings.reset_respawn, { network_number, router_name: hub })
  const { op_id } = await device.next('op')
  await kill(one)
  const back = openSocket(await agents(other), device.credential)
  await back.opened
  back.send(helloOf(hub, { recent_ops: [{ op_id, ok: true, error: null }] }))
  await back.next('welcome')
  await eventually(async () => expect(await stateOf(other, network_number, operationOf(asked))).toMatchObject({ done: 1, waiting: 0 }))
  await back.leave()
})

it('an operation that no device answers in time is reported as not done', async () => {
  const [hub] = (await hardware(world, owner, 1)) as [string]
  const network_number = await aNetwork(world, owner, '门店', [hub])
  const device = await join(one, hub)
  const asked = await call(other, contract.networkSettings.reset_respawn, { network_number, router_name: hub })
  await device.next('op')
  await world.asSystem(({ sql }) =>
    sql
      .updateTable('operation')
      .set({ expire_time: new Date(0) })
      .execute(),
  )
  expect(await stateOf(other, network_number, operationOf(asked))).toEqual({
    done: 0,
    waiting: 0,
    failed: 1,
    members: [{ router_name: hub, state: 'failed', reason: 'silent', error: null }],
  })
  await device.leave()
})

it('a server hears of an operation at its next beat where its notifications are lost', async () => {
  const [hub] = (await hardware(world, owner, 1)) as [string]
  const network_number = await aNetwork(world, owner, '门店', [hub])
  const device = await join(one, hub)
  await world.asSystem(async ({ sql }) => {
    // What a cut LISTEN leaves: the row alone.
    await sql
      .insertInto('operation')
      .values({
        account_id: owner.account_id,
        operation_id: '00000000-0000-4000-8000-000000000001',
        op_id: '00000000-0000-4000-8000-000000000002',
        network_number,
        router_name: hub,
        kind: 'respawn',
        expire_time: new Date(Date.now() + 60_000),
      })
      .execute()
  })
  expect(await perform(device, { ok: true, error: null })).toMatchObject({ kind: 'respawn' })
  await device.leave()
})

it('members whose server is asked to stop count as on their way, until they are back or their time is over', async () => {
  const names = (await hardware(world, owner, 2)) as [string, string]
  const devices = [await join(one, names[0]), await join(one, names[1])] as const
  one.child.kill('SIGTERM')
  await Promise.all([one.ended, devices[0].closed, devices[1].closed])
  for (const name of names) expect(await memberRow(world, name)).toMatchObject({ online_status: 1 })
  const back = await join(other, names[0], { credential: devices[0].credential })
  expect(await memberRow(world, names[0])).toMatchObject({ online_status: 1, connection_id: back.welcome.session_id })
  const operator = await anOperator(world, 'support')
  const { instances } = (await world.call(operator, opsContract.desk.health, {})).data as Health
  expect(instances.filter(({ leaving_until }) => leaving_until !== null)).toMatchObject([{ members: 1 }])
  await eventually(async () => expect(await memberRow(world, names[1])).toMatchObject({ online_status: 0, gateway_id: null }))
  const lines = await world.db.systemNow.sql.selectFrom('connect_log').select(['router_name', 'online']).execute()
  expect(
    lines
      .filter(({ router_name }) => router_name === names[1])
      .map(({ online }) => online)
      .toSorted((a, b) => a - b),
  ).toEqual([0, 1])
  await back.leave()
})

it('a member that was on a killed server and stays away is set offline once the lease of that server has run out', async () => {
  const [name] = (await hardware(world, owner, 1)) as [string]
  const device = await join(one, name)
  // The other server has held its lease for long enough to judge.
  await eventually(async () => {
    const { rows } = await keeper.query<{ old: boolean }>(
      `select bool_and(start_time < now() - interval '21 seconds') as old from instance`,
    )
    expect(rows[0]?.old).toBe(true)
  })
  await kill(one)
  await device.closed
  await eventually(async () => expect(await memberRow(world, name)).toMatchObject({ online_status: 0 }))
})

it('a server that stands still for a minute loses its members, gives no turn away, and closes what it held when it wakes', async () => {
  const { hubs, change, order } = await twoCenters()
  await change('sm')
  const { begun, waits } = await order(2)
  const offer = await begun.device.next('config.offer')
  begun.server.child.kill('SIGSTOP')
  onTestFinished(() => void begun.server.child.kill('SIGCONT'))
  await eventually(async () => expect(await memberRow(world, begun.name)).toMatchObject({ online_status: 0 }))
  // The first center may still be applying the change.
  await settled(waits.device)
  expect(offersOf(waits.device)).toHaveLength(1)
  const back = await join(waits.server, begun.name, {
    credential: begun.device.credential,
    applied: null,
    pending: { revision: offer.revision, hash: offer.hash },
  })
  expect(await memberRow(world, begun.name)).toMatchObject({ online_status: 1, connection_id: back.welcome.session_id })
  begun.server.child.kill('SIGCONT')
  await begun.device.closed
  expect(await memberRow(world, begun.name)).toMatchObject({ online_status: 1, connection_id: back.welcome.session_id })
  await back.next('config.confirm')
  confirm(back, offer)
  await accept(waits.device)
  for (const name of hubs) await applied(name, 2)
  await eventually(async () => expect(await turns()).toEqual([]))
})

it('writes whose server is killed are each made once, when their clients repeat them with their keys at another server', async () => {
  const titles: string[] = []
  const answers: unknown[] = []
  const repeated: string[] = []
  let killing = false
  const write = async (server: Program, title: string) =>
    call(server, contract.supportTickets.create, { ...DRAFT, title }, { 'idempotency-key': title })
  /** The first call may still be at work in the database. */
  const repeat = async (title: string) => {
    repeated.push(title)
    return eventually(async () => {
      const answer = await write(other, title)
      expect(answer).toMatchObject({ code: 200 })
      return answer
    })
  }
  async function client(name: number): Promise<void> {
    for (let i = 0; !killing; i++) {
      const title = `write-${name}-${i}-${randomUUID().slice(0, 8)}`
      titles.push(title)
      const answer = await write(one, title).catch(() => undefined)
      // A busy server asks its caller to come again.
      answers.push(answer === undefined || answer.code === 503 ? await repeat(title) : answer)
    }
  }
  const clients = [0, 1, 2, 3].map(client)
  await eventually(() => expect(titles.length).toBeGreaterThan(12))
  const killed = kill(one)
  killing = true
  await Promise.all([killed, ...clients])
  expect(answers).toEqual(titles.map(() => expect.objectContaining({ code: 200 }) as object))
  expect(repeated.length).toBeGreaterThan(0)
  const { rows } = await keeper.query<{ ticket_title: string }>('select ticket_title from support_ticket where account_id = $1', [
    owner.account_id,
  ])
  expect(rows.map(({ ticket_title }) => ticket_title).toSorted()).toEqual(titles.toSorted())
})

it('the jobs of a killed server are done by another once the lease of the first has run out', async () => {
  const names = await software(world, owner, 40)
  const { services } = world
  await kill(other)
  await world.asAccount(owner, async (account) => {
    const sealed = await services.sealedPasswords.seal(
      account,
      names.map((name) => `secret of ${name}`),
    )
    for (const [i, name] of names.entries())
      await account.sql.updateTable('member').set({ password_sealed: sealed[i]! }).where('router_name', '=', name).execute()
  })
  const left = async () =>
    (await world.db.systemNow.sql.selectFrom('member').select('router_name').where('password_sealed', 'is not', null).execute()).length
  await eventually(async () => expect(await left()).toBeLessThan(40))
  await kill(one)
  expect(await left()).toBeGreaterThan(0)
  other = await startServer()
  await eventually(async () => expect(await left()).toBe(0))
})

it('two servers together answer a caller no more reads than the limit', async () => {
  const [a, b] = [one, other]
  await eventually(async () => expect(await knowEachOther()).toBe(true))
  const { calls, seconds } = rateLimits.read
  const windowNow = () => Math.floor(Date.now() / 1000 / seconds)
  const first = windowNow()
  const answers: number[] = []
  for (let i = 0; i < calls + 100; i += 20)
    answers.push(
      ...(await Promise.all(Array.from({ length: 20 }, (_, k) => call(k % 2 ? a : b, contract.account.info, {}).then(({ code }) => code)))),
    )
  // The calls may reach into the next window, which allows as many again.
  const windows = windowNow() - first + 1
  const allowed = answers.filter((code) => code === 200).length
  expect(answers.filter((code) => code === 429).length).toBe(answers.length - allowed)
  expect(allowed).toBeLessThanOrEqual(calls * windows)
  expect(allowed).toBeGreaterThan(calls * (5 / 6))
})
/** Returns whether exactly two servers run, and each has renewed its lease since the other started: then each divides the limits by two. */
async function knowEachOther(): Promise<boolean> {
  const { rows } = await keeper.query<{ know: boolean }>('select count(*) = 2 and min(last_time) > max(start_time) as know from instance')
  return rows[0]!.know
}

it('a directory check ends at once where the member is back on another server', async () => {
  const [name] = (await hardware(world, owner, 1)) as [string]
  const device = await join(one, name, { capabilities: 3 })
  const form = formOf({ port: 389 }, { mode: 'private', router_name: name, sync_mode: 2 })
  const checking = call(other, contract.directory.check, form)
  await device.next('ldap')
  const { gateway_id: held } = await memberRow(world, name)
  await kill(one)
  const back = await join(other, name, { credential: device.credential, capabilities: 3 })
  expect(await checking).toMatchObject({ code: 200, data: { ok: 0 } })
  // Nobody has found the killed server dead yet: its lease, which ends after 20 s, did not end the check.
  expect((await keeper.query('select from instance where instance_id = $1', [held])).rowCount).toBe(1)
  await back.leave()
})
