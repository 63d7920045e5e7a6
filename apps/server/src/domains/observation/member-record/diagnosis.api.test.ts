import { contract, type Diagnosis, type DiagnosisCause, type MemberPath, nextSteps } from '@weft/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { setMemberStatus } from '../../member/member/member.service.ts'
import { fromUnix } from '../../../kernel/clock.ts'
import { connected, type Device, listenForAgents, memberRow } from '../../../../test/agent-client.ts'
import { aNetwork, aSubAccount, grant, hardware, software } from '../../../../test/network-fixtures.ts'
import { aResource } from '../../../../test/network-setting-fixtures.ts'
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
  for (const name of [hub, point, app]) await change(name, { create_time: fromUnix(now() - 86_400) })
  return async () => {
    await Promise.all(open.splice(0).map((device) => device.leave()))
  }
})

const now = () => Math.floor(Date.now() / 1000)
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
async function report(device: Device, type: 'link_up' | 'link_down', seq: number, ago: number): Promise<void> {
  const event = { seq, type, who: hub, network_number, vpn_ip: '10.128.0.2', address: '203.0.113.9', since: now() - ago } as const
  device.send({ type: 'event', oldest: 1, now: now(), events: [event] })
  await device.next('event.ack')
}
const why = async (router_name: string, who: Person = owner, language = 'zh-CN'): Promise<Diagnosis> => {
  const answer = await world.call(who, contract.memberRecords.diagnosis, { router_name }, { headers: { 'accept-language': language } })
  expect(answer.code).toBe(200)
  return answer.data
}
const causeOf = async (router_name: string): Promise<DiagnosisCause> => (await why(router_name)).cause
const change = (router_name: string, columns: Record<string, unknown>) =>
  world.asSystem(({ sql }) => sql.updateTable('member').set(columns).where('router_name', '=', router_name).execute())

describe('the diagnosis of a member', () => {
  it('is that it is disabled, whatever else is wrong', async () => {
    await world.asAccount(owner, (db) => setMemberStatus(db, 'system', app, 0))
    expect(await why(app)).toMatchObject({ cause: 'disabled', next_step: 'enable', network_number: null })
  })

  it('is that the service has lapsed, if all networks of the account are down', async () => {
    await world.asSystem(({ sql }) =>
      sql.updateTable('account').set({ network_usable: 0 }).where('account_id', '=', owner.account_id).execute(),
    )
    // The device that never connected has a cause of its own, which lists and its path show, too.
    expect(await causeOf(point)).toBe('never_activated')
    await join(point)
    expect(await why(point)).toMatchObject({ cause: 'service_lapsed', next_step: 'renew', since: null })
    await leave(await join(app), app)
    expect(await why(app)).toMatchObject({ cause: 'service_lapsed', since: null })
  })

  it('is that it was never activated, or never signed in', async () => {
    expect(await causeOf(point)).toBe('never_activated')
    expect(await causeOf(app)).toBe('never_signed_in')
  })

  it('is a lost connection, with its last address and time', async () => {
    const began = now()
    const device = await join(point)
    await leave(device, point)
    const { cause, since, text } = await why(point)
    expect([cause, text]).toEqual(['connection_lost', '设备与平台失去联系，最近一次在 127.0.0.1 断开'])
    expect(since).toBeGreaterThanOrEqual(began)
    expect(since).toBeLessThanOrEqual(now())
    await leave(await join(app), app)
    expect(await why(app)).toMatchObject({ cause: 'signed_out', next_step: 'sign_in' })
  })

  it('is a lost connection without an address, if no log of that time is kept', async () => {
    await change(point, { connect_time: fromUnix(now() - 9_000_000), report_time: fromUnix(now() - 8_000_000) })
    expect((await why(point)).text).toBe('设备与平台失去联系')
    expect((await why(point, owner, 'en')).text).toBe('The device lost contact')
  })

  it('is a failed configuration, in the words of the device', async () => {
    const device = await join(point)
    const offer = await device.next('config.offer')
    device.send({
      type: 'config.ack',
      revision: offer.revision,
      hash: offer.hash,
      phase: 'failed',
      errors: ['tun0: no address'],
      actions: [],
    })
    await eventually(async () => expect(await causeOf(point)).toBe('config_failed'))
    expect(await why(point)).toMatchObject({ text: '配置下发失败：tun0: no address', next_step: 'resend', network_number })
  })

  it('is that it is in no network', async () => {
    const [free] = (await hardware(world, owner, 1)) as [string]
    await join(free)
    expect(await why(free)).toMatchObject({ cause: 'no_network', next_step: 'join_network', network_number: null })
  })

  it('is that the POP resource of its network has ended, if it dials POPs alone', async () => {
    const { ov } = await aResource(world, owner, { ended: true, attached: network_number })
    await world.asSystem(async ({ sql }) => {
      await sql.updateTable('network_fr').set({ running: 0 }).where('network_number', '=', network_number).execute()
      const pop = { kind: 'pop', center_router_name: 'pop', ov_id: ov[0]! } as const
      await sql
        .updateTable('network_link')
        .set(pop as never)
        .where('account_id', '=', owner.account_id)
        .where('router_name', '=', point)
        .execute()
    })
    await change(point, { online_status: 1, connect_time: fromUnix(now() - 60) })
    expect(await why(point)).toMatchObject({
      cause: 'pop_lapsed',
      text: '所在组网的 POP 资源已到期，没有可用的接入点',
      since: null,
      next_step: 'renew',
      network_number,
    })
    const path = (await world.call(owner, contract.memberRecords.path, { router_name: point })).data as MemberPath
    expect(path).toMatchObject({
      broken: 'targets',
      hops: [{}, {}, { state: 'down', targets: [{ state: 'disabled' }] }, { state: 'unknown' }],
    })
  })

  it('is that its center is down, named by the center’s note', async () => {
    await change(hub, { note: '上海总部' })
    await join(point)
    expect(await why(point)).toMatchObject({ cause: 'center_down', text: '所连接的中心 上海总部 已离线', network_number })
    await join(hub)
    expect(await causeOf(point)).toBe('tunnel_down')
    expect(await causeOf(hub)).toBe('no_branch')
  })

  it('is a changed address, until a tunnel is up again', async () => {
    await join(hub)
    const device = await join(point)
    await report(device, 'link_up', 1, 60)
    expect(await causeOf(point)).toBe('online')
    await report(device, 'link_down', 2, 0)
    await world.asSystem(({ sql }) =>
      sql.updateTable('connect_log').set({ remote_ip: '198.51.100.4' }).where('router_name', '=', point).execute(),
    )
    await leave(device, point)
    await world.pass(1)
    const again = await join(point)
    expect(await why(point)).toMatchObject({
      cause: 'address_changed',
      text: '设备的公网地址由 198.51.100.4 变为 127.0.0.1 后，隧道尚未恢复',
    })
    await report(again, 'link_up', 1, 0)
    expect(await causeOf(point)).toBe('online')
  })

  it('ignores a former member of the same name', async () => {
    await leave(await join(point), point)
    await change(point, { connect_time: null, report_time: null, create_time: fromUnix(now() + 60) })
    expect(await causeOf(point)).toBe('never_activated')
  })
})

it('the diagnosis is in the language of the caller, with a next step that the console knows', async () => {
  expect(await why(point, owner, 'en')).toMatchObject({ text: 'This device has never reached the platform', next_step: 'activate' })
  expect(nextSteps).toContain((await why(app)).next_step)
})

describe('a role with designated networks', () => {
  it('learns no name, center or error of other networks', async () => {
    const [hidden_hub] = (await hardware(world, owner, 1)) as [string]
    await change(hidden_hub, { note: '隐藏中心' })
    const hidden = await aNetwork(world, owner, '隐藏组网', [hidden_hub], [point])
    await world.asSystem(({ sql }) =>
      sql
        .insertInto('tunnel_session')
        .values({
          account_id: owner.account_id,
          network_number: hidden,
          router_name: app,
          link_router_name: hidden_hub,
          orig: '192.0.2.77',
          start_time: fromUnix(now() - 100),
          end_time: fromUnix(now() - 50),
        } as never)
        .execute(),
    )
    const sub = await aSubAccount(world, owner, { designated: [network_number] })
    const secrets = new RegExp([hidden, hidden_hub, '隐藏', '192\\.0\\.2\\.77', 'hidden-error'].join('|'))

    expect((await why(app, owner)).text).toContain('192.0.2.77')
    expect(await why(app, sub)).toMatchObject({ cause: 'never_signed_in' })

    // The center has its address already: a changed one would give its branches new configurations and replace their errors.
    await change(hub, { router_ipv4: '127.0.0.1' })
    await Promise.all([join(point), join(hub)])
    expect(await why(point, owner)).toMatchObject({ cause: 'center_down', network_number: hidden })
    expect(await why(point, sub)).toMatchObject({ cause: 'tunnel_down', fix: 'redial', network_number })

    await change(point, { config_error: `failed: hidden-error of ${hidden_hub}` })
    expect((await why(point, owner)).text).toContain('hidden-error')
    const result = await why(point, sub)
    expect(result).toMatchObject({ cause: 'config_failed', text: '配置下发失败：原因请咨询主账号管理员', network_number })
    for (const name of [point, app, hub]) expect(JSON.stringify(await why(name, sub))).not.toMatch(secrets)

    const elsewhere = await aSubAccount(world, owner, { designated: [await aNetwork(world, owner, '其他', [], [hub])] })
    expect(await why(point, elsewhere)).toMatchObject({ cause: 'no_network', network_number: null })
  })
})
