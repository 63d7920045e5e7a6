import { agentContract, closeCodes } from '@weft/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addSoftwareMember } from '../../member/member/member.service.ts'
import { fromUnix } from '../../../kernel/clock.ts'
import { connected, type Device, listenForAgents, memberRow } from '../../../../test/agent-client.ts'
import { aNetwork, hardware } from '../../../../test/network-fixtures.ts'
import { laterSweeps, sweeperOf } from '../../../../test/sweeper.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'
import { eventually } from '../../../../test/eventually.ts'

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
  ;[hub, point] = (await hardware(world, owner, 2)) as [string, string]
  network_number = await aNetwork(world, owner, '门店', [hub], [point])
})

const now = () => Math.floor(Date.now() / 1000)
const DEAD = '00000000-0000-4000-8000-0000000000dd'
const OTHER = '00000000-0000-4000-8000-0000000000ee'
const join = (router_name: string, more: { credential?: string; version?: string } = {}) =>
  connected(
    world,
    server,
    { account_id: owner.account_id, router_name, ...(more.credential && { credential: more.credential }) },
    { device: { version: more.version ?? '3.2.1' } },
  )
const gone = (router_name: string) =>
  eventually(async () => expect(await memberRow(world, router_name)).toMatchObject({ online_status: 0 }))
const connections = async (router_name: string) =>
  world.db.systemNow.sql
    .selectFrom('connect_log')
    .select(['online', 'remote_ip', 'remote_port', 'version', 'create_time'])
    .where('router_name', '=', router_name)
    .orderBy('create_time')
    .execute()
/** Returns a member's connection log, after checking that its connections open and close in turn, with the same port. */
async function pairs(router_name: string) {
  const log = await connections(router_name)
  expect(log.map((row) => row.online)).toEqual(log.map((_, i) => (i % 2 === 0 ? 1 : 0)))
  for (let i = 1; i < log.length; i += 2) expect(log[i]).toMatchObject({ remote_ip: '127.0.0.1', remote_port: log[i - 1]!.remote_port })
  return log
}
const remove = (router_name: string) =>
  world.asSystem(async ({ sql }) => {
    await sql.deleteFrom('member').where('router_name', '=', router_name).execute()
  })
const session = () =>
  world.db.systemNow.sql.selectFrom('tunnel_session').selectAll().where('network_number', '=', network_number).executeTakeFirstOrThrow()
async function report(device: Device, type: 'link_up' | 'link_down', seq: number, ago: number): Promise<void> {
  const bytes = type === 'link_down' ? { input: 1000, out: 500 } : {}
  const event = { seq, type, who: hub, network_number, vpn_ip: '10.128.0.2', address: null, since: now() - ago, ...bytes } as const
  device.send({ type: 'event', oldest: 1, now: now(), events: [event] })
  await device.next('event.ack')
}

describe('a login', () => {
  it('is recorded once each time, also when it replaces the former one, and never if it failed', async () => {
    const router_name = await world.asAccount(owner, (db) =>
      addSoftwareMember(db, 'system', { username: 'zhang.wei', password: 'secret12', note: '' }),
    )
    const login = (password: string, os: string) =>
      world.call(undefined, agentContract.device.login, { username: router_name, password, device: { os } }, { address: '10.9.9.9' })
    for (const [password, os] of [
      ['secret12', 'Windows'],
      ['wrong123', 'none'],
      ['secret12', 'Android'],
    ] as const)
      await login(password, os)
    const log = await world.db.systemNow.sql
      .selectFrom('software_login_log')
      .select(['ip', 'os'])
      .where('router_name', '=', router_name)
      .orderBy('create_time')
      .execute()
    expect(log).toEqual([
      { ip: '10.9.9.9', os: 'Windows' },
      { ip: '10.9.9.9', os: 'Android' },
    ])
  })
})

describe('a control connection', () => {
  it('ends with a reason when a newer one replaces it, before that one begins', async () => {
    const older = await join(point)
    const newer = await join(point, { credential: older.credential, version: '4.0.0' })
    expect(await older.closed).toEqual({ code: closeCodes.replaced, reason: 'a newer connection of this device' })
    await newer.leave()
    await gone(point)
    expect((await pairs(point)).map((row) => row.version)).toEqual(['3.2.1', '3.2.1', '4.0.0', '4.0.0'])
  })

  it('ends at the last sign of life of an instance that was killed, even if the device is back before the sweep', async () => {
    const first = await join(point)
    await first.leave()
    await gone(point)
    // As if the instance had been killed while this connection was open, so that its end was not written.
    const [opened, last_heard] = [now() - 40, now() - 7]
    await world.asSystem(async ({ sql }) => {
      await sql.deleteFrom('connect_log').where('router_name', '=', point).where('online', '=', 0).execute()
      await sql
        .updateTable('connect_log')
        .set({ create_time: fromUnix(opened) } as never)
        .where('router_name', '=', point)
        .execute()
      await sql
        .insertInto('instance')
        .values({ instance_id: DEAD, start_time: new Date(), last_time: fromUnix(last_heard) })
        .execute()
      await sql
        .updateTable('member')
        .set({ online_status: 1, gateway_id: DEAD, connection_id: DEAD, connect_time: fromUnix(opened), report_time: fromUnix(opened) })
        .where('router_name', '=', point)
        .execute()
    })
    const back = await join(point, { credential: first.credential })
    const log = await pairs(point)
    expect(log).toHaveLength(3)
    expect(log[1]!.create_time).toBe(last_heard)
    await back.leave()
    await gone(point)
    expect(await pairs(point)).toHaveLength(4)
  })

  it('ends once if its instance is swept away, with its address, port and version', async () => {
    const device = await join(point, { version: '9.9.9' })
    await world.asSystem(({ sql }) => sql.updateTable('member').set({ gateway_id: DEAD }).where('router_name', '=', point).execute())
    await world.asSystem(({ sql }) => sql.deleteFrom('instance').where('instance_id', '=', DEAD).execute())
    await world.services.instance.renew()
    await sweeperOf(world, { instance_id: OTHER }).sweep()
    await device.leave()
    const other = await join(hub)
    await other.leave()
    await gone(hub)
    const log = await pairs(point)
    expect(log.map((row) => row.version)).toEqual(['9.9.9', '9.9.9'])
  })

  it('ends if its member is deleted', async () => {
    const device = await join(point)
    await remove(point)
    await device.leave()
    await eventually(async () => expect(await pairs(point)).toHaveLength(2))
  })
})

describe('a tunnel session', () => {
  it('ends with the device’s report and its bytes if its link was removed', async () => {
    const device = await join(point)
    await report(device, 'link_up', 1, 60)
    await remove(hub)
    const sweep = laterSweeps(world)
    await sweep(0)
    expect(await session()).toMatchObject({ end_time: null })
    await report(device, 'link_down', 2, 5)
    expect(await session()).toMatchObject({ end_time: expect.any(Number), input: 1000, out: 500 })
    await device.leave()
  })

  it('ends as of when the missing link was noticed if the device reports nothing', async () => {
    const device = await join(point)
    await report(device, 'link_up', 1, 600)
    await remove(hub)
    const sweep = laterSweeps(world)
    const before = now()
    await sweep(0)
    const after = now()
    await sweep(60)
    expect(await session()).toMatchObject({ end_time: null })
    await sweep(95)
    const { end_time } = await session()
    expect(end_time).toBeGreaterThanOrEqual(before)
    expect(end_time).toBeLessThanOrEqual(after)
    expect(await memberRow(world, point)).toMatchObject({ online: 0, online_status: 1 })
    await device.leave()
  })

  it('ends with the last report if its members are all away when its link is removed', async () => {
    const device = await join(point)
    await report(device, 'link_up', 1, 3600)
    await device.leave()
    await gone(point)
    const last = now() - 1200
    await world.asSystem(({ sql }) =>
      sql
        .updateTable('member')
        .set({ report_time: fromUnix(last) })
        .where('router_name', '=', point)
        .execute(),
    )
    await remove(hub)
    const sweep = laterSweeps(world)
    await sweep(0)
    await sweep(95)
    expect(await session()).toMatchObject({ end_time: last })
  })

  it('ends if its member is deleted', async () => {
    const device = await join(point)
    await report(device, 'link_up', 1, 600)
    await remove(point)
    await device.leave()
    const sweep = laterSweeps(world)
    await sweep(0)
    await sweep(95)
    expect(await session()).toMatchObject({ end_time: expect.any(Number) })
  })

  it('stays open while it lasts, however often it is swept', async () => {
    const device = await join(point)
    await report(device, 'link_up', 1, 600)
    const sweep = laterSweeps(world)
    for (const later of [0, 95, 200]) await sweep(later)
    expect(await session()).toMatchObject({ end_time: null })
    await device.leave()
  })
})
