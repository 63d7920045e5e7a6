import { contract } from '@weft/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { BusEvent } from '../../../adapters/bus/events.ts'
import { eventFor } from '../../identity/account/events.service.ts'
import { sendMessage } from './message.service.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { aLink } from '../../../../test/matrix/people.ts'
import { aNetwork, aSubAccount, hardware } from '../../../../test/network-fixtures.ts'
import { aMessage, HARM, HOSTILE } from '../../../../test/publications.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'
import { eventually } from '../../../../test/eventually.ts'
import { hear } from '../../../../test/heard-events.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const { messages, account } = contract
const unread = async (who: Person) => ((await world.call(who, account.info, {})).data as { message_count: number }).message_count
const idsOf = async (who: Person, query: Record<string, unknown> = {}) =>
  ((await world.call(who, messages.list, { limit: 100, ...query })).data as { message_id: string }[]).map(({ message_id }) => message_id)
/** Returns a second login of the account, signed in. */
async function colleague(owner: Person): Promise<Person> {
  const { login_id } = await world.db.systemNow.sql
    .insertInto('login')
    .values({ account_id: owner.account_id, ram: 1, username: `sub${owner.account_id}`, nickname: '同事', password_hash: 'none' })
    .returning('login_id')
    .executeTakeFirstOrThrow()
  return { ...owner, login_id, ...(await world.signedIn({ account_id: owner.account_id, login_id })) }
}

describe('a message about a network', () => {
  it('is listed, counted, marked, deleted and announced only for logins that may see the network', async () => {
    const owner = await world.anOwner()
    const [hub, branch] = await hardware(world, owner, 2)
    const [shown, hidden] = [await aNetwork(world, owner, '可见', [hub!]), await aNetwork(world, owner, '隐藏', [branch!])]
    const confined = await aSubAccount(world, owner, { designated: [shown], network_edit: 1 })
    const heard: BusEvent[] = []
    onTestFinished(world.infrastructure.bus.subscribe((event) => void (event.account_id === owner.account_id && heard.push(event))))
    const about = (network_number: string) =>
      world.asAccount(owner, (db) => sendMessage(db, { title: network_number, type: '服务通知', content: '', network_number }))
    await about(shown)
    await about(hidden)
    const all = await idsOf(owner)
    const titles = async (who: Person) => ((await world.call(who, messages.list, {})).data as { title: string }[]).map(({ title }) => title)
    expect(await titles(owner)).toEqual([hidden, shown])
    expect(await titles(confined)).toEqual([shown])
    expect([await unread(owner), await unread(confined)]).toEqual([2, 1])
    const [hiddenId] = all
    expect((await world.call(confined, messages.info, { message_id: hiddenId })).code).toBe(204)
    expect((await world.call(confined, messages.update, { message_id: all })).code).toBe(204)
    expect((await world.call(confined, messages.delete, { type: 'all', message_id: [] })).data).toEqual({ changed: 1 })
    expect((await world.call(confined, messages.list, {})).count).toBe(0)
    expect(await titles(owner)).toEqual([hidden, shown])
    const ofMessages = () => heard.filter((event) => event.type === 'message')
    await eventually(() => expect(ofMessages()).toHaveLength(3))
    const reader = { account_id: owner.account_id, login_id: confined.login_id, designated: new Set([shown]) } as unknown as Actor
    const events = ofMessages()
      .filter((event) => event.login_id === undefined)
      .map((event) => eventFor(reader, event))
    expect(events).toEqual([{ type: 'message' }, undefined])
  })
})

describe('the list of messages', () => {
  it('is newest first, page by page, and shows which messages were read', async () => {
    const owner = await world.anOwner()
    const ids: string[] = []
    for (let i = 0; i < 12; i++) ids.unshift(await aMessage(world, owner))
    const first = await world.call(owner, messages.list, {})
    expect(first).toMatchObject({ code: 200, count: 12 })
    expect(await idsOf(owner, { limit: 10 })).toEqual(ids.slice(0, 10))
    expect(await idsOf(owner, { limit: 10, page: 2 })).toEqual(ids.slice(10))
    await world.call(owner, messages.update, { message_id: ids.slice(0, 2) })
    expect(await idsOf(owner, { status: 1 })).toEqual(ids.slice(0, 2))
    expect((await world.call(owner, messages.list, { status: 0 })).count).toBe(10)
    expect((await world.call(owner, messages.list, { status: 2 })).code).toBe(422)
  })

  it('is narrowed to a type, and answers the types that there are', async () => {
    const owner = await world.anOwner()
    const send = (type: string, title: string) => world.asAccount(owner, (db) => sendMessage(db, { title, type, content: '' }))
    for (const [type, title] of [
      ['服务通知', '一'],
      ['安全提醒', '二'],
      ['服务通知', '三'],
    ] as const)
      await send(type, title)
    const titles = async (query: object) =>
      ((await world.call(owner, messages.list, query)).data as { title: string }[]).map(({ title }) => title)
    expect(await titles({ type: '服务通知' })).toEqual(['三', '一'])
    expect(await titles({ type: '服务通知', search: '一' })).toEqual(['一'])
    expect((await world.call(owner, messages.types, {})).data).toEqual(['服务通知', '安全提醒'])
    expect((await world.call(await world.anOwner(), messages.types, {})).data).toEqual([])
  })

  it('holds messages for every login and for this one, never those for a colleague', async () => {
    const owner = await world.anOwner()
    const other = await colleague(owner)
    const [all, mine, theirs] = [
      await aMessage(world, owner),
      await aMessage(world, owner, { login_id: owner.login_id }),
      await aMessage(world, owner, { login_id: other.login_id }),
    ]
    expect(await idsOf(owner)).toEqual([mine, all])
    expect(await idsOf(other)).toEqual([theirs, all])
    expect([await unread(owner), await unread(other)]).toEqual([2, 2])
    expect((await world.call(owner, messages.info, { message_id: theirs })).code).toBe(204)
    expect((await world.call(owner, messages.delete, { message_id: [all, theirs] })).code).toBe(204)
    expect(await idsOf(owner)).toEqual([mine, all])
  })
})

describe('opening a message', () => {
  it('shows it and marks it as read, for this login alone', async () => {
    const owner = await world.anOwner()
    const other = await colleague(owner)
    const message_id = await aMessage(world, owner, { title: '到期提醒' })
    const opened = await world.call(owner, messages.info, { message_id })
    expect(opened).toMatchObject({ code: 200, data: { message_id, status: 1, title: '到期提醒', content: '<p>正文</p>' } })
    expect([await unread(owner), await unread(other)]).toEqual([0, 1])
    expect((await world.call(owner, messages.info, { message_id })).code).toBe(200)
  })

  it.each([['0'], ['999999999999999999']])('answers that message %s does not exist', async (message_id) => {
    expect(await world.call(await world.anOwner(), messages.info, { message_id })).toMatchObject({ code: 204, msg: '消息不存在或已删除' })
  })

  it('answers for another account’s message as for one that does not exist', async () => {
    const [owner, stranger] = [await world.anOwner(), await world.anOwner()]
    const message_id = await aMessage(world, owner)
    for (const [endpoint, input] of [
      [messages.info, { message_id }],
      [messages.update, { message_id: [message_id] }],
      [messages.delete, { message_id: [message_id] }],
    ] as const)
      expect((await world.call(stranger, endpoint, input)).code).toBe(204)
    expect(await unread(owner)).toBe(1)
  })
})

describe('marking and deleting messages', () => {
  it('answers how many changed, and changes none twice', async () => {
    const owner = await world.anOwner()
    const ids = [await aMessage(world, owner), await aMessage(world, owner), await aMessage(world, owner)]
    const changed = async (endpoint: typeof messages.update | typeof messages.delete, input: object) =>
      (await world.call(owner, endpoint, input)).data as { changed: number }
    expect(await changed(messages.update, { message_id: ids.slice(0, 2) })).toEqual({ changed: 2 })
    expect(await changed(messages.update, { type: 'all' })).toEqual({ changed: 1 })
    expect(await changed(messages.update, { type: 'all' })).toEqual({ changed: 0 })
    expect(await changed(messages.delete, { message_id: [ids[0]!, ids[0]!] })).toEqual({ changed: 1 })
    expect(await changed(messages.delete, { type: 'all' })).toEqual({ changed: 2 })
    expect(await idsOf(owner)).toEqual([])
    expect((await world.call(owner, messages.delete, { message_id: [ids[0]!] })).code).toBe(204)
  })

  it('does not find or count a message that was deleted before it was read', async () => {
    const owner = await world.anOwner()
    const message_id = await aMessage(world, owner)
    await world.call(owner, messages.delete, { message_id: [message_id] })
    expect(await unread(owner)).toBe(0)
    expect((await world.call(owner, messages.update, { message_id: [message_id] })).code).toBe(204)
  })

  it('takes 500 at once, and refuses 501 and none', async () => {
    const owner = await world.anOwner()
    await world.db.systemNow.sql.executeQuery(
      sql`insert into message (account_id, title, type, content) select ${owner.account_id}, 'm', 't', '' from generate_series(1, 501)`.compile(
        world.db.systemNow.sql,
      ),
    )
    const { rows } = await sql<{ id: string }>`select message_id::text as id from message where account_id = ${owner.account_id}`.execute(
      world.db.systemNow.sql,
    )
    const ids = rows.map(({ id }) => id)
    expect((await world.call(owner, messages.update, { message_id: ids })).code).toBe(422)
    expect((await world.call(owner, messages.update, { message_id: ids.slice(0, 500) })).data).toEqual({ changed: 500 })
    expect(await world.call(owner, messages.update, {})).toMatchObject({ code: 422 })
  })

  it('changes a message once when several tabs do it at the same time', async () => {
    const owner = await world.anOwner()
    const message_id = await aMessage(world, owner)
    const answers = await Promise.all(Array.from({ length: 6 }, () => world.call(owner, messages.update, { message_id: [message_id] })))
    const changed = answers.map(({ data }) => (data as { changed: number }).changed)
    expect(changed.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 0, 1])
  })
})

it('the tabs of a login are notified when its count of unread messages changes, and only then', async () => {
  const owner = await world.anOwner()
  const message_id = await aMessage(world, owner)
  const heard = await hear(world)
  await world.call(owner, messages.info, { message_id })
  await world.call(owner, messages.info, { message_id })
  await world.asAccount(owner, (db) => sendMessage(db, { title: '末', type: '系统通知', content: HOSTILE }))
  expect(await heard()).toEqual([
    { type: 'message', account_id: owner.account_id, login_id: owner.login_id },
    { type: 'message', account_id: owner.account_id },
  ])
})

it('a hostile message keeps its words and loses everything else', async () => {
  const owner = await world.anOwner()
  await world.asAccount(owner, (db) => sendMessage(db, { title: '<b>', type: '系统通知', content: HOSTILE }))
  const [message_id] = await idsOf(owner)
  const { content } = (await world.call(owner, messages.info, { message_id })).data as { content: string }
  expect(content).not.toMatch(HARM)
  expect(content).toContain('<p>正文</p>')
})

it('stays unread when an operator opens it with a login link', async () => {
  const owner = await world.anOwner()
  const link = await aLink(world, owner)
  await world.asAccount(owner, (db) => sendMessage(db, { title: '新设备登录提醒', type: '安全提醒', content: '<p>新设备</p>' }))
  const [message_id] = await idsOf(owner)
  const opened = await world.call(link, messages.info, { message_id }, { cookie: link.companion })
  expect(opened).toMatchObject({ code: 200, data: { title: '新设备登录提醒', status: 0 } })
  expect(await unread(owner)).toBe(1)
  for (const endpoint of [messages.update, messages.delete])
    expect((await world.call(link, endpoint, { type: 'all', message_id: [] }, { cookie: link.companion })).code).toBe(403)
  expect(await unread(owner)).toBe(1)
})
