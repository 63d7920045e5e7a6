import { contract, type MemberAvailability, type MemberSummary, type OutageRecord } from '@weft/contract'
import { sql as statement } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fromUnix, unix } from '../../../kernel/clock.ts'
import { connected, listenForAgents, memberRow } from '../../../../test/agent-client.ts'
import { aNetwork, aSubAccount, grant, hardware } from '../../../../test/network-fixtures.ts'
import { expectManyOutages, SOME_MEMBERS } from '../../../../test/many/members.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'
import { createOutageRecorder } from './record.service.ts'
import { eventually } from '../../../../test/eventually.ts'

let world: World
let server: string
let owner: Person
let hub: string
let point: string
let network_number: string
/** The time of the recorder, in Unix seconds. Each test moves its own, so that no figure depends on how fast the machine is. */
const now = () => unix(world.infrastructure.clock.now())

beforeAll(async () => {
  world = await createWorld()
  server = await listenForAgents(world)
})
afterAll(() => world.close())
beforeEach(async () => {
  owner = await world.anOwner()
  await grant(world, owner, 'network_member', 100)
  ;[hub, point] = (await hardware(world, owner, 2)) as [string, string]
  network_number = await aNetwork(world, owner, '门店', [hub], [point])
  await runs(3600)
})

/** Says since how many seconds a gateway runs; it is heard for all of the test. */
async function runs(seconds: number | undefined): Promise<void> {
  await world.asSystem(async ({ sql }) => {
    await sql.deleteFrom('instance').execute()
    if (seconds === undefined) return
    const times = { start_time: fromUnix(now() - seconds), last_time: fromUnix(now() + 10 * 86_400) }
    await sql
      .insertInto('instance')
      .values({ instance_id: '00000000-0000-4000-8000-000000000001', ...times })
      .execute()
  })
}
const write = (names: string[], change: object) =>
  world.asSystem(({ sql }) => sql.updateTable('member').set(change).where('router_name', 'in', names).execute())
const signedIn = (names: string[], ago = 7200) =>
  write(names, {
    online_status: 1,
    connect_time: fromUnix(now() - ago),
    report_time: fromUnix(now() - 5),
    watched_since: fromUnix(now() - 2 * 86_400),
  })
const lost = (names: string[], ago: number) => write(names, { online_status: 0, report_time: fromUnix(now() - ago) })
const link = (change: object) =>
  world.asSystem(({ sql }) => sql.updateTable('network_link').set(change).where('network_number', '=', network_number).execute())
const tunnelUp = async (ago: number) => {
  await link({ vpn_online: 1, vpn_online_since: fromUnix(now() - ago), vpn_offline_since: null })
  await write([hub, point], { online: 1 })
}
const tunnelDown = async (ago: number) => {
  await link({ vpn_online: 0, vpn_online_since: null, vpn_offline_since: fromUnix(now() - ago) })
  await write([hub, point], { online: 0 })
}
/** A process of its own that has just started, so that it looks at every account. */
const record = () => createOutageRecorder(world.infrastructure).round()
const outagesOf = async (router_name: string, who: Person = owner, input: object = {}) => {
  const answer = await world.call(who, contract.outages.list, { router_name, ...input })
  expect(answer.code, answer.msg).toBe(200)
  return answer.data as OutageRecord[]
}

describe('an outage', () => {
  it('begins when the member was last heard, once it has lasted half a minute, and ends when it is back', async () => {
    await signedIn([hub, point])
    await lost([point], 20)
    await record()
    expect(await outagesOf(point)).toEqual([])
    await world.pass(15)
    await record()
    await record()
    const start_time = now() - 35
    expect(await outagesOf(point)).toEqual([
      { state: 'down', cause: 'connection_lost', start_time, end_time: null, seconds: expect.any(Number), behind: null, behind_note: null },
    ])
    await world.pass(100)
    await write([point], { online_status: 1, connect_time: fromUnix(now() - 40) })
    await tunnelUp(38)
    await record()
    expect(await outagesOf(point)).toMatchObject([{ start_time, end_time: now() - 38, seconds: 97 }])
    expect(await outagesOf(hub)).toEqual([])
  })

  it('is not one if the member is back within half a minute', async () => {
    await signedIn([hub, point])
    await tunnelUp(500)
    await lost([point], 10)
    await record()
    await write([point], { online_status: 1 })
    await world.pass(60)
    await record()
    expect(await outagesOf(point)).toEqual([])
  })

  it('of a branch whose center is lost names that center, and another begins when the branch itself is lost', async () => {
    await signedIn([hub, point])
    await lost([hub], 200)
    await tunnelDown(190)
    await record()
    expect(await outagesOf(point)).toMatchObject([
      { state: 'down', cause: 'center_down', start_time: now() - 190, behind: hub, behind_note: '' },
    ])
    await lost([point], 60)
    await record()
    expect(await outagesOf(point)).toMatchObject([
      { cause: 'connection_lost', start_time: now() - 60, end_time: null },
      { cause: 'center_down', start_time: now() - 190, end_time: now() - 60 },
    ])
  })

  it('keeps its beginning while its cause turns out to be another one', async () => {
    await signedIn([hub, point])
    await tunnelDown(100)
    await record()
    expect(await outagesOf(point)).toMatchObject([{ cause: 'tunnel_down', start_time: now() - 100 }])
    await lost([hub], 50)
    await record()
    expect(await outagesOf(point)).toMatchObject([{ cause: 'center_down', start_time: now() - 100, end_time: null }])
  })

  it('is known although it ended, and another began, while nothing was recorded', async () => {
    await signedIn([point])
    await lost([point], 1000)
    await record()
    await write([point], { connect_time: fromUnix(now() - 600), report_time: fromUnix(now() - 100) })
    await record()
    expect(await outagesOf(point)).toMatchObject([
      { start_time: now() - 100, end_time: null },
      { start_time: now() - 1000, end_time: now() - 600 },
    ])
  })

  it('ends now if what was wrong is gone without a trace: a configuration that is applied, a link that is removed', async () => {
    await signedIn([hub, point])
    await tunnelUp(500)
    await write([point], { config_error: 'failed: no route' })
    await world.pass(3600)
    owner = { ...owner, ...(await world.signedIn(owner)) }
    await record()
    const [outage] = await outagesOf(point)
    expect(outage).toMatchObject({ state: 'failed', cause: 'config_failed' })
    await world.pass(20)
    await write([point], { config_error: null })
    await record()
    expect(await outagesOf(point)).toMatchObject([{ end_time: now() }])
  })

  it('is written once, however many record at the same time', async () => {
    await signedIn([hub, point])
    await lost([hub, point], 100)
    await Promise.all([record(), record(), record()])
    expect([(await outagesOf(hub)).length, (await outagesOf(point)).length]).toEqual([1, 1])
  })

  it('is written for each of many members that drop at once, in a few statements', () => expectManyOutages(world, SOME_MEMBERS))
})

describe('while the platform itself was down', () => {
  it('no outage begins: members have two minutes to return, and one that does not is lost since the platform is back', async () => {
    await signedIn([hub, point])
    await lost([hub, point], 900)
    await runs(undefined)
    await record()
    expect(await outagesOf(point)).toEqual([])
    await runs(60)
    await record()
    expect(await outagesOf(point)).toEqual([])
    await write([hub], { online_status: 1, connect_time: fromUnix(now() - 10) })
    await world.pass(70)
    await record()
    expect(await outagesOf(hub)).toEqual([])
    expect(await outagesOf(point)).toMatchObject([{ start_time: now() - 130, end_time: null }])
  })
})

describe('a device that drops and returns over the protocol', () => {
  it('has the outage from its last report to its return', async () => {
    const [alone] = (await hardware(world, owner, 1)) as [string]
    const device = await connected(world, server, { account_id: owner.account_id, router_name: alone })
    await device.leave()
    await eventually(async () => expect(await memberRow(world, alone)).toMatchObject({ online_status: 0 }))
    const { report_time, watched_since } = await memberRow(world, alone)
    expect(watched_since).not.toBeNull()
    await world.pass(40)
    await record()
    expect(await outagesOf(alone)).toMatchObject([{ cause: 'connection_lost', start_time: report_time, end_time: null }])
    const back = await connected(world, server, { account_id: owner.account_id, router_name: alone })
    const { connect_time } = await memberRow(world, alone)
    await record()
    expect(await outagesOf(alone)).toMatchObject([{ start_time: report_time, end_time: connect_time }])
    await back.leave()
  })
})

describe('availability', () => {
  const outage = (router_name: string, from: number, to: number | null, cause = 'connection_lost', state = 'down') =>
    world.asSystem(({ sql }) =>
      statement`insert into outage (account_id, router_name, state, cause, start_time, end_time)
        values (${owner.account_id}, ${router_name}, ${state}, ${cause}, ${fromUnix(from)}, ${to === null ? null : fromUnix(to)})`.execute(
        sql,
      ),
    )
  const row = async (name: string, who: Person = owner) =>
    ((await world.call(who, contract.router.list, {})).data as MemberSummary[]).find((member) => member.router_name === name)!
  const last = ({ day }: { day: string | null }) => Buffer.from(day!, 'base64').at(-1)! & 3

  it('of 24 hours is in lists, details and networks; a member that never connected has none', async () => {
    await signedIn([hub])
    await outage(hub, now() - 864, null)
    expect(await row(hub)).toMatchObject({ availability: 99 })
    expect(last(await row(hub))).toBe(2)
    expect(await row(point)).toMatchObject({ day: null, availability: null })
    const info = (await world.call(owner, contract.router.info, { router_name: hub })).data as MemberSummary
    expect(info.availability).toBe(99)
    await signedIn([point])
    expect((await world.call(owner, contract.network.list, {})).data).toMatchObject([{ availability: 99.5 }])
    expect((await world.call(owner, contract.network.info, { network_number })).data).toMatchObject({
      member: [
        { router_name: hub, availability: 99 },
        { router_name: point, availability: 100 },
      ],
    })
  })

  it('of seven days ends with today', async () => {
    await signedIn([hub])
    await outage(hub, now() - 500, now() - 300)
    await outage(hub, now() - 100, now() - 90, 'tunnel_down', 'degraded')
    const week = (await world.call(owner, contract.outages.availability, { router_name: hub })).data as MemberAvailability
    expect(week).toMatchObject({
      count: 1,
      seconds: 200,
      outages: [
        { state: 'down', start: now() - 500 },
        { state: 'degraded', cause: 'tunnel_down' },
      ],
    })
    expect(week.days).toHaveLength(7)
    expect(week.days.slice(0, 3).map((day) => day.availability)).toEqual([null, null, null])
    const never = (await world.call(owner, contract.outages.availability, { router_name: point })).data
    expect(never).toMatchObject({ availability: null, outages: [], count: 0 })
  })

  it('and history are read page by page, the newest first', async () => {
    for (let i = 1; i <= 5; i++) await outage(hub, now() - 1000 * i, now() - 1000 * i + 10)
    const answer = await world.call(owner, contract.outages.list, { router_name: hub, page: 2, limit: 2 })
    expect([answer.count, (answer.data as OutageRecord[]).map((one) => now() - one.start_time)]).toEqual([5, [3000, 4000]])
    expect((await world.call(owner, contract.outages.list, { router_name: hub, page: 900, limit: 2 })).count).toBe(5)
    for (const input of [{ router_name: hub, page: 0 }, { router_name: hub, limit: 'x' }, { router_name: "'; drop" }, {}])
      expect((await world.call(owner, contract.outages.list, input as never)).code, JSON.stringify(input)).not.toBe(200)
  })

  it('never tells a sub-account of the tunnels of networks that it may not see', async () => {
    await signedIn([hub, point])
    await outage(point, now() - 500, now() - 400, 'tunnel_down')
    await outage(point, now() - 300, now() - 200)
    const other = await aNetwork(world, owner, '仓库', [], [point])
    const sub = await aSubAccount(world, owner, { designated: [other] })
    expect((await outagesOf(point, sub)).map((one) => one.cause)).toEqual(['connection_lost'])
    expect((await outagesOf(point)).map((one) => one.cause)).toEqual(['connection_lost', 'tunnel_down'])
    expect((await row(point, sub)).availability).toBeGreaterThan((await row(point)).availability!)
    const stranger = await world.anOwner()
    for (const call of [contract.outages.list, contract.outages.availability])
      expect((await world.call(stranger, call as typeof contract.outages.list, { router_name: point })).code).toBe(204)
  })
})
