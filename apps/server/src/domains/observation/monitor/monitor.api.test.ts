import { alertEventDefaults, contract } from '@weft/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { unix } from '../../../kernel/clock.ts'
import { hardware, software } from '../../../../test/network-fixtures.ts'
import { untilAnotherWaits } from '../../../../test/waiting.ts'
import { type Receiver, startReceiver } from '../../../../test/webhook-receiver.ts'
import { type Answer, createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  world = await createWorld({ WEFT_EGRESS_ALLOW: receiver.host })
})
afterAll(async () => {
  await world.close()
  receiver.close()
})
beforeEach(() => {
  receiver.received.length = 0
  receiver.answer(200, '{"errcode":0}')
})

const flags = {
  portal_confirm: 1,
  email_confirm: 0,
  webhook_confirm: 0,
  ...alertEventDefaults,
} as const
const save = (owner: Person, change: object = {}) => world.call(owner, contract.monitor.setting, { ...flags, router: [], ...change })
const config = async (owner: Person) => (await world.call(owner, contract.monitor.config, {})).data as Record<string, unknown>
const bindEmail = (owner: Person, email: string) =>
  world.asSystem(({ sql }) => sql.updateTable('login').set({ email }).where('login_id', '=', owner.login_id).execute())
async function enabled(): Promise<Person> {
  const owner = await world.anOwner()
  expect((await world.call(owner, contract.monitor.enable, {})).code).toBe(200)
  return owner
}
const hook = { type: 'other', secret: '' }

describe('monitoring', () => {
  it('is off until it is turned on, and keeps its settings while it is off', async () => {
    const owner = await world.anOwner()
    expect(await config(owner)).toMatchObject({ enable: 0, portal_confirm: 1, router_offline: 1, router: [], email_bound: 0 })
    expect(await save(owner)).toMatchObject({ code: 403, msg: '监控未开启' })
    expect((await world.call(owner, contract.monitor.enable, {})).code).toBe(200)
    const [router] = await hardware(world, owner, 1)
    expect((await save(owner, { router: [router], router_online: 1 })).code).toBe(200)
    expect((await world.call(owner, contract.monitor.close, {})).code).toBe(200)
    expect(await world.call(owner, contract.monitor.close, {})).toMatchObject({ code: 403 })
    expect(await config(owner)).toMatchObject({ enable: 0, router_online: 1, router: [router] })
    await world.call(owner, contract.monitor.enable, {})
    expect(await config(owner)).toMatchObject({ enable: 1, router_online: 1, router: [router] })
  })

  it('is turned on while one of the members is deleted', async () => {
    const owner = await world.anOwner()
    const [kept, gone] = await hardware(world, owner, 2)
    let enabling: Promise<Answer> | undefined
    await world.asSystem(async (system) => {
      await system.sql.deleteFrom('member').where('router_name', '=', gone!).execute()
      enabling = world.call(owner, contract.monitor.enable, {})
      await untilAnotherWaits(system)
    })
    expect((await enabling)?.code).toBe(200)
    expect(await config(owner)).toMatchObject({ enable: 1, router: [kept] })
  })

  it('can mail only if the owner has an address, and call a webhook only if there is one', async () => {
    const owner = await enabled()
    expect(await save(owner, { email_confirm: 1 })).toMatchObject({
      code: 422,
      data: { errors: [{ field: 'email_confirm', msg: '请先绑定邮箱' }] },
    })
    expect(await save(owner, { webhook_confirm: 1 })).toMatchObject({
      code: 422,
      data: { errors: [{ field: 'webhook_confirm', msg: '请先配置 Webhook' }] },
    })
    await bindEmail(owner, `owner${owner.account_number}@example.com`)
    await world.call(owner, contract.webhook.setting, { ...hook, url: receiver.url })
    expect((await save(owner, { email_confirm: 1, webhook_confirm: 1 })).code).toBe(200)
    expect(await config(owner)).toMatchObject({
      email_confirm: 1,
      webhook_confirm: 1,
      email_bound: 1,
      email: expect.stringContaining('***'),
    })
    expect((await world.call(owner, contract.webhook.delete, {})).code).toBe(200)
    expect(await config(owner)).toMatchObject({ webhook_confirm: 0 })
  })

  it('watches only hardware, and changes nothing if one of the members is gone', async () => {
    const owner = await enabled()
    const [router] = await hardware(world, owner, 1)
    const [client] = await software(world, owner, 1)
    expect((await world.call(owner, contract.monitor.routers, {})).data).toEqual([
      { router_name: router, note: expect.any(String), router_type: 1 },
    ])
    expect(await save(owner, { router: [client] })).toMatchObject({ code: 422, data: { errors: [{ field: 'router' }] } })
    await save(owner, { router: [router] })
    expect(await save(owner, { router: [router, 'GONE-1'], router_online: 1 })).toMatchObject({ code: 204 })
    expect(await config(owner)).toMatchObject({ router_online: 0, router: [router] })
    await world.asSystem(({ sql }) => sql.deleteFrom('member').where('router_name', '=', router!).execute())
    expect(await config(owner)).toMatchObject({ router: [] })
  })

  it('logs what was turned on and off, and how many members were added', async () => {
    const owner = await enabled()
    const names = await hardware(world, owner, 2)
    await save(owner, { router: names, router_online: 1, pop_connect: 0 })
    const { data } = await world.call(owner, contract.operationLog.lists, {})
    expect(data as { message: string }[]).toMatchObject([
      { message: '修改了告警设置：开启「硬件上线」、关闭「POP 连接异常」、添加了 2 个监控对象' },
      { message: '开启了监控' },
    ])
  })
})

describe('a maintenance window', () => {
  const window = (change: object = {}) => {
    const now = Math.floor(Date.now() / 1000)
    return { name: '机房割接', start_time: now, end_time: now + 3600, router: [], ...change }
  }
  it('is added, listed and deleted', async () => {
    const owner = await enabled()
    const reply = await world.call(owner, contract.monitor.maintenance_create, window())
    const { id } = reply.data as { id: string }
    expect(await world.call(owner, contract.monitor.maintenance_lists, {})).toMatchObject({
      count: 1,
      data: [{ id, name: '机房割接', router: [] }],
    })
    expect((await world.call(owner, contract.monitor.maintenance_delete, { id })).code).toBe(200)
    expect(await world.call(owner, contract.monitor.maintenance_delete, { id })).toMatchObject({ code: 204, msg: '维护窗口不存在或已删除' })
  })
  it('that has a duration and no start begins now, by the server’s clock', async () => {
    const owner = await enabled()
    const now = unix(world.infrastructure.clock.now())
    const input = { name: '静默', duration: 4 * 3600, router: [] }
    expect((await world.call(owner, contract.monitor.maintenance_create, input)).code).toBe(200)
    const { data } = await world.call(owner, contract.monitor.maintenance_lists, {})
    expect(data).toMatchObject([{ start_time: now, end_time: now + 4 * 3600 }])
  })
  it.each([
    [{ start_time: undefined }, '开始时间不能为空'],
    [{ end_time: undefined }, '结束时间不能为空'],
    [{ duration: 60 }, '结束时间与持续时间只能填写一个'],
    [{ end_time: undefined, duration: 32 * 86_400 }, '持续时间不能大于 2678400'],
    [{ end_time: undefined, duration: 0 }, '持续时间不能小于 1'],
    [{ end_time: 1 }, '结束时间必须晚于开始时间'],
    [{ start_time: 1000, end_time: 2000 }, '结束时间不能早于现在'],
    [{ end_time: Math.floor(Date.now() / 1000) + 40 * 86_400 }, '维护窗口最长 31 天'],
    [{ name: ' ' }, '名称不能为空'],
  ])('is refused with %j: %s', async (change, msg) => {
    const owner = await enabled()
    expect(await world.call(owner, contract.monitor.maintenance_create, window(change))).toMatchObject({ code: 422, msg })
  })
})

describe('a contact', () => {
  const create = (owner: Person, name: string, email: string) => world.call(owner, contract.contacts.create, { name, email })
  it('needs an address of its own, verifies it, and must verify a changed one again', async () => {
    const owner = await enabled()
    const { uuid } = (await create(owner, '值班', 'Duty@Example.com')).data as { uuid: string }
    expect(await create(owner, '另一位', 'duty@example.com')).toMatchObject({
      code: 422,
      data: { errors: [{ field: 'email', msg: '已有联系人使用该邮箱' }] },
    })
    expect((await world.call(owner, contract.contacts.send_validate_email, { uuid })).code).toBe(200)
    expect(await world.call(owner, contract.contacts.send_validate_email, { uuid })).toMatchObject({
      code: 429,
      data: { retry_after: expect.any(Number) },
    })
    await world.deliver()
    const [letter] = world.outbox('Duty@Example.com')
    const s = letter!.link!.split('?s=')[1]
    expect((await world.call(undefined, contract.contacts.validate_email, { s })).code).toBe(200)
    const info = async () => (await world.call(owner, contract.contacts.info, { uuid })).data
    expect(await info()).toEqual({ uuid, name: '值班', email: 'Duty@Example.com', email_verify: 1 })
    expect(await world.call(owner, contract.contacts.send_validate_email, { uuid })).toMatchObject({ code: 403 })
    const edit = (email: string) => world.call(owner, contract.contacts.edit, { uuid, name: '值班经理', email })
    await edit('duty@example.com')
    expect(await info()).toMatchObject({ name: '值班经理', email_verify: 1 })
    await edit('lead@example.com')
    expect(await info()).toMatchObject({ email: 'lead@example.com', email_verify: 0 })
    expect(await config(owner)).toMatchObject({ contacts: 1, contacts_verified: 0 })
    expect((await world.call(owner, contract.contacts.delete, { uuid })).code).toBe(200)
    expect(await world.call(owner, contract.contacts.lists, {})).toMatchObject({ count: 0 })
  })
  it.each([
    ['', 'a@example.com', '名称不能为空'],
    ['值班', '', '邮箱不能为空'],
    ['值班', 'a@', '请输入正确的邮箱'],
    ['值班', 'a@example.com\r\nBcc: b@example.com', '请输入正确的邮箱'],
  ])('is refused with the name %j and the address %j: %s', async (name, email, msg) => {
    expect(await create(await enabled(), name, email)).toMatchObject({ code: 422, msg })
  })
  it('is refused beyond a hundred in an account', async () => {
    const owner = await enabled()
    await world.asSystem(async ({ sql }) => {
      for (let n = 0; n < 100; n += 1)
        await sql
          .insertInto('contact')
          .values({ account_id: owner.account_id, uuid: crypto.randomUUID(), name: '值班', email: `c${n}@example.com` })
          .execute()
    })
    expect(await create(owner, '又一位', 'one@more.example')).toMatchObject({ code: 403, msg: '联系人最多 100 位' })
  })
})

describe('a webhook', () => {
  const put = (owner: Person, input: object) => world.call(owner, contract.webhook.setting, { ...hook, ...input })
  const test = (owner: Person, input: object) => world.call(owner, contract.webhook.test, { ...hook, ...input })
  const shown = async (owner: Person) => (await world.call(owner, contract.webhook.config, {})).data as Record<string, string> | null

  it('is shown without its key, and is unchanged if it is sent back as shown', async () => {
    const owner = await enabled()
    expect(await shown(owner)).toBeNull()
    await put(owner, { url: receiver.url, secret: 'a secret' })
    const masked = { type: 'other', url: `http://${receiver.host}/******`, secret: '******' }
    expect(await shown(owner)).toEqual(masked)
    expect((await put(owner, masked)).code).toBe(200)
    expect((await test(owner, masked)).code).toBe(200)
    expect(receiver.received[0]).toMatchObject({
      path: '/robot/send',
      headers: { 'x-weft-signature': expect.stringMatching(/^sha256=[0-9a-f]{64}$/) },
    })
    expect((await put(owner, { ...masked, secret: '' })).code).toBe(200)
    expect(await shown(owner)).toEqual({ ...masked, secret: '' })
  })
  it('is reported to the owner when its address changes, without its key', async () => {
    const owner = await enabled()
    const reported = async () =>
      (
        await world.asSystem(({ sql }) => sql.selectFrom('message').selectAll().where('account_id', '=', owner.account_id).execute())
      ).filter(({ title }) => title === '告警的 Webhook 地址已修改')
    await put(owner, { url: receiver.url, secret: 'a secret' })
    await put(owner, { url: receiver.url, secret: 'another secret' })
    const [message, ...more] = await reported()
    expect(more).toEqual([])
    expect(message).toMatchObject({ login_id: owner.login_id, content: expect.stringContaining(receiver.host) })
    expect(message!.content).not.toContain('/robot/send')
  })
  it('needs its secret again if its address changes', async () => {
    const owner = await enabled()
    await put(owner, { url: receiver.url, secret: 'a secret' })
    expect(await put(owner, { url: 'https://elsewhere.example/hook', secret: '******' })).toMatchObject({
      code: 422,
      data: { errors: [{ field: 'secret', msg: '地址已修改，请重新输入密钥' }] },
    })
    expect(await test(owner, { url: 'https://elsewhere.example/hook', secret: '******' })).toMatchObject({ code: 422 })
    // Robots of one service have one host and differ in their keys.
    for (const url of [`${receiver.url}2`, receiver.url.replace('a-key', 'another')])
      for (const send of [put, test])
        expect(await send(owner, { url, secret: '******' })).toMatchObject({ code: 422, data: { errors: [{ field: 'secret' }] } })
    expect((await put(owner, { url: receiver.url, secret: '******' })).code).toBe(200)
    expect(receiver.received).toEqual([])
  })
  it.each([
    [
      { type: 'dingtalk', url: 'https://evil.example/robot/send', secret: 'SEC1' },
      '钉钉的 Webhook 地址应以 https://oapi.dingtalk.com/ 开头',
    ],
    [
      { type: 'dingtalk', url: 'https://oapi.dingtalk.com.evil.example/', secret: 'SEC1' },
      '钉钉的 Webhook 地址应以 https://oapi.dingtalk.com/ 开头',
    ],
    [{ type: 'feishu', url: 'https://open.feishu.cn:8443/', secret: 's' }, '飞书的 Webhook 地址应以 https://open.feishu.cn/ 开头'],
    [{ type: 'dingtalk', url: 'https://oapi.dingtalk.com/robot/send', secret: '' }, '密钥不能为空'],
    [{ type: 'wecom', url: 'http://qyapi.weixin.qq.com/' }, '请输入以 https:// 开头的地址'],
    [{ url: 'ftp://example.com' }, '请输入以 https:// 开头的地址'],
    [{ url: '' }, 'Webhook 地址不能为空'],
    [{ type: 'telegram', url: 'https://example.com' }, '请选择类型'],
  ])('is refused with %j: %s', async (input, msg) => {
    const owner = await enabled()
    expect(await put(owner, input)).toMatchObject({ code: 422, msg })
    expect(await shown(owner)).toBeNull()
  })
  it.each([
    'https://127.0.0.1/',
    'https://[::ffff:127.0.0.1]/',
    'https://2130706433/',
    'https://localhost/',
    'https://169.254.169.254/latest',
  ])('is never called at %s', async (url) => {
    expect(await test(await enabled(), { url })).toMatchObject({ code: 422, msg: '发送失败：Webhook 地址不是可访问的公网地址' })
  })
  it('shows only the status code of a receiver that refuses a test', async () => {
    const owner = await enabled()
    receiver.answer(500, '<h1>secret of the inside</h1>')
    const response = await test(owner, { url: receiver.url })
    expect(response).toMatchObject({ code: 422, msg: '发送失败：对方拒收，请检查地址、密钥和机器人的安全设置（HTTP 500）' })
    expect(JSON.stringify(response)).not.toContain('inside')
  })
  it('keeps its address and secret out of the operation log', async () => {
    const owner = await enabled()
    await put(owner, { url: receiver.url, secret: 'a-very-secret' })
    await test(owner, { url: receiver.url, secret: '******' })
    await world.call(owner, contract.webhook.delete, {})
    const rows = await world.db.systemNow.sql.selectFrom('audit').selectAll().where('account_id', '=', owner.account_id).execute()
    expect(JSON.stringify(rows)).not.toMatch(/a-very-secret|a-key/)
    expect(rows.map((row) => row.action)).toEqual(expect.arrayContaining(['edit_webhook', 'test_webhook', 'delete_webhook']))
  })
})
