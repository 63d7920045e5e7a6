import { alertEventDefaults, closeCodes, contract } from '@weft/contract'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { publish } from '../adapters/bus/publish.ts'
import { createOutageRecorder } from '../domains/network/outage/record.service.ts'
import { connected, listenForAgents, memberRow } from '../../test/agent-client.ts'
import { aWayTo } from '../../test/faults/way.ts'
import { hardware } from '../../test/network-fixtures.ts'
import { sweeperOf } from '../../test/sweeper.ts'
import { createDatabase, createWorld, type Person, type World } from '../../test/world.ts'
import { after } from '../kernel/clock.ts'
import { RETURN_SECONDS } from './sweep.queries.ts'
import { eventually } from '../../test/eventually.ts'

let world: World
let server: string
let way: Awaited<ReturnType<typeof aWayTo>>
// Each test has a world of its own, because one of them ends the lease of its server.
beforeEach(async () => {
  way = await aWayTo(await createDatabase())
  world = await createWorld({ WEFT_PUBLIC_URL: 'https://console.example' }, { url: way.url, impatient: true })
  server = await listenForAgents(world)
})
afterEach(async () => {
  await world.close()
  await way.close()
})

const SWEEPER = '00000000-0000-4000-8000-00000000000a'
const DEAD = '00000000-0000-4000-8000-00000000000b'
const LEASE = 20
const RENEWAL = 5

/** Makes another server's sweeper, with this world's clock, which has held its lease for longer than one lease. */
async function settledSweeper() {
  const lease = sweeperOf(world, { instance_id: SWEEPER })
  await lease.renew()
  for (let passed = 0; passed <= LEASE; passed += RENEWAL) {
    await world.pass(RENEWAL)
    await lease.renew()
    await renewed()
  }
  return lease
}
/** Renews the lease of the instance that holds the members now, by the clock of this world. */
async function renewed(): Promise<void> {
  await world.asSystem(({ sql }) =>
    sql
      .updateTable('instance')
      .set({ last_time: world.infrastructure.clock.now() })
      .where('instance_id', 'not in', [SWEEPER, DEAD])
      .execute(),
  )
}

/** Has an account alerted, by messages alone, of members that go away or come back. */
async function watch(owner: Person, router: string[]): Promise<void> {
  const channels = { portal_confirm: 1, email_confirm: 0, webhook_confirm: 0 }
  const settings = { ...channels, ...alertEventDefaults, router_online: 1, router }
  expect(await world.call(owner, contract.monitor.setting, settings)).toMatchObject({ code: 200 })
}
/** Makes an account that wants alarms when members go away or come back, and one connected member of it. */
async function watchedMember(): Promise<{
  owner: Person
  account_id: number
  name: string
  device: Awaited<ReturnType<typeof connected>>
}> {
  const owner = await world.anOwner()
  const [name] = (await hardware(world, owner, 1)) as [string]
  const device = await connected(world, server, { account_id: owner.account_id, router_name: name })
  await world.call(owner, contract.monitor.enable, {})
  await watch(owner, [name])
  return { owner, account_id: owner.account_id, name, device }
}
const alerts = async (owner: Person) => {
  const { data } = await world.call(await world.signedIn(owner), contract.messages.list, {})
  return (data as { title: string; type: string }[]).filter(({ type }) => type === '监控告警').map(({ title }) => title)
}

it('members that stayed connected remain online and cause no alarm, however long the database was away', async () => {
  const lease = await settledSweeper()
  const { owner, name, device } = await watchedMember()
  // No instance can renew its lease for longer than a lease; then the database is back, and this server is the first to sweep.
  await world.pass(3 * LEASE)
  await lease.sweep()
  await lease.renew()
  await lease.sweep()
  await world.pass(RENEWAL)
  await lease.renew()
  await lease.sweep()
  await renewed()
  // Afterwards the sweeper judges leases again, and finds this one renewed.
  for (let passed = 0; passed <= LEASE; passed += RENEWAL) {
    await world.pass(RENEWAL)
    await renewed()
    await lease.renew()
    await lease.sweep()
    await world.services.alerts.announceDue()
  }
  expect(await memberRow(world, name)).toMatchObject({ online_status: 1 })
  expect(device.socket.readyState).toBe(WebSocket.OPEN)
  expect(await alerts(owner)).toEqual([])
  await device.leave()
})

it('a member whose credential cannot be checked while the database is away stays, and is cut once it can be', async () => {
  const { account_id, name, device } = await watchedMember()
  // The database goes away during the query: the gateway's listener was registered first.
  const stop = world.infrastructure.bus.subscribe(({ type }) => {
    if (type === 'cut') way.cut()
  })
  await world
    .asSystem(async (system) => {
      await system.sql.updateTable('member').set({ status: 0 }).where('router_name', '=', name).execute()
      await publish(system, { type: 'cut', account_id, router_name: name })
    })
    .catch(() => {})
  await eventually(() => expect(world.db.ping()).rejects.toThrow(/./))
  stop()
  expect(device.socket.readyState).toBe(WebSocket.OPEN)
  way.mend()
  expect(await device.closed).toMatchObject({ code: closeCodes.forbidden })
})

it('a member whose server went silent is alerted only once it had the time to be at another one, and not at all if it is', async () => {
  const lease = await settledSweeper()
  const owner = await world.anOwner()
  const [absent, returned] = (await hardware(world, owner, 2)) as [string, string]
  const heard = world.infrastructure.clock.now()
  await world.asSystem(async ({ sql }) => {
    // The platform runs for so long that members which are away are lost.
    await sql
      .updateTable('instance')
      .set({ start_time: after(heard, -3600) })
      .execute()
    await sql.insertInto('instance').values({ instance_id: DEAD, start_time: heard, last_time: heard }).execute()
    await sql
      .updateTable('member')
      .set({ online_status: 1, gateway_id: DEAD, connect_time: heard, watched_since: heard })
      .where('router_name', 'in', [absent, returned])
      .execute()
  })
  await world.call(owner, contract.monitor.enable, {})
  await watch(owner, [absent, returned])
  const recorder = createOutageRecorder(world.infrastructure)
  const recorded = async () => (await world.call(owner, contract.outages.list, { router_name: absent })).data
  const silentFor = () => (world.infrastructure.clock.now().getTime() - heard.getTime()) / 1000
  // Some seconds are left for what the steps themselves take.
  while (silentFor() < RETURN_SECONDS - 4 * RENEWAL) {
    await world.pass(RENEWAL)
    await renewed()
    await lease.renew()
    await lease.sweep()
    await world.services.alerts.announceDue()
    await recorder.round()
  }
  expect(await memberRow(world, absent)).toMatchObject({ online_status: 0 })
  const back = await connected(world, server, { account_id: owner.account_id, router_name: returned })
  expect(await alerts(owner)).toEqual([])
  expect(await recorded()).toEqual([])
  await world.pass(5 * RENEWAL)
  await world.services.alerts.announceDue()
  await recorder.round()
  expect(await alerts(owner)).toEqual([expect.stringContaining(`【失联】${absent}`)])
  expect(await recorded()).toMatchObject([{ cause: 'connection_lost', end_time: null }])
  await back.leave()
})

it('a process sets the members of a dead gateway offline once it has reached the database for one lease', async () => {
  const owner = await world.anOwner()
  const [name] = (await hardware(world, owner, 1)) as [string]
  await world.asSystem(async ({ sql }) => {
    const long_ago = new Date(world.infrastructure.clock.now().getTime() - 10 * LEASE * 1000)
    await sql.insertInto('instance').values({ instance_id: DEAD, start_time: long_ago, last_time: long_ago }).execute()
    await sql
      .updateTable('member')
      .set({ online_status: 1, gateway_id: DEAD, connect_time: long_ago })
      .where('router_name', '=', name)
      .execute()
  })
  const lease = sweeperOf(world, { instance_id: SWEEPER })
  for (let passed = 0; passed < LEASE; passed += RENEWAL) {
    await lease.renew()
    await lease.sweep()
    expect(await memberRow(world, name)).toMatchObject({ online_status: 1 })
    await world.pass(RENEWAL)
    await renewed()
  }
  await lease.renew()
  await lease.sweep()
  expect(await memberRow(world, name)).toMatchObject({ online_status: 0, gateway_id: null })
})

it('the members of a dead server are set offline one lease after the database is back', async () => {
  const lease = await settledSweeper()
  const { name, device } = await watchedMember()
  await world.pass(3 * LEASE)
  for (let passed = 0; passed < LEASE; passed += RENEWAL) {
    await lease.renew()
    await lease.sweep()
    expect(await memberRow(world, name)).toMatchObject({ online_status: 1 })
    await world.pass(RENEWAL)
  }
  await lease.renew()
  await lease.sweep()
  expect(await memberRow(world, name)).toMatchObject({ online_status: 0 })
  await device.leave()
})
