import { contract, type MemberPath, type SignedInDays } from '@weft/contract'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fromUnix } from '../../../kernel/clock.ts'
import { connected, type Device, listenForAgents, memberRow } from '../../../../test/agent-client.ts'
import { aNetwork, aSubAccount, grant, hardware, software } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'
import { eventually } from '../../../../test/eventually.ts'

let world: World
let server: string
let owner: Person
let hub: string
let point: string
let app: string
let network_number: string
const open: Device[] = []
beforeAll(async () => {
  world = await createWorld()
  server = await listenForAgents(world)
})
afterAll(() => world.close())
beforeEach(async () => {
  owner = await world.anOwner()
  for (const code of ['network_member', 'network_center'] as const) await grant(world, owner, code, 10)
  ;[hub, point] = (await hardware(world, owner, 2)) as [string, string]
  ;[app] = (await software(world, owner, 1)) as [string]
  network_number = await aNetwork(world, owner, '门店', [hub], [point, app])
  for (const name of [hub, point, app]) await change(name, { create_time: fromUnix(now() - 30 * 86_400) })
  await change(hub, { note: '上海总部' })
  return async () => {
    await Promise.all(open.splice(0).map((device) => device.leave()))
  }
})

const now = () => Math.floor(Date.now() / 1000)
const change = (router_name: string, columns: Record<string, unknown>) =>
  world.asSystem(({ sql }) => sql.updateTable('member').set(columns).where('router_name', '=', router_name).execute())
async function join(router_name: string) {
  const device = await connected(world, server, { account_id: owner.account_id, router_name })
  open.push(device)
  return device
}
async function leave(device: Device, router_name: string): Promise<void> {
  open.splice(open.indexOf(device), 1)
  await device.leave()
  await eventually(async () => expect(await memberRow(world, router_name)).toMatchObject({ online_status: 0 }))
}
async function report(device: Device, type: 'link_up' | 'link_down', seq: number, ago: number, who = hub): Promise<void> {
  const event = { seq, type, who, network_number, vpn_ip: '10.128.0.2', address: '203.0.113.9', since: now() - ago } as const
  device.send({ type: 'event', oldest: 1, now: now(), events: [event] })
  await device.next('event.ack')
}
async function pathOf(router_name: string, who: Person = owner, language = 'zh-CN'): Promise<MemberPath> {
  const answer = await world.call(who, contract.memberRecords.path, { router_name }, { headers: { 'accept-language': language } })
  expect(answer.code).toBe(200)
  return answer.data
}
const states = ({ hops }: MemberPath) => hops.map(({ state }) => state)
const sessionOf = (columns: Record<string, unknown>) =>
  world.asSystem(({ sql }) =>
    sql
      .insertInto('tunnel_session')
      .values({ account_id: owner.account_id, network_number, router_name: point, link_router_name: hub, ...columns } as never)
      .execute(),
  )

describe('the path of a member', () => {
  it('is well from end to end while its tunnel is up', async () => {
    await join(hub)
    await report(await join(point), 'link_up', 1, 60)
    const path = await pathOf(point)
    expect(path).toMatchObject({ state: 'up', cause: 'online', broken: null, evidence: [], steps: [] })
    expect(states(path)).toEqual(['up', 'up', 'up', 'up'])
    expect(path.hops[2]!.targets).toMatchObject([{ router_name: hub, name: '上海总部', state: 'up', vpn_ip: expect.any(String) }])
    const center = await pathOf(hub)
    expect(center.hops[2]!.facts).toEqual([{ fact: 'branches', up: 1, total: 1 }])
  })

  it('of a lost device breaks at the internet, with true times and steps in the language of the caller', async () => {
    const began = now()
    await join(hub)
    const device = await join(point)
    await report(device, 'link_up', 1, 600)
    await report(device, 'link_down', 2, 0)
    await leave(device, point)
    const path = await pathOf(point)
    expect(path).toMatchObject({ state: 'down', cause: 'connection_lost', broken: 'internet', headline: '断电或上网线路中断的可能性最大' })
    expect(states(path)).toEqual(['unknown', 'down', 'unknown', 'unknown'])
    expect(path.hops[1]!.facts).toContainEqual({ fact: 'last_heard', at: path.since })
    expect(path.evidence.flatMap(({ text }) => text.split('，')).toSorted()).toEqual(['平台与设备的连接断开', '最后一次心跳', '链路断开'])
    // What happened within one second is one line.
    expect(new Set(path.evidence.map(({ time }) => Math.floor(time))).size).toBe(path.evidence.length)
    expect(path.evidence.every(({ time }) => time >= began && time <= now())).toBe(true)
    expect(path.steps[0]).toBe('电源灯不亮：检查插座和适配器')
    expect(await pathOf(point, owner, 'en')).toMatchObject({ headline: 'Most likely power or the uplink' })
  })

  it('of a lost device tells how many sites in its city are up, if its city is known', async () => {
    await leave(await join(point), point)
    expect((await pathOf(point)).text).not.toContain('同城')
    await join(hub)
    for (const name of [hub, point]) await change(name, { province: '安徽', city: '合肥' })
    expect((await pathOf(point)).text).toContain('同城 1 个站点正常')
  })

  it('of a device that was never activated begins with its first steps', async () => {
    expect(await pathOf(point)).toMatchObject({
      state: 'never',
      cause: 'never_activated',
      broken: 'device',
      audience: '开通步骤',
      since: null,
    })
  })

  it('of a software member that signed out is no fault, with its last session', async () => {
    await sessionOf({ router_name: app, start_time: fromUnix(now() - 7200), end_time: fromUnix(now() - 3600) })
    const path = await pathOf(app)
    expect(path).toMatchObject({ state: 'idle', cause: 'signed_out', broken: 'device', headline: '未登录，属于正常状态' })
    expect(path.evidence.map(({ text }) => text)).toEqual(['登录', '断开'])
  })

  it('of a branch whose center is away breaks at the center, by its name', async () => {
    await leave(await join(hub), hub)
    await join(point)
    const path = await pathOf(point)
    expect(path).toMatchObject({ cause: 'center_down', broken: 'targets', text: '所连接的中心 上海总部 已离线' })
    expect(states(path)).toEqual(['up', 'up', 'down', 'unknown'])
  })

  it('is degraded where one of two tunnels is down, which it names', async () => {
    const [second] = (await hardware(world, owner, 1)) as [string]
    await change(second, { note: '南京灾备' })
    network_number = await aNetwork(world, owner, '双中心', [hub, second], [point])
    await Promise.all([join(hub), join(second)])
    await report(await join(point), 'link_up', 1, 60)
    const path = await pathOf(point)
    expect(path.state).toBe('degraded')
    expect(path.text).toContain('南京灾备')
    expect(path.headline).toBe('部分链路中断，其余链路正常')
    expect(path.hops[2]).toMatchObject({ state: 'degraded' })
  })

  it('has the alert that was sent, and on which channels', async () => {
    const device = await join(point)
    await leave(device, point)
    const { account_id } = owner
    const alert_id = randomUUID()
    const create_time = fromUnix(now() + 1)
    const robot = { type: 'dingtalk', url: 'https://oapi.dingtalk.com/robot/send?access_token=a', secret: 'SECa' } as const
    expect((await world.call(owner, contract.webhook.setting, robot)).code).toBe(200)
    await world.asSystem(async ({ sql }) => {
      const lines = [{ event: 'router_offline', good: false, time: now(), text: '失联', router_name: point }]
      await sql
        .insertInto('alert')
        .values({ account_id, alert_id, title: '失联', content: JSON.stringify({ lines, more: 0 }), create_time })
        .execute()
      for (const channel of ['portal', 'webhook'])
        await sql
          .insertInto('delivery')
          .values({
            delivery_id: randomUUID(),
            account_id,
            alert_id,
            channel,
            template: 'alert',
            language: 'zh-CN',
            masked_target: '',
            next_time: create_time,
            create_time,
          } as never)
          .execute()
    })
    expect((await pathOf(point)).evidence.at(-1)).toEqual({ time: expect.any(Number), text: '已告警：站内消息、钉钉' })
  })

  it('carries the local networks that its rules announce', async () => {
    const prefix = [{ ip: '192.168.20.0', mask: 24, permission: 'permit' as const }]
    const answer = await world.call(owner, contract.networkSettings.edit_prefix, { network_number, router_name: point, prefix })
    expect(answer.code).toBe(200)
    expect((await pathOf(point)).lan).toEqual([{ ip: '192.168.20.0', mask: 24, source: 'prefix', network_number }])
  })
})

it('a role with designated networks learns nothing of other networks and their centers', async () => {
  const [hidden_hub] = (await hardware(world, owner, 1)) as [string]
  await change(hidden_hub, { note: '隐藏中心' })
  const hidden = await aNetwork(world, owner, '隐藏组网', [hidden_hub], [point])
  await world.call(owner, contract.networkSettings.edit_prefix, {
    network_number: hidden,
    router_name: point,
    prefix: [{ ip: '192.168.77.0', mask: 24, permission: 'permit' }],
  })
  await join(hub)
  const device = await join(point)
  await report(device, 'link_up', 1, 60)
  await sessionOf({ network_number: hidden, link_router_name: hidden_hub, orig: '192.0.2.77', start_time: fromUnix(now() - 50) })
  const secrets = new RegExp([hidden, hidden_hub, '隐藏', '192\\.0\\.2\\.77', '192\\.168\\.77'].join('|'))
  expect(JSON.stringify(await pathOf(point))).toMatch(secrets)
  const sub = await aSubAccount(world, owner, { designated: [network_number] })
  expect(JSON.stringify(await pathOf(point, sub))).not.toMatch(secrets)
  expect((await pathOf(point, sub)).state).toBe('up')
})

describe('the days of a software member', () => {
  const daysOf = async (who: Person = owner): Promise<SignedInDays> => {
    const answer = await world.call(who, contract.memberRecords.signed_in, { router_name: app })
    expect(answer.code).toBe(200)
    return answer.data
  }

  it('count each moment once, however many tunnels it has', async () => {
    const at = now()
    await sessionOf({ router_name: app, start_time: fromUnix(at - 600), end_time: null })
    await sessionOf({ router_name: app, link_router_name: 'other', start_time: fromUnix(at - 900), end_time: fromUnix(at - 300) })
    const { days, spans, seconds } = await daysOf()
    expect(days).toHaveLength(7)
    expect(spans).toHaveLength(1)
    // The open tunnel counts until the moment of the question. Both tunnels counted for themselves would be 1,200 s.
    expect(seconds).toBeGreaterThanOrEqual(900)
    expect(seconds).toBeLessThanOrEqual(900 + now() - at + 1)
  })

  it('leave out the tunnels of networks that the caller may not see', async () => {
    await sessionOf({ router_name: app, start_time: fromUnix(now() - 600) })
    const elsewhere = await aSubAccount(world, owner, { designated: [await aNetwork(world, owner, '其他', [], [hub])] })
    expect((await daysOf(elsewhere)).spans).toEqual([])
  })
})
