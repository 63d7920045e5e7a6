import { type ConnectionRecord, contract, type DialRecord } from '@weft/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aNetwork, aSubAccount, grant, hardware, software } from '../../../../test/network-fixtures.ts'
import { shanghaiDay } from '../../../kernel/clock.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

const { connect, dial, login } = contract.memberRecords

let world: World
let keeper: Client
let owner: Person
let hub: string
let point: string
let app: string
let network_number: string
let other: string
beforeAll(async () => {
  world = await createWorld()
  keeper = new Client({ connectionString: world.url })
  await keeper.connect()
})
afterAll(async () => {
  await keeper.end()
  await world.close()
})
beforeEach(async () => {
  owner = await world.anOwner()
  await grant(world, owner, 'network_member', 20)
  ;[hub, point] = (await hardware(world, owner, 2)) as [string, string]
  ;[app] = (await software(world, owner, 1)) as [string]
  await keeper.query(`update member set create_time = now() - interval '1 year' where account_id = $1`, [owner.account_id])
  network_number = await aNetwork(world, owner, '门店', [hub], [point, app])
  other = await aNetwork(world, owner, '总部', [hub], [app])
})

const now = Math.floor(Date.now() / 1000)
interface Session {
  from: number
  to?: number
  network_number?: string
  router_name?: string
  link_router_name?: string
  orig?: string
  vpn_ip?: string
  input?: number
  out?: number
  mode?: string
  area?: string
}
/** Inserts sessions that began `from` and ended `to` seconds ago. */
async function sessions(...rows: Session[]): Promise<void> {
  for (const { from, to, ...row } of rows) {
    const { router_name = app, link_router_name = hub, orig = '203.0.113.9:4711', vpn_ip = '10.129.0.2' } = row
    await keeper.query(
      `insert into tunnel_session (account_id, network_number, router_name, link_router_name, orig, vpn_ip, start_time, end_time, input, out, mode, area)
       values ($1, $2, $3, $4, $5, $6, to_timestamp($7), to_timestamp($8), $9, $10, $11, $12)`,
      [
        owner.account_id,
        row.network_number ?? network_number,
        router_name,
        link_router_name,
        orig,
        vpn_ip,
        now - from,
        to === undefined ? null : now - to,
        row.input ?? 0,
        row.out ?? 0,
        row.mode ?? 'p2p',
        row.area ?? null,
      ],
    )
  }
}
const connections = async (router_name: string, more = {}, who: Person = owner) => {
  const { data, count } = await world.call(who, connect, { router_name, ...more })
  return { rows: data as ConnectionRecord[], count, ips: (data as ConnectionRecord[]).map((row) => row.ip) }
}
const dials = async (more = {}, who: Person = owner) => {
  const { data, count } = await world.call(who, dial, { router_name: app, ...more })
  return { rows: data as DialRecord[], count }
}

describe('connections', () => {
  it('are a member’s tunnel sessions, newest first, with what it sent as upstream', async () => {
    await sessions(
      { from: 900, to: 600, input: 5000, out: 70, vpn_ip: '10.129.0.2' },
      { from: 500, vpn_ip: '10.129.0.3', orig: '198.51.100.1' },
    )
    const { rows, count } = await connections(app)
    expect(count).toBe(2)
    expect(rows[0]).toMatchObject({ ip: '10.129.0.3', origin: '198.51.100.1', stop_time: null, session_date: now - 500 })
    expect(rows[0]!.online_time).toBeGreaterThanOrEqual(500)
    expect(rows[0]!.online_time).toBeLessThanOrEqual(Date.now() / 1000 - (now - 500))
    expect(rows[1]).toEqual({
      ip: '10.129.0.2',
      origin: '203.0.113.9:4711',
      network_number,
      network_name: '门店',
      peer: hub,
      peer_name: hub,
      input: 70,
      out: 5000,
      session_date: now - 900,
      online_time: 300,
      stop_time: now - 600,
    })
  })

  it('are, for a center, those that its branches dialled and those that it dialled itself', async () => {
    await sessions(
      { from: 300, to: 200, vpn_ip: '10.0.0.1' },
      { from: 250, to: 200, vpn_ip: '10.0.0.2', router_name: point },
      { from: 275, to: 200, vpn_ip: '10.0.0.3', router_name: hub, link_router_name: 'ELSEWHERE1' },
      { from: 100, vpn_ip: '10.0.0.4', router_name: point, link_router_name: 'ELSEWHERE1' },
    )
    expect(await connections(hub)).toMatchObject({ count: 3, ips: ['10.0.0.2', '10.0.0.3', '10.0.0.1'] })
  })

  it('do not include sessions to a POP that has the member’s name', async () => {
    await sessions({ from: 300, to: 200, mode: 'pop', area: '华东' })
    expect(await connections(hub)).toMatchObject({ count: 0 })
    expect(await connections(app)).toMatchObject({ count: 1 })
  })

  it('come in pages, with the count even past the last page', async () => {
    await sessions(...Array.from({ length: 12 }, (_, i) => ({ from: 1000 + i, to: 900, vpn_ip: `10.0.0.${i}` })))
    expect(await connections(app)).toMatchObject({ count: 12, ips: Array.from({ length: 10 }, (_, i) => `10.0.0.${i}`) })
    expect(await connections(app, { page: 2 })).toMatchObject({ count: 12, ips: ['10.0.0.10', '10.0.0.11'] })
    expect(await connections(app, { page: 9 })).toMatchObject({ count: 12, ips: [] })
    expect(await connections(hub, { page: 2, limit: 5 })).toMatchObject({ count: 12, ips: [5, 6, 7, 8, 9].map((i) => `10.0.0.${i}`) })
  })

  it('are found by either address, with wildcards taken literally', async () => {
    await sessions({ from: 300, vpn_ip: '10.9.0.7', orig: '198.51.100.7:1' }, { from: 200, vpn_ip: '10.9.0.8', orig: '198.51.100.8:1' })
    expect(await connections(app, { search: '0.7' })).toMatchObject({ count: 1, ips: ['10.9.0.7'] })
    expect(await connections(hub, { search: '100.8' })).toMatchObject({ count: 1, ips: ['10.9.0.8'] })
    expect(await connections(app, { search: '%' })).toMatchObject({ count: 0 })
    expect(await connections(app, { search: '_' })).toMatchObject({ count: 0 })
  })

  it('do not include networks that the role does not see, at either end', async () => {
    await sessions({ from: 300, to: 200, vpn_ip: '10.0.0.1' }, { from: 250, to: 200, vpn_ip: '10.0.0.2', network_number: other })
    const sub = await aSubAccount(world, owner, { designated: [network_number] })
    for (const name of [app, hub]) expect(await connections(name, {}, sub)).toMatchObject({ count: 1, ips: ['10.0.0.1'] })
    expect(await connections(app, { search: '10.0.0.2' }, sub)).toMatchObject({ count: 0 })
    const confinedToNothing = await aSubAccount(world, owner, { designated: [network_number] })
    await keeper.query(`delete from role_network using login l where l.login_id = $1 and role_network.role_id = l.role_id`, [
      confinedToNothing.login_id,
    ])
    expect(await connections(app, {}, confinedToNothing)).toMatchObject({ count: 0 })
  })
})

describe('dial records', () => {
  it('are the sessions to centers or to POPs, each with the right names', async () => {
    await sessions({ from: 300, to: 240 }, { from: 200, to: 100, mode: 'pop', link_router_name: '上海一', area: '华东' })
    expect(await dials()).toEqual({
      count: 1,
      rows: [
        {
          router_name: app,
          network_number,
          link_router_name: hub,
          pop_name: null,
          area: null,
          orig: '203.0.113.9:4711',
          vpn_ip: '10.129.0.2',
          start_time: now - 300,
          end_time: now - 240,
          online_time: 60,
        },
      ],
    })
    expect((await dials({ mode: 'pop' })).rows).toMatchObject([
      { link_router_name: null, pop_name: '上海一', area: '华东', online_time: 100 },
    ])
  })

  it('are found by center, POP, network and address', async () => {
    await sessions(
      { from: 300, to: 240, vpn_ip: '10.7.7.7' },
      { from: 200, to: 100, network_number: other, link_router_name: 'HUBX01', orig: '192.0.2.1' },
      { from: 150, to: 100, mode: 'pop', link_router_name: '上海一' },
    )
    const found = async (search: string, mode = 'p2p') => (await dials({ search, mode })).rows.map((row) => now - row.start_time)
    expect(await found('hubx')).toEqual([200])
    expect(await found(other)).toEqual([200])
    expect(await found('192.0.2')).toEqual([200])
    expect(await found('7.7.7')).toEqual([300])
    expect(await found('上海', 'pop')).toEqual([150])
    expect(await found('上海')).toEqual([])
  })

  it('are limited to a range of days in Shanghai, both included', async () => {
    await sessions({ from: 300, to: 240 })
    const day = (seconds: number) => shanghaiDay.format(new Date((now - seconds) * 1000))
    const began = day(300)
    const [before, after] = [day(300 + 86_400), day(300 - 86_400)]
    expect((await dials({ start_time: began, end_time: began })).count).toBe(1)
    expect((await dials({ start_time: before, end_time: before })).count).toBe(0)
    expect((await dials({ start_time: after })).count).toBe(0)
  })

  it('are limited to a range of seconds, both ends included', async () => {
    await sessions({ from: 300, to: 240 }, { from: 200, to: 100 }, { from: 90, to: 80 })
    const range = async (from: number, to: number) =>
      (await dials({ start_time: now - from, end_time: now - to })).rows.map((row) => now - row.start_time)
    expect(await range(300, 200)).toEqual([200, 300])
    expect(await range(299, 201)).toEqual([])
    expect((await dials({ start_time: now - 90 })).count).toBe(1)
    expect((await dials({ end_time: now - 201 })).count).toBe(1)
  })

  it('do not include a hidden network', async () => {
    await sessions({ from: 300, to: 240 }, { from: 200, to: 100, network_number: other })
    const sub = await aSubAccount(world, owner, { designated: [other] })
    expect(await dials({}, sub)).toMatchObject({ count: 1, rows: [{ network_number: other }] })
    expect(await dials({ search: network_number }, sub)).toMatchObject({ count: 0 })
  })
})

describe('login records', () => {
  it('are one member’s logins, newest first', async () => {
    const [another] = (await software(world, owner, 1)) as [string]
    const insert = `insert into software_login_log (account_id, router_name, ip, os, create_time) values ($1, $2, $3, $4, to_timestamp($5))`
    await keeper.query(insert, [owner.account_id, app, '203.0.113.1', 'Windows', now - 90])
    await keeper.query(insert, [owner.account_id, app, '203.0.113.2', null, now - 30])
    await keeper.query(insert, [owner.account_id, another, '203.0.113.3', null, now - 10])
    const { data, count } = await world.call(owner, login, { router_name: app })
    expect(count).toBe(2)
    expect(data).toMatchObject([
      { ip: '203.0.113.2', os: null, create_time: now - 30 },
      { ip: '203.0.113.1', os: 'Windows', create_time: now - 90 },
    ])
  })
})

it('the records of a member do not include those of a former member of its name', async () => {
  await keeper.query('update member set create_time = to_timestamp($2) where router_name = $1', [app, now - 400])
  await sessions({ from: 900, to: 600, vpn_ip: '10.0.0.1' }, { from: 300, to: 200, vpn_ip: '10.0.0.2' })
  for (const time of [now - 500, now - 350])
    await keeper.query(
      `insert into software_login_log (account_id, router_name, ip, create_time) values ($1, $2, '203.0.113.1', to_timestamp($3))`,
      [owner.account_id, app, time],
    )
  expect(await connections(app)).toMatchObject({ count: 1, ips: ['10.0.0.2'] })
  expect(await dials()).toMatchObject({ count: 1, rows: [{ start_time: now - 300 }] })
  expect((await world.call(owner, login, { router_name: app })).data).toMatchObject([{ create_time: now - 350 }])
  // The center existed all along.
  expect(await connections(hub)).toMatchObject({ count: 2 })
})

it('a page of a long history is read along an index, newest partition first, and older partitions are not read', async () => {
  await keeper.query(`select weft_partitions('tunnel_session', now()::date - 60, now()::date, 7)`)
  await keeper.query(
    `insert into tunnel_session (account_id, network_number, router_name, link_router_name, start_time, end_time)
     select $1, $2, $3, $4, now() - make_interval(mins => i * 8), now() - make_interval(mins => i * 8 - 5) from generate_series(1, 10000) i`,
    [owner.account_id, network_number, app, hub],
  )
  await keeper.query('vacuum analyze tunnel_session')
  for (const [column, index] of [
    ['router_name', 'tunnel_session_member'],
    ['link_router_name', 'tunnel_session_center'],
  ] as const) {
    const { rows } = await keeper.query<{ 'QUERY PLAN': string }>(
      `explain (analyze, costs off, timing off) select * from tunnel_session t where account_id = ${owner.account_id} and ${column} = '${column === 'router_name' ? app : hub}'
       order by start_time desc, router_name, link_router_name, network_number limit 10`,
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    const parts = await keeper.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = '${index}'::regclass`,
    )
    expect(
      parts.rows.some(({ name }) => plan.includes(name)),
      plan,
    ).toBe(true)
    expect(plan).toMatch(/never executed/)
    expect(plan).not.toMatch(/Seq Scan on tunnel_session_\d+ (?!.*never)/)
  }
})
