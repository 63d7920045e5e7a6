import { contract, type Endpoint, type Health, opsContract } from '@weft/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { publish } from '../src/adapters/bus/publish.ts'
import { accept, connected, type Device, helloOf, listenForAgents, memberRow, openSocket } from './agent-client.ts'
import { eventually } from './eventually.ts'
import { aNetwork, grant, hardware, software } from './network-fixtures.ts'
import { anOperator } from './ops-people.ts'
import { DRAFT } from './ticket-fixtures.ts'
import { createWorld, type Person, type World } from './world.ts'

/** Two servers on one database, in one process: `npm run proof -- servers` has the same of processes, and kills them. */
interface Server {
  world: World
  agents: string
}
let one: Server
let other: Server
let owner: Person

beforeAll(async () => {
  const first = await createWorld()
  one = { world: first, agents: await listenForAgents(first) }
  const second = await createWorld({}, { url: first.url })
  other = { world: second, agents: await listenForAgents(second) }
})
beforeEach(async () => {
  owner = await one.world.anOwner()
  await grant(one.world, owner, 'software_member', 5)
  await grant(one.world, owner, 'network_center', 3)
})
afterAll(async () => {
  await other.world.close()
  await one.world.close()
})

const join = ({ world, agents }: Server, router_name: string, more: Parameters<typeof connected>[3] & { credential?: string } = {}) => {
  const { credential, ...hello } = more
  return connected(world, agents, { account_id: owner.account_id, router_name, ...(credential && { credential }) }, hello)
}
const call = (server: Server, endpoint: Endpoint, input: object, headers: Record<string, string> = {}) =>
  server.world.call(owner, endpoint, input, { headers })
const confirm = (device: Pick<Device, 'send'>, { revision, hash }: { revision: number; hash: string }) =>
  device.send({ type: 'config.ack', revision, hash, phase: 'confirmed', errors: [], actions: [] })
const offersOf = (device: Pick<Device, 'messages'>) => device.messages.filter((message) => message.type === 'config.offer')
const applied = (router_name: string, revision: number) =>
  eventually(async () => expect(await memberRow(one.world, router_name)).toMatchObject({ applied_revision: revision }))
/** Resolves once a server has offered everything that it may: the answer to a heartbeat comes after what was offered before it. */
async function settled(device: Device): Promise<void> {
  device.send({ type: 'heartbeat' })
  await device.next('heartbeat')
}

it('the desk lists both servers with their roles and the members that each holds', async () => {
  const operator = await anOperator(one.world, 'support')
  const [name] = (await hardware(one.world, owner, 1)) as [string]
  const device = await join(other, name)
  const { instances } = (await other.world.call(operator, opsContract.desk.health, {})).data as Health
  const listed = new Map(instances.map((instance) => [instance.instance_id, instance]))
  expect(listed.size).toBe(2)
  const expected = { roles: ['api', 'gateway', 'jobs'], version: '0.0.0', leaving_until: null }
  expect(listed.get(one.world.services.instance.instance_id)).toMatchObject({ ...expected, members: 0 })
  expect(listed.get(other.world.services.instance.instance_id)).toMatchObject({ ...expected, members: 1 })
  await device.leave()
})

const turns = () => one.world.db.systemNow.sql.selectFrom('center_turn').selectAll().where('account_id', '=', owner.account_id).execute()

/** Begins a change that interrupts both centers of a network, of which each server holds one. @returns the center in its turn, and the other */
async function interruptedCenters() {
  const hubs = (await hardware(one.world, owner, 2)) as [string, string]
  const both = [
    { name: hubs[0], device: await join(one, hubs[0]), server: one },
    { name: hubs[1], device: await join(other, hubs[1]), server: other },
  ]
  const network_number = await aNetwork(one.world, owner, '双中心', hubs)
  for (const { device } of both) confirm(device, await device.next('config.offer'))
  for (const name of hubs) await applied(name, 1)
  await call(one, contract.networkSettings.ciphers, { network_number, ncp_ciphers: 'sm' })
  const isOffered = ({ device }: { device: Device }) => offersOf(device).length === 2
  await eventually(() => expect(both.some(isOffered)).toBe(true))
  const begun = both.find(isOffered)!
  const waits = both.find((each) => each !== begun)!
  // The other server has looked, and has given the change up for now.
  await settled(waits.device)
  expect(offersOf(waits.device)).toHaveLength(1)
  expect(await turns()).toMatchObject([{ router_name: begun.name }])
  return { begun, waits }
}

it('a change that interrupts two centers on two servers reaches the second once the first has applied it', async () => {
  const { begun, waits } = await interruptedCenters()
  confirm(begun.device, await begun.device.next('config.offer'))
  confirm(waits.device, await waits.device.next('config.offer'))
  for (const { name } of [begun, waits]) await applied(name, 2)
  await eventually(async () => expect(await turns()).toEqual([]))
  for (const { device } of [begun, waits]) await device.leave()
})

it('a center that loses its server in its turn keeps the turn, and goes on with it on the other server', async () => {
  const { begun, waits } = await interruptedCenters()
  const { revision, hash } = await begun.device.next('config.offer')
  begun.device.send({ type: 'config.ack', revision, hash, phase: 'received', errors: [], actions: [] })
  begun.device.socket.close()
  await begun.device.closed
  const former = await memberRow(one.world, begun.name)
  const running = { revision: former.applied_revision, hash: former.applied_hash! }
  const back = await join(waits.server, begun.name, { credential: begun.device.credential, applied: running, pending: null })
  const offer = await back.next('config.offer')
  await settled(waits.device)
  expect(offersOf(waits.device)).toHaveLength(1)
  confirm(back, offer)
  await accept(waits.device)
  await applied(waits.name, 2)
  for (const device of [back, waits.device]) await device.leave()
})

it('the turn of a center that is gone ends by itself, and the other center is next', async () => {
  const { begun, waits } = await interruptedCenters()
  await begun.device.leave()
  await settled(waits.device)
  expect(offersOf(waits.device)).toHaveLength(1)
  await one.world.asSystem(async (system) => {
    await system.sql
      .updateTable('center_turn')
      .set({ until: new Date(0) })
      .execute()
    // A server looks again at such an event, and at its next beat.
    await publish(system, { type: 'turn', account_id: owner.account_id })
  })
  await accept(waits.device)
  await applied(waits.name, 2)
  await waits.device.leave()
})

const operationOf = ({ data }: { data: never }) => (data as { operation_id: string }).operation_id
const stateOf = async (server: Server, network_number: string, operation_id: string) =>
  (await call(server, contract.networkSettings.operation, { network_number, operation_id })).data as object

it('an operation is done by a member of the other server, and its caller reads the answer of the device', async () => {
  const [hub] = (await hardware(one.world, owner, 1)) as [string]
  const [user] = (await software(one.world, owner, 1)) as [string]
  const network_number = await aNetwork(one.world, owner, '门店', [hub], [user])
  const device = await join(one, hub, { capabilities: 3 })
  const answer = async (result: { ok: boolean; error: string | null }) => {
    const op = await device.next('op')
    device.send({ type: 'op.result', op_id: op.op_id, ...result })
    return op
  }
  const killed = await call(other, contract.networkSettings.kill_user, { network_number, router_name: user })
  expect(killed).toMatchObject({ code: 200, data: { operation_id: expect.any(String) as string } })
  expect(await stateOf(other, network_number, operationOf(killed))).toMatchObject({ done: 0, waiting: 1, failed: 0 })
  expect(await answer({ ok: true, error: null })).toMatchObject({ kind: 'kill_user', data: { who: user, network_number } })
  await eventually(async () =>
    expect(await stateOf(other, network_number, operationOf(killed))).toEqual({ done: 1, waiting: 0, failed: 0, members: [] }),
  )
  const again = await call(other, contract.networkSettings.reset_respawn, { network_number, router_name: hub })
  await answer({ ok: false, error: 'no such service' })
  const members = [{ router_name: hub, state: 'failed', reason: 'refused', error: 'no such service' }]
  await eventually(async () =>
    expect(await stateOf(one, network_number, operationOf(again))).toEqual({ done: 0, waiting: 0, failed: 1, members }),
  )
  await device.leave()
})

it('an operation that a member did before it lost its server is not done twice, and its result is known', async () => {
  const [hub] = (await hardware(one.world, owner, 1)) as [string]
  const network_number = await aNetwork(one.world, owner, '门店', [hub])
  const device = await join(one, hub)
  const asked = await call(other, contract.networkSettings.reset_respawn, { network_number, router_name: hub })
  const { op_id } = await device.next('op')
  await device.leave()
  const back = openSocket(other.agents, device.credential)
  await back.opened
  back.send(helloOf(hub, { recent_ops: [{ op_id, ok: true, error: null }] }))
  await back.next('welcome')
  await eventually(async () => expect(await stateOf(other, network_number, operationOf(asked))).toMatchObject({ done: 1, waiting: 0 }))
  await settled(back)
  expect(back.messages.filter(({ type }) => type === 'op')).toEqual([])
  await back.leave()
})

it('an operation that no device answers in time is reported as not done', async () => {
  const [hub] = (await hardware(one.world, owner, 1)) as [string]
  const network_number = await aNetwork(one.world, owner, '门店', [hub])
  const asked = await call(other, contract.networkSettings.reset_respawn, { network_number, router_name: hub })
  expect(asked).toMatchObject({ code: 403 })
  const device = await join(one, hub)
  const silent = await call(other, contract.networkSettings.reset_respawn, { network_number, router_name: hub })
  await device.next('op')
  await one.world.asSystem(({ sql }) =>
    sql
      .updateTable('operation')
      .set({ expire_time: new Date(0) })
      .execute(),
  )
  const members = [{ router_name: hub, state: 'failed', reason: 'silent', error: null }]
  expect(await stateOf(other, network_number, operationOf(silent))).toEqual({ done: 0, waiting: 0, failed: 1, members })
  await device.leave()
})

it('a write that is repeated with its key at the other server is made once', async () => {
  const write = (server: Server) =>
    call(server, contract.supportTickets.create, DRAFT, { 'idempotency-key': 'repeated-at-the-other-server' })
  const answers = await Promise.all([write(one), write(other)])
  const again = await write(other)
  const first = answers.find(({ code }) => code === 200)!
  expect(again).toMatchObject({ code: 200, data: first.data })
  const rows = await one.world.db.systemNow.sql
    .selectFrom('support_ticket')
    .select('ticket_title')
    .where('account_id', '=', owner.account_id)
    .execute()
  expect(rows).toHaveLength(1)
})
