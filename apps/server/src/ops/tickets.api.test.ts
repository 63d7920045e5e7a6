import { contract, DESK_FOUND, opsContract, type Message, type OutputOf, type Permission } from '@weft/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BusEvent } from '../adapters/bus/events.ts'
import { eventFor } from '../domains/identity/account/events.service.ts'
import type { Actor } from '../kernel/actor.ts'
import { after } from '../kernel/clock.ts'
import { aNetwork, aSubAccount, hardware, logOf } from '../../test/network-fixtures.ts'
import { anOperator, type OperatorPerson } from '../../test/ops-people.ts'
import { aDeskPicture, answerTicket, aTicket, PICTURE, sendPicture, ticketOf } from '../../test/ticket-fixtures.ts'
import { createWorld, type Person, type World } from '../../test/world.ts'

const { tickets, savedReplies } = opsContract
type Row = OutputOf<typeof tickets.list>['rows'][number]
type Detail = OutputOf<typeof tickets.info>

let world: World
let support: OperatorPerson
beforeAll(async () => {
  world = await createWorld()
  support = await anOperator(world, 'support')
})
afterAll(() => world.close())

async function listed(filter: Record<string, unknown> = {}) {
  const answer = await world.call(support, tickets.list, filter)
  const rows = answer.data as Row[]
  return { ...answer, rows, numbers: rows.map(({ ticket_number }) => ticket_number) }
}
const info = async (ticket_number: string): Promise<Detail> => (await world.call(support, tickets.info, { ticket_number })).data
const messagesOf = async (who: Person) => (await world.call(who, contract.messages.list, {})).data as Message[]
const close = (ticket_number: string) => world.call(support, tickets.close, { ticket_number })
/** Makes the ticket look as if it had been opened this many hours ago. */
const openedAgo = (ticket_number: string, hours: number) =>
  world.asSystem(async ({ sql }) => {
    const at = after(new Date(), -hours * 3600)
    await sql
      .updateTable('support_ticket')
      .set({ create_time: at, waiting_since: at, due_time: after(at, 24 * 3600) })
      .where('ticket_number', '=', ticket_number)
      .execute()
  })

async function asKeeper(statement: string, values: unknown[] = []): Promise<void> {
  const keeper = new Client({ connectionString: world.url })
  await keeper.connect()
  await keeper.query(statement, values)
  await keeper.end()
}
/** Makes the log's partition of today, which the server's jobs otherwise make. */
const partitionOfToday = () => asKeeper(`select weft_partitions('connect_log', now()::date - 8, now()::date, 7)`)

describe('the queue', () => {
  it('shows the longest wait first, and then the newest', async () => {
    const owner = await world.anOwner()
    const [old, older, answered] = [await aTicket(world, owner), await aTicket(world, owner), await aTicket(world, owner)]
    await world.pass(1)
    const shut = await aTicket(world, owner)
    await openedAgo(old, 5)
    await openedAgo(older, 9)
    await answerTicket(world, support, answered)
    await close(shut)
    const search = owner.account_number
    expect((await listed({ search })).numbers).toEqual([older, old, shut, answered])
    expect((await listed({ search, waiting: 1 })).numbers).toEqual([older, old])
    expect((await listed({ search, status: 2 })).numbers).toEqual([answered])
    expect((await listed({ search, status: 3 })).numbers).toEqual([shut])
    // The customer replies: the answered ticket waits again, behind the others.
    await world.call(owner, contract.supportTickets.reply, { ticket_number: answered, content: '还是不行' })
    expect((await listed({ search, waiting: 1 })).numbers).toEqual([older, old, answered])
    expect((await listed({ search, waiting: 1, limit: 2, page: 2 })).numbers).toEqual([answered])
  })

  it('is searched by number, title, account and its owner', async () => {
    const owner = await world.anOwner()
    const number = await aTicket(world, owner, { title: '独一无二的标题' })
    for (const search of [number, number.slice(6), '一无二', owner.account_number, owner.username])
      expect((await listed({ search })).numbers, search).toContain(number)
    expect((await listed({ search: number })).rows).toMatchObject([{ account_number: owner.account_number, ticket_status: 1 }])
    expect((await listed({ search: '没有这样的工单' })).count).toBe(0)
    expect((await listed({ search: '%' })).count).toBe(0)
    for (const search of ['独一', '一', number.slice(0, 2), owner.account_number.slice(0, 2), owner.username.toUpperCase()])
      expect((await listed({ search, limit: 100 })).numbers, search).toContain(number)
    expect(await world.call(support, tickets.list, { status: 4 })).toMatchObject({ code: 422, msg: '请选择正确的状态' })
  })
})

describe('the tickets of one account', () => {
  it('include no others, and the customer sees that an operator looked', async () => {
    const [owner, stranger] = [await world.anOwner(), await world.anOwner()]
    const { account_number } = owner
    const first = await aTicket(world, owner, { title: '打印机离线' })
    const second = await aTicket(world, owner, { title: '摄像头离线' })
    // One that only mentions the account.
    await aTicket(world, stranger, { title: `问 ${account_number} 的事` })
    expect((await listed({ account_number })).numbers.toSorted()).toEqual([first, second].toSorted())
    expect((await listed({ account_number, search: '打印' })).numbers).toEqual([first])
    await close(second)
    expect((await listed({ account_number, status: 3 })).numbers).toEqual([second])
    expect((await listed({ account_number, waiting: 1 })).numbers).toEqual([first])
    const looks = (await logOf(world, owner)).filter(({ message }) => message === '查看售后工单列表')
    expect(looks).toHaveLength(4)
    expect(await world.call(support, tickets.list, { account_number: '00000000' })).toMatchObject({ code: 204, msg: '账号不存在' })
  })
})

describe('a search for a common text', () => {
  it('finds the newest, and counts only up to the limit', async () => {
    const crowd = await world.anOwner()
    await asKeeper(
      `insert into support_ticket (account_id, ticket_number, create_name, ticket_title, ticket_content, ticket_type, create_time)
       select $1, lpad(i::text, 14, '29990101000000'), '众人', '众口一词 ' || i, '正文', 1, now() + i * interval '1 minute'
       from generate_series(1, $2::int) i`,
      [crowd.account_id, DESK_FOUND + 3],
    )
    const newest = `2999010100${DESK_FOUND + 3}`
    for (const search of ['众口一词', '口一', '词', crowd.account_number]) {
      const found = await listed({ search })
      expect([found.count, found.numbers[0]], search).toEqual([DESK_FOUND + 1, newest])
      expect((await listed({ search, page: DESK_FOUND / 10 })).numbers).toHaveLength(10)
    }
    // A rare one among them.
    const rare = await aTicket(world, await world.anOwner(), { title: '独此一家' })
    expect((await listed({ search: '独此' })).numbers).toEqual([rare])
    await asKeeper('delete from support_ticket where account_id = $1', [crowd.account_id])
  })
})

describe('the regular query of a page', () => {
  it('counts the tickets that wait, and those that wait too long, and leaves no trace', async () => {
    const owner = await world.anOwner()
    const counts = async () => (await world.call(support, tickets.waiting, {})).data as { waiting: number; overdue: number }
    const before = await counts()
    const [fresh, old] = [await aTicket(world, owner), await aTicket(world, owner)]
    await openedAgo(old, 25)
    expect(await counts()).toEqual({ waiting: before.waiting + 2, overdue: before.overdue + 1 })
    await answerTicket(world, support, old)
    expect(await counts()).toEqual({ waiting: before.waiting + 1, overdue: before.overdue })

    const looks = await logOf(world, owner)
    const state = async () => (await world.call(support, tickets.state, { ticket_number: old })).data
    expect(await state()).toMatchObject({ ticket_status: 2, replies: 1, appraised: 0 })
    await world.call(owner, contract.supportTickets.reply, { ticket_number: old, content: '收到' })
    await close(old)
    expect(await state()).toMatchObject({ ticket_status: 3, replies: 2, appraised: 0 })
    expect((await logOf(world, owner)).filter(({ action }) => action === 'view')).toEqual(looks.filter(({ action }) => action === 'view'))
    expect((await world.call(support, tickets.state, { ticket_number: fresh })).data).toMatchObject({ replies: 0 })
  })
})

describe('the customer of a ticket', () => {
  it('is shown with its own networks and events, and sees that an operator looked', async () => {
    const [owner, stranger] = [await world.anOwner(), await world.anOwner()]
    const [[center], [foreign]] = [await hardware(world, owner, 1), await hardware(world, stranger, 1)]
    const network_number = await aNetwork(world, owner, '总部', [center!])
    await aNetwork(world, stranger, '外人', [foreign!])
    await partitionOfToday()
    await world.asSystem(async ({ sql }) => {
      const event = { remote_ip: '203.0.113.7', remote_port: 4000, version: '1.0', online: 1 as const, create_time: new Date() }
      await sql
        .insertInto('connect_log')
        .values([
          { account_id: owner.account_id, router_name: center!, ...event },
          { account_id: stranger.account_id, router_name: foreign!, ...event },
        ])
        .execute()
    })
    const number = await aTicket(world, owner)
    const { data } = await world.call(support, tickets.customer, { ticket_number: number })
    expect(data).toMatchObject({
      network_count: 1,
      networks: [{ network_number, member_count: 1 }],
      events: [{ router_name: center, online: 1, remote_ip: '203.0.113.7' }],
    })
    expect((data as { events: unknown[] }).events).toHaveLength(1)
    expect(await logOf(world, owner)).toContainEqual(
      expect.objectContaining({ actor_kind: 'operator', action: 'view', message: '查看工单客户的组网和近期事件' }),
    )
  })
})

describe('an answer', () => {
  it('reaches the person who opened the ticket as a message and a mail, and names no operator', async () => {
    const owner = await world.anOwner()
    await world.asSystem(({ sql }) =>
      sql
        .updateTable('login')
        .set({ email: `${owner.username}@example.com` })
        .where('login_id', '=', owner.login_id)
        .execute(),
    )
    const number = await aTicket(world, owner, { title: '<b>打印机</b>' })
    const picture = await aDeskPicture(world, support, number)
    expect((await answerTicket(world, support, number, '请看图', [picture.id])).code).toBe(200)

    const [message] = await messagesOf(owner)
    expect(message).toMatchObject({ title: expect.stringMatching(/^\d+ <b>打印机<\/b>：客服回复了您$/), status: 0 })
    expect(await ticketOf(world, owner, number)).toMatchObject({
      ticket_status: 2,
      dialogue: [{ reply_name: '客服', from: 'support', dialogue_content: '请看图', images: [picture] }],
    })
    expect((await info(number)).dialogue[0]!.reply_name).toBe(support.username)

    const { content } = (await world.call(owner, contract.messages.info, { message_id: message!.message_id })).data as { content: string }
    expect(content).toContain(`<a href="/ticket/detail?ticket_number=${number}">`)

    await world.deliver()
    const [mail] = world.outbox(`${owner.username}@example.com`)
    expect(mail).toMatchObject({ channel: 'mail', subject: expect.stringMatching(/^您的工单 \d+ 有新回复$/) })
    expect(mail!.link).toMatch(new RegExp(`/ticket/detail\\?ticket_number=${number}$`))
    expect(mail!.body).toContain('「<b>打印机<')
    expect(await logOf(world, owner)).toContainEqual(expect.objectContaining({ actor_kind: 'operator', action: 'reply_ticket' }))
  })

  it('can be read by the sub-account that opened the ticket, and is mailed to the owner', async () => {
    const owner = await world.anOwner()
    await world.asSystem(({ sql }) =>
      sql
        .updateTable('login')
        .set({ email: `${owner.username}@example.com` })
        .where('login_id', '=', owner.login_id)
        .execute(),
    )
    const colleague = await aSubAccount(world, owner, {})
    const number = await aTicket(world, colleague)
    await answerTicket(world, support, number)
    const answered = `${(await ticketOf(world, owner, number)).no} 门店打印机离线：客服回复了您`
    expect((await messagesOf(colleague)).map(({ title }) => title)).toEqual([answered])
    expect((await messagesOf(owner)).map(({ title }) => title)).not.toContain(answered)
    await world.deliver()
    expect(world.outbox(`${owner.username}@example.com`)).toHaveLength(1)
  })

  it('is announced to the open pages of those who may see the ticket', () => {
    const event: BusEvent = { type: 'ticket', account_id: 1, ticket_number: '20261122000001', login_id: 7 }
    const actor = (change: Partial<Actor>) =>
      ({ account_id: 1, login_id: 8, ram: 1, permissions: new Set(['ticket.view']), ...change }) as Actor
    const expected = { type: 'ticket', ticket_number: '20261122000001' }
    expect(eventFor(actor({}), event)).toEqual(expected)
    const without = { permissions: new Set<Permission>() }
    expect(eventFor(actor({ ...without, login_id: 7 }), event)).toEqual(expected)
    expect(eventFor(actor(without), event)).toBeUndefined()
    expect(eventFor(actor({ account_id: 2 }), event)).toBeUndefined()
  })

  it('is kept next to another operator’s of the same moment, and both see both', async () => {
    const owner = await world.anOwner()
    const number = await aTicket(world, owner)
    const colleague = await anOperator(world, 'admin')
    const answers = await Promise.all([answerTicket(world, support, number, '第一位'), answerTicket(world, colleague, number, '第二位')])
    expect(answers.map(({ code }) => code)).toEqual([200, 200])
    for (const who of [support, colleague]) {
      const { dialogue } = (await world.call(who, tickets.info, { ticket_number: number })).data as Detail
      expect(new Map(dialogue.map((one) => [one.reply_name, one.dialogue_content]))).toEqual(
        new Map([
          [support.username, '第一位'],
          [colleague.username, '第二位'],
        ]),
      )
    }
  })

  it('is refused if another reply came meanwhile, until that reply was seen', async () => {
    const owner = await world.anOwner()
    const number = await aTicket(world, owner)
    const answerAfter = (seen: number) => world.call(support, tickets.reply, { ticket_number: number, content: `看过 ${seen} 条`, seen })
    expect((await answerAfter(0)).code).toBe(200)
    await world.call(owner, contract.supportTickets.reply, { ticket_number: number, content: '已经好了' })
    expect(await answerAfter(1)).toMatchObject({ code: 409, msg: '工单有新的回复，请查看后再发送' })
    expect((await info(number)).dialogue).toHaveLength(2)
    expect((await answerAfter(2)).code).toBe(200)
    expect((await info(number)).dialogue.map(({ dialogue_content }) => dialogue_content)).toEqual(['看过 0 条', '已经好了', '看过 2 条'])
  })

  it('is refused to one of two operators who answer at once and had seen the same replies', async () => {
    const owner = await world.anOwner()
    const number = await aTicket(world, owner)
    const colleague = await anOperator(world, 'admin')
    const answers = await Promise.all(
      [support, colleague].map((who) => world.call(who, tickets.reply, { ticket_number: number, content: who.username, seen: 0 })),
    )
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await info(number)).dialogue).toHaveLength(1)
  })

  it('is refused for a closed ticket, and so are its pictures', async () => {
    const owner = await world.anOwner()
    const number = await aTicket(world, owner)
    const picture = await aDeskPicture(world, support, number)
    await close(number)
    expect(await answerTicket(world, support, number, '还有一句', [picture.id])).toMatchObject({
      code: 403,
      msg: '工单已关闭，不能继续回复',
    })
    expect(await close(number)).toMatchObject({ code: 403, msg: '工单已关闭' })
    expect((await info(number)).dialogue).toEqual([])
  })

  it('shows HTML as plain text', async () => {
    const owner = await world.anOwner()
    const number = await aTicket(world, owner)
    const content = '<script>alert(1)</script><img src=x onerror=alert(2)>\n"\'&amp;'
    await answerTicket(world, support, number, content)
    expect((await ticketOf(world, owner, number)).dialogue[0]!.dialogue_content).toBe(content)
    const { data } = await world.call(support, savedReplies.create, { title: '<b>粗</b>', content })
    const found = await world.call(support, savedReplies.list, { search: '<b>粗' })
    expect(found.data).toMatchObject([{ id: (data as { id: string }).id, title: '<b>粗</b>', content }])
  })

  it.each([
    ['an SVG that is called PNG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a page that is called PNG', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a PNG that ends after its head', PICTURE.subarray(0, 20)],
  ])('does not accept %s as a picture', async (_what, bytes) => {
    const number = await aTicket(world, await world.anOwner())
    const endpoint = tickets.upload_file
    const response = await sendPicture(world, support, bytes, { name: '截图.png', endpoint, query: { ticket_number: number } })
    expect(response.code).toBe(422)
  })

  it('shows only the picture of a file with a page behind it', async () => {
    const number = await aTicket(world, await world.anOwner())
    const polyglot = Buffer.concat([PICTURE, Buffer.from('<script>alert(1)</script>')])
    const reply = await sendPicture(world, support, polyglot, { endpoint: tickets.upload_file, query: { ticket_number: number } })
    const shown = await world.apps.ops.inject({ url: (reply.data as { src: string }).src })
    expect([shown.statusCode, shown.headers['content-type'], shown.body.includes('script')]).toEqual([200, 'image/png', false])
  })

  it('is followed by a message when the operator closes the ticket, and the customer may still rate it', async () => {
    const owner = await world.anOwner()
    const number = await aTicket(world, owner)
    expect((await close(number)).code).toBe(200)
    expect((await messagesOf(owner)).map(({ title }) => title)).toContain(
      `${(await ticketOf(world, owner, number)).no} 门店打印机离线：已解决`,
    )
    expect(await info(number)).toMatchObject({
      ticket_status: 3,
      appraise: null,
      waiting_since: null,
      account_number: owner.account_number,
    })
    expect((await logOf(world, owner)).map(({ action }) => action)).toContain('close_ticket')
  })
})

describe('saved replies', () => {
  it('are stored, found and deleted by those who answer tickets', async () => {
    const { data } = await world.call(support, savedReplies.create, { title: '重启路由器', content: '您好：\n请断电 10 秒后再通电。' })
    const { id } = data as { id: string }
    const found = await world.call(support, savedReplies.list, { search: '断电' })
    expect(found).toMatchObject({ count: 1, data: [{ id, title: '重启路由器', content: '您好：\n请断电 10 秒后再通电。' }] })
    expect((await world.call(support, savedReplies.delete, { id })).code).toBe(200)
    expect(await world.call(support, savedReplies.delete, { id })).toMatchObject({ code: 204, msg: '常用回复不存在' })
    expect(await world.call(support, savedReplies.create, { title: ' ', content: '' })).toMatchObject({ code: 422 })
  })
})
