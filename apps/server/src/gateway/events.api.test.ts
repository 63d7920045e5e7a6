import type { AgentEvent } from '@weft/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fromUnix } from '../kernel/clock.ts'
import { connected, type Device, listenForAgents, memberRow } from '../../test/agent-client.ts'
import { aNetwork, grant, hardware } from '../../test/network-fixtures.ts'
import { sweeperOf } from '../../test/sweeper.ts'
import { createWorld, type Person, type World } from '../../test/world.ts'
import { eventually } from '../../test/eventually.ts'

let world: World
let server: string
let owner: Person
let hub: string
let point: string
let network_number: string
beforeAll(async () => {
  world = await createWorld()
  server = await listenForAgents(world)
})
afterAll(() => world.close())
beforeEach(async () => {
  owner = await world.anOwner()
  await grant(world, owner, 'network_center', 2)
  ;[hub, point] = (await hardware(world, owner, 2)) as [string, string]
  network_number = await aNetwork(world, owner, '门店', [hub], [point])
})

const now = () => Math.floor(Date.now() / 1000)
const join = (router_name: string, account_id = owner.account_id) => connected(world, server, { account_id, router_name })
const event = (seq: number, type: AgentEvent['type'], ago: number, who = hub): AgentEvent => ({
  seq,
  type,
  who,
  network_number,
  vpn_ip: '10.128.0.2',
  address: '203.0.113.9',
  since: now() - ago,
  ...(type.endsWith('_down') && { input: 1000, out: 500 }),
})
/** Sends events, and resolves with the last event that the controller keeps. */
async function report(device: Device, events: AgentEvent[], oldest = 1): Promise<number> {
  device.send({ type: 'event', oldest, now: now(), events })
  return (await device.next('event.ack')).seq
}
const link = () =>
  world.db.systemNow.sql.selectFrom('network_link').selectAll().where('network_number', '=', network_number).executeTakeFirstOrThrow()
const sessions = () =>
  world.db.systemNow.sql
    .selectFrom('tunnel_session')
    .selectAll()
    .where('network_number', '=', network_number)
    .orderBy('start_time')
    .execute()

describe('a device’s report of its tunnels', () => {
  it('is kept before it is acknowledged: the link, its session, and both ends online', async () => {
    const device = await join(point)
    expect(await report(device, [event(1, 'link_up', 60)])).toBe(1)
    expect(await link()).toMatchObject({ vpn_online: 1, vpn_online_since: expect.any(Number) })
    expect(await sessions()).toMatchObject([{ router_name: point, link_router_name: hub, orig: '203.0.113.9', end_time: null }])
    for (const name of [hub, point]) expect(await memberRow(world, name)).toMatchObject({ online: 1 })
    expect(await report(device, [event(2, 'link_down', 0)])).toBe(2)
    expect(await link()).toMatchObject({ vpn_online: 0, vpn_online_since: null })
    expect(await sessions()).toMatchObject([{ end_time: expect.any(Number), input: 1000, out: 500 }])
    for (const name of [hub, point]) expect(await memberRow(world, name)).toMatchObject({ online: 0 })
    await device.leave()
  })

  it('counts once when it is repeated, on the same connection or on the next', async () => {
    const story = [event(1, 'link_up', 300), event(2, 'link_down', 200), event(3, 'link_up', 100)]
    const first = await join(point)
    expect(await report(first, story)).toBe(3)
    expect(await report(first, story)).toBe(3)
    await first.leave()
    const second = await join(point)
    expect(second.welcome.event_seq).toBe(0)
    await second.leave()
    const third = await connected(world, server, { account_id: owner.account_id, router_name: point, credential: second.credential })
    expect(await report(third, story)).toBe(3)
    expect(await sessions()).toHaveLength(2)
    await third.leave()
  })

  it('is not kept out of order', async () => {
    const device = await join(point)
    expect(await report(device, [event(2, 'link_down', 10)])).toBe(0)
    expect(await report(device, [event(1, 'link_up', 20), event(2, 'link_down', 10)])).toBe(2)
    expect(await sessions()).toHaveLength(1)
    await device.leave()
  })

  it('counts once when both ends send it', async () => {
    const [atPoint, atHub] = [await join(point), await join(hub)]
    await Promise.all([report(atPoint, [event(1, 'link_up', 50)]), report(atHub, [event(1, 'client_up', 49, point)])])
    expect(await sessions()).toHaveLength(1)
    await report(atHub, [event(2, 'client_down', 5, point)])
    expect(await link()).toMatchObject({ vpn_online: 0 })
    await atPoint.leave()
    await atHub.leave()
  })

  it('has the bytes of a tunnel that is up, the larger count of both ends, and never those of an earlier session', async () => {
    const [atPoint, atHub] = [await join(point), await join(hub)]
    await report(atPoint, [event(1, 'link_up', 3600), event(2, 'link_down', 600), event(3, 'link_up', 300)])
    const carried = (device: Device, who: string, ago: number, input: number, out: number) =>
      device.send({
        type: 'tunnels',
        now: now(),
        tunnels: [{ network_number, who, dialled: who === hub, since: now() - ago, input, out }],
      })
    carried(atHub, point, 3600, 9_000_000, 9_000_000)
    carried(atPoint, hub, 300, 5000, 700)
    carried(atHub, point, 301, 4000, 800)
    await eventually(async () => expect((await sessions()).at(-1)).toMatchObject({ end_time: null, input: 5000, out: 800 }))
    expect(await sessions()).toMatchObject([{ input: 1000, out: 500 }, {}])
    await atPoint.leave()
    await atHub.leave()
  })

  it('gives the traffic of its link by the minute, as the end that dialled counts it, and not across two tunnels', async () => {
    const [atPoint, atHub] = [await join(point), await join(hub)]
    const carried = (device: Device, ago: number, since: number, input: number, out = input / 2) =>
      device.send({
        type: 'tunnels',
        now: now() - ago,
        tunnels: [{ network_number, who: device === atPoint ? hub : point, dialled: device === atPoint, since, input, out }],
      })
    const [former, present] = [now() - 900, now() - 200]
    // The hub's counts are larger, so they would show.
    for (const [ago, input] of [
      [120, 9_000_000],
      [60, 99_000_000],
    ] as const)
      carried(atHub, ago, present, input)
    carried(atPoint, 181, former, 50_000)
    carried(atPoint, 120, present, 1000)
    carried(atPoint, 60, present, 7000)
    const kept = () => world.db.systemNow.sql.selectFrom('traffic_minute').selectAll().where('router_name', '=', point).execute()
    await eventually(async () => expect(await kept()).toHaveLength(1))
    expect(await kept()).toMatchObject([{ interface: `${network_number}/${hub}`, down: 6000, upload: 3000 }])
    await atPoint.leave()
    await atHub.leave()
  })

  it('changes no link of which the device is not an end', async () => {
    const stranger = await world.anOwner()
    const [other] = (await hardware(world, stranger, 1)) as [string]
    const device = await join(other, stranger.account_id)
    await report(device, [event(1, 'client_up', 5, point), event(2, 'link_up', 5, hub)])
    expect(await link()).toMatchObject({ vpn_online: 0 })
    expect(await sessions()).toEqual([])
    await device.leave()
  })
})

describe('traffic', () => {
  const minute = () => now() - (now() % 60) - 120
  const rows = () =>
    world.db.systemNow.sql.selectFrom('traffic_minute').selectAll().where('router_name', '=', point).orderBy('time').execute()

  it('counts once for each minute however often it is sent, and late minutes are put in their place', async () => {
    const device = await join(point)
    const time = minute()
    const send = (at: number, down: number) =>
      device.send({ type: 'telemetry', minutes: [{ interface: 'wan', time: at, down, upload: 1 }] })
    send(time, 100)
    send(time, 100)
    send(time - 3600, 40)
    send(time, 60)
    await eventually(async () =>
      expect((await rows()).map((row) => [row.time, row.down])).toEqual([
        [time - 3600, 40],
        [time, 100],
      ]),
    )
    await device.leave()
  })

  it('is dropped if its day is not kept, and the rest of the message is kept', async () => {
    const device = await join(point)
    const time = minute()
    const minutes = [0, time + 86_400, time].map((at) => ({ interface: 'wan', time: at, down: 5, upload: 5 }))
    device.send({ type: 'telemetry', minutes })
    await eventually(async () => expect((await rows()).map((row) => row.time)).toEqual([time]))
    await device.leave()
  })
})

describe('an instance that dies', () => {
  const DEAD = '00000000-0000-4000-8000-000000000001'
  const OTHER = '00000000-0000-4000-8000-000000000002'
  /** Sweeps as another process, while this one lives. */
  async function sweep(): Promise<void> {
    await world.services.instance.renew()
    await sweeperOf(world, { instance_id: OTHER }).sweep()
  }
  const lastHeard = (ago: number) =>
    world.asSystem(async ({ sql }) => {
      const last_time = fromUnix(now() - ago)
      await sql.updateTable('instance').set({ last_time }).where('instance_id', '=', DEAD).execute()
      await sql.updateTable('member').set({ report_time: last_time }).where('router_name', '=', point).execute()
    })

  /** Makes a member whose tunnel is up, connected to an instance that last renewed its lease this many seconds ago. */
  async function orphan(ago: number) {
    const device = await join(point)
    await report(device, [event(1, 'link_up', ago + 2000)])
    await device.leave()
    await eventually(async () => expect(await memberRow(world, point)).toMatchObject({ online_status: 0 }))
    await world.asSystem(async ({ sql }) => {
      await sql.insertInto('instance').values({ instance_id: DEAD, start_time: new Date(), last_time: new Date() }).execute()
      await sql
        .updateTable('member')
        .set({ online_status: 1, gateway_id: DEAD, connection_id: DEAD, connect_time: fromUnix(now() - ago) })
        .where('router_name', '=', point)
        .execute()
    })
    await lastHeard(ago)
  }
  afterEach(async () => {
    await lastHeard(1000)
    await sweep()
  })

  it('loses its members to the sweep once its lease has expired, with the end of their connections on record', async () => {
    await orphan(1)
    await sweep()
    expect(await memberRow(world, point)).toMatchObject({ online_status: 1 })
    await lastHeard(25)
    await sweep()
    expect(await memberRow(world, point)).toMatchObject({ online_status: 0, gateway_id: null, connection_id: null })
    const log = await world.db.systemNow.sql.selectFrom('connect_log').select('online').where('router_name', '=', point).execute()
    expect(log.filter((row) => row.online === 0)).toHaveLength(2)
  })

  it('leaves its members’ tunnels up until neither end was heard for ten minutes; they then end with the last report', async () => {
    await orphan(500)
    await sweep()
    expect(await link()).toMatchObject({ vpn_online: 1 })
    expect(await sessions()).toMatchObject([{ end_time: null }])
    await lastHeard(700)
    await sweep()
    expect(await link()).toMatchObject({ vpn_online: 0 })
    const { report_time } = await memberRow(world, point)
    expect(await sessions()).toMatchObject([{ end_time: report_time }])
    expect(await memberRow(world, hub)).toMatchObject({ online: 0 })
  })

  it('does not end a tunnel of which one end is still heard', async () => {
    const atHub = await join(hub)
    await orphan(1000)
    await sweep()
    expect(await memberRow(world, point)).toMatchObject({ online_status: 0 })
    expect(await link()).toMatchObject({ vpn_online: 1 })
    await atHub.leave()
  })

  it('makes its members report their tunnels again when they return after a long time', async () => {
    await orphan(700)
    const back = await join(point)
    expect(back.welcome.report_links).toBe(true)
    await back.leave()
    const again = await join(point)
    expect(again.welcome.report_links).toBe(false)
    await again.leave()
  })
})
