import { contract, type NetworkCards, type NetworkSummary, type Verdict } from '@weft/contract'
import { sql as statement } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { after, fromUnix } from '../../../kernel/clock.ts'
import { aNetwork, aSubAccount, grant, hardware, software } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
let owner: Person
let hub: string
let branches: string[]
let network_number: string
let now: number

beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  now = Math.floor(Date.now() / 1000)
  owner = await world.anOwner()
  await grant(world, owner, 'network_member', 200)
  ;[hub, ...branches] = (await hardware(world, owner, 13)) as [string, ...string[]]
  network_number = await aNetwork(world, owner, '门店', [hub], branches)
  await write([hub, ...branches], {
    online: 1,
    online_status: 1,
    connect_time: fromUnix(now - 7200),
    report_time: fromUnix(now - 5),
    watched_since: fromUnix(now - 90_000),
  })
  await links({ vpn_online: 1, vpn_online_since: fromUnix(now - 7000) })
})

const write = (names: string[], change: object) =>
  world.asSystem(({ sql }) => sql.updateTable('member').set(change).where('router_name', 'in', names).execute())
const links = (change: object, names: string[] = branches) =>
  world.asSystem(({ sql }) =>
    sql.updateTable('network_link').set(change).where('account_id', '=', owner.account_id).where('router_name', 'in', names).execute(),
  )
const lose = async (name: string, ago: number) => {
  await write([name], { online: 0, online_status: 0, report_time: fromUnix(now - ago) })
  if (name !== hub) await links({ vpn_online: 0, vpn_online_since: null, vpn_offline_since: fromUnix(now - ago) }, [name])
}
const read = async (who: Person = owner, language = 'zh-CN'): Promise<Verdict> => {
  const answer = await world.call(who, contract.verdict.read, {}, { headers: { 'accept-language': language } })
  expect(answer.code, answer.msg).toBe(200)
  return answer.data
}

describe('account/verdict', () => {
  it('of an account in which all is well counts it, and says since when', async () => {
    await world.asSystem(({ sql }) =>
      statement`insert into outage (account_id, router_name, state, cause, start_time, end_time)
        values (${owner.account_id}, ${hub}, 'down', 'connection_lost', ${fromUnix(now - 5000)}, ${fromUnix(now - 4000)})`.execute(sql),
    )
    expect(await read()).toMatchObject({
      problems: [],
      causes: 0,
      things: 0,
      sites: { total: 13, up: 13 },
      networks: { total: 1, up: 1 },
      links: { total: 12, up: 12 },
      software: { total: 0, up: 0 },
      well_since: now - 4000,
      last_problem: { router_name: hub, state: 'down', cause: 'connection_lost', start_time: now - 5000, seconds: 1000 },
    })
  })

  it('tells apart what broke within the last 30 seconds, and claims no cause of it until then', async () => {
    await lose(branches[0]!, 29)
    const subject = { router_name: branches[0], note: '', router_type: 1 }
    expect(await read()).toMatchObject({
      problems: [],
      causes: 0,
      things: 0,
      sites: { total: 13, up: 12 },
      well_since: null,
      fresh: { count: 1, members: [subject], since: now - 29 },
    })
    await lose(branches[0]!, 30)
    expect(await read()).toMatchObject({ causes: 1, things: 1, fresh: { count: 0, members: [], since: null } })
    // The lists of networks count them alike.
    const cards = async () => ((await world.call(owner, contract.networkCards.list, {})).data as NetworkCards).networks[0]!
    const row = async () => ((await world.call(owner, contract.network.list, {})).data as NetworkSummary[])[0]!
    expect(await cards()).toMatchObject({ attention: 1, state: 'down' })
    expect(await row()).toMatchObject({ attention: 1, state: 'down' })
    await lose(branches[0]!, 5)
    expect(await cards()).toMatchObject({ attention: 0, state: 'up' })
    expect(await row()).toMatchObject({ attention: 0, state: 'up' })
  })

  it('says how available the sites were in seven days, as far as the caller may see them', async () => {
    const lone = (await hardware(world, owner, 1))[0]!
    const other = await aNetwork(world, owner, '仓库', [lone])
    await write([lone], {
      online: 1,
      online_status: 1,
      connect_time: fromUnix(now - 7200),
      report_time: fromUnix(now - 5),
      watched_since: fromUnix(now - 10_000),
    })
    await write([hub, ...branches], { watched_since: fromUnix(now - 10_000) })
    await world.asSystem(({ sql }) =>
      statement`insert into outage (account_id, router_name, state, cause, start_time, end_time)
        values (${owner.account_id}, ${lone}, 'down', 'connection_lost', ${fromUnix(now - 5000)}, ${fromUnix(now - 4000)})`.execute(sql),
    )
    const confined = await aSubAccount(world, owner, { designated: [network_number] })
    const of = await aSubAccount(world, owner, { designated: [other] })
    // One of 14 was down for a tenth of the time that is known of it.
    expect((await read()).availability).toBeCloseTo(99.29, 1)
    expect((await read(of)).availability).toBeCloseTo(90, 0)
    expect(await read(confined)).toMatchObject({ availability: 100, last_problem: null })
  })

  it('names a lost center once, with the twelve branches behind it', async () => {
    await write([hub], { note: '合肥机房' })
    await lose(hub, 300)
    await links({ vpn_online: 0, vpn_online_since: null, vpn_offline_since: fromUnix(now - 290) })
    await write(branches, { online: 0 })
    const verdict = await read()
    expect(verdict).toMatchObject({
      causes: 1,
      things: 13,
      sites: { total: 13, up: 0 },
      links: { total: 12, up: 0 },
      networks: { total: 1, up: 0 },
    })
    expect(verdict.problems).toEqual([
      {
        id: `center_down/${hub}`,
        state: 'down',
        cause: 'center_down',
        subjects: [{ router_name: hub, note: '合肥机房', router_type: 1 }],
        count: 1,
        affected: 12,
        network_number: [network_number],
        since: now - 300,
        title: '中心合肥机房失联，影响 12 个分支',
        effect: '12 个分支的隧道全部中断，中心恢复后自动恢复',
        action: 'steps',
      },
    ])
    expect(verdict.well_since).toBeNull()
    expect((await read(owner, 'en')).problems[0]?.title).toBe('The hub 合肥机房 is lost, and 12 branches with it')
  })

  it('takes members that were lost together, refused for one reason, or whose tunnels fell together, as one each', async () => {
    const [a, b, c, d, e] = branches as [string, string, string, string, string]
    for (const name of [a, b]) {
      await lose(name, 100)
      await world.asSystem(({ sql }) =>
        statement`insert into connect_log (account_id, router_name, remote_ip, remote_port, online, create_time)
          values (${owner.account_id}, ${name}, '203.0.113.7', 1, 1, ${fromUnix(now - 7200)})`.execute(sql),
      )
    }
    await write([c, d], { config_error: 'failed: prefix 10.0.0.0/8 overlaps' })
    await links({ vpn_online: 0, vpn_online_since: null, vpn_offline_since: fromUnix(now - 50) }, [e])
    await write([e], { online: 0 })
    const { problems, causes, things } = await read()
    expect([causes, things]).toEqual([3, 5])
    expect(problems.map(({ cause, count, action, since }) => [cause, count, action, since])).toEqual([
      ['connection_lost', 2, 'steps', now - 100],
      ['tunnel_down', 1, 'redial', now - 50],
      ['config_failed', 2, 'edit_prefix', null],
    ])
  })

  it('names the tunnels that should be up and are not, and no POP that rests while a center carries', async () => {
    await grant(world, owner, 'network_center', 4)
    const [other, branch] = (await hardware(world, owner, 2)) as [string, string]
    const two = await aNetwork(world, owner, '双中心', [hub, other], [branch])
    await write([other, branch], { online: 1, online_status: 1, connect_time: fromUnix(now - 7200) })
    await write([other], { note: '灾备机房' })
    const { account_id } = owner
    await world.asSystem(async ({ sql }) => {
      await statement`insert into pop (name, pop_name, region, public_ip, port, capacity) values ('一号', 'pop', '华东', '198.51.100.1', 1194, 100)`.execute(
        sql,
      )
      await statement`insert into network_fr (account_id, shortname, bandwidth, network_number, segment, other_segment)
        values (${account_id}, 'r', 10, ${two}, '10.1.0.0/16', '10.2.0.0/16')`.execute(sql)
      await statement`insert into network_fr_area (account_id, network_fr_id, pop_id, slot, area, router_segment, software_segment)
        select ${account_id}, network_fr_id, pop.id, 1, '华东区', '10.3.0.0/16', '10.4.0.0/16' from network_fr, pop
        where account_id = ${account_id} and pop_name = 'pop'`.execute(sql)
      await statement`insert into network_link (account_id, network_number, kind, router_name, center_router_name, vpn_ip, ov_id)
        select ${account_id}, ${two}, 'pop', ${branch}, 'pop', '10.251.0.9', ov_id from network_fr_area where account_id = ${account_id}`.execute(
        sql,
      )
      await statement`update network_link set vpn_online = 1, vpn_online_since = ${fromUnix(now - 7000)}
        where account_id = ${account_id} and router_name = ${branch} and center_router_name = ${hub}`.execute(sql)
      await statement`update network set mode = 2 where account_id = ${account_id} and network_number = ${two}`.execute(sql)
    })
    const problem = (await read()).problems.find(({ cause }) => cause === 'links_down')
    expect(problem?.effect).toBe('到灾备机房的链路中断，业务由其他链路承担')
  })

  it('is one problem while the account must renew, whatever its tunnels are', async () => {
    await links({ vpn_online: 0, vpn_online_since: null })
    await write(branches, { online: 0 })
    await world.asSystem(({ sql }) =>
      sql.updateTable('account').set({ network_usable: 0 }).where('account_id', '=', owner.account_id).execute(),
    )
    expect(await read()).toMatchObject({
      causes: 1,
      things: 13,
      problems: [{ cause: 'service_lapsed', action: 'renew' }],
      networks: { total: 1, up: 0 },
    })
  })

  it('is not troubled by software that is signed out or hardware that never connected, and reminds of the latter', async () => {
    const [app] = (await software(world, owner, 1)) as [string]
    const [box] = (await hardware(world, owner, 1)) as [string]
    await write([box], { note: '太原迎泽店' })
    const other = await aNetwork(world, owner, '仓库', [], [box, app])
    const { causes, software: people, reminders, sites } = await read()
    expect([causes, people, sites]).toEqual([0, { total: 1, up: 0 }, { total: 13, up: 13 }])
    expect(reminders).toContainEqual({ kind: 'never_connected', text: '太原迎泽店等待首次上线', router_name: box, network_number: other })
  })

  it('reminds of services that end soon and of the last places', async () => {
    await grant(world, owner, 'dns', 1, Math.floor(after(world.infrastructure.clock.now(), 12 * 86_400 - 60).getTime() / 1000))
    await software(world, owner, 9)
    const texts = (await read()).reminders.map(({ kind, text }) => [kind, text])
    expect(texts).toContainEqual(['service_ending', 'DNS 服务器 12 天后到期'])
    await world.asSystem(({ sql }) =>
      sql.updateTable('member_count').set({ members: 9 }).where('account_id', '=', owner.account_id).where('router_type', '=', 2).execute(),
    )
    expect((await read()).reminders.map(({ text }) => text)).toContainEqual('软件成员剩 1 个名额')
  })

  it('names a lasting failure since its outage began', async () => {
    const [a] = branches as [string]
    await write([a], { config_error: 'failed: x' })
    await world.asSystem(({ sql }) =>
      statement`insert into outage (account_id, router_name, state, cause, start_time)
        values (${owner.account_id}, ${a}, 'failed', 'config_failed', ${fromUnix(now - 777)})`.execute(sql),
    )
    expect((await read()).problems).toMatchObject([{ cause: 'config_failed', since: now - 777, effect: '设备报告：x' }])
  })

  it('shows a sub-account the members, centers and errors of its networks alone', async () => {
    const [a, b] = branches as [string, string]
    const [elsewhere] = (await hardware(world, owner, 1)) as [string]
    await write([elsewhere], { connect_time: fromUnix(now - 9000), note: '别处' })
    const other = await aNetwork(world, owner, '仓库', [], [elsewhere, b])
    await lose(hub, 300)
    await links({ vpn_online: 0, vpn_online_since: null, vpn_offline_since: fromUnix(now - 290) })
    await write(branches, { online: 0 })
    await write([b], { config_error: 'failed: secret of the shops' })
    const confined = await read(await aSubAccount(world, owner, { designated: [other] }))
    expect(confined.sites.total).toBe(2)
    expect(confined.problems.map(({ cause, subjects, network_number: numbers }) => [cause, subjects[0]?.router_name, numbers])).toEqual([
      ['connection_lost', elsewhere, [other]],
      ['config_failed', b, [other]],
    ])
    const text = JSON.stringify(confined)
    for (const hidden of ['secret', hub, a, network_number]) expect(text).not.toContain(hidden)
    expect((await read(await world.anOwner())).problems).toEqual([])
  })
})
