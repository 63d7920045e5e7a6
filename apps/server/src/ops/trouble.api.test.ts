import { type AccountTrouble, contract, type Device, type DeskFound, type DeskStart, opsContract } from '@weft/contract'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aNetwork, hardware, software } from '../../test/network-fixtures.ts'
import { aDevice, anOperator, type OperatorPerson } from '../../test/ops-people.ts'
import { aTicket } from '../../test/ticket-fixtures.ts'
import { createWorld, type Person, type World } from '../../test/world.ts'

const { desk, accounts, devices, tickets } = opsContract

let world: World
let operator: OperatorPerson
beforeAll(async () => {
  world = await createWorld()
  operator = await anOperator(world, 'support')
})
afterAll(() => world.close())

/** Changes facts of members, from which their states follow. */
const change = (owner: Person, names: readonly string[], facts: { online_status: 0 | 1; note?: string }) =>
  world.asSystem(({ sql: db }) => {
    const now = world.infrastructure.clock.now()
    return db
      .updateTable('member')
      .set({ connect_time: now, report_time: now, ...facts })
      .where('account_id', '=', owner.account_id)
      .where('router_name', 'in', names)
      .execute()
  })
const lose = (owner: Person, names: readonly string[], note?: string) =>
  change(owner, names, { online_status: 0, ...(note !== undefined && { note }) })
const find = (owner: Person, names: readonly string[]) => change(owner, names, { online_status: 1 })

const start = async () => (await world.call(operator, desk.start, {})).data as DeskStart
const state = async (query: object = {}) =>
  (await world.call(operator, desk.state, query)).data as { customers: number; members: number; latest: number | null }
const troubleOf = async (owner: Person) =>
  (await world.call(operator, accounts.trouble, { account_number: owner.account_number })).data as AccountTrouble
const seen = async (owner: Person) => (await start()).troubled.find(({ account_number }) => account_number === owner.account_number)

describe('the first page of the desk', () => {
  it('lists a customer while members need attention, once that has lasted for half a minute', async () => {
    const owner = await world.anOwner()
    const names = await hardware(world, owner, 3)
    await find(owner, names)
    expect(await seen(owner)).toBeUndefined()
    await lose(owner, names.slice(0, 2))
    expect(await seen(owner)).toBeUndefined()
    await world.pass(31)
    const { customers, members } = await state()
    expect(await seen(owner)).toMatchObject({ network_status: 1, down: 2, failed: 0, degraded: 0, ticket: null })
    expect((await start()).customers).toBe(customers)
    await find(owner, names)
    expect(await seen(owner)).toBeUndefined()
    expect(await state()).toMatchObject({ customers: customers - 1, members: members - 2 })
  })

  it('begins with those with most members lost, ends with those whose networks are stopped, and names the ticket that waits longest', async () => {
    const [few, many, stopped] = [await world.anOwner(), await world.anOwner(), await world.anOwner()]
    for (const [owner, count] of [
      [few, 1],
      [many, 4],
    ] as const) {
      const names = await hardware(world, owner, count)
      await lose(owner, names)
    }
    await world.asSystem(({ sql: db }) =>
      db.updateTable('account').set({ network_usable: 0 }).where('account_id', '=', stopped.account_id).execute(),
    )
    const ticket_number = await aTicket(world, many, { title: '四家店都断了' })
    await world.pass(31)
    await aTicket(world, many, { title: '还是不行' })
    const numbers = [many, few, stopped].map(({ account_number }) => account_number)
    const { troubled } = await start()
    expect(troubled.map(({ account_number }) => account_number).filter((number) => numbers.includes(number))).toEqual(numbers)
    expect(troubled.find(({ account_number }) => account_number === many.account_number)).toMatchObject({
      down: 4,
      ticket: { ticket_number, ticket_title: '四家店都断了', assignee: null },
    })
    expect(troubled.find(({ account_number }) => account_number === stopped.account_number)).toMatchObject({
      network_status: 0,
      since: null,
    })
  })

  it('lists tickets by when they are due, and each is gone once it is answered', async () => {
    const owner = await world.anOwner()
    const normal = await aTicket(world, owner, { title: '普通问题' })
    const urgent = await aTicket(world, owner, { title: '紧急问题' })
    await world.call(operator, tickets.prioritise, { ticket_number: urgent, priority: 4, seen_priority: 2 })
    const numbers = async () =>
      (await start()).tickets.map(({ ticket_number }) => ticket_number).filter((one) => [normal, urgent].includes(one))
    expect(await numbers()).toEqual([urgent, normal])
    await world.call(operator, tickets.reply, { ticket_number: urgent, content: '已处理' })
    expect(await numbers()).toEqual([normal])
  })
})

describe('what is wrong at one customer', () => {
  it('names the lost members with their networks and the ticket that is about them', async () => {
    const owner = await world.anOwner()
    const [hub, lost, other] = (await hardware(world, owner, 3)) as [string, string, string]
    const network_number = await aNetwork(world, owner, '门店网', [hub], [lost, other])
    await find(owner, [hub, other])
    await lose(owner, [lost], '合肥蜀山店')
    const ticket_number = await aTicket(world, owner, { title: '成员 合肥蜀山店 离线' })
    await world.pass(1)
    await aTicket(world, owner, { title: '发票' })
    const trouble = await troubleOf(owner)
    expect(trouble.members.find(({ router_name }) => router_name === lost)).toMatchObject({
      router_name: lost,
      note: '合肥蜀山店',
      router_type: 1,
      state: 'down',
      cause: 'connection_lost',
      networks: ['门店网'],
      ticket: { ticket_number },
    })
    expect(trouble.networks).toEqual([{ network_number, network_name: '门店网', attention: trouble.count }])
    expect(trouble.tickets[0]).toEqual({ ticket_number, ticket_title: '成员 合肥蜀山店 离线' })
    expect(await state({ account_number: owner.account_number })).toMatchObject({ customers: 1, members: trouble.count })
  })

  it('is empty for a customer without trouble, and the customer reads of the look', async () => {
    const [owner, neighbour] = [await world.anOwner(), await world.anOwner()]
    await lose(neighbour, await hardware(world, neighbour, 2))
    expect(await troubleOf(owner)).toMatchObject({ network_status: 1, count: 0, members: [], networks: [], tickets: [] })
    expect(await state({ account_number: owner.account_number })).toEqual({ customers: 0, members: 0, latest: null })
    const log = (await world.call(owner, contract.operationLog.lists, { views: 1 })).data as { message: string }[]
    expect(log.map(({ message }) => message)).toContain('查看账号现在的问题')
  })

  it.each(['00000000', '99999999'])('is not found for the account %s, which does not exist', async (account_number) => {
    expect((await world.call(operator, accounts.trouble, { account_number })).code).toBe(204)
    expect((await world.call(operator, desk.state, { account_number })).code).toBe(204)
  })

  it.each([`1' or '1'='1`, '123', '1234567８九', ''])('is refused for %j, which is no account number', async (account_number) => {
    expect((await world.call(operator, accounts.trouble, { account_number })).code).toBe(422)
  })
})

describe('a ticket', () => {
  it('shows the members that it names, by number, login or name, and no others', async () => {
    const owner = await world.anOwner()
    const [shop, depot, well] = (await hardware(world, owner, 3)) as [string, string, string]
    const [person] = (await software(world, owner, 1)) as [string]
    await find(owner, [well])
    await lose(owner, [shop], '静安店')
    await lose(owner, [depot], '仓库')
    const named = async (content: string) => {
      const ticket_number = await aTicket(world, owner, { title: '无法访问', content: `${content}，请尽快处理一下。` })
      const answer = await world.call(operator, tickets.customer, { ticket_number })
      return (answer.data as { members: { router_name: string }[] }).members.map(({ router_name }) => router_name)
    }
    expect(await named('静安店 从早上九点起打不开')).toEqual([shop])
    expect(await named(`成员名称：${well}，${person} 也登录不了`)).toEqual([well, person])
    expect(await named(`设备 ${shop}0 和 x${depot}`)).toEqual([])
    expect(await named(`' or true -- %_\\`)).toEqual([])
  })
})

describe('devices', () => {
  it('show what their customer calls them, how they are and where, and are found by that name', async () => {
    const owner = await world.anOwner()
    const engineer = await anOperator(world, 'network')
    const [{ router_name }, { router_name: hub }] = [await aDevice(world, engineer), await aDevice(world, engineer)]
    for (const name of [router_name, hub])
      await world.call(engineer, devices.assign, { account_number: owner.account_number, router_name: name })
    const network_number = await aNetwork(world, owner, '总部网', [hub], [router_name])
    await lose(owner, [router_name], '庐阳 100%_店')
    const list = async (query: object) => (await world.call(engineer, devices.list, query)).data as Device[]
    const [row] = await list({ search: '庐阳 100%_' })
    expect(row).toMatchObject({
      router_name,
      member: { note: '庐阳 100%_店', state: 'down', cause: 'connection_lost', networks: [{ network_number, network_name: '总部网' }] },
    })
    const stock = await aDevice(world, engineer)
    expect((await list({ search: stock.router_name }))[0]!.member).toBeNull()
    expect(await list({ search: '庐阳店' })).toEqual([])
  })

  it('are listed by their condition, the worst and then the longest first', async () => {
    const owner = await world.anOwner()
    const engineer = await anOperator(world, 'network')
    const names: string[] = []
    for (let made = 0; made < 4; made += 1) {
      const { router_name } = await aDevice(world, engineer)
      names.push(router_name)
      await world.call(engineer, devices.assign, { account_number: owner.account_number, router_name })
    }
    const [late, early, refused, well] = names as [string, string, string, string]
    await find(owner, [well, refused])
    await lose(owner, [early])
    await world.pass(60)
    await lose(owner, [late])
    await world.asSystem(({ sql: db }) =>
      db.updateTable('member').set({ config_error: '空间不足' }).where('router_name', '=', refused).execute(),
    )
    await aNetwork(world, owner, '一', [well], [refused])
    const of = async (query: object) => {
      const answer = await world.call(engineer, devices.list, { account_number: owner.account_number, ...query })
      return { count: answer.count, names: ((answer.data ?? []) as Device[]).map(({ router_name }) => router_name) }
    }
    const down = await of({ condition: 'down' })
    expect(down.names.slice(0, 2)).toEqual([early, late])
    expect(down.names).not.toContain(well)
    const ailing = await of({ condition: 'attention' })
    expect(ailing.names.slice(0, 2)).toEqual([early, late])
    expect(ailing.names).toContain(refused)
    expect(ailing.count).toBe(ailing.names.length)
    expect((await of({ condition: 'down', search: late })).names).toEqual([late])
    // Every device of this world has these letters: they are found by walking the list in its order.
    expect((await of({ condition: 'down', search: 'wr9t' })).names.slice(0, 2)).toEqual([early, late])
    expect(await of({ condition: 'down', page: 2, limit: 1 })).toEqual({ count: down.count, names: [late] })
    expect((await world.call(engineer, devices.list, { condition: 'up' })).code).toBe(422)
  })
})

describe('the search of the desk', () => {
  const search = async (text: string) => (await world.call(operator, desk.search, { search: text })).data as DeskFound

  it('finds a customer, their devices, tickets and orders, by names and numbers', async () => {
    const owner = await world.anOwner()
    const engineer = await anOperator(world, 'network')
    const { router_name } = await aDevice(world, engineer)
    await world.call(engineer, devices.assign, { account_number: owner.account_number, router_name })
    await lose(owner, [router_name], '太湖路旗舰店')
    const ticket_number = await aTicket(world, owner, { title: '太湖路旗舰店断网' })
    const found = await search('太湖路旗')
    expect(found.devices).toMatchObject([{ router_name, note: '太湖路旗舰店', account_number: owner.account_number, member_state: 'down' }])
    expect(found.tickets).toMatchObject([{ ticket_number, account_number: owner.account_number }])
    expect((await search(router_name)).devices).toMatchObject([{ router_name }])
    expect((await search(owner.account_number)).accounts).toMatchObject([{ account_number: owner.account_number }])
    expect((await search(ticket_number)).tickets).toMatchObject([{ ticket_number }])
    const network_ticket_number = '20301122000017'
    await world.asSystem(({ sql: db }) =>
      sql`insert into network_ticket (account_id, network_ticket_number, network_number, network_name, network_ticket_type, pop, pop_conf,
          bandwidth, expired_time) values (${owner.account_id}, ${network_ticket_number}, '1000000001', '门店', 1001, '{}', '{}', 10, 1)`.execute(
        db,
      ),
    )
    expect((await search('203011220')).work_orders).toMatchObject([{ network_ticket_number, state: 'pending' }])
    expect((await search(owner.account_number)).work_orders).toMatchObject([{ network_ticket_number }])
  })

  it('finds a ticket and an order first by the short number that people say, however they paste it', async () => {
    const owner = await world.anOwner()
    const ticket_number = await aTicket(world, owner)
    const network_ticket_number = '20301122000018'
    const no = 8302
    await world.asSystem(async ({ sql: db }) => {
      await sql`insert into network_ticket (account_id, network_ticket_number, network_number, network_name, network_ticket_type, pop, pop_conf,
          bandwidth, expired_time, no, create_time) values
          (${owner.account_id}, ${network_ticket_number}, '1000000001', '门店', 1001, '{}', '{}', 10, 1, ${no}, '2001-01-01'),
          (${owner.account_id}, '83020000000000', '1000000002', '门店', 1001, '{}', '{}', 10, 1, 8303, now())`.execute(db)
      await sql`update support_ticket set no = ${no}, create_time = '2001-01-01' where ticket_number = ${ticket_number}`.execute(db)
    })
    // Its title is found by the same text, and is newer.
    const other = await aTicket(world, owner, { title: '错误 #8302' })
    for (const text of ['8302', '#8302']) {
      const found = await search(text)
      expect(found.tickets).toMatchObject([{ ticket_number, no }, { ticket_number: other }])
      expect(found.work_orders[0]).toMatchObject({ network_ticket_number, no })
    }
    expect((await search('工单号：8302')).tickets).toMatchObject([{ ticket_number }])
    const { account_number } = owner
    const rows = (await world.call(operator, tickets.list, { account_number, search: '#8302' })).data as { ticket_number: string }[]
    expect(rows.map((row) => row.ticket_number)).toEqual([ticket_number, other])
  })

  it.each(['%', '_'])('takes %s as it is', async (text) => {
    const { accounts: customers, devices: found } = await search(text)
    expect(customers).toEqual([])
    expect(found.filter(({ note, router_name }) => !`${note} ${router_name}`.includes(text))).toEqual([])
  })

  it.each([`' or 1=1 --`, '\\', '没有这样的词', '😀'])('finds nothing for %j, and does not fail', async (text) => {
    expect(await search(text)).toEqual({ accounts: [], devices: [], tickets: [], work_orders: [] })
  })

  it.each(['', 'x'.repeat(65), 'a\u0000b'])('refuses %j', async (text) => {
    expect((await world.call(operator, desk.search, { search: text })).code).toBe(422)
  })
})

describe('the statements of the desk', () => {
  it('read who is in trouble from the index of members that need attention', async () => {
    const keeper = new Client({ connectionString: world.url })
    await keeper.connect()
    try {
      // PostgreSQL prefers to read small tables whole: the question is what it can do.
      await keeper.query('set enable_seqscan = off')
      const plan = async (statement: string) =>
        (await keeper.query<{ 'QUERY PLAN': string }>(`explain ${statement}`)).rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(await plan('select account_id, count(*) from member_state where rank < 3 group by account_id')).toContain(
        'member_state_ailing',
      )
      expect(
        await plan('select router_name from member_state where rank < 3 order by rank, since, account_id, router_name limit 10'),
      ).not.toContain('Sort')
      expect(await plan('select account_id from account where network_usable = 0')).toContain('account_unusable')
    } finally {
      await keeper.end()
    }
  })
})

it('the first page has devices that came into stock lately, and services that end within a month', async () => {
  const engineer = await anOperator(world, 'network')
  const { router_name } = await aDevice(world, engineer)
  const owner = await world.anOwner()
  const sales = await anOperator(world, 'sales')
  const now = Math.floor(world.infrastructure.clock.now().getTime() / 1000)
  const granted = await world.call(sales, opsContract.services.grant, {
    account_number: owner.account_number,
    service_code: 'dns',
    quantity: 1,
    start_time: now - 10,
    expired_time: now + 5 * 86_400,
  })
  const shown = await start()
  expect(shown.devices.map((device) => device.router_name)).toContain(router_name)
  expect(shown.services.map(({ id }) => id)).toContain((granted.data as { id: string }).id)
  expect(shown.service_count).toBeGreaterThanOrEqual(shown.services.length)
  await world.call(engineer, devices.assign, { account_number: owner.account_number, router_name })
  expect((await start()).devices.map((device) => device.router_name)).not.toContain(router_name)
})
