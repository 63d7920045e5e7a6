import { alertEventDefaults, contract } from '@weft/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aNetwork, grant, hardware } from '../../../../test/network-fixtures.ts'
import { type Receiver, startReceiver } from '../../../../test/webhook-receiver.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
  world = await createWorld({ WEFT_EGRESS_ALLOW: receiver.host, WEFT_PUBLIC_URL: 'https://console.example' })
})
afterAll(async () => {
  await world.close()
  receiver.close()
})
beforeEach(() => {
  receiver.received.length = 0
  receiver.answer(200, '{"errcode":0}')
})

/** Creates an account that watches members and is alerted by message and webhook. */
async function watching(count: number, change: object = {}): Promise<{ owner: Person; names: string[] }> {
  const owner = await world.anOwner()
  const names = await hardware(world, owner, count)
  await present(names, 1)
  await world.call(owner, contract.monitor.enable, {})
  await world.call(owner, contract.webhook.setting, { type: 'other', url: receiver.url, secret: '' })
  const reply = await world.call(owner, contract.monitor.setting, {
    portal_confirm: 1,
    email_confirm: 0,
    webhook_confirm: 1,
    ...alertEventDefaults,
    router_online: 1,
    router: names,
    ...change,
  })
  expect(reply, reply.msg).toMatchObject({ code: 200 })
  return { owner, names }
}
/** Marks members as signed in or lost, as the gateway does. */
const present = (names: string[], online_status: 0 | 1) =>
  world.asSystem(({ sql }) => sql.updateTable('member').set({ online_status }).where('router_name', 'in', names).execute())
const { announceDue, announceServices } = {
  announceDue: () => world.services.alerts.announceDue(),
  announceServices: () => world.services.alerts.announceServices(),
}
/** Returns what the receiver got about an account: alerts of former tests may still be on their way. */
const webhooksFor = (owner: Person) => receiver.received.filter(({ json }) => json.account_number === owner.account_number)
/** Returns the titles of the alerts, without the time at their end. */
const titles = async (owner: Person) => {
  // Signs in again, since days may have passed.
  const { data } = await world.call(await world.signedIn(owner), contract.messages.list, {})
  return (data as { title: string; type: string }[])
    .filter(({ type }) => type === '监控告警')
    .map(({ title }) => title.replace(/ · \d\d:\d\d$/, ''))
}

describe('a member that is lost', () => {
  it('is alerted once, after half a minute, in the message centre and by webhook, and so is its return', async () => {
    const { owner, names } = await watching(1)
    const [name] = names
    await present(names, 0)
    await announceDue()
    expect(await titles(owner)).toEqual([])
    await world.pass(31)
    await announceDue()
    await announceDue()
    await world.deliver()
    expect(await titles(owner)).toEqual([`【失联】${name}`])
    expect(webhooksFor(owner)).toHaveLength(1)
    expect(webhooksFor(owner)[0]!.json).toMatchObject({
      account_number: owner.account_number,
      url: 'https://console.example/monitor/setting',
      lines: [{ event: 'router_offline', good: false, router_name: name }],
    })
    await present(names, 1)
    await world.pass(31)
    await announceDue()
    expect(await titles(owner)).toEqual([`【上线】${name}`, `【失联】${name}`])
  })

  it('causes no alert if it is back within half a minute', async () => {
    const { owner, names } = await watching(1)
    await present(names, 0)
    await present(names, 1)
    await world.pass(60)
    await announceDue()
    expect(await titles(owner)).toEqual([])
  })

  it('causes no alert if it is not watched or monitoring was turned off', async () => {
    const { owner, names } = await watching(2)
    const [watched, unwatched] = names
    await present(names, 0)
    await world.call(owner, contract.monitor.setting, {
      portal_confirm: 1,
      email_confirm: 0,
      webhook_confirm: 0,
      ...alertEventDefaults,
      service_expired: 0,
      pop_connect: 0,
      router: [watched],
    })
    await world.pass(31)
    await announceDue()
    expect(await titles(owner)).toEqual([`【失联】${watched}`])
    await present([watched!, unwatched!], 1)
    await world.call(owner, contract.monitor.close, {})
    await world.pass(31)
    await announceDue()
    expect(await titles(owner)).toHaveLength(1)
    const { rows } = {
      rows: await world.db.systemNow.sql.selectFrom('alert_watch').selectAll().where('account_id', '=', owner.account_id).execute(),
    }
    expect(rows).toEqual([])
  })

  it('is mailed to the owner and to verified contacts, each address once', async () => {
    const { owner, names } = await watching(1)
    const email = `owner${owner.account_number}@example.com`
    await world.asSystem(async ({ sql }) => {
      await sql.updateTable('login').set({ email }).where('login_id', '=', owner.login_id).execute()
      for (const [address, email_verify] of [
        [`duty${owner.account_number}@example.com`, 1],
        [email.toUpperCase(), 1],
        [`new${owner.account_number}@example.com`, 0],
      ] as const)
        await sql
          .insertInto('contact')
          .values({ account_id: owner.account_id, uuid: crypto.randomUUID(), name: '值班', email: address, email_verify })
          .execute()
    })
    await world.call(owner, contract.monitor.setting, {
      portal_confirm: 0,
      email_confirm: 1,
      webhook_confirm: 0,
      ...alertEventDefaults,
      service_expired: 0,
      pop_connect: 0,
      router: names,
    })
    await present(names, 0)
    await world.pass(31)
    await announceDue()
    await world.deliver()
    expect(world.outbox(`duty${owner.account_number}@example.com`)).toMatchObject([
      { subject: expect.stringMatching(`^告警：【失联】${names[0]} · \\d\\d:\\u200b?\\d\\d$`) },
    ])
    expect([
      world.outbox(email).length + world.outbox(email.toUpperCase()).length,
      world.outbox(`new${owner.account_number}@example.com`).length,
    ]).toEqual([1, 0])
    expect(await titles(owner)).toEqual([])
  })
})

describe('the alerts of an account', () => {
  it('are one message for many changes, with branches counted in the line of their center', async () => {
    const { owner, names } = await watching(6)
    const [center, ...branches] = names
    await grant(world, owner, 'network_member', 50)
    await aNetwork(world, owner, '总部', [center!], branches.slice(0, 3))
    await present(names, 0)
    await world.pass(31)
    await announceDue()
    await world.deliver()
    expect(await titles(owner)).toEqual(['3 个成员失联'])
    expect(webhooksFor(owner).map(({ json }) => (json.lines as { text: string }[]).map(({ text }) => text).toSorted())).toEqual([
      [`中心 ${center} 与平台失去联系，其下 3 个分支同时离线`, `${branches[3]} 与平台失去联系`, `${branches[4]} 与平台失去联系`].toSorted(),
    ])
    // The center is back; one of its branches stays away and is alerted by itself.
    await present([center!, branches[0]!, branches[1]!], 1)
    await world.pass(31)
    await announceDue()
    await world.pass(31)
    await announceDue()
    expect((await titles(owner)).toSorted()).toEqual(['3 个成员失联', `【失联】${branches[2]}`, `【上线】${center}`].toSorted())
  })

  it('are at least five seconds apart', async () => {
    const { owner, names } = await watching(2)
    await present([names[0]!], 0)
    await world.pass(31)
    await announceDue()
    await present([names[1]!], 0)
    await world.asSystem(({ sql }) =>
      sql
        .updateTable('alert_watch')
        .set({ since: new Date(Date.now() - 60_000) })
        .where('account_id', '=', owner.account_id)
        .execute(),
    )
    await announceDue()
    expect(await titles(owner)).toHaveLength(1)
    await world.pass(6)
    await announceDue()
    expect(await titles(owner)).toHaveLength(2)
  })

  it('are sent once if several instances run at once', async () => {
    const { owner, names } = await watching(1)
    await present(names, 0)
    await world.pass(31)
    await Promise.all(Array.from({ length: 8 }, announceDue))
    expect(await titles(owner)).toHaveLength(1)
  })
})

it('a change in a maintenance window that outlasts it is alerted at its end', async () => {
  const { owner, names } = await watching(2)
  const now = Math.floor(world.infrastructure.clock.now().getTime() / 1000)
  const window = { name: '割接', start_time: now - 60, end_time: now + 120, router: [names[0]] }
  expect((await world.call(owner, contract.monitor.maintenance_create, window)).code).toBe(200)
  await present(names, 0)
  await world.pass(31)
  await announceDue()
  expect(await titles(owner)).toEqual([`【失联】${names[1]}`])
  await world.pass(60)
  await announceDue()
  expect(await titles(owner)).toHaveLength(1)
  await world.pass(40)
  await announceDue()
  expect(await titles(owner)).toEqual([`【失联】${names[0]}`, `【失联】${names[1]}`])
})

it('the end of a service is announced a week before, a day before and when it comes, once each', async () => {
  const { owner } = await watching(1)
  const now = Math.floor(world.infrastructure.clock.now().getTime() / 1000)
  await grant(world, owner, 'network_member', 5, now + 7 * 86_400 - 60)
  await announceServices()
  await announceServices()
  expect(await titles(owner)).toEqual([expect.stringMatching(/^组网成员 5 个将于 \d{4}-\d\d-\d\d 到期$/)])
  await world.pass(6 * 86_400)
  await announceServices()
  await world.pass(86_400)
  await announceServices()
  await announceServices()
  expect(await titles(owner)).toEqual([
    expect.stringMatching(/^组网成员 5 个已于 .* 到期$/),
    expect.stringMatching(/将于/),
    expect.stringMatching(/将于/),
  ])
})

describe('a delivery', () => {
  it('is tried again if the receiver refuses it, and is listed for the account with the answer', async () => {
    const { owner, names } = await watching(1)
    receiver.answer(500)
    await present(names, 0)
    await world.pass(31)
    await announceDue()
    await world.deliver()
    const list = async (input: object = {}) => (await world.call(owner, contract.monitor.deliveries, input)).data as { state: string }[]
    expect(await list({ channel: 'webhook' })).toMatchObject([
      {
        event: expect.stringMatching(`^【失联】${names[0]} · `),
        target: `其他 · ${receiver.host}`,
        state: 'queued',
        tries: 1,
        answer: '对方拒收，请检查地址、密钥和机器人的安全设置 · HTTP 500',
        content: { lines: [{ router_name: names[0] }], more: 0 },
      },
    ])
    expect(await list({ channel: 'portal', state: 'sent' })).toMatchObject([{ target: '我的消息' }])
    receiver.answer(200)
    await world.pass(10)
    await world.deliver()
    expect(await list({ channel: 'webhook' })).toMatchObject([{ state: 'sent', tries: 2, answer: '' }])
    expect(new Set(webhooksFor(owner).map(({ json }) => json.id)).size).toBe(1)
    await world.deliver()
    expect(webhooksFor(owner)).toHaveLength(2)
  })

  it('is given up after a day and listed as failed', async () => {
    const { owner, names } = await watching(1)
    receiver.answer(500)
    await present(names, 0)
    await world.pass(31)
    await announceDue()
    for (let hour = 0; hour < 40; hour += 1) {
      await world.deliver()
      await world.pass(3601)
    }
    const { data } = await world.call(await world.signedIn(owner), contract.monitor.deliveries, { channel: 'webhook' })
    expect(data).toMatchObject([{ state: 'failed' }])
    expect(webhooksFor(owner).length).toBeLessThan(40)
  })
})
