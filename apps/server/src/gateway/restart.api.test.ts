import { Client } from 'pg'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { connected, listenForAgents, memberRow } from '../../test/agent-client.ts'
import { eventually } from '../../test/eventually.ts'
import { aNetwork, hardware } from '../../test/network-fixtures.ts'
import { createWorld, type World } from '../../test/world.ts'

let world: World
let server: string
beforeAll(async () => {
  world = await createWorld()
  server = await listenForAgents(world)
})
afterAll(() => world.close())

const now = () => Math.floor(Date.now() / 1000)

/** Makes a center and a branch whose tunnel was up for a minute; then the branch falls silent, and the center goes away. */
async function silentBranch() {
  const owner = await world.anOwner()
  const [hub, point] = (await hardware(world, owner, 2)) as [string, string]
  const network_number = await aNetwork(world, owner, '门店', [hub], [point])
  const join = (router_name: string, boot_id: string) =>
    connected(world, server, { account_id: owner.account_id, router_name }, { boot_id })
  const center = await join(hub, 'first')
  const branch = await join(point, 'first')
  const up = { seq: 1, type: 'link_up', who: hub, network_number, vpn_ip: '10.128.0.2', address: null, since: now() - 60 } as const
  branch.send({ type: 'event', oldest: 1, now: now(), events: [up] })
  await branch.next('event.ack')
  await branch.leave()
  await center.leave()
  // The ends of the connections are written a moment later, with the time of each.
  await eventually(async () => {
    for (const name of [hub, point]) expect(await memberRow(world, name)).toMatchObject({ online_status: 0 })
  })
  const states = async () => [(await memberRow(world, hub)).online, (await memberRow(world, point)).online]
  const session = () =>
    world.db.systemNow.sql
      .selectFrom('tunnel_session')
      .select(['start_time', 'end_time'])
      .where('router_name', '=', point)
      .executeTakeFirstOrThrow()
  return { hub, join, states, session }
}

it('a center that restarted has no former tunnel: the silent branch is offline and its session ended', async () => {
  const { hub, join, states, session } = await silentBranch()
  expect(await states()).toEqual([1, 1])
  const center = await join(hub, 'second')
  expect(await states()).toEqual([0, 0])
  const { start_time, end_time } = await session()
  expect(end_time).toBeGreaterThanOrEqual(start_time + 60)
  expect(end_time).toBeLessThanOrEqual(now() + 1)
  await center.leave()
})

it('a center that restarted loses its former tunnel also if the database is lost before that is written', async () => {
  const { hub, join, states, session } = await silentBranch()
  const [keeper, watcher] = [new Client({ connectionString: world.url }), new Client({ connectionString: world.url })]
  for (const client of [keeper, watcher]) {
    await client.connect()
    onTestFinished(() => client.end())
  }
  const { report_time } = await memberRow(world, hub)
  await keeper.query('begin')
  await keeper.query('select from network_link for update')
  const joining = join(hub, 'second')
  await eventually(async () => {
    const { rowCount } = await watcher.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%vpn_online_since%'`)
    expect(rowCount).toBe(1)
  })
  await keeper.query('rollback')
  const center = await joining
  expect(await states()).toEqual([0, 0])
  expect((await session()).end_time).toBeLessThanOrEqual(report_time! + 1)
  const log = await watcher.query('select from connect_log where router_name = $1 and online = 1', [hub])
  expect(log.rowCount).toBe(2)
  await center.leave()
  expect((await memberRow(world, hub)).report_time).toBeGreaterThanOrEqual(report_time!)
  const { rows } = await watcher.query('select boot_id from member where router_name = $1', [hub])
  expect(rows).toEqual([{ boot_id: 'second' }])
})

it('a center that only lost its control connection keeps its tunnels', async () => {
  const { hub, join, states, session } = await silentBranch()
  const center = await join(hub, 'first')
  expect(await states()).toEqual([1, 1])
  expect(await session()).toMatchObject({ end_time: null })
  await center.leave()
})
