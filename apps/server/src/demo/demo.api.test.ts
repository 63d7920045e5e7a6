import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import {
  agentContract,
  type ClientPackage,
  type ClientVersions,
  contract,
  EXPIRING_DAYS,
  type LinkQualityRow,
  type MemberSummary,
  opsContract,
  type PopResourceSummary,
  type Service,
  type Ticket,
  type TicketDetail,
  type WorkOrderSummary,
} from '@weft/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Demo, loadDemo } from './demo.ts'
import { digest } from '../kernel/secrets.ts'
import { signIn } from '../../test/ops-people.ts'
import { createWorld, type World } from '../../test/world.ts'

/** Days of traffic by the minute. The proof `many` loads the whole week of 280,000 rows, which takes PostgreSQL ten seconds. */
const MINUTES_DAYS = 2

let world: World
let dir: string
let file: string
let demo: Demo
let owner: { access_token: string }
beforeAll(async () => {
  world = await createWorld()
  dir = await mkdtemp(join(tmpdir(), 'weft-demo-'))
  file = join(dir, 'demo-fleet.jsonl')
  demo = await loadDemo(world.infrastructure, file, MINUTES_DAYS * 86_400)
  const first = demo.logins.find(({ where }) => where === 'console')!
  owner = (await enter(first)).data
})
afterAll(async () => {
  await world.close()
  await rm(dir, { recursive: true, force: true })
})

async function enter({ name, password }: { name: string; password: string }) {
  const { uniqid } = (await world.call(undefined, contract.verify.code, {})).data as { uniqid: string }
  const code = (await world.services.captchas.read(uniqid))!
  const endpoint = name.includes('@') ? contract.login.ram : contract.login.authorization
  return world.call(undefined, endpoint, { username: name, password, code, uniqid })
}
const one = async <R>(statement: string): Promise<R> => (await sql.raw<R>(statement).execute(world.db.systemNow.sql)).rows[0]!
const fleet = async () =>
  (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { router_name: string; kind: string; credential?: string; password?: string })

describe('the demonstration', () => {
  it('has 2 centers, 24 branches and 12 clients in four usable networks', async () => {
    expect((await world.call(owner, contract.router.quantity, {})).data).toMatchObject({ hardware: 26, software: 16, max: 20 })
    const networks = (await world.call(owner, contract.network.list, {})).data as {
      network_name: string
      network_type: number
      member_count: number
      network_status: number
    }[]
    expect(networks.map((n) => [n.network_name, n.network_type, n.member_count, n.network_status])).toEqual([
      ['杭州双店直连', 2, 2, 1],
      ['移动办公', 3, 13, 1],
      ['ERP 专网', 1, 13, 1],
      ['总部—门店', 1, 26, 1],
    ])
    const { network_number } = networks.at(-1) as unknown as { network_number: string }
    const { member } = (await world.call(owner, contract.network.info, { network_number })).data as {
      member: { member_type: string; note: string }[]
    }
    expect(member.filter(({ member_type }) => member_type === 'center').map(({ note }) => note)).toEqual(
      expect.arrayContaining(['上海总部机房', '杭州灾备机房']),
    )
    expect(member.filter(({ member_type }) => member_type === 'point')).toHaveLength(24)
  })

  it('says of each router in which province and city it is', async () => {
    const rows = (await world.call(owner, contract.router.list, { type: '1', limit: 100 })).data as MemberSummary[]
    expect(rows).toHaveLength(26)
    for (const { note, city } of rows) expect(note.startsWith(city) && city !== '', note).toBe(true)
    expect(rows.find(({ note }) => note === '青岛市南店')).toMatchObject({ province: '山东', city: '青岛' })
  })

  it('uses one POP resource of three areas, and has one order that waits and one that was rejected', async () => {
    const [resource, ...more] = (await world.call(owner, contract.popResources.list, {})).data as PopResourceSummary[]
    expect(more).toEqual([])
    expect(resource).toMatchObject({ shortname: 'POP-上海-北京-广州', network_name: '移动办公', status: 1 })
    expect(resource!.areas.map(({ area, members }) => [area, members.length])).toEqual([
      ['上海', 6],
      ['北京', 3],
      ['广州', 2],
    ])
    const orders = (await world.call(owner, contract.workOrders.list, {})).data as WorkOrderSummary[]
    expect(Object.fromEntries(orders.map((order) => [order.network_name, order.network_ticket_status]))).toEqual({
      移动办公: 3,
      'ERP 专网': 4,
      '总部—门店': 1,
    })
  })

  it('stays within its bought services, one of which ends soon', async () => {
    const answer = (await world.call(owner, contract.network.config, {})).data as {
      network_router_use: number
      network_router_count: number
    }
    expect(answer).toMatchObject({ network_router_use: 54, network_router_count: 70, network_center_count: 2, network_level: 2 })
    const ends = ((await world.call(owner, contract.account.service, { limit: 100 })).data as Service[]).map((one) => one.expired_time)
    const soon = Date.now() / 1000 + EXPIRING_DAYS * 86_400
    expect(ends.filter((end) => end !== null && end < soon)).toHaveLength(1)
    expect((await world.call(owner, contract.networkCards.list, {})).data).toMatchObject({ count: 4 })
  })

  it('prints logins that work at the console and at the operator desk', async () => {
    expect(demo.logins.map(({ where }) => where)).toEqual(['console', 'console, sub-account', 'console, sub-account', 'operators'])
    for (const login of demo.logins.filter(({ where }) => where !== 'operators')) expect((await enter(login)).code).toBe(200)
    const staff = demo.logins.find(({ where }) => where === 'operators')!
    const answer = await signIn(world, { username: staff.name, password: staff.password })
    expect(answer).toMatchObject({ code: 200, data: { operator: { role: 'admin' } } })
    const devices = await world.call(answer.data, opsContract.devices.list, { search: 'WR210M25041' })
    expect((devices.data as { state: string }[]).map(({ state }) => state)).toEqual(['stock', 'stock'])
    const hubs = await world.call(answer.data, opsContract.devices.list, { search: 'WH900K' })
    expect((hubs.data as { state: string }[]).map(({ state }) => state)).toEqual(['activated', 'activated'])
  })

  it('has people with names and phones, two who left and two who never signed in', async () => {
    const people = (await world.call(owner, contract.router.list, { type: '2', limit: 100 })).data as MemberSummary[]
    expect(people.filter(({ note }) => /^\p{Script=Han}{2,3} /u.test(note))).toHaveLength(16)
    expect(people.filter(({ status }) => status === 0)).toHaveLength(2)
    expect(people.filter(({ phone }) => phone !== null).length).toBeGreaterThanOrEqual(3)
    const { unused } = await one<{ unused: number }>(`select count(*) as unused from member m where router_type = 2 and status = 1
      and not exists (select from software_login_log l where l.router_name = m.router_name)`)
    expect(unused).toBe(2)
  })

  it('shows a sub-account only the networks that its role designates', async () => {
    const confined = demo.logins.find(({ name }) => name.startsWith('wangyun@'))!
    const networks = (await world.call((await enter(confined)).data, contract.network.list, {})).data as { network_name: string }[]
    expect(networks.map(({ network_name }) => network_name).toSorted()).toEqual(['ERP 专网', '总部—门店'])
  })

  it('has announcements, and three service notices that are unread', async () => {
    const announcements = (await world.call(owner, contract.announcements.list, {})).data as { id: string }[]
    expect(announcements.length).toBeGreaterThanOrEqual(3)
    const { content } = (await world.call(owner, contract.announcements.info, { id: announcements[0]!.id })).data as { content: string }
    expect(content).toMatch(/<img src="data:image\/png;base64,[^"]{1000,}" alt="添加成员/)
    const unread = (await world.call(owner, contract.messages.list, { status: 0 })).data as { type: string; title: string }[]
    expect(unread.filter(({ type }) => type === '服务通知').map(({ title }) => title)).toEqual([
      expect.stringMatching(/^\d{4,} 接入 POP .+：被驳回$/),
      expect.stringMatching(/^\d{4,} 接入 POP .+：已完成$/),
      'DNS 服务器服务将于 18 天后到期',
    ])
    expect((await world.call(owner, contract.account.info, {})).data).toMatchObject({
      message_count: unread.length,
      nickname: '云桥办公用品',
    })
  })

  it('offers the agent of this checkout for download, and no package that does not exist', async () => {
    const { windows, android, ios, macos, linux } = (await world.call(undefined, contract.clients.versions, {})).data as ClientVersions
    expect({ windows, android, graph: linux.graph }).toEqual({ windows: null, android: null, graph: [] })
    expect([ios!.version, ios!.history.length, macos!.version]).toEqual(['2.4.1', 1, '2.4.1'])
    const { url, sha256, size } = linux.cli[0] as ClientPackage
    const { rawPayload } = await world.apps.console.inject({ url })
    expect([rawPayload.length, createHash('sha256').update(rawPayload).digest('hex')]).toEqual([size, sha256])
    const archive = gunzipSync(rawPayload)
    expect([archive.length % 512, archive.subarray(257, 262).toString()]).toEqual([0, 'ustar'])
    expect(archive.includes('/apps/agent/src/cli.ts')).toBe(true)
  })
})

describe('the tickets of the demonstration', () => {
  it('include one that waits, one being answered with pictures of both sides, and one that was rated', async () => {
    const tickets = (await world.call(owner, contract.supportTickets.list, {})).data as Ticket[]
    expect(tickets.map(({ ticket_status, appraised }) => [ticket_status, appraised])).toEqual([
      [1, 0],
      [2, 0],
      [3, 1],
    ])
    const { ticket_number } = tickets[1]!
    const ticket = (await world.call(owner, contract.supportTickets.info, { ticket_number })).data as TicketDetail
    const senders = ticket.dialogue.flatMap(({ from, images }) => images.map(() => from))
    expect([ticket.images.length, senders]).toEqual([1, ['customer', 'support']])
    const times = ticket.dialogue.map(({ reply_time }) => reply_time)
    expect([ticket.create_time, ...times]).toEqual([ticket.create_time, ...times].toSorted((a, b) => a - b))
  })
})

describe('the recorded week of the demonstration', () => {
  it('has every minute of every router and SaaS device, with more traffic in the afternoon than before dawn', async () => {
    const { routers, least, most } = await one<{ routers: number; least: number; most: number }>(
      `select count(*) as routers, min(n) as least, max(n) as most from (select router_name, count(*) as n from traffic_minute where interface = 'wan' group by 1) t`,
    )
    expect({ routers, least }).toEqual({ routers: 28, least: most })
    expect(Math.abs(least - MINUTES_DAYS * 1440)).toBeLessThan(5)
    const { afternoon, dawn } = await one<{ afternoon: number; dawn: number }>(`select
      avg(down) filter (where extract(hour from time at time zone 'Asia/Shanghai') = 15)::float8 as afternoon,
      avg(down) filter (where extract(hour from time at time zone 'Asia/Shanghai') = 4)::float8 as dawn from traffic_minute`)
    expect(afternoon).toBeGreaterThan(dawn * 5)
  })

  it('has tunnels that ended, never two of one link at once, and none in the future', async () => {
    const { tunnels, wrong, overlapping } = await one<{ tunnels: number; wrong: number; overlapping: number }>(`
      select count(*) as tunnels, count(*) filter (where end_time is null or end_time <= start_time or end_time > now()) as wrong,
        count(*) filter (where next < end_time) as overlapping
      from (select *, lead(start_time) over (partition by network_number, router_name, link_router_name order by start_time) as next from tunnel_session) t`)
    expect({ wrong, overlapping }).toEqual({ wrong: 0, overlapping: 0 })
    expect(tunnels).toBeGreaterThan(150)
  })

  it('has tunnels of every link, and sign-ins of all clients in the daytime', async () => {
    const { links } = await one<{ links: number }>(`select count(*) as links from network_link l where not exists
      (select from tunnel_session t where t.network_number = l.network_number and t.router_name = l.router_name and t.link_router_name = l.center_router_name)`)
    expect(links).toBe(0)
    const { early, late, people } = await one<{ early: number; late: number; people: number }>(`select
      min(extract(hour from create_time at time zone 'Asia/Shanghai'))::int as early, max(extract(hour from create_time at time zone 'Asia/Shanghai'))::int as late,
      count(distinct router_name) as people from software_login_log`)
    expect({ early, late, people }).toEqual({ early: 8, late: 13, people: 12 })
  })

  it('has the quality of every shop’s links to the headquarters, with three bad hours of one shop', async () => {
    const kept = await one<{ quarters: number; hours: number; least: number; most: number; bad: number }>(`select
      (select count(*) from quality_quarter) as quarters, (select count(*) from quality_hour) as hours,
      (select min(n)::int from (select count(*) as n from quality_quarter group by network_number, router_name, center_router_name) t) as least,
      (select max(n)::int from (select count(*) as n from quality_quarter group by network_number, router_name, center_router_name) t) as most,
      (select count(distinct time)::int from quality_hour where received < 0.975 * sent) as bad`)
    expect(kept.least).toBe(kept.most)
    expect(Math.abs(kept.most - 7 * 96)).toBeLessThan(3)
    expect(kept.hours).toBeGreaterThan(0)
    expect(kept.bad).toBe(3)
    const networks = await world.asSystem(({ sql: db }) => db.selectFrom('network').select('network_number').execute())
    const pages = await Promise.all(networks.map((network) => world.call(owner, contract.quality.links, { ...network, limit: 100 })))
    const links = pages.flatMap(({ data }) => data as LinkQualityRow[]).filter(({ usual_rtt }) => usual_rtt !== null)
    expect(links.length).toBeGreaterThan(0)
    for (const { series } of links) expect(series.rtt.filter((rtt) => rtt === null).length).toBeLessThan(3)
  })

  it('has a control connection opened and closed for each time that a member was online', async () => {
    const { opened, closed, times } = await one<{ opened: number; closed: number; times: number }>(`select
      count(*) filter (where online = 1) as opened, count(*) filter (where online = 0) as closed,
      (select count(*) from (select distinct router_name, start_time from tunnel_session) t) as times from connect_log`)
    expect({ opened, closed }).toEqual({ opened: times, closed: times })
  })
})

describe('the outages of the demonstration', () => {
  it('are short, except that of one shop, which lasts', async () => {
    const { open, ended, longest } = await one<{
      open: number
      ended: number
      longest: number
    }>(`select count(*) filter (where end_time is null) as open, count(*) filter (where end_time is not null) as ended,
      max(extract(epoch from end_time - start_time))::int as longest from outage`)
    expect(open).toBe(1)
    expect(ended).toBeGreaterThan(20)
    expect(longest).toBeLessThan(3600)
  })
})

describe('the file of the demonstration’s fleet', () => {
  it('lists every member but the lost shop with its credential or password, and is readable by its owner alone', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const members = await fleet()
    expect(members.filter(({ kind }) => kind === 'router')).toHaveLength(25)
    expect(members.filter(({ kind }) => kind === 'app')).toHaveLength(12)
    expect(members.filter(({ kind }) => kind === 'pop').every(({ credential }) => credential !== undefined)).toBe(true)
    expect(members.filter(({ kind }) => kind === 'pop')).toHaveLength(4)
    const { router_name, credential } = members[0]!
    const [known] = await world.db.systemNow.sql
      .selectFrom('member_credential')
      .selectAll()
      .where('router_name', '=', router_name)
      .execute()
    expect(known!.credential_hash).toEqual(digest(credential!))
    const person = members.find(({ kind }) => kind === 'app')!
    const login = { username: person.router_name, password: person.password }
    expect((await world.call(undefined, agentContract.device.login, login)).code).toBe(200)
  })
})

describe('a second load', () => {
  const counts = () =>
    one(`select (select count(*) from account) as accounts, (select count(*) from member) as members, (select count(*) from network) as networks,
      (select count(*) from service) as services, (select count(*) from traffic_minute) as minutes, (select count(*) from tunnel_session) as tunnels,
      (select count(*) from announcement) as announcements, (select count(*) from operator) as operators`)

  it('changes nothing, returns the same logins and leaves the fleet’s file as it is', async () => {
    const [before, members] = [await counts(), await readFile(file, 'utf8')]
    const again = await Promise.all([loadDemo(world.infrastructure, file), loadDemo(world.infrastructure, file)])
    for (const { logins, loaded_ms } of again) expect({ logins, loaded_ms }).toEqual({ logins: demo.logins, loaded_ms: undefined })
    expect(await counts()).toEqual(before)
    expect(await readFile(file, 'utf8')).toBe(members)
  })

  it('is refused in production', async () => {
    const infrastructure = { ...world.infrastructure, settings: { ...world.infrastructure.settings, WEFT_ENV: 'production' as const } }
    await expect(loadDemo(infrastructure, file)).rejects.toThrow(/never loaded in production/)
  })
})

describe('a load that fails', () => {
  it('leaves nothing behind', async () => {
    const other = await createWorld()
    try {
      await expect(loadDemo(other.infrastructure, '/dev/null/demo-fleet.jsonl')).rejects.toThrow(/ENOTDIR|EEXIST/)
      const left = await sql<{ accounts: number; devices: number; operators: number }>`select (select count(*) from account) as accounts,
        (select count(*) from device) as devices, (select count(*) from operator) as operators`.execute(other.db.systemNow.sql)
      expect(left.rows).toEqual([{ accounts: 0, devices: 0, operators: 0 }])
    } finally {
      await other.close()
    }
  })
})
