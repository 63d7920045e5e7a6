import { agentContract, contract, opsContract, type OutputOf } from '@weft/contract'
import { MemberDocument } from '@weft/member-config'
import { overlapping, parsePrefix } from '@weft/net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAgent } from '../../../../../agent/src/agent.ts'
import { keptCredential } from '../../../../../agent/src/protocol/credential.ts'
import { memoryStore } from '../../../../../agent/src/apply/config-store.ts'
import { createBeat } from '../../../../../agent/src/beat.ts'
import { createEther } from '../../../../../agent/src/drivers/simulated/ether.ts'
import { simulatedDriver } from '../../../../../agent/src/drivers/simulated/simulated.ts'
import { memoryRing } from '../../../../../agent/src/protocol/event-ring.ts'
import { accept, connected, credentialOf, type Device, listenForAgents } from '../../../../test/agent-client.ts'
import { infoOf } from '../../../../test/network-fixtures.ts'
import { anOperator, type OperatorPerson } from '../../../../test/ops-people.ts'
import { aCustomer, aResource } from '../../../../test/pop-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'
import { eventually } from '../../../../test/eventually.ts'

type Created = OutputOf<typeof opsContract.pops.create>

let world: World
let server: string
let engineer: OperatorPerson
beforeAll(async () => {
  world = await createWorld()
  server = await listenForAgents(world)
  engineer = await anOperator(world, 'network')
})
afterAll(() => world.close())

let made = 0
async function aNewPop(region = '上海'): Promise<Created> {
  made += 1
  const pop = { name: `${region} ${made}`, region, public_ip: `198.51.100.${made}`, port: 1194, capacity: 100_000 }
  const answer = await world.call(engineer, opsContract.pops.create, pop)
  expect(answer.code).toBe(200)
  return answer.data
}
const activate = ({ pop_name, activation_code }: Pick<Created, 'pop_name' | 'activation_code'>, credential?: string) => {
  made += 1
  return world.call(
    credential === undefined ? undefined : { access_token: credential },
    agentContract.device.activate,
    { router_name: pop_name, activation_code },
    { address: `10.9.0.${made}` },
  )
}
async function enrolled(pop: Created): Promise<string> {
  const answer = await activate(pop)
  expect(answer.code).toBe(200)
  return (answer.data as { credential: string }).credential
}
const join = (pop: Created, credential: string) => connected(world, server, { account_id: 0, router_name: pop.pop_name, credential })
const rowOf = async ({ id }: Created) => {
  const answer = await world.call(engineer, opsContract.pops.list, { limit: 100 })
  return (answer.data as OutputOf<typeof opsContract.pops.list>['rows']).find((one) => one.id === id)
}

/** Creates a customer whose software member `person` and branch dial this POP. */
async function aCustomerAt(pop: Created) {
  const customer = await aCustomer(world)
  const { owner, network_number, person, branch } = customer
  await aResource(world, { owner, engineer }, network_number, { 上海: pop.id }, { 上海: [person, branch] })
  return customer
}
const popLinks = async (owner: Person, network_number: string) =>
  Object.fromEntries(
    (await infoOf(world, owner, network_number)).link.flatMap(({ kind, router_name, vpn_online }) =>
      kind === 'pop' ? [[router_name, vpn_online]] : [],
    ),
  )

/** Returns the members that a POP's document admits, by network. */
const peersIn = (document: unknown) =>
  Object.fromEntries(
    MemberDocument.parse(document).networks.map((section) => [
      section.network_number,
      section.services ? [section.services.hardware, section.services.software].flatMap((s) => s.peers.map((p) => p.router_name)) : [],
    ]),
  )

/** Writes rows that contradict each other, so that no document of the network can be compiled. */
const contradict = (network_number: string) =>
  world.asSystem(({ sql }) =>
    sql
      .updateTable('network_center')
      .set({ software_segment: '10.77.0.0/16', router_segment: '10.77.0.0/16' })
      .where('network_number', '=', network_number)
      .execute(),
  )

let seq = 0
const say = (device: Device, type: 'client_up' | 'client_down' | 'link_up', network_number: string, who: string) => {
  seq += 1
  const now = Math.floor(Date.now() / 1000)
  const event = { seq, type, network_number, who, vpn_ip: null, address: '203.0.113.5', since: now }
  device.send({ type: 'event', oldest: 1, now, events: [event] })
  return device.next('event.ack')
}

describe('the agent of a POP', () => {
  it('activates once with the code of its registration, and again with the next code, which disconnects it', async () => {
    const pop = await aNewPop()
    expect((await activate({ ...pop, activation_code: 'XXXX-XXXX-XXXX-XXXX' })).code).toBe(401)
    const credential = await enrolled(pop)
    expect((await activate(pop)).code).toBe(401)
    expect((await activate(pop, credential)).data).toEqual({ router_name: pop.pop_name, credential })
    const device = await join(pop, credential)
    await eventually(async () => expect(await rowOf(pop)).toMatchObject({ online_status: 1, version: '3.2.1' }))
    const renewed = await world.call(engineer, opsContract.pops.activate_code, { id: pop.id })
    expect(renewed).toMatchObject({ code: 200, data: { pop_name: pop.pop_name } })
    expect((await device.closed).code).toBe(4003)
    await eventually(async () => expect(await rowOf(pop)).toMatchObject({ online_status: 0, activate_time: null }))
    await enrolled({ ...pop, ...(renewed.data as Created) })
    const audit = await world.call(await anOperator(world, 'admin'), opsContract.desk.audit, { search: pop.pop_name })
    expect(JSON.stringify(audit)).not.toContain(pop.activation_code)
  })

  it('gets one document of all networks that it serves, also across accounts, and a new one after a change', async () => {
    const pop = await aNewPop()
    const device = await join(pop, await enrolled(pop))
    expect(MemberDocument.parse((await accept(device)).document).networks).toEqual([])
    const [one, two] = [await aCustomerAt(pop), await aCustomerAt(pop)]
    const both = { [one.network_number]: [one.branch, one.person], [two.network_number]: [two.branch, two.person] }
    await eventually(async () => expect(peersIn((await accept(device)).document)).toEqual(both))
    await eventually(async () => expect(await rowOf(pop)).toMatchObject({ revision_state: 'applied', config_error: null }))
    await world.call(one.owner, contract.network.remove_member, { network_number: one.network_number, router_name: one.person })
    expect(peersIn((await accept(device)).document)).toEqual({ ...both, [one.network_number]: [one.branch] })
    await device.leave()
  })

  it('has separate segments for each network, also across accounts', async () => {
    const pop = await aNewPop()
    const device = await join(pop, await enrolled(pop))
    await accept(device)
    for (let i = 0; i < 2; i++) await aCustomerAt(pop)
    await eventually(async () => {
      const { networks } = MemberDocument.parse((await accept(device)).document)
      const segments = networks.flatMap(({ services }) => (services ? [services.hardware.segment, services.software.segment] : []))
      expect(segments).toHaveLength(4)
      expect([...overlapping(segments.map((segment) => parsePrefix(segment)!))]).toEqual([])
    })
    await device.leave()
  })

  it('keeps serving other accounts when the rows of one contradict each other', async () => {
    const pop = await aNewPop()
    const [one, two] = [await aCustomerAt(pop), await aCustomerAt(pop)]
    await contradict(one.network_number)
    const device = await join(pop, await enrolled(pop))
    const { networks } = MemberDocument.parse((await accept(device)).document)
    expect(networks.map((section) => section.network_number)).toEqual([two.network_number])
    await device.leave()
  })

  it('gets a new document when a member is disabled or a service ends, and no other network is read for it', async () => {
    const pop = await aNewPop()
    const [one, two] = [await aCustomerAt(pop), await aCustomerAt(pop)]
    const device = await join(pop, await enrolled(pop))
    const all = { [one.network_number]: [one.branch, one.person], [two.network_number]: [two.branch, two.person] }
    expect(peersIn((await accept(device)).document)).toEqual(all)
    await contradict(two.network_number)
    const set = async (status: 0 | 1) => {
      // A network whose last change is as old as before is not read again.
      await world.pass(1)
      return world.call(one.owner, contract.router.update_status, { router_name: one.person, status })
    }
    expect((await set(0)).code).toBe(200)
    expect(peersIn((await accept(device)).document)).toEqual({ ...all, [one.network_number]: [one.branch] })
    expect((await set(1)).code).toBe(200)
    expect(peersIn((await accept(device)).document)).toEqual(all)
    const resource = await world.db.systemNow.sql
      .selectFrom('network_fr')
      .select('service_id')
      .where('network_number', '=', one.network_number)
      .executeTakeFirstOrThrow()
    const sales = await anOperator(world, 'sales')
    expect((await world.call(sales, opsContract.services.revoke, { id: String(resource.service_id) })).code).toBe(200)
    expect(peersIn((await accept(device)).document)).toEqual({ [two.network_number]: all[two.network_number] })
    await device.leave()
  })

  it('reports who is connected, and counts only for the networks that it serves', async () => {
    const [pop, stranger] = [await aNewPop(), await aNewPop()]
    const { owner, network_number, person, branch, hub } = await aCustomerAt(pop)
    const device = await join(pop, await enrolled(pop))
    const other = await join(stranger, await enrolled(stranger))
    seq = 0
    await say(device, 'client_up', network_number, person)
    const up = { [branch]: 0, [person]: 1 }
    expect(await popLinks(owner, network_number)).toEqual(up)
    // A POP dials no member, and reports of a POP that does not serve the network are ignored.
    await say(device, 'link_up', network_number, hub)
    seq = 0
    await say(other, 'client_down', network_number, person)
    expect(await popLinks(owner, network_number)).toEqual(up)
    seq = 2
    await say(device, 'client_down', network_number, person)
    expect(await popLinks(owner, network_number)).toEqual({ [branch]: 0, [person]: 0 })
    const sessions = await world.db.systemNow.sql.selectFrom('tunnel_session').selectAll().where('router_name', '=', person).execute()
    expect(sessions).toMatchObject([{ link_router_name: pop.pop_name, mode: 'pop', end_time: expect.any(Number) }])
    await Promise.all([device.leave(), other.leave()])
  })
})

it('a member whose power fails is offline at its POP, and so are all members of a POP whose power fails', async () => {
  const pop = await aNewPop()
  const { owner, network_number, person, branch } = await aCustomerAt(pop)
  const [beat, ether] = [createBeat(), createEther()]
  const run = async (router_name: string, credential: string) => {
    const driver = simulatedDriver(ether, router_name, router_name.startsWith('pop-') ? 'pop' : 'router', 'test')
    const parts = {
      controller: { server, ca: undefined },
      router_name,
      beat,
      driver,
      boot_id: 'b',
      store: memoryStore(),
      ring: memoryRing(100),
      random: Math.random,
    }
    const agent = createAgent({
      ...parts,
      credential: keptCredential(
        () => credential,
        () => {},
      ),
    })
    await agent.start()
    return { agent, driver }
  }
  const there = async (online: Record<string, 0 | 1>) =>
    eventually(async () => expect(await popLinks(owner, network_number)).toEqual(online))
  const ofPop = await run(pop.pop_name, await enrolled(pop))
  const ofPerson = await run(person, await credentialOf(world, owner.account_id, person))
  const ofBranch = await run(branch, await credentialOf(world, owner.account_id, branch))
  await there({ [person]: 1, [branch]: 1 })
  ofPerson.driver.switchOff()
  await ofPerson.agent.stop()
  await there({ [person]: 0, [branch]: 1 })
  ofPop.driver.switchOff()
  await ofPop.agent.stop()
  await there({ [person]: 0, [branch]: 0 })
  await ofBranch.agent.stop()
  beat.stop()
})
