import { contract, opsContract } from '@weft/contract'
import { overlaps, parsePrefix, type Prefix } from '@weft/net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aNetwork, aSubAccount, hardware, infoOf, logOf } from '../../test/network-fixtures.ts'
import { anOperator, type OperatorPerson, unixNow } from '../../test/ops-people.ts'
import { accept, aCustomer, aNetworkOf, anOrder, aPop, aResource, complete, order, resourcesOf, viewOf } from '../../test/pop-fixtures.ts'
import { createWorld, type Person, type World } from '../../test/world.ts'

let world: World
let engineer: OperatorPerson
const regions = ['上海', '北京', '广州', '成都', '武汉', '西安'] as const
const pops: Record<string, string> = {}
beforeAll(async () => {
  world = await createWorld()
  engineer = await anOperator(world, 'network')
  for (const region of regions) pops[region] = await aPop(world, engineer, region)
})
afterAll(() => world.close())

const { workOrders, pops: popCalls } = opsContract
const codesOf = (answers: readonly { code: number }[]) => answers.map(({ code }) => code).toSorted((a, b) => a - b)
const cancel = (who: Person, network_ticket_number: string) => world.call(who, contract.workOrders.cancel, { network_ticket_number })
const rows = async <R>(statement: ReturnType<typeof sql<R>>): Promise<R[]> => (await statement.execute(world.db.systemNow.sql)).rows
const revisionOf = async (who: Person, network_number: string) => (await infoOf(world, who, network_number)).revision

describe('POPs', () => {
  const draft = { name: '杭州一号', region: '杭州', public_ip: '203.0.113.9', port: 1194, capacity: 500 }

  it('are registered, found and changed, with unique names', async () => {
    const { id } = (await world.call(engineer, popCalls.create, draft)).data as { id: string }
    const again = await world.call(engineer, popCalls.create, draft)
    expect([again.code, again.msg]).toEqual([422, 'POP「杭州一号」已存在'])
    const changed = await world.call(engineer, popCalls.edit, { ...draft, id, name: '杭州二号', port: 443 })
    expect(changed.code).toBe(200)
    const found = await world.call(engineer, popCalls.list, { search: '杭州' })
    expect([found.count, found.data]).toMatchObject([1, [{ ...draft, id, name: '杭州二号', port: 443 }]])
    expect((found.data as { pop_name: string }[])[0]!.pop_name).toMatch(/^pop-[a-z0-9]{8}$/)
    const [{ name: taken }] = (await world.call(engineer, popCalls.list, { search: '上海' })).data as [{ name: string }]
    expect((await world.call(engineer, popCalls.edit, { ...draft, id, name: taken })).code).toBe(422)
    expect((await world.call(engineer, popCalls.edit, { ...draft, id: '999999' })).code).toBe(204)
  })

  it('take a name only once, however many requests for it come at once', async () => {
    for (let round = 0; round < 4; round++) {
      const ids = await Promise.all(Array.from({ length: 6 }, () => aPop(world, engineer, '苏州')))
      const name = `苏州合一 ${round}`
      const answers = await Promise.all(ids.map((id) => world.call(engineer, popCalls.edit, { ...draft, id, name })))
      expect(codesOf(answers)).toEqual([200, 422, 422, 422, 422, 422])
      const refused = answers.filter(({ code }) => code !== 200)
      expect(new Set(refused.map(({ msg }) => msg))).toEqual(new Set([`POP「${name}」已存在`]))
    }
  })

  it.each([
    ['no address', { public_ip: '203.0.113' }],
    ['an address of 0', { public_ip: '0.0.0.0' }],
    ['an IPv6 address', { public_ip: '2001:db8::1' }],
    ['port 0', { port: 0 }],
    ['port 65536', { port: 65_536 }],
    ['no capacity', { capacity: 0 }],
    ['a name of spaces', { name: '  ' }],
    ['a long region', { region: '区'.repeat(33) }],
    ['another field', { pop_name: 'mine' }],
  ])('are refused with %s', async (_, wrong) => {
    expect((await world.call(engineer, popCalls.create, { ...draft, name: '错误', ...wrong })).code).toBe(422)
  })

  it('change the configuration of all members that dial them, of every account, when they move', async () => {
    const region = '迁移'
    const id = await aPop(world, engineer, region)
    const [one, two] = [await aCustomer(world), await aCustomer(world)]
    for (const { owner, network_number, person } of [one, two])
      await aResource(world, { owner, engineer }, network_number, { [region]: id }, { [region]: [person] })
    const revisions = () =>
      rows(
        sql<{
          n: number
        }>`select sum(config_revision)::int as n from member where account_id in (${one.owner.account_id}, ${two.owner.account_id})`,
      )
    const before = await revisions()
    const pop = { id, name: region, region, public_ip: '203.0.113.77', port: 1194, capacity: 1000 }
    expect((await world.call(engineer, popCalls.edit, pop)).code).toBe(200)
    const after = await revisions()
    expect(after[0]!.n - before[0]!.n).toBe(8)
    expect((await world.call(engineer, popCalls.edit, { ...pop, capacity: 2000 })).code).toBe(200)
    expect(await revisions()).toEqual(after)
  })
})

describe('the capacity of a POP', () => {
  const draft = (name: string, capacity: number) => ({ name, region: name, public_ip: '203.0.113.10', port: 1194, capacity })
  const aSmall = async (name: string, capacity: number) =>
    ((await world.call(engineer, popCalls.create, draft(name, capacity))).data as { id: string }).id
  /** Makes an accepted order of one region. */
  const anAccepted = async (region: string, bandwidth: number) => {
    const customer = await aCustomer(world)
    const number = await anOrder(world, customer.owner, customer.network_number, { [region]: [] }, { bandwidth })
    await accept(world, engineer, number)
    return { ...customer, number }
  }

  it('is not sold twice: an order beyond it is not completed until access ends', async () => {
    const id = await aSmall('宁波', 250)
    const [first, second] = [await anAccepted('宁波', 150), await anAccepted('宁波', 150)]
    expect((await complete(world, engineer, first.number, [id])).code).toBe(200)
    const refused = await complete(world, engineer, second.number, [id])
    expect([refused.code, refused.msg]).toEqual([403, 'POP「宁波」的容量为 250 Mbit/s，已提供 150 Mbit/s，不足以再提供 150 Mbit/s'])
    expect(await resourcesOf(world, second.owner)).toEqual([])
    expect((await viewOf(world, second.owner, second.number)).network_ticket_status).toBe(2)
    const sold = async () => ((await world.call(engineer, popCalls.list, { search: '宁波' })).data as { sold: number }[])[0]!.sold
    expect(await sold()).toBe(150)
    expect((await cancel(first.owner, first.number)).code).toBe(200)
    expect(await sold()).toBe(0)
    expect((await complete(world, engineer, second.number, [id])).code).toBe(200)
  })

  it('is not sold twice at the same moment', async () => {
    const id = await aSmall('绍兴', 250)
    const orders = [await anAccepted('绍兴', 100), await anAccepted('绍兴', 100), await anAccepted('绍兴', 100)]
    expect(codesOf(await Promise.all(orders.map(({ number }) => complete(world, engineer, number, [id]))))).toEqual([200, 200, 403])
  })

  it('is not sold again by the renewal of an ended service if others have bought it meanwhile', async () => {
    const id = await aSmall('湖州', 250)
    const [first, second] = [await anAccepted('湖州', 150), await anAccepted('湖州', 150)]
    const { network_fr_id } = (await complete(world, engineer, first.number, [id])).data as { network_fr_id: string }
    const [{ service_id }] = (await rows(
      sql<{ service_id: number }>`select service_id from network_fr where network_fr_id = ${network_fr_id}::bigint`,
    )) as [{ service_id: number }]
    const end = (at: number) =>
      rows(sql`update service set start_time = to_timestamp(${at - 10}), expired_time = to_timestamp(${at}) where id = ${service_id}`)
    const sales = await anOperator(world, 'sales')
    const renewed = (days: number) =>
      world.call(sales, opsContract.services.renew, { id: String(service_id), expired_time: unixNow() + days * 86_400 })
    expect((await renewed(400)).code).toBe(200)
    await end(unixNow() - 60)
    expect((await renewed(30)).code).toBe(200)
    await end(unixNow() - 60)
    expect((await complete(world, engineer, second.number, [id])).code).toBe(200)
    const refused = await renewed(30)
    expect([refused.code, refused.msg]).toEqual([403, 'POP「湖州」的容量为 250 Mbit/s，已提供 150 Mbit/s，不足以再提供 150 Mbit/s'])
    expect(await resourcesOf(world, first.owner)).toMatchObject([{ status: 0 }])
  })

  it('cannot be reduced below what was sold', async () => {
    const id = await aSmall('嘉兴', 250)
    const { number } = await anAccepted('嘉兴', 150)
    await complete(world, engineer, number, [id])
    const edit = (capacity: number) => world.call(engineer, popCalls.edit, { id, ...draft('嘉兴', capacity) })
    const refused = await edit(149)
    expect([refused.code, refused.msg]).toEqual([422, 'POP「嘉兴」已提供 150 Mbit/s，容量不能小于此值'])
    expect(refused.data).toMatchObject({ errors: [{ field: 'capacity' }] })
    expect((await edit(150)).code).toBe(200)
  })
})

describe('work orders at the desk', () => {
  it('are listed with their accounts, by state and by account', async () => {
    const [one, two] = [await aCustomer(world), await aCustomer(world)]
    await world.pass(1)
    const first = await anOrder(world, one.owner, one.network_number, { 上海: [one.person] })
    await world.pass(1)
    const second = await anOrder(world, two.owner, two.network_number, { 上海: [] })
    await accept(world, engineer, second)
    const list = async (filter: object) =>
      ((await world.call(engineer, workOrders.list, { limit: 100, ...filter })).data as { network_ticket_number: string }[]).map(
        (row) => row.network_ticket_number,
      )
    expect((await list({})).slice(0, 2)).toEqual([second, first])
    expect(await list({ status: 1 })).toContain(first)
    expect(await list({ status: 1 })).not.toContain(second)
    expect(await list({ account_number: two.owner.account_number })).toEqual([second])
    expect((await world.call(engineer, workOrders.list, { account_number: '00000000' })).code).toBe(204)
    expect((await world.call(engineer, workOrders.list, { status: 5 })).code).toBe(422)
    const { data } = await world.call(engineer, workOrders.info, { network_ticket_number: first })
    expect(data).toEqual({
      ...(await viewOf(world, one.owner, first)),
      account_number: one.owner.account_number,
      nickname: expect.any(String),
    })
    expect((await world.call(engineer, workOrders.info, { network_ticket_number: '20990101000000' })).code).toBe(204)
  })

  it('are completed with a resource of the ordered bandwidth and years, which their network uses', async () => {
    const { owner, network_number, hub, branch, person, other } = await aCustomer(world)
    const number = await anOrder(
      world,
      owner,
      network_number,
      { 上海: [branch, person], 北京: [other] },
      { expired_time: 3, bandwidth: 150 },
    )
    const revision = await revisionOf(owner, network_number)
    expect((await complete(world, engineer, number, [pops.上海!, pops.北京!])).code).toBe(403)
    await accept(world, engineer, number)
    const answer = await complete(world, engineer, number, [pops.北京!, pops.上海!])
    expect(answer.code).toBe(200)
    const { network_fr_id } = answer.data as { network_fr_id: string }

    const done = await viewOf(world, owner, number)
    expect(done.network_ticket_status).toBe(3)
    expect(done.complete_time).not.toBeNull()
    const [resource] = await resourcesOf(world, owner)
    expect(resource).toMatchObject({ network_fr_id, bandwidth: 150, status: 1, network_number })
    const [now, end] = [new Date(unixNow() * 1000), new Date(resource!.expire_time * 1000)]
    expect(end.getUTCFullYear() - now.getUTCFullYear()).toBe(3)
    const held = (await world.call(owner, contract.account.service, {})).data as {
      service_name: string
      quantity: number
      expired_time: number
    }[]
    expect(held).toContainEqual(expect.objectContaining({ service_name: 'POP 资源', quantity: 1, expired_time: resource!.expire_time }))

    const info = await infoOf(world, owner, network_number)
    expect(info).toMatchObject({ network_type: 3, revision: revision + 1, network_fr: { network_fr_id } })
    const areaOf = (router_name: string) => info.member.find((member) => member.router_name === router_name)!.ov_id?.main_name ?? null
    expect([hub, branch, person, other].map(areaOf)).toEqual([null, '上海', '上海', '北京'])

    const log = await logOf(world, owner)
    const finished = log.find((entry) => entry.action === 'complete_ticket')!
    expect(finished).toMatchObject({ actor_kind: 'operator' })
    expect(finished.message).toMatch(/^完成组网「总部」的工单 \d+：开通 POP 资源「POP-上海-北京」/)
    expect(log.map((entry) => entry.action)).toEqual(expect.arrayContaining(['accept_ticket', 'complete_ticket', 'grant']))
    const messages = (await world.call(owner, contract.messages.list, {})).data as { message_id: string; title: string }[]
    const message = messages.find(({ title }) => /^\d+ 接入 POP 总部：已完成$/.test(title))!
    const { data } = await world.call(owner, contract.messages.info, { message_id: message.message_id })
    expect((data as { content: string }).content).toContain(number)
    const elsewhere = await aSubAccount(world, owner, {
      designated: [await aNetwork(world, owner, '别处', await hardware(world, owner, 1))],
    })
    expect((await world.call(elsewhere, contract.messages.list, {})).data).toEqual([])
  })

  it('need one POP for each region, and write nothing if they do not get them', async () => {
    const { owner, network_number } = await aCustomer(world)
    const number = await anOrder(world, owner, network_number, { 上海: [], 北京: [] })
    await accept(world, engineer, number)
    const second = await aPop(world, engineer, '上海')
    const attempts: [string[], number, RegExp][] = [
      [[pops.上海!], 422, /^请为区域「北京」选择 POP$/],
      [[pops.上海!, pops.北京!, pops.广州!], 422, /^POP「广州 \d+」所在区域「广州」未申请，或已选择其他 POP$/],
      [[pops.上海!, pops.北京!, second], 422, /^POP「上海 \d+」所在区域「上海」未申请/],
      [[pops.上海!, pops.上海!, pops.北京!], 422, /未申请，或已选择其他 POP$/],
      [[pops.上海!, '999999999'], 204, /^POP 不存在$/],
      [[], 422, /^请至少选择一项$/],
      [['x'], 422, /./],
    ]
    for (const [areas, code, msg] of attempts) {
      const answer = await complete(world, engineer, number, areas)
      expect(answer).toMatchObject({ code, msg: expect.stringMatching(msg) })
    }
    expect(await resourcesOf(world, owner)).toEqual([])
    expect((await viewOf(world, owner, number)).network_ticket_status).toBe(2)
    expect((await logOf(world, owner)).filter((entry) => entry.action === 'grant' && entry.message.includes('POP'))).toEqual([])
  })

  it('are completed once, however many operators try at once', async () => {
    const { owner, network_number } = await aCustomer(world)
    const number = await anOrder(world, owner, network_number, { 上海: [] })
    await accept(world, engineer, number)
    const answers = await Promise.all([1, 2, 3].map(() => complete(world, engineer, number, [pops.上海!])))
    expect(codesOf(answers)).toEqual([200, 403, 403])
    expect(await resourcesOf(world, owner)).toHaveLength(1)
  })

  it('end cancelled, with no access left, if they are completed and cancelled at once', async () => {
    for (let round = 0; round < 6; round++) {
      const { owner, network_number } = await aCustomer(world)
      const number = await anOrder(world, owner, network_number, { 上海: [] })
      await accept(world, engineer, number)
      const [done, cancelled] = await Promise.all([complete(world, engineer, number, [pops.上海!]), cancel(owner, number)])
      expect(cancelled.code).toBe(200)
      expect([200, 403]).toContain(done.code)
      expect((await viewOf(world, owner, number)).network_ticket_status).toBe(4)
      for (const resource of await resourcesOf(world, owner)) expect(resource).toMatchObject({ status: 0, network_number: null })
      expect((await infoOf(world, owner, network_number)).network_fr).toBeNull()
    }
  })

  it('leave out members that left the network meanwhile', async () => {
    const { owner, network_number, branch, person } = await aCustomer(world)
    const number = await anOrder(world, owner, network_number, { 上海: [branch, person] })
    await accept(world, engineer, number)
    expect((await world.call(owner, contract.network.remove_member, { network_number, router_name: person })).code).toBe(200)
    expect((await complete(world, engineer, number, [pops.上海!])).code).toBe(200)
    expect((await resourcesOf(world, owner))[0]!.areas).toMatchObject([{ area: '上海', members: [branch] }])
  })

  it('replace the resource that the network used before, which the account may use elsewhere', async () => {
    const { owner, network_number, person } = await aCustomer(world)
    const first = await aResource(world, { owner, engineer }, network_number, { 上海: pops.上海! }, { 上海: [person] })
    const second = await aResource(world, { owner, engineer }, network_number, { 北京: pops.北京! }, { 北京: [person] })
    expect(await resourcesOf(world, owner)).toMatchObject([
      { network_fr_id: second.network_fr_id, network_number, areas: [{ members: [person] }] },
      { network_fr_id: first.network_fr_id, network_number: null, status: 1, areas: [{ members: [] }] },
    ])
    // The first order may still be cancelled: its access ends, and the other remains.
    expect((await cancel(owner, first.network_ticket_number)).code).toBe(200)
    expect(await resourcesOf(world, owner)).toMatchObject([
      { status: 1, network_number },
      { status: 0, network_number: null },
    ])
  })
})

describe('cancelling a completed order', () => {
  it('ends its access: the service now, the members’ areas, the network’s use of it', async () => {
    const { owner, network_number, person } = await aCustomer(world)
    const { network_ticket_number, network_fr_id } = await aResource(
      world,
      { owner, engineer },
      network_number,
      { 上海: pops.上海! },
      { 上海: [person] },
    )
    const revision = await revisionOf(owner, network_number)
    expect((await cancel(owner, network_ticket_number)).code).toBe(200)
    expect(await resourcesOf(world, owner)).toMatchObject([{ network_fr_id, status: 0, expire_day: 0, network_number: null }])
    const info = await infoOf(world, owner, network_number)
    expect(info).toMatchObject({ network_type: 1, network_fr: null, revision: revision + 1 })
    expect(info.member.every((member) => member.ov_id === null)).toBe(true)
    expect((await logOf(world, owner)).slice(-1)[0]!.message).toMatch(/^取消组网「总部」的工单 \d+，终止其 POP 接入$/)
    const service = await world.call(owner, contract.account.service, {})
    const ended = (service.data as { service_name: string; expired_time: number }[]).find((one) => one.service_name === 'POP 资源')!
    expect(ended.expired_time).toBeLessThanOrEqual(unixNow())
    expect((await order(world, owner, network_number, { 上海: [person] })).code).toBe(200)
  })

  it('is possible after the operator revoked the service', async () => {
    const { owner, network_number } = await aCustomer(world)
    const { network_ticket_number, network_fr_id } = await aResource(world, { owner, engineer }, network_number, { 上海: pops.上海! })
    const [{ service_id }] = (await rows(
      sql<{ service_id: number }>`select service_id from network_fr where network_fr_id = ${network_fr_id}::bigint`,
    )) as [{ service_id: number }]
    const sales = await anOperator(world, 'sales')
    expect((await world.call(sales, opsContract.services.revoke, { id: String(service_id) })).code).toBe(200)
    expect((await cancel(owner, network_ticket_number)).code).toBe(200)
    expect((await infoOf(world, owner, network_number)).network_fr).toBeNull()
  })

  it('is possible while the networks of the account are unusable', async () => {
    const { owner, network_number } = await aCustomer(world)
    const { network_ticket_number } = await aResource(world, { owner, engineer }, network_number, { 上海: pops.上海! })
    await world.asSystem(({ sql: db }) =>
      db.updateTable('account').set({ network_usable: 0 }).where('account_id', '=', owner.account_id).execute(),
    )
    expect((await cancel(owner, network_ticket_number)).code).toBe(200)
  })

  it('is refused to a role that may not see the network which uses the access now', async () => {
    const { owner, network_number } = await aCustomer(world)
    const hidden = await aNetworkOf(world, owner, '隐藏')
    const { network_ticket_number, network_fr_id } = await aResource(world, { owner, engineer }, network_number, { 上海: pops.上海! })
    const attach = (number: string, id: string) =>
      world.call(owner, contract.networkSettings.fr, { network_number: number, network_fr_id: id, mode: 1 })
    expect((await attach(network_number, '')).code).toBe(200)
    expect((await attach(hidden.network_number, network_fr_id)).code).toBe(200)
    const sub = await aSubAccount(world, owner, { network_edit: 1, designated: [network_number] })
    expect((await cancel(sub, network_ticket_number)).code).toBe(403)
    expect((await viewOf(world, owner, network_ticket_number)).network_ticket_status).toBe(3)
    expect((await infoOf(world, owner, hidden.network_number)).network_fr).toMatchObject({ network_fr_id, status: 1 })
    expect((await cancel(owner, network_ticket_number)).code).toBe(200)
    expect((await infoOf(world, owner, hidden.network_number)).network_fr).toBeNull()
  })
})

describe('segments of POP resources', () => {
  /** Returns every independent segment, and the hardware segments with the segment from which they are cut. */
  async function segmentsOf({ account_id }: Person) {
    const texts = await rows(sql<{ segment: string }>`
      select unnest(array[router_segment, software_segment])::text as segment from network_center where account_id = ${account_id}
      union all select center_link->>'segment' from network where account_id = ${account_id} and center_link->>'segment' is not null
      union all select unnest(array[segment, other_segment])::text from network_fr where account_id = ${account_id}
      union all select software_segment::text from network_fr_area where account_id = ${account_id}`)
    const cut = await rows(sql<{ whole: string; part: string; network_fr_id: number }>`
      select f.segment::text as whole, a.router_segment::text as part, f.network_fr_id
      from network_fr f join network_fr_area a using (account_id, network_fr_id) where f.account_id = ${account_id}`)
    const read = (text: string) => parsePrefix(text)!
    return {
      alone: texts.map((row) => read(row.segment)),
      cut: cut.map((row) => ({ ...row, whole: read(row.whole), part: read(row.part) })),
    }
  }
  const pairs = <T>(items: readonly T[]) => items.flatMap((a, i) => items.slice(i + 1).map((b) => [a, b] as const))
  const pool: Prefix = parsePrefix('10.128.0.0/9')!

  it('never overlap any other of the account, over many orders and networks', async () => {
    const { owner } = await aCustomer(world)
    const networks = []
    for (let i = 0; i < 3; i++) networks.push(await aNetworkOf(world, owner, `网络 ${i}`))
    for (let i = 0; i < 12; i++) {
      const { network_number, person } = networks[i % 3]!
      const chosen = Object.fromEntries(
        regions.filter((_, k) => ((i * 7 + 3) >> k) % 2 === 1 || k === i % 6).map((region) => [region, pops[region]!]),
      )
      const { network_ticket_number } = await aResource(world, { owner, engineer }, network_number, chosen, {
        [Object.keys(chosen)[0]!]: [person],
      })
      if (i % 5 === 4) await cancel(owner, network_ticket_number)
      if (i % 6 === 5) await aNetwork(world, owner, `又一个 ${i}`, await hardware(world, owner, 1))
    }
    const { alone, cut } = await segmentsOf(owner)
    expect(pairs(alone).filter(([a, b]) => overlaps(a, b))).toEqual([])
    expect(alone.filter((segment) => !overlaps(segment, pool) || segment.mask < pool.mask)).toEqual([])
    for (const { whole, part } of cut) expect(overlaps(whole, part) && part.mask >= whole.mask).toBe(true)
    const parts = Map.groupBy(cut, (row) => row.network_fr_id)
    for (const of of parts.values()) expect(pairs(of).filter(([a, b]) => overlaps(a.part, b.part))).toEqual([])
    expect(cut.length).toBeGreaterThan(20)
  })

  it('do not overlap what members announce or their LANs', async () => {
    const { owner, network_number, branch, hub } = await aCustomer(world)
    const prefix = { ip: '10.130.0.0', mask: 15 }
    expect(
      (await world.call(owner, contract.networkSettings.edit_prefix, { network_number, router_name: branch, prefix: [prefix] })).code,
    ).toBe(200)
    const lan = [{ interface: 'br-lan', ipv4: '10.129.3.1', ipv4_subnet_mask: '255.255.0.0' }]
    await world.asSystem(({ sql: db }) =>
      db
        .updateTable('member')
        .set({ interfaces: JSON.stringify(lan) })
        .where('router_name', '=', hub)
        .execute(),
    )
    await aResource(world, { owner, engineer }, network_number, pops)
    const { alone } = await segmentsOf(owner)
    for (const taken of ['10.130.0.0/15', '10.129.0.0/16'])
      expect(alone.filter((segment) => overlaps(segment, parsePrefix(taken)!))).toEqual([])
  })

  it('are allocated although another network announces the whole pool', async () => {
    const { owner, network_number } = await aCustomer(world)
    const aside = await aNetworkOf(world, owner, '另一个')
    await world.asSystem(({ sql: db }) =>
      db
        .updateTable('network_member')
        .set({ prefix: JSON.stringify([{ ip: '10.0.0.0', mask: 8, permission: 'permit', ge: null, le: null }]) })
        .where('router_name', '=', aside.branch)
        .execute(),
    )
    await aResource(world, { owner, engineer }, network_number, { 上海: pops.上海! })
    const { alone } = await segmentsOf(owner)
    expect(pairs(alone).filter(([a, b]) => overlaps(a, b))).toEqual([])
  })
})
