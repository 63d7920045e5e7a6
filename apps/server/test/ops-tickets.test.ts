import { contract, opsContract, type Message, type OutputOf } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BusEvent } from '../src/adapters/bus/events.ts'
import { eventFor } from '../src/domains/account/events.service.ts'
import type { Actor } from '../src/kernel/actor.ts'
import { after } from '../src/kernel/clock.ts'
import { aSubAccount, logOf } from './network-fixtures.ts'
import { anOperator, type OperatorPerson } from './ops-people.ts'
import { aDeskPicture, answerTicket, aTicket, ticketOf } from './ticket-fixtures.ts'
import { createWorld, type Person, type World } from './world.ts'

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
/** As if the ticket had been opened so many hours ago. */
const openedAgo = (ticket_number: string, hours: number) =>
  world.asSystem(async ({ sql }) => {
    const at = after(new Date(), -hours * 3600)
    await sql.updateTable('support_ticket').set({ create_time: at, waiting_since: at }).where('ticket_number', '=', ticket_number).execute()
  })

describe('the queue', () => {
  it('is newest first, or those that wait, the longest wait first', async () => {
    const owner = await world.anOwner()
    const [old, older, answered, shut] = [
      await aTicket(world, owner),
      await aTicket(world, owner),
      await aTicket(world, owner),
      await aTicket(world, owner),
    ]
    await openedAgo(old, 5)
    await openedAgo(older, 9)
    await answerTicket(world, support, answered)
    await close(shut)
    const search = owner.account_number
    expect((await listed({ search })).numbers).toEqual([shut, answered, old, older])
    expect((await listed({ search, waiting: 1 })).numbers).toEqual([older, old])
    expect((await listed({ search, status: 2 })).numbers).toEqual([answered])
    expect((await listed({ search, status: 3 })).numbers).toEqual([shut])
    // The customer speaks again: the answered one waits anew, behind the others.
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
    expect(await world.call(support, tickets.list, { status: 4 })).toMatchObject({ code: 422, msg: '请选择正确的状态' })
  })
})

describe('an answer', () => {
  it('reaches whoever opened the ticket as a message and a mail, and names no operator', async () => {
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

    expect(await ticketOf(world, owner, number)).toMatchObject({
      ticket_status: 2,
      dialogue: [{ reply_name: '客服', from: 'support', dialogue_content: '请看图', images: [picture] }],
    })
    expect((await info(number)).dialogue[0]!.reply_name).toBe(support.username)

    const [message] = await messagesOf(owner)
    expect(message).toMatchObject({ title: '您的工单有新回复', status: 0 })
    const { content } = (await world.call(owner, contract.messages.info, { message_id: message!.message_id })).data as { content: string }
    expect(content).toContain(`<a href="/ticket/detail?ticket_number=${number}">`)

    await world.deliver()
    const [mail] = world.outbox(`${owner.username}@example.com`)
    expect(mail).toMatchObject({ channel: 'mail', subject: `您的工单 ${number} 有新回复` })
    expect(mail!.link).toMatch(new RegExp(`/ticket/detail\\?ticket_number=${number}$`))
    expect(mail!.body).toContain('「<b>打印机<')
    expect(await logOf(world, owner)).toContainEqual(expect.objectContaining({ actor_kind: 'operator', action: 'reply_ticket' }))
  })

  it('of a sub-account’s ticket is theirs to read, and mailed to the owner', async () => {
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
    expect((await messagesOf(colleague)).map(({ title }) => title)).toEqual(['您的工单有新回复'])
    expect((await messagesOf(owner)).map(({ title }) => title)).not.toContain('您的工单有新回复')
    await world.deliver()
    expect(world.outbox(`${owner.username}@example.com`)).toHaveLength(1)
  })

  it('is told to the open pages of those who may see the ticket', () => {
    const event: BusEvent = { type: 'ticket', account_id: 1, ticket_number: '20261122000001', login_id: 7 }
    const actor = (change: Partial<Actor>) => ({ account_id: 1, login_id: 8, designated: undefined, ...change }) as Actor
    const told = { type: 'ticket', ticket_number: '20261122000001' }
    expect(eventFor(actor({}), event)).toEqual(told)
    expect(eventFor(actor({ designated: new Set(), login_id: 7 }), event)).toEqual(told)
    expect(eventFor(actor({ designated: new Set() }), event)).toBeUndefined()
    expect(eventFor(actor({ account_id: 2 }), event)).toBeUndefined()
  })

  it('of two operators at once is two answers, which both see', async () => {
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

  it('that is closed by the operator says so to the customer, who may still rate it', async () => {
    const owner = await world.anOwner()
    const number = await aTicket(world, owner)
    expect((await close(number)).code).toBe(200)
    expect((await messagesOf(owner)).map(({ title }) => title)).toContain('您的工单已关闭')
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
  it('are kept, found and deleted by those who answer tickets', async () => {
    const { data } = await world.call(support, savedReplies.create, { title: '重启路由器', content: '您好：\n请断电 10 秒后再通电。' })
    const { id } = data as { id: string }
    const found = await world.call(support, savedReplies.list, { search: '断电' })
    expect(found).toMatchObject({ count: 1, data: [{ id, title: '重启路由器', content: '您好：\n请断电 10 秒后再通电。' }] })
    expect((await world.call(support, savedReplies.delete, { id })).code).toBe(200)
    expect(await world.call(support, savedReplies.delete, { id })).toMatchObject({ code: 204, msg: '常用回复不存在' })
    expect(await world.call(support, savedReplies.create, { title: ' ', content: '' })).toMatchObject({ code: 422 })
  })
})
