import { contract, doorBase, type LogType, logTypes, XLSX } from '@weft/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { logFiles } from './log.text.ts'
import { dropPartitions, forgetFormerMembers } from '../../../jobs/partitions.queries.ts'
import { shanghaiDay } from '../../../kernel/clock.ts'
import { rowsIn } from '../../../../test/member-file-fixtures.ts'
import { aNetwork, aSubAccount, grant, hardware, software } from '../../../../test/network-fixtures.ts'
import { anOperator } from '../../../../test/ops-people.ts'
import { aPop } from '../../../../test/pop-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

const { software_login, connect, online, export: exported } = contract.logs
const HOUR = 3_600_000
const DAY = 24 * HOUR

let world: World
let keeper: Client
let owner: Person
let hub: string
let shop: string
let app: string
beforeAll(async () => {
  world = await createWorld()
  keeper = new Client({ connectionString: world.url })
  await keeper.connect()
  for (const table of ['connect_log', 'tunnel_session', 'software_login_log']) await partitions(table)
})
afterAll(async () => {
  await keeper.end()
  await world.close()
})
beforeEach(async () => {
  owner = await world.anOwner()
  await grant(world, owner, 'network_member', 20)
  ;[hub, shop] = (await hardware(world, owner, 2)) as [string, string]
  ;[app] = (await software(world, owner, 1)) as [string]
})

const partitions = (table: string) => keeper.query('select weft_partitions($1, now()::date - 260, now()::date, 7)', [table])
const ago = (ms: number) => new Date(Date.now() - ms)
const dayAgo = (days: number) => shanghaiDay.format(ago(days * DAY))

async function came(router_name: string, at: Date, more: { online?: 0 | 1; ip?: string; port?: number; version?: string | null } = {}) {
  const { online: state = 1, ip = '203.0.113.9', port = 4711, version = '3.2.1' } = more
  await keeper.query('insert into connect_log values ($1, $2, $3, $4, $5, $6, $7)', [
    owner.account_id,
    router_name,
    ip,
    port,
    version,
    state,
    at,
  ])
}
async function signedIn(router_name: string, at: Date, ip = '198.51.100.7') {
  await keeper.query(`insert into software_login_log values ($1, $2, $3, 'Windows', '2.4.1', 'Lenovo', null, 'Windows 11', $4)`, [
    owner.account_id,
    router_name,
    ip,
    at,
  ])
}
interface Stood {
  at: Date
  end?: Date | null
  from?: string
  to?: string
  network_number?: string
  mode?: 'p2p' | 'pop'
  area?: string
  orig?: string
  vpn_ip?: string
}
async function stood({ at, end = null, from = shop, to = hub, network_number = '1000000001', mode = 'p2p', ...more }: Stood) {
  await keeper.query(
    `insert into tunnel_session (account_id, network_number, router_name, link_router_name, mode, area, orig, vpn_ip, start_time, end_time)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      owner.account_id,
      network_number,
      from,
      to,
      mode,
      more.area ?? null,
      more.orig ?? '203.0.113.9:50112',
      more.vpn_ip ?? '10.128.0.2',
      at,
      end,
    ],
  )
}
type Row = Record<string, unknown> & { router_name: string }
async function list(endpoint: typeof connect | typeof online | typeof software_login, input: object = {}, who: Person = owner) {
  const reply = await world.call(who, endpoint, input)
  expect(reply, reply.msg).toMatchObject({ code: 200 })
  return { rows: reply.data as Row[], count: reply.count }
}
const names = async (endpoint: typeof connect | typeof online | typeof software_login, input: object = {}, who: Person = owner) =>
  (await list(endpoint, input, who)).rows.map((row) => row.router_name)

describe('the connection log', () => {
  it('has each connect and disconnect of the last seven days and today, newest first', async () => {
    await came(shop, ago(3 * HOUR))
    await came(shop, ago(HOUR), { online: 0, version: null })
    await came(hub, ago(2 * HOUR), { ip: '2001:db8::7', port: 1 })
    await came(app, ago(9 * DAY))
    const { rows, count } = await list(connect)
    expect(count).toBe(3)
    expect(rows).toMatchObject([
      { router_name: shop, online: 0, version: null, remote_ip: '203.0.113.9', remote_port: 4711 },
      { router_name: hub, online: 1, remote_ip: '2001:db8::7' },
      { router_name: shop, online: 1, version: '3.2.1' },
    ])
    expect(rows[0]).toEqual({
      router_name: expect.any(String),
      note: '',
      deleted: 0,
      remote_ip: expect.any(String),
      remote_port: expect.any(Number),
      version: null,
      online: expect.any(Number),
      exceeded: null,
      create_time: expect.any(Number),
      networks: [],
      outage: null,
    })
  })

  it('says why a member went, for how long it was away, and which networks it is in now', async () => {
    const [network_number, hidden] = [await aNetwork(world, owner, '一', [hub], [shop]), await aNetwork(world, owner, '二', [shop])]
    const went = ago(HOUR)
    await came(shop, went, { online: 0 })
    await came(shop, ago(2 * HOUR), { online: 0 })
    await keeper.query(
      `insert into outage (account_id, router_name, state, cause, start_time, end_time) values ($1, $2, 'down', 'connection_lost', $3, $4)`,
      [owner.account_id, shop, new Date(went.getTime() - 20_000), new Date(went.getTime() + 70_000)],
    )
    const { rows } = await list(connect)
    expect(rows.map(({ outage }) => outage)).toMatchObject([{ state: 'down', cause: 'connection_lost', seconds: 90, behind: null }, null])
    expect(rows[0]!['networks']).toEqual([
      { network_number, network_name: '一' },
      { network_number: hidden, network_name: '二' },
    ])
    const sub = await aSubAccount(world, owner, { designated: [network_number] })
    expect((await list(connect, {}, sub)).rows[0]!['networks']).toMatchObject([{ network_number }])
    const [, first] = await read('connect', 'csv')
    expect(first).toEqual(expect.arrayContaining(['90', '一、二']))
  })

  it('is narrowed to what the members of a network did, and no role looks into a network that is hidden from it', async () => {
    const [network_number, hidden] = [await aNetwork(world, owner, '一', [hub]), await aNetwork(world, owner, '二', [shop])]
    await came(shop, ago(HOUR))
    await came(hub, ago(2 * HOUR), { online: 0 })
    expect(await names(connect, { network_number })).toEqual([hub])
    expect(await names(connect, { network_number, search: hub.slice(-4), online: '0' })).toEqual([hub])
    expect(await names(connect, { network_number, online: '1' })).toEqual([])
    await stood({ at: ago(HOUR), network_number })
    await stood({ at: ago(HOUR), network_number: hidden, from: app })
    expect(await names(online, { network_number })).toEqual([shop])
    const sub = await aSubAccount(world, owner, { designated: [network_number] })
    expect(await names(connect, { network_number }, sub)).toEqual([hub])
    expect((await world.call(sub, connect, { network_number: hidden })).code).not.toBe(200)
  })

  it('takes days in Shanghai, including the first and the last', async () => {
    const begins = (day: string) => new Date(`${day}T00:00:00+08:00`)
    const [first, last] = [dayAgo(5), dayAgo(4)]
    await came('before', new Date(begins(first).getTime() - 1000))
    await came('first', begins(first))
    await came('last', new Date(begins(last).getTime() + DAY - 1000))
    await came('after', new Date(begins(last).getTime() + DAY))
    expect(await names(connect, { start_time: first, end_time: last })).toEqual(['last', 'first'])
    expect(await names(connect, { start_time: first, end_time: first })).toEqual(['first'])
    // Without a first day: the seven days before the last.
    expect(await names(connect, { end_time: last })).toEqual(['last', 'first', 'before'])
  })

  it.each<[() => { start_time?: string; end_time?: string }, string]>([
    [() => ({ start_time: dayAgo(1), end_time: dayAgo(2) }), '结束日期不能早于开始日期'],
    [() => ({ start_time: '2001-01-01' }), '日志保存 180 天，日期范围不能超过 180 天'],
    [() => ({ start_time: dayAgo(180) }), '日志保存 180 天，日期范围不能超过 180 天'],
    [() => ({ start_time: '2026-02-30' }), '开始时间格式不正确'],
    [() => ({ start_time: '1780000000' }), '开始时间格式不正确'],
  ])('refuses the days %s with a reason', async (days, msg) => {
    const input = days()
    for (const endpoint of [connect, online, software_login])
      expect(await world.call(owner, endpoint, input)).toMatchObject({ code: 422, msg })
    expect(await world.call(owner, exported, { type: 'connect', ...input })).toMatchObject({ code: 422, msg })
    expect(await world.call(owner, exported, { type: 'connect', format: 'csv', ...input })).toMatchObject({ code: 422, msg })
  })

  it('is empty for days that have not come, and has what came before them', async () => {
    await came('today', ago(HOUR))
    for (const end_time of [dayAgo(-1), '2999-12-31']) expect(await names(connect, { start_time: dayAgo(1), end_time })).toContain('today')
    for (const endpoint of [connect, online, software_login])
      for (const days of [{ start_time: dayAgo(-3) }, { start_time: dayAgo(-3), end_time: '2999-12-31' }])
        expect(await list(endpoint, days)).toEqual({ rows: [], count: 0 })
  })

  it('is empty, and not refused, for days long past', async () => {
    expect(await list(connect, { start_time: '2020-01-01', end_time: '2020-01-07' })).toEqual({ rows: [], count: 0 })
  })

  it('finds a part of a name in any case, also of deleted members, with wildcards taken literally', async () => {
    await came(shop, ago(HOUR))
    await came(app, ago(2 * HOUR))
    for (let i = 0; i < 40; i++) await came(`CROWD${String(i).padStart(4, '0')}`, ago(3 * HOUR + i))
    expect(await names(connect, { search: shop.slice(3).toLowerCase() })).toEqual([shop])
    expect(await names(connect, { search: app.slice(1, 6).toUpperCase() })).toEqual([app])
    expect(await names(connect, { search: '%' })).toEqual([])
    expect(await names(connect, { search: '_' })).toEqual([])
    await world.call(owner, contract.router.delete, { router_name: app })
    expect(await names(connect, { search: app.slice(1, 6) })).toEqual([app])
    expect(await names(connect, { router_name: app })).toEqual([app])
    // A text that most rows have is found by walking.
    expect(await list(connect, { search: 'crowd' })).toMatchObject({ count: 40 })
  })

  it('finds a whole address, and no part of one', async () => {
    await came(shop, ago(HOUR), { ip: '198.51.100.20' })
    await came(hub, ago(HOUR), { ip: '198.51.100.2' })
    expect(await names(connect, { search: '198.51.100.2' })).toEqual([hub])
    expect(await names(connect, { search: '198.51.100' })).toEqual([])
  })

  it('comes in pages, with the count even past the last page', async () => {
    for (let i = 0; i < 12; i++) await came(`M${i}`, ago(HOUR + i * 1000))
    expect(await list(connect)).toMatchObject({ count: 12, rows: [{ router_name: 'M0' }, ...Array.from({ length: 9 }, () => ({}))] })
    expect(await names(connect, { page: 2 })).toEqual(['M10', 'M11'])
    for (const page of [3, 1_000_000]) expect(await list(connect, { page })).toEqual({ rows: [], count: 12 })
    expect(await list(connect, { search: 'm1', page: 2, limit: 2 })).toMatchObject({ count: 3, rows: [{ router_name: 'M11' }] })
  })

  it('counts up to five thousand and one', async () => {
    await keeper.query(
      `insert into connect_log select $1, 'MANY' || n % 7, '203.0.113.1', n, null, 1, now() - make_interval(secs => n) from generate_series(1, 5200) n`,
      [owner.account_id],
    )
    expect(await list(connect)).toMatchObject({ count: 5001 })
    expect(await list(connect, { router_name: 'MANY3' })).toMatchObject({ count: 743 })
  })

  it('has nothing of another account', async () => {
    await came(shop, ago(HOUR))
    const stranger = await world.anOwner()
    expect(await list(connect, {}, stranger)).toEqual({ rows: [], count: 0 })
    expect(await list(connect, { router_name: shop }, stranger)).toEqual({ rows: [], count: 0 })
    expect(await list(connect, { search: shop }, stranger)).toEqual({ rows: [], count: 0 })
  })

  it('shows every member to a sub-account with designated networks, as the list of members does', async () => {
    await came(shop, ago(HOUR))
    await came(app, ago(2 * HOUR))
    const network_number = await aNetwork(world, owner, '门店', [hub], [shop])
    const sub = await aSubAccount(world, owner, { designated: [network_number] })
    expect(await names(connect, {}, sub)).toEqual([shop, app])
  })
})

describe('the names in a log', () => {
  const nameIt = (router_name: string, note: string) =>
    world.asSystem(({ sql }) => sql.updateTable('member').set({ note }).where('router_name', '=', router_name).execute())

  it('are those that members have now, and find their rows, also of the center of a session', async () => {
    const network_number = await aNetwork(world, owner, '总部—门店', [hub], [shop])
    await nameIt(shop, '福州鼓楼店')
    await nameIt(hub, '上海总部')
    await came(shop, ago(HOUR))
    await came(hub, ago(HOUR))
    await stood({ at: ago(2 * HOUR), network_number })
    expect((await list(connect, { search: '福州' })).rows).toMatchObject([{ router_name: shop, note: '福州鼓楼店', deleted: 0 }])
    expect((await list(connect, { search: '厦门' })).rows).toEqual([])
    expect((await list(online, { search: '上海总' })).rows).toMatchObject([
      { router_name: shop, note: '福州鼓楼店', network_name: '总部—门店', link_router_name: hub, link_note: '上海总部' },
    ])
  })

  it('find the members of one name in another account never', async () => {
    const stranger = await world.anOwner()
    await nameIt(shop, '福州鼓楼店')
    await came(shop, ago(HOUR))
    expect((await world.call(stranger, connect, { search: '福州' })).data).toEqual([])
  })

  it('are missing for a member that was deleted', async () => {
    await came('GONE-0001', ago(HOUR))
    expect((await list(connect)).rows).toMatchObject([{ router_name: 'GONE-0001', note: '', deleted: 1 }])
  })
})

describe('the connection log', () => {
  it('is narrowed to those who came or went, and to the last 24 hours', async () => {
    await came(shop, ago(2 * HOUR))
    await came(shop, ago(HOUR), { online: 0 })
    await came(shop, ago(25 * HOUR))
    expect((await list(connect, { online: '0' })).rows).toMatchObject([{ online: 0 }])
    expect((await list(connect, { online: '1' })).count).toBe(2)
    expect((await list(connect, { range: '24h' })).count).toBe(2)
    expect((await list(connect, { range: '24h', online: '1' })).count).toBe(1)
  })
})

describe('the logins', () => {
  it('are only for the owner, with null for what is not known', async () => {
    await signedIn(app, ago(HOUR))
    expect((await list(software_login)).rows).toEqual([
      {
        router_name: app,
        note: '',
        deleted: 0,
        ip: '198.51.100.7',
        os: 'Windows',
        version: '2.4.1',
        sys_brand: 'Lenovo',
        sys_model: null,
        sys_version: 'Windows 11',
        create_time: expect.any(Number),
      },
    ])
    const sub = await aSubAccount(world, owner, { member_edit: 1 })
    expect((await world.call(sub, software_login, {})).code).toBe(403)
    for (const format of [undefined, 'csv', 'xlsx'])
      expect((await world.call(sub, exported, { type: 'software_login', ...(format && { format }) })).code).toBe(403)
  })

  it('are found by a part of the name and by the whole address', async () => {
    await signedIn(app, ago(HOUR))
    await signedIn('else@x', ago(HOUR), '198.51.100.8')
    expect(await names(software_login, { search: app.slice(0, 5) })).toEqual([app])
    expect(await names(software_login, { search: '198.51.100.8' })).toEqual(['else@x'])
  })
})

describe('the sessions', () => {
  it('are those to centers or those to POPs, with the POP by its name', async () => {
    await aPop(world, await anOperator(world, 'network'), '上海')
    const { rows: pops } = await keeper.query<{ name: string; pop_name: string }>('select name, pop_name from pop limit 1')
    const [pop] = pops
    await stood({ at: ago(2 * HOUR), end: ago(HOUR) })
    await stood({ at: ago(HOUR), from: app, to: pop!.pop_name, mode: 'pop', area: '上海' })
    expect((await list(online)).rows).toMatchObject([
      { router_name: shop, link_router_name: hub, pop_name: null, orig: '203.0.113.9:50112', vpn_ip: '10.128.0.2', online_time: 3600 },
    ])
    expect((await list(online, { mode: 'pop' })).rows).toMatchObject([
      { router_name: app, link_router_name: null, pop_name: pop!.name, area: '上海', end_time: null },
    ])
    expect(await names(online, { mode: 'pop', search: pop!.name })).toEqual([app])
  })

  it('are found by either end, the network and either address, each once', async () => {
    const other = '1000000002'
    await stood({ at: ago(HOUR), orig: '198.51.100.5', vpn_ip: '10.128.0.7' })
    await stood({ at: ago(2 * HOUR), from: app, to: shop, network_number: other, orig: '198.51.100.50:99', vpn_ip: '10.128.0.70' })
    for (let i = 0; i < 30; i++)
      await stood({ at: ago(3 * HOUR + i * 1000), from: `FAR${i}`, to: 'FARHUB', orig: '192.0.2.1:1', vpn_ip: '10.9.9.9' })
    expect(await names(online, { search: shop })).toEqual([shop, app])
    expect(await list(online, { search: shop })).toMatchObject({ count: 2 })
    expect(await names(online, { search: other })).toEqual([app])
    expect(await names(online, { search: '198.51.100.5' })).toEqual([shop])
    expect(await names(online, { search: '198.51.100.50' })).toEqual([app])
    expect(await names(online, { search: '10.128.0.70' })).toEqual([app])
    expect(await names(online, { router_name: app, search: hub })).toEqual([])
    expect(await list(online, { search: 'far' })).toMatchObject({ count: 30 })
  })

  it('do not include networks that the role does not see, in the list or in its file', async () => {
    const seen = await aNetwork(world, owner, '门店', [hub], [shop])
    const hidden = await aNetwork(world, owner, '总部', [hub], [app])
    await stood({ at: ago(HOUR), network_number: seen, vpn_ip: '10.128.0.1' })
    await stood({ at: ago(HOUR), from: app, network_number: hidden, vpn_ip: '10.128.0.2' })
    const sub = await aSubAccount(world, owner, { designated: [seen] })
    for (const input of [{}, { search: hub }, { search: seen }]) expect(await names(online, input, sub)).toEqual([shop])
    for (const input of [{ search: app }, { search: hidden }, { search: '10.128.0.2' }, { router_name: app }, { mode: 'pop' }])
      expect(await names(online, input, sub)).toEqual([])
    expect(await read('online', 'csv', {}, sub)).toHaveLength(2)
    expect((await read('online', 'csv')).length).toBe(3)
    const response = await world.call(sub, exported, { type: 'online' })
    expect((response.data as { data: Row[] }).data.map((row) => row.router_name)).toEqual([shop])
  })
})

/** Returns the rows of a file, its headings first. */
async function read(type: LogType, format: 'csv' | 'xlsx', more: Record<string, string> = {}, who: Person = owner): Promise<string[][]> {
  const answer = await ask({ type, format, ...more }, who)
  expect(answer.statusCode, answer.payload).toBe(200)
  const headings = logFiles[type].columns.map(({ heading }) => heading)
  if (format === 'xlsx') {
    const rows = await rowsIn(answer.rawPayload, headings)
    return [headings, ...rows.map(({ cells }) => headings.map((heading) => cells[heading]!))]
  }
  expect([...answer.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = answer.rawPayload.subarray(3).toString().trimEnd().split('\r\n')
  return lines.map((line) => line.split(','))
}
const ask = (query: Record<string, string>, who: Person = owner) =>
  world.apps.console.inject({
    url: `${doorBase.console}/${exported.path}`,
    query,
    headers: { authorization: `Bearer ${who.access_token}` },
  })

describe('the export', () => {
  it('returns rows and a file name if no format is given, at most ten thousand rows', async () => {
    await came(shop, ago(HOUR))
    const result = (await world.call(owner, exported, { type: 'connect' })).data as { file_name: string; data: Row[] }
    expect(result.file_name).toMatch(/^连接日志_\d{8}-\d{4}\.xlsx$/)
    expect(result.data).toMatchObject([{ router_name: shop, online: 1 }])
    const none = (await world.call(owner, exported, { type: 'pop_online' })).data as { data: Row[] }
    expect(none.data).toEqual([])
    await keeper.query(
      `insert into connect_log select $1, 'M', '203.0.113.1', n, null, 1, now() - interval '1 hour' from generate_series(1, 10100) n`,
      [owner.account_id],
    )
    const many = (await world.call(owner, exported, { type: 'connect' })).data as { data: Row[] }
    expect(many.data).toHaveLength(10_000)
  })

  it.each(['csv', 'xlsx'] as const)('streams a %s file of each log with the right name and type', async (format) => {
    await came(shop, ago(HOUR), { online: 0, version: null })
    await signedIn(app, ago(HOUR))
    await stood({ at: ago(2 * HOUR), end: ago(HOUR) })
    await stood({ at: ago(HOUR), from: app, to: 'saas', mode: 'pop', area: '上海' })
    for (const type of logTypes)
      expect((await read(type, format)).map((row) => row[0])).toEqual(['成员名称', type.includes('in') && type !== 'online' ? app : shop])
    const [, row] = await read('connect', format)
    expect(row!.slice(1, 6)).toEqual(['', '203.0.113.9', '4711', '', '下线'])
    expect(row![6]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    expect((await read('pop_online', format))[1]!.slice(3, 8)).toEqual([
      '上海',
      '203.0.113.9:50112',
      '10.128.0.2',
      expect.any(String),
      '在线中',
    ])
    const { headers } = await ask({ type: 'pop_online', format })
    expect(headers['content-type']).toBe(format === 'xlsx' ? XLSX : 'text/csv; charset=utf-8')
    expect(decodeURIComponent(String(headers['content-disposition']))).toMatch(new RegExp(`在线日志（POP）_\\d{8}-\\d{4}\\.${format}$`))
  })

  it('has every row once, newest first, even if pages end between rows of one moment', async () => {
    // 25,000 rows at three moments: three pages of the reader.
    await keeper.query(
      `insert into connect_log select $1, 'M' || n, '203.0.113.1', n % 65000, null, n % 2, date_trunc('second', now()) - make_interval(secs => 3600 + n % 3)
        from generate_series(1, 25000) n`,
      [owner.account_id],
    )
    const rows = (await read('connect', 'csv')).slice(1)
    expect(rows).toHaveLength(25_000)
    expect(new Set(rows.map(([name]) => name)).size).toBe(25_000)
    const times = rows.map((row) => row[6]!)
    expect(times).toEqual(times.toSorted().toReversed())
    expect((await read('connect', 'csv', { search: 'M24999' })).slice(1)).toHaveLength(1)
  })

  it('is refused if there are no rows, and lets no cell be a formula', async () => {
    for (const format of ['csv', 'xlsx'])
      expect((await ask({ type: 'connect', format })).json()).toMatchObject({ code: 422, msg: '导出数据为空' })
    await came('=1+1', ago(HOUR))
    for (const format of ['csv', 'xlsx'] as const) expect((await read('connect', format))[1]![0]).toBe("'=1+1")
  })

  it.each([
    [{ type: 'everything' }, '请选择正确的类型'],
    [{}, '类型不能为空'],
    [{ type: 'connect', format: 'exe' }, '请选择正确的文件格式'],
    [{ type: 'connect', page: '1' }, '不支持的字段：page'],
  ])('refuses %j with a reason', async (input, msg) => {
    expect(await world.call(owner, exported, input)).toMatchObject({ code: 422, msg })
  })
})

describe('the kept logs', () => {
  it('have every row of the last 180 days, and the names of deleted members as long', async () => {
    for (const [table, time] of [
      ['connect_log', 'create_time'],
      ['software_login_log', 'create_time'],
      ['tunnel_session', 'start_time'],
    ] as const) {
      await partitions(table)
      const columns = { connect_log: `'', 0, null, 1, t`, software_login_log: `'', null, null, null, null, null, t`, tunnel_session: '' }[
        table
      ]
      await keeper.query(
        table === 'tunnel_session'
          ? `insert into tunnel_session (account_id, network_number, router_name, link_router_name, start_time, end_time)
              select $1, '1', 'old', 'c', t, t + interval '1 hour' from generate_series(now() - interval '250 days', now() - interval '2 hours', interval '7 hours') t`
          : `insert into ${table} select $1, 'old', ${columns} from generate_series(now() - interval '250 days', now() - interval '2 hours', interval '7 hours') t`,
        [owner.account_id],
      )
      const held = async (where: string) =>
        Number((await keeper.query(`select count(*) from ${table} where account_id = $1 and ${where}`, [owner.account_id])).rows[0].count)
      const young = await held(`${time} >= now() - interval '180 days'`)
      const kept = { WEFT_LOG_DAYS: 180, WEFT_TRAFFIC_MINUTE_DAYS: 32, WEFT_TRAFFIC_HOUR_DAYS: 400, WEFT_TRAFFIC_DAY_DAYS: 1500 }
      const dropped = await dropPartitions(world.db.systemNow, kept, new Date())
      expect(dropped.some((name) => name.startsWith(table))).toBe(true)
      expect(await held(`${time} >= now() - interval '180 days'`)).toBe(young)
      expect(young).toBeGreaterThan(600)
      // Of older rows at most a partition's week is left.
      expect(await held(`${time} < now() - interval '188 days'`)).toBe(0)
    }
    await world.call(owner, contract.router.delete, { router_name: app })
    await forgetFormerMembers(world.db.systemNow, ago(DAY))
    const former = () => keeper.query('select router_name from former_member where account_id = $1', [owner.account_id])
    expect((await former()).rows).toEqual([{ router_name: app }])
    await forgetFormerMembers(world.db.systemNow, ago(-DAY))
    expect((await former()).rows).toEqual([])
  })
})
