import {
  type AgentEvent,
  agentContract,
  type ConnectionRecord,
  contract,
  opsContract,
  type SaasDevice,
  type SaasInfo,
} from '@weft/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connected, type Device, helloOf, listenForAgents, memberRow, openSocket, portOf } from '../../../../test/agent-client.ts'
import { aSubAccount, hardware } from '../../../../test/network-fixtures.ts'
import { aDevice, anOperator, type OperatorPerson, unixNow } from '../../../../test/ops-people.ts'
import { laterSweeps } from '../../../../test/sweeper.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'
import { eventually } from '../../../../test/eventually.ts'

const { saas } = contract
const { devices } = opsContract

let world: World
let server: string
let keeper: Client
let engineer: OperatorPerson
beforeAll(async () => {
  world = await createWorld()
  server = await listenForAgents(world)
  keeper = new Client({ connectionString: world.url })
  await keeper.connect()
  engineer = await anOperator(world, 'network')
})
afterAll(async () => {
  await keeper.end()
  await world.close()
})

/** Creates a SaaS device and assigns it to an account. */
async function given(owner: Person, more: Record<string, unknown> = {}) {
  const device = await aDevice(world, engineer, { kind: 'saas', bandwidth: 50, expire_date: unixNow() + 90 * 86_400, ...more })
  expect((await world.call(engineer, devices.assign, { account_number: owner.account_number, router_name: device.router_name })).code).toBe(
    200,
  )
  // What happened before a device was assigned is not shown to its account.
  await keeper.query(`update member set create_time = now() - interval '1 day' where router_name = $1`, [device.router_name])
  return device
}
const list = async (who: Person, input: object = {}) => {
  const { data, count } = await world.call(who, saas.list, input)
  return { rows: data as SaasDevice[], count }
}
const info = async (who: Person, router_name: string) => (await world.call(who, saas.info, { router_name })).data as SaasInfo
const dials = async (who: Person, router_name: string, input: object = {}) =>
  (await world.call(who, saas.connect, { router_name, ...input })).data as ConnectionRecord[]
const dialled = (seq: number, type: AgentEvent['type'], ago: number, who = 'pop-a'): AgentEvent => ({
  seq,
  type,
  who,
  network_number: '',
  vpn_ip: '10.64.0.2',
  address: '203.0.113.9',
  since: unixNow() - ago,
  ...(type === 'link_down' && { input: 5000, out: 700 }),
})
async function report(device: Device, ...events: AgentEvent[]): Promise<void> {
  device.send({ type: 'event', oldest: 1, now: unixNow(), events })
  await device.next('event.ack')
}

describe('a SaaS device', () => {
  it('is activated and connects like a member, reports its addresses, and dials a POP', async () => {
    const owner = await world.anOwner()
    const { router_name, activation_code } = await given(owner)
    expect(await list(owner)).toMatchObject({
      count: 1,
      rows: [{ router_name, online: 0, bandwidth: 50, ip: [], online_time: null, input: 0, out: 0 }],
    })
    const answer = await world.call(undefined, agentContract.device.activate, { router_name, activation_code })
    const device = openSocket(server, (answer.data as { credential: string }).credential)
    await device.opened
    device.send(
      helloOf(router_name, {
        interfaces: [
          { ...portOf('wan'), ipv4: '203.0.113.9' },
          { ...portOf('lan'), ipv4: '192.168.9.1' },
        ],
      }),
    )
    await device.next('welcome')
    // Connected to the controller, and to no POP yet.
    expect(await info(owner, router_name)).toMatchObject({ online: 0, ip: ['203.0.113.9', '192.168.9.1'], temp_bandwidth: null })
    await report(device, dialled(1, 'link_up', 120))
    const shown = await info(owner, router_name)
    expect(shown.online).toBe(1)
    expect(shown.online_time).toBeGreaterThanOrEqual(120)
    expect(await dials(owner, router_name)).toMatchObject([{ ip: '10.64.0.2', origin: '203.0.113.9', stop_time: null }])
    // While the tunnel is up, its device reports what it has carried.
    const at = Math.floor(Date.now() / 1000)
    const carried = { network_number: '', who: 'pop-a', dialled: true, since: at - 120, input: 4000, out: 600 }
    device.send({ type: 'tunnels', now: at, tunnels: [carried] })
    await eventually(async () => expect(await info(owner, router_name)).toMatchObject({ online: 1, input: 600, out: 4000 }))
    await report(device, dialled(2, 'link_down', 0))
    expect(await info(owner, router_name)).toMatchObject({ online: 0, online_time: null, input: 700, out: 5000 })
    expect(await dials(owner, router_name)).toMatchObject([{ input: 700, out: 5000, stop_time: expect.any(Number) }])
    await device.leave()
  })

  it('has one tunnel at a time, and stores a repeated report once', async () => {
    const owner = await world.anOwner()
    const { router_name } = await given(owner)
    const device = await connected(world, server, { account_id: owner.account_id, router_name })
    await report(device, dialled(1, 'link_up', 300), dialled(2, 'link_up', 200, 'pop-b'))
    await report(device, { ...dialled(3, 'link_up', 200, 'pop-b') })
    const rows = await dials(owner, router_name)
    expect(rows.map(({ stop_time }) => stop_time === null)).toEqual([true, false])
    expect(rows[1]!.online_time).toBe(100)
    await device.leave()
  })

  it('loses its tunnel when it restarts or is silent for long, and keeps it after a short disconnection', async () => {
    const owner = await world.anOwner()
    const { router_name } = await given(owner)
    const member = { account_id: owner.account_id, router_name }
    const first = await connected(world, server, member)
    await report(first, dialled(1, 'link_up', 300))
    await first.leave()
    await eventually(async () => expect(await memberRow(world, router_name)).toMatchObject({ online_status: 0 }))
    const sweep = laterSweeps(world)
    await sweep(10)
    await sweep(200)
    expect(await info(owner, router_name)).toMatchObject({ online: 1 })
    await sweep(700)
    await sweep(800)
    expect(await info(owner, router_name)).toMatchObject({ online: 0 })
    // It comes back, and its tunnel was up all along.
    const second = await connected(world, server, member)
    // With another credential it numbers its events from 1 again.
    await report(second, dialled(1, 'link_up', 300))
    expect(await info(owner, router_name)).toMatchObject({ online: 1 })
    expect(await dials(owner, router_name)).toHaveLength(1)
    await second.leave()
    const anew = await connected(world, server, member, { boot_id: 'another' })
    await eventually(async () => expect((await info(owner, router_name)).online).toBe(0))
    await anew.leave()
  })

  it('is not a member anywhere, and a member that sends such a report gets no tunnel', async () => {
    const owner = await world.anOwner()
    const { router_name } = await given(owner)
    const [router] = (await hardware(world, owner, 1)) as [string]
    expect((await world.call(owner, contract.router.list, { type: '1' })).data).toMatchObject([{ router_name: router }])
    for (const endpoint of [contract.router.info, contract.memberRecords.connect, contract.router.delete])
      expect((await world.call(owner, endpoint, { router_name })).code).toBe(204)
    expect((await world.call(owner, contract.network.create, { network_name: '一', center: [router_name], point: [] })).code).toBe(204)
    const [row] = (await world.call(owner, contract.router.batch_delete, { router_name: [router_name] })).data as { deleted: number }[]
    expect(row).toMatchObject({ deleted: 0 })
    for (const endpoint of [saas.info, saas.connect, saas.traffic])
      expect(await world.call(owner, endpoint, { router_name: router })).toMatchObject({ code: 204, msg: 'SaaS 设备不存在' })
    const device = await connected(world, server, { account_id: owner.account_id, router_name: router })
    await report(device, dialled(1, 'link_up', 10))
    expect((await keeper.query('select from tunnel_session where router_name = $1', [router])).rowCount).toBe(0)
    await device.leave()
  })

  it('shows the same bytes of its tunnel in the list, on its page and among its dials, and its rates by its first interface', async () => {
    const owner = await world.anOwner()
    const { router_name } = await given(owner)
    await keeper.query(
      `update member set interfaces = '[{"interface":"wan"},{"interface":"lan"}]', create_time = now() - interval '2 days' where router_name = $1`,
      [router_name],
    )
    // The device received 5,000 and sent 800 bytes through its tunnel; its interface carries more than that.
    for (const [link_router_name, ago, received, sent] of [
      ['pop-a', '3 hours', 70, 7],
      ['pop-b', '1 hour', 5000, 800],
    ] as const)
      await keeper.query(
        `insert into tunnel_session (account_id, network_number, router_name, link_router_name, mode, start_time, end_time, input, out)
         values ($1, '', $2, $3::text, 'saas', now() - $4::interval, case when $3::text = 'pop-a' then now() - interval '2 hours' end, $5, $6)`,
        [owner.account_id, router_name, link_router_name, ago, received, sent],
      )
    await keeper.query(
      `insert into traffic_minute select $1::bigint, $2, name, t, 10000, 1000
         from generate_series(date_trunc('minute', now()) - interval '30 minutes', now(), interval '1 minute') t, unnest(array['wan', 'lan']) name`,
      [owner.account_id, router_name],
    )
    const { data: dials } = await world.call(owner, saas.connect, { router_name })
    expect(dials).toMatchObject([
      { input: 800, out: 5000, stop_time: null },
      { input: 7, out: 70 },
    ])
    expect(await info(owner, router_name)).toMatchObject({ online: 1, input: 800, out: 5000 })
    const { data: listed } = await world.call(owner, saas.list, { search: router_name })
    expect(listed).toMatchObject([{ input: 800, out: 5000 }])
    const { data } = await world.call(owner, saas.traffic, { router_name, range: '1d' })
    expect((data as { down: number }[]).some(({ down }) => down > 0)).toBe(true)
    expect((await world.call(owner, saas.traffic, { router_name, range: '2d' })).code).toBe(422)
  })

  it('is seen by all sub-accounts of its account, found by its name, and seen by no other account', async () => {
    const [owner, stranger] = [await world.anOwner(), await world.anOwner()]
    const { router_name } = await given(owner)
    await world.pass(1)
    await given(owner)
    const sub = await aSubAccount(world, owner, { designated: ['1234567890'].slice(1) })
    expect(await list(sub, { search: router_name.toLowerCase() })).toMatchObject({ count: 1, rows: [{ router_name }] })
    expect(await list(sub)).toMatchObject({ count: 2 })
    expect(await list(sub, { page: 2, limit: 1 })).toMatchObject({ count: 2, rows: [{ router_name }] })
    expect(await list(stranger)).toEqual({ rows: [], count: 0 })
    for (const endpoint of [saas.info, saas.connect, saas.traffic])
      expect((await world.call(stranger, endpoint, { router_name })).code).toBe(204)
  })

  it('loses its credential, its connection and its temporary bandwidth when it is released', async () => {
    const owner = await world.anOwner()
    const { router_name } = await given(owner)
    const device = await connected(world, server, { account_id: owner.account_id, router_name })
    await world.call(engineer, devices.temp_bandwidth, { router_name, temp_bandwidth: 90, temp_start_date: 1, temp_expire_date: 2 })
    expect((await world.call(engineer, devices.release, { router_name })).code).toBe(200)
    await device.closed
    expect((await world.call(owner, saas.info, { router_name })).code).toBe(204)
    const next = await world.anOwner()
    await world.call(engineer, devices.assign, { account_number: next.account_number, router_name })
    expect(await info(next, router_name)).toMatchObject({ temp_bandwidth: null, temp_start_date: null })
  })

  it('expires with its service', async () => {
    const owner = await world.anOwner()
    const sales = await anOperator(world, 'sales')
    const { router_name } = await given(owner)
    const { rows } = await keeper.query<{ id: string }>('select service_id as id from device where router_name = $1', [router_name])
    const expired_time = unixNow() + 900 * 86_400
    expect((await world.call(sales, opsContract.services.renew, { id: rows[0]!.id, expired_time })).code).toBe(200)
    expect(await info(owner, router_name)).toMatchObject({ expire_date: expired_time })
  })
})

describe('temporary bandwidth', () => {
  const lend = (input: object, who = engineer) => world.call(who, devices.temp_bandwidth, input)
  const times = { temp_bandwidth: 200, temp_start_date: 1_900_000_000, temp_expire_date: 1_900_086_400 }

  it('is shown to the account and in its log', async () => {
    const owner = await world.anOwner()
    const { router_name } = await given(owner)
    expect(await lend({ router_name, ...times })).toMatchObject({ code: 200 })
    expect(await info(owner, router_name)).toMatchObject(times)
    const { data } = await world.call(owner, contract.operationLog.lists, {})
    expect((data as object[])[0]).toMatchObject({
      mode: 'device',
      action: 'temp_bandwidth',
      actor_kind: 'operator',
      message: `SaaS 设备 ${router_name} 的临时带宽设为 200 Mbit/s，2030-03-18 01:46:40 至 2030-03-19 01:46:40`,
    })
  })

  it('is refused for other devices, for a device without an account, and with a wrong time or bandwidth', async () => {
    const router = await aDevice(world, engineer)
    expect(await lend({ router_name: router.router_name, ...times })).toMatchObject({
      code: 422,
      msg: `设备 ${router.router_name} 不是 SaaS 设备`,
    })
    const stock = await aDevice(world, engineer, { kind: 'saas' })
    expect(await lend({ router_name: stock.router_name, ...times })).toMatchObject({ code: 403, msg: `设备 ${stock.router_name} 未分配` })
    expect(await lend({ router_name: 'NOSUCHDEVICE', ...times })).toMatchObject({ code: 204 })
    const { router_name } = await given(await world.anOwner())
    expect(await lend({ router_name, ...times, temp_expire_date: times.temp_start_date })).toMatchObject({
      code: 422,
      msg: '临时带宽结束时间必须晚于开始时间',
    })
    expect(await lend({ router_name, ...times, temp_bandwidth: 0 })).toMatchObject({ code: 422, msg: '临时带宽不能小于 1' })
  })
})
