import { budgets, contract, type CustomerTicket, type Message, opsContract, TICKET_REOPEN_DAYS, TICKETS_OPEN_MAX } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digits } from '../../../kernel/ids.ts'
import { aLink } from '../../../../test/matrix/people.ts'
import { aSubAccount, hardware, logOf } from '../../../../test/network-fixtures.ts'
import { anOperator, type OperatorPerson } from '../../../../test/ops-people.ts'
import { answerTicket, aPicture, aTicket, DRAFT, ticketOf } from '../../../../test/ticket-fixtures.ts'
import { numberSome } from './support-ticket.queries.ts'
import { deleteForgotten, numberTickets } from './support-ticket.service.ts'
import { shanghaiDay } from '../../../kernel/clock.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

const { supportTickets } = contract
let world: World
let support: OperatorPerson
/** The day in Shanghai, as the numbers have it. */
const today = () => shanghaiDay.format(new Date()).replaceAll('-', '')

beforeAll(async () => {
  world = await createWorld()
  support = await anOperator(world, 'support')
})
afterAll(() => world.close())

const create = (who: Person, more: Record<string, unknown>) => world.call(who, supportTickets.create, { ...DRAFT, ...more })
const reply = (who: Person, ticket_number: string, content = '还是不行。', file_ids: string[] = []) =>
  world.call(who, supportTickets.reply, { ticket_number, content, file_ids })
const appraise = (who: Person, ticket_number: string, more: Record<string, unknown> = {}) =>
  world.call(who, supportTickets.appraise, { ticket_number, grade: 5, content: '很快', ...more })
const remove = (who: Person, ticket_number: string) => world.call(who, supportTickets.delete, { ticket_number })
const shut = (who: Person, ticket_number: string) => world.call(who, supportTickets.close, { ticket_number })
const reopen = (who: Person, ticket_number: string) => world.call(who, supportTickets.reopen, { ticket_number })
const rowOf = async (who: Person, ticket_number: string) => (await listed(who)).rows.find((row) => row.ticket_number === ticket_number)!
/** Makes a ticket look as if it had been closed this many days ago. */
const closedAgo = (ticket_number: string, days: number) =>
  world.asSystem(({ sql }) =>
    sql
      .updateTable('support_ticket')
      .set({ close_time: new Date(Date.now() - days * 86_400_000) })
      .where('ticket_number', '=', ticket_number)
      .execute(),
  )
const messagesOf = async (who: Person) => (await world.call(who, contract.messages.list, {})).data as Message[]
const unread = async (who: Person): Promise<number> =>
  ((await world.call(who, contract.account.info, {})).data as { message_count: number }).message_count
const close = (ticket_number: string) => world.call(support, opsContract.tickets.close, { ticket_number })
async function listed(who: Person, filter: Record<string, unknown> = {}) {
  const answer = await world.call(who, supportTickets.list, filter)
  const rows = answer.data as CustomerTicket[]
  return { ...answer, rows, numbers: rows.map(({ ticket_number }) => ticket_number) }
}

describe('a ticket', () => {
  it('is numbered by its day in Shanghai, shown as it was written, and noted in the operation log', async () => {
    const owner = await world.anOwner()
    const picture = await aPicture(world, owner)
    const before = today()
    const number = await aTicket(world, owner, { file_ids: [picture.id] })
    expect(number).toMatch(new RegExp(`^(${before}|${today()})\\d{6}$`))
    expect(await ticketOf(world, owner, number)).toEqual({
      ticket_number: number,
      no: expect.any(Number),
      subject: null,
      ticket_title: DRAFT.title,
      ticket_content: DRAFT.content,
      ticket_type: 3,
      ticket_status: 1,
      create_time: expect.any(Number),
      create_name: expect.stringMatching(/^客户/),
      appraised: 0,
      close_time: null,
      merged_into: null,
      last_reply: null,
      own: 1,
      fresh: 0,
      turn: 'support',
      due_time: expect.any(Number),
      evidence: [],
      recoveries: [],
      images: [picture],
      dialogue: [],
      appraise: null,
    })
    expect((await logOf(world, owner)).at(-1)).toMatchObject({
      actor_kind: 'owner',
      action: 'create_ticket',
      message: expect.stringMatching(/^提交工单 \d{4,}「门店打印机离线」（智能设备）$/),
    })
  })

  it.each([
    ['a title of one character', { title: '短' }, '标题为 2–32 个字符'],
    ['a title that is too long', { title: '长'.repeat(33) }, '标题为 2–32 个字符'],
    ['a title of two lines', { title: '一行\n两行' }, '标题不能包含换行或控制字符'],
    ['nine characters', { content: '一二三四五六七八九' }, '内容至少 10 个字符'],
    ['spaces in the place of characters', { content: `一${' '.repeat(20)}` }, '内容至少 10 个字符'],
    ['a text beyond all measure', { content: '长'.repeat(5001) }, '内容不能超过 5000 个字符'],
    ['a text that turns its direction', { content: '一二三四五六七八九十\u202e' }, '内容不能包含控制字符'],
    ['a kind that there is not', { type: 5 }, '请选择问题类型'],
    ['no kind', { type: undefined }, '请选择问题类型'],
    ['four pictures', { file_ids: Array.from({ length: 4 }, (_, i) => `00000000-0000-4000-8000-00000000000${i}`) }, '最多上传 3 个附件'],
  ])('is refused with %s', async (_, more, msg) => {
    expect(await create(await world.anOwner(), more)).toMatchObject({ code: 422, msg })
  })

  it('is about a member of the account, carries what was known of it, and says when it was well again', async () => {
    const owner = await world.anOwner()
    const [member] = await hardware(world, owner, 1)
    await world.call(owner, contract.router.note, { router_name: member!, note: '合肥政务店' })
    const evidence = [{ name: '诊断', text: '与平台失去联系' }]
    const number = await aTicket(world, owner, { router_name: member!, evidence })
    const now = Math.floor(Date.now() / 1000)
    const broke = (from: number, until: number | null) => ({
      account_id: owner.account_id,
      router_name: member!,
      state: 'down' as const,
      cause: 'connection_lost' as const,
      start_time: new Date((now + from) * 1000),
      end_time: until === null ? null : new Date((now + until) * 1000),
    })
    // One was over before, one lasted while the ticket was open, and one lasts.
    await world.asSystem(({ sql }) =>
      sql
        .insertInto('outage')
        .values([broke(-9000, -5000), broke(-3000, 600), broke(-60, null)])
        .execute(),
    )
    expect(await ticketOf(world, owner, number)).toMatchObject({
      subject: { router_name: member, note: '合肥政务店' },
      evidence,
      recoveries: [{ time: now + 600, seconds: 3600 }],
    })
    expect((await world.call(support, opsContract.tickets.info, { ticket_number: number })).data).toMatchObject({ evidence })
    expect((await create(await world.anOwner(), { router_name: member })).code).toBe(204)
    expect(await create(owner, { router_name: member, evidence: Array(13).fill(evidence[0]) })).toMatchObject({ code: 422 })
  })

  it('gets a number that people say, one for the whole installation, also if it was there before there were such', async () => {
    const [owner, stranger] = [await world.anOwner(), await world.anOwner()]
    const [number, other] = [await aTicket(world, owner), await aTicket(world, stranger)]
    await world.asSystem(({ sql }) => sql.updateTable('support_ticket').set({ no: null }).where('ticket_number', '=', number).execute())
    expect((await ticketOf(world, owner, number)).no).toBeNull()
    await numberTickets(world.db)
    const { no } = await ticketOf(world, owner, number)
    expect(no).toBeGreaterThan((await ticketOf(world, stranger, other)).no!)
  })

  it('from before there were short numbers gets one, the oldest first, and of two servers at once neither waits for the other', async () => {
    const owner = await world.anOwner()
    const tickets = [await aTicket(world, owner), await aTicket(world, owner), await aTicket(world, owner)]
    await world.asSystem(async ({ sql }) => {
      for (const [at, ticket_number] of tickets.entries())
        await sql
          .updateTable('support_ticket')
          .set({ no: null, create_time: new Date(Date.UTC(2001, 0, 3 - at)) })
          .where('ticket_number', '=', ticket_number)
          .execute()
    })
    await world.db.system(async (one) => {
      expect(await numberSome(one, 1)).toBe(true)
      await numberTickets(world.db)
    })
    const [newest, middle, oldest] = await Promise.all(tickets.map(async (number) => (await ticketOf(world, owner, number)).no!))
    expect(oldest).toBeLessThan(middle!)
    expect(middle).toBeLessThan(newest!)
  })

  it('is opened once, however often the same request is sent', async () => {
    const owner = await world.anOwner()
    const { id } = await aPicture(world, owner)
    const options = { headers: { 'idempotency-key': 'a-ticket' } }
    const input = { ...DRAFT, file_ids: [id] }
    const [first, second] = [
      await world.call(owner, supportTickets.create, input, options),
      await world.call(owner, supportTickets.create, input, options),
    ]
    expect([first.code, second.data]).toEqual([200, first.data])
    expect((await listed(owner)).count).toBe(1)
  })

  it('keeps text that looks like HTML as plain text', async () => {
    const owner = await world.anOwner()
    const evil = '<img src=x onerror=alert(1)><script>alert(2)</script>\n第二行'
    const number = await aTicket(world, owner, { title: '<b>标题</b>', content: evil })
    await reply(owner, number, evil)
    await answerTicket(world, support, number, evil)
    await appraise(owner, number, { content: evil })
    const ticket = await ticketOf(world, owner, number)
    expect(ticket.ticket_title).toBe('<b>标题</b>')
    expect([ticket.ticket_content, ...ticket.dialogue.map((one) => one.dialogue_content), ticket.appraise?.content]).toEqual(
      Array.from({ length: 4 }, () => evil),
    )
  })
})

describe('the list of tickets', () => {
  it('is newest first, in pages, and searched by parts of the number and the title', async () => {
    const owner = await world.anOwner()
    const numbers: string[] = []
    for (let i = 0; i < 12; i++) {
      await world.pass(1)
      numbers.unshift(await aTicket(world, owner, { title: i === 3 ? '账号 100%_通' : `问题 ${i}` }))
    }
    expect(await listed(owner)).toMatchObject({ count: 12, numbers: numbers.slice(0, 10) })
    expect(await listed(owner, { page: 2 })).toMatchObject({ count: 12, numbers: numbers.slice(10) })
    expect(await listed(owner, { page: 3 })).toMatchObject({ count: 12, numbers: [] })
    expect(await listed(owner, { search: '100%_' })).toMatchObject({ count: 1, numbers: [numbers[8]] })
    expect(await listed(owner, { search: numbers[5]!.slice(8) })).toMatchObject({ count: 1, numbers: [numbers[5]] })
    expect(await listed(owner, { search: '%' })).toMatchObject({ count: 1 })
    expect(await listed(owner, { search: '没有' })).toMatchObject({ count: 0, numbers: [] })
  })

  it('shows the tickets of every login of the account', async () => {
    const owner = await world.anOwner()
    const colleague = await aSubAccount(world, owner, {})
    const theirs = await aTicket(world, colleague)
    await world.pass(1)
    const ours = await aTicket(world, owner)
    expect((await listed(owner)).numbers).toEqual([ours, theirs])
    expect((await listed(colleague)).numbers).toEqual([ours, theirs])
    expect((await reply(colleague, ours)).code).toBe(200)
  })

  it('shows a login that sees only designated networks its own tickets alone', async () => {
    const owner = await world.anOwner()
    const network_number = digits(10)
    await world.asSystem(({ sql }) =>
      sql.insertInto('network').values({ account_id: owner.account_id, network_number, network_name: '一' }).execute(),
    )
    const confined = await aSubAccount(world, owner, { designated: [network_number] })
    const theirs = await aTicket(world, confined)
    await world.pass(1)
    const ours = await aTicket(world, owner)
    expect((await listed(confined)).numbers).toEqual([theirs])
    for (const answer of [
      await world.call(confined, supportTickets.info, { ticket_number: ours }),
      await reply(confined, ours),
      await appraise(confined, ours),
      await remove(confined, ours),
    ])
      expect(answer).toMatchObject({ code: 204, msg: '工单不存在或已删除' })
    expect((await ticketOf(world, confined, theirs)).ticket_status).toBe(1)
    expect((await listed(owner)).numbers).toEqual([ours, theirs])
  })

  it('keeps the tickets of a deleted login', async () => {
    const owner = await world.anOwner()
    const leaver = await aSubAccount(world, owner, {})
    const number = await aTicket(world, leaver)
    await aPicture(world, leaver)
    expect((await world.call(owner, contract.subAccounts.delete, { id: String(leaver.login_id) })).code).toBe(200)
    expect((await ticketOf(world, owner, number)).create_name).not.toBe('')
    expect((await answerTicket(world, support, number)).code).toBe(200)
  })
})

describe('the state of a ticket', () => {
  const status = async (owner: Person, number: string) => (await ticketOf(world, owner, number)).ticket_status

  it('goes from waiting to answered to closed', async () => {
    const owner = await world.anOwner()
    const number = await aTicket(world, owner)
    await reply(owner, number)
    expect(await status(owner, number)).toBe(1)
    await answerTicket(world, support, number)
    expect(await status(owner, number)).toBe(2)
    await reply(owner, number)
    expect(await status(owner, number)).toBe(2)
    expect((await appraise(owner, number, { grade: 4, content: '解决了' })).code).toBe(200)
    expect(await ticketOf(world, owner, number)).toMatchObject({
      ticket_status: 3,
      appraised: 1,
      appraise: { grade: 4, content: '解决了' },
    })
    expect((await logOf(world, owner)).at(-1)).toMatchObject({ action: 'appraise_ticket', message: expect.stringContaining('4 星') })
  })

  it('allows no reply from either side once it is closed, and one grade', async () => {
    const owner = await world.anOwner()
    const number = await aTicket(world, owner)
    expect((await close(number)).code).toBe(200)
    expect(await close(number)).toMatchObject({ code: 403, msg: '工单已关闭' })
    expect(await reply(owner, number)).toMatchObject({ code: 403, msg: '工单已关闭，不能继续回复' })
    expect(await answerTicket(world, support, number)).toMatchObject({ code: 403, msg: '工单已关闭，不能继续回复' })
    expect((await appraise(owner, number)).code).toBe(200)
    expect(await appraise(owner, number)).toMatchObject({ code: 403, msg: '工单已评价' })
    expect((await ticketOf(world, owner, number)).dialogue).toEqual([])
  })

  it.each([
    [{ grade: 0 }, '请选择评分'],
    [{ grade: 6 }, '请选择评分'],
    [{ grade: 4.5 }, '请选择评分'],
    [{ content: '长'.repeat(501) }, '内容不能超过 500 个字符'],
  ])('does not change with %o', async (more, msg) => {
    const owner = await world.anOwner()
    const number = await aTicket(world, owner)
    expect(await appraise(owner, number, more)).toMatchObject({ code: 422, msg })
    expect(await status(owner, number)).toBe(1)
  })

  it('is consistent when a grade and replies come at once: each reply is kept or refused', async () => {
    const owner = await world.anOwner()
    const number = await aTicket(world, owner)
    const answers = await Promise.all([
      ...Array.from({ length: 5 }, (_, i) => reply(owner, number, `第 ${i} 条`)),
      appraise(owner, number),
      appraise(owner, number),
      ...Array.from({ length: 5 }, (_, i) => answerTicket(world, support, number, `答 ${i}`)),
    ])
    const { dialogue, ticket_status } = await ticketOf(world, owner, number)
    const replies = answers.filter((_, i) => i !== 5 && i !== 6)
    expect(replies.map(({ code }) => code).filter((code) => code !== 200 && code !== 403)).toEqual([])
    expect(dialogue).toHaveLength(replies.filter(({ code }) => code === 200).length)
    expect([answers[5]!.code, answers[6]!.code].toSorted((a, b) => a - b)).toEqual([200, 403])
    expect(ticket_status).toBe(3)
  })
})

describe('the list of tickets, filtered', () => {
  it('counts the tickets of each status, and filters by status, type and who submitted', async () => {
    const owner = await world.anOwner()
    const colleague = await aSubAccount(world, owner, {})
    const waits = await aTicket(world, owner, { type: 2 })
    await world.pass(1)
    const closed = await aTicket(world, owner, { type: 3 })
    await world.pass(1)
    const theirs = await aTicket(world, colleague, { type: 2 })
    await answerTicket(world, support, theirs)
    await shut(owner, closed)
    const counts = async (who: Person, filter: object = {}) => (await world.call(who, supportTickets.counts, filter)).data as unknown
    expect(await counts(owner)).toEqual({ pending: 1, handling: 1, closed: 1, yours: 1 })
    expect(await counts(owner, { type: 2 })).toEqual({ pending: 1, handling: 1, closed: 0, yours: 1 })
    expect(await counts(colleague, { mine: 1 })).toEqual({ pending: 0, handling: 1, closed: 0, yours: 1 })
    expect(await counts(owner, { search: '没有' })).toEqual({ pending: 0, handling: 0, closed: 0, yours: 0 })
    expect((await listed(owner, { status: 3 })).numbers).toEqual([closed])
    expect((await listed(owner, { type: 2 })).numbers).toEqual([theirs, waits])
    expect((await listed(owner, { mine: 1 })).numbers).toEqual([closed, waits])
    expect(await world.call(owner, supportTickets.list, { type: 5 })).toMatchObject({ code: 422, msg: '请选择问题类型' })
  })

  it('finds a text in what was written, by either side, and in no other account', async () => {
    const [owner, stranger] = [await world.anOwner(), await world.anOwner()]
    const opened = await aTicket(world, owner, { content: '机房的 ODF 配线架 松动了一整天' })
    const asked = await aTicket(world, owner)
    await reply(owner, asked, '换了一根\n光模块 也不行')
    const answered = await aTicket(world, owner)
    await answerTicket(world, support, answered, '请检查 PoE 供电')
    for (const who of [owner, stranger])
      for (const [search, found] of [
        ['odf', opened],
        ['光模块', asked],
        ['光', asked],
        ['POE', answered],
      ] as const)
        expect((await listed(who, { search })).numbers, search).toEqual(who === owner ? [found] : [])
    await aTicket(world, stranger, { content: '光模块也坏了，请尽快处理' })
    expect((await listed(owner, { search: '光模块' })).count).toBe(1)
  })

  it('finds a ticket by the number that people say, and by the name of the member that it is about', async () => {
    const owner = await world.anOwner()
    const [member] = await hardware(world, owner, 1)
    await world.call(owner, contract.router.note, { router_name: member!, note: '合肥政务店' })
    const about = await aTicket(world, owner, { router_name: member! })
    const other = await aTicket(world, owner)
    const { no } = await ticketOf(world, owner, other)
    expect((await listed(owner, { search: String(no) })).numbers).toContain(other)
    for (const search of ['政务', member!.toLowerCase()]) expect((await listed(owner, { search })).numbers).toEqual([about])
    expect((await listed(owner, { router_name: member! })).numbers).toEqual([about])
    expect((await world.call(await world.anOwner(), supportTickets.list, { router_name: member! })).code).toBe(204)
  })

  it('shows open tickets with those first that wait for the customer, and those alone', async () => {
    const owner = await world.anOwner()
    const first = await aTicket(world, owner)
    await world.pass(1)
    const second = await aTicket(world, owner)
    await world.pass(1)
    await shut(owner, await aTicket(world, owner))
    await answerTicket(world, support, first)
    expect((await listed(owner, { open: 1 })).numbers).toEqual([first, second])
    expect(await listed(owner, { yours: 1 })).toMatchObject({ count: 1, numbers: [first] })
    await reply(owner, first)
    expect(await rowOf(owner, first)).toMatchObject({
      turn: 'support',
      due_time: expect.any(Number),
      last_reply: { excerpt: '还是不行。' },
    })
    expect((await listed(owner, { open: 1 })).numbers.toSorted()).toEqual([first, second].toSorted())
    expect((await listed(owner, { yours: 1 })).count).toBe(0)
  })

  it('shows who replied last, and marks an answer as new for each login until it has read it', async () => {
    const owner = await world.anOwner()
    const colleague = await aSubAccount(world, owner, {})
    const number = await aTicket(world, owner)
    expect(await rowOf(owner, number)).toMatchObject({ last_reply: null, fresh: 0, own: 1 })
    await reply(colleague, number)
    expect(await rowOf(owner, number)).toMatchObject({ last_reply: { from: 'customer' }, fresh: 0 })
    await answerTicket(world, support, number)
    const answered = {
      last_reply: { reply_name: '客服', reply_time: expect.any(Number), from: 'support', excerpt: expect.any(String) },
      fresh: 1,
      turn: 'customer',
      due_time: null,
    }
    expect(await rowOf(owner, number)).toMatchObject(answered)
    expect(await rowOf(colleague, number)).toMatchObject({ ...answered, own: 0 })
    await ticketOf(world, owner, number)
    expect((await rowOf(owner, number)).fresh).toBe(0)
    expect((await rowOf(colleague, number)).fresh).toBe(1)
    await answerTicket(world, support, number)
    expect((await rowOf(owner, number)).fresh).toBe(1)
  })
})

describe('closing a ticket', () => {
  it('needs neither a grade nor a comment, and a grade may follow without one', async () => {
    const owner = await world.anOwner()
    const number = await aTicket(world, owner)
    expect((await shut(owner, number)).code).toBe(200)
    expect(await ticketOf(world, owner, number)).toMatchObject({ ticket_status: 3, close_time: expect.any(Number), appraise: null })
    expect((await logOf(world, owner)).at(-1)).toMatchObject({
      action: 'close_ticket',
      message: expect.stringMatching(/^关闭工单 \d+「门店打印机离线」$/),
    })
    expect(await shut(owner, number)).toMatchObject({ code: 403, msg: '工单已关闭' })
    expect((await world.call(owner, supportTickets.appraise, { ticket_number: number, grade: 3 })).code).toBe(200)
    expect(await ticketOf(world, owner, number)).toMatchObject({ appraised: 1, appraise: { grade: 3, content: '' } })
  })

  it('is undone by reopening, which takes the grade back', async () => {
    const owner = await world.anOwner()
    const number = await aTicket(world, owner)
    expect(await reopen(owner, number)).toMatchObject({ code: 403, msg: '工单没有关闭，不需要重新打开' })
    await answerTicket(world, support, number)
    await appraise(owner, number, { grade: 2 })
    await closedAgo(number, TICKET_REOPEN_DAYS - 0.01)
    expect((await reopen(owner, number)).code).toBe(200)
    expect(await ticketOf(world, owner, number)).toMatchObject({ ticket_status: 2, appraised: 0, appraise: null, close_time: null })
    expect((await logOf(world, owner)).at(-1)).toMatchObject({
      action: 'reopen_ticket',
      message: expect.stringMatching(/^重新打开工单 \d+「门店打印机离线」，撤销评价 2 星$/),
    })
    expect((await reply(owner, number)).code).toBe(200)
    expect((await appraise(owner, number)).code).toBe(200)
  })

  it('is final after a week: a new ticket may name the old one', async () => {
    const owner = await world.anOwner()
    const number = await aTicket(world, owner)
    await shut(owner, number)
    await closedAgo(number, TICKET_REOPEN_DAYS + 0.01)
    expect(await reopen(owner, number)).toMatchObject({
      code: 403,
      msg: `工单关闭已超过 7 天，不能重新打开；请提交新工单，并写明原工单号 ${number}`,
    })
    expect((await ticketOf(world, owner, number)).ticket_status).toBe(3)
  })

  it('and reopening touch no ticket of another account', async () => {
    const [owner, stranger] = [await world.anOwner(), await world.anOwner()]
    const [open, closed] = [await aTicket(world, owner), await aTicket(world, owner)]
    await shut(owner, closed)
    for (const answer of [await shut(stranger, open), await reopen(stranger, closed)])
      expect(answer).toMatchObject({ code: 204, msg: '工单不存在或已删除' })
    expect([(await ticketOf(world, owner, open)).ticket_status, (await ticketOf(world, owner, closed)).ticket_status]).toEqual([1, 3])
  })

  it('and reopening at once leave the ticket in one state', async () => {
    const owner = await world.anOwner()
    const number = await aTicket(world, owner)
    await shut(owner, number)
    const answers = await Promise.all([reopen(owner, number), reopen(owner, number)])
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 403])
    expect((await ticketOf(world, owner, number)).ticket_status).toBe(1)
  })
})

describe('a message about a ticket', () => {
  it('names number and title, and further answers change it until the ticket is read', async () => {
    const owner = await world.anOwner()
    const [number, other] = [await aTicket(world, owner, { title: '<b>打印机</b>' }), await aTicket(world, owner)]
    const before = await unread(owner)
    for (const content of ['一', '二', '三']) await answerTicket(world, support, number, content)
    await answerTicket(world, support, other)
    const { no } = await world.asSystem(({ sql }) =>
      sql.selectFrom('support_ticket').select('no').where('ticket_number', '=', number).executeTakeFirstOrThrow(),
    )
    const about = (await messagesOf(owner)).filter(({ title }) => title.startsWith(`${no} `))
    expect(about.map(({ title, status }) => [title, status])).toEqual([[`${no} <b>打印机</b>：客服回复了您`, 0]])
    expect(await unread(owner)).toBe(before + 2)
    const { content } = (await world.call(owner, contract.messages.info, { message_id: about[0]!.message_id })).data as { content: string }
    expect(content).toContain(`<a href="/ticket/detail?ticket_number=${number}">`)
    expect(content).toContain('「&lt;b&gt;打印机&lt;/b&gt;」')
    await ticketOf(world, owner, other)
    expect(await unread(owner)).toBe(before)
    await answerTicket(world, support, number, '四')
    expect((await messagesOf(owner)).filter(({ title }) => title.startsWith(`${no} `)).map(({ status }) => status)).toEqual([0, 1])
    await ticketOf(world, owner, number)
    expect(await unread(owner)).toBe(before)
  })

  it('is one for every login if who opened the ticket is gone, and each reads it alone', async () => {
    const owner = await world.anOwner()
    const [leaver, colleague] = [await aSubAccount(world, owner, {}), await aSubAccount(world, owner, {})]
    const number = await aTicket(world, leaver)
    await world.call(owner, contract.subAccounts.delete, { id: String(leaver.login_id) })
    await answerTicket(world, support, number, '一')
    await ticketOf(world, colleague, number)
    await answerTicket(world, support, number, '二')
    for (const who of [owner, colleague])
      expect((await messagesOf(who)).filter(({ title }) => title.includes('门店打印机离线')).map(({ status }) => status)).toEqual([0])
  })
})

describe('a deleted ticket', () => {
  it('is hidden from its account, with its pictures and messages, and kept for operators', async () => {
    const owner = await world.anOwner()
    const { id } = await aPicture(world, owner)
    const number = await aTicket(world, owner, { title: '独一份的标题', file_ids: [id] })
    await reply(owner, number)
    await answerTicket(world, support, number)
    expect((await remove(owner, number)).code).toBe(200)
    for (const answer of [
      await remove(owner, number),
      await world.call(owner, supportTickets.info, { ticket_number: number }),
      await reply(owner, number),
      await appraise(owner, number),
      await shut(owner, number),
      await reopen(owner, number),
    ])
      expect(answer).toMatchObject({ code: 204, msg: '工单不存在或已删除' })
    expect((await listed(owner)).numbers).toEqual([])
    expect((await listed(owner, { search: '独一份' })).numbers).toEqual([])
    expect((await world.call(owner, supportTickets.counts, {})).data).toEqual({ pending: 0, handling: 0, closed: 0, yours: 0 })
    expect((await world.call(owner, contract.search.all, { search: '独一份' })).data).toMatchObject({ tickets: [], messages: [] })
    expect((await messagesOf(owner)).filter(({ title }) => title.includes(number))).toEqual([])
    expect((await logOf(world, owner)).at(-1)).toMatchObject({ action: 'delete_ticket' })

    const { data } = await world.call(support, opsContract.tickets.info, { ticket_number: number })
    expect(data).toMatchObject({ delete_time: expect.any(Number), delete_name: expect.stringMatching(/^客户/), images: [{ id }] })
    expect((data as { dialogue: unknown[] }).dialogue).toHaveLength(2)
    expect(await answerTicket(world, support, number)).toMatchObject({ code: 403, msg: '客户已删除该工单，请先恢复' })
  })

  it('may be deleted by its author, by the owner, and by a login with the right to delete those of others', async () => {
    const owner = await world.anOwner()
    const [author, colleague] = [await aSubAccount(world, owner, {}), await aSubAccount(world, owner, {})]
    const [first, second, ours] = [await aTicket(world, author), await aTicket(world, author), await aTicket(world, owner)]
    for (const number of [first, ours])
      expect(await remove(colleague, number)).toMatchObject({ code: 403, msg: expect.stringMatching(/没有「.*删除.*」权限/) })
    expect((await remove(author, first)).code).toBe(200)
    expect((await remove(owner, second)).code).toBe(200)
    expect((await listed(owner)).numbers).toEqual([ours])
    expect((await remove(await aSubAccount(world, owner, { ticket_delete: 1 }), ours)).code).toBe(200)
  })

  it('is gone for good after the time for which it is kept', async () => {
    const owner = await world.anOwner()
    const [old, young] = [await aTicket(world, owner), await aTicket(world, owner)]
    await remove(owner, old)
    await remove(owner, young)
    await world.asSystem(({ sql }) =>
      sql
        .updateTable('support_ticket')
        .set({ delete_time: new Date(Date.now() - 181 * 86_400_000) })
        .where('ticket_number', '=', old)
        .execute(),
    )
    await deleteForgotten(world.infrastructure.db, world.infrastructure.clock)
    const code = async (ticket_number: string) => (await world.call(support, opsContract.tickets.info, { ticket_number })).code
    expect([await code(old), await code(young)]).toEqual([204, 200])
  })
})

it('an answer that an operator reads with a login link stays new for the customer', async () => {
  const owner = await world.anOwner()
  const [link, number] = [await aLink(world, owner), await aTicket(world, owner)]
  await answerTicket(world, support, number, '请重启设备。')
  const read = await world.call(link, supportTickets.info, { ticket_number: number }, { cookie: link.companion })
  expect(read).toMatchObject({ code: 200, data: { fresh: 1 } })
  expect([(await rowOf(owner, number)).fresh, await unread(owner)]).toEqual([1, 1])
})

describe('the tickets of one account', () => {
  const [perDay, replies] = [budgets.ticket.counts[0].amount, budgets.ticket_reply.counts[0].amount]
  const codes = (answers: { code: number }[]) => answers.map(({ code }) => code).toSorted((a, b) => a - b)
  /** Lets a day pass, after which the person signs in again. */
  const nextDay = async (who: Person): Promise<Person> => {
    await world.pass(86_401)
    return { ...who, ...(await world.signedIn(who)) }
  }

  it('are twenty a day by all its logins together, however many come at once and however soon they are deleted', async () => {
    const owner = await world.anOwner()
    const colleague = await aSubAccount(world, owner, {})
    const answers = await Promise.all(
      Array.from({ length: perDay + 4 }, async (_, i) => {
        const made = await create(i % 2 ? owner : colleague, {})
        if (made.code === 200) await remove(owner, (made.data as { ticket_number: string }).ticket_number)
        return made
      }),
    )
    expect(codes(answers)).toEqual([...Array.from({ length: perDay }, () => 200), 429, 429, 429, 429])
    expect(await create(owner, {})).toMatchObject({ code: 429, msg: '本账号提交工单的次数已达上限，请在 24 小时后重试' })
    expect((await create(await world.anOwner(), {})).code).toBe(200)
    expect((await create(await nextDay(owner), {})).code).toBe(200)
  })

  it('are open in a limited number, which a reopened one counts toward', async () => {
    let owner = await world.anOwner()
    const numbers = []
    for (let i = 0; i < TICKETS_OPEN_MAX; i++) {
      if (i > 0 && i % (perDay - 1) === 0) owner = await nextDay(owner)
      numbers.push(await aTicket(world, owner))
    }
    const [first, second] = numbers as [string, string]
    await shut(owner, first)
    await aTicket(world, owner)
    const msg = `未关闭的工单最多 ${TICKETS_OPEN_MAX} 个，请先关闭已解决的工单，或在已有工单中回复`
    expect(await create(owner, {})).toMatchObject({ code: 403, msg })
    expect(await reopen(owner, first)).toMatchObject({ code: 403, msg })
    // They are those of all logins, and this one can neither see nor close the others'.
    const writer = await aSubAccount(world, owner, { ticket_create: 1, ticket_view: 0, ticket_edit: 0 })
    const asking = `本账号未关闭的工单最多 ${TICKETS_OPEN_MAX} 个，请联系账号管理员关闭已解决的工单，或在已有工单中回复`
    expect(await create(await nextDay(writer), {})).toMatchObject({ code: 403, msg: asking })
    owner = { ...owner, ...(await world.signedIn(owner)) }
    await shut(owner, second)
    expect((await reopen(owner, first)).code).toBe(200)
  })

  it('get sixty replies a day, of which reopening one is one', async () => {
    const owner = await world.anOwner()
    const number = await aTicket(world, owner)
    await shut(owner, number)
    expect((await reopen(owner, number)).code).toBe(200)
    for (let i = 1; i < replies; i++) expect((await reply(owner, number)).code).toBe(200)
    expect(await reply(owner, number)).toMatchObject({ code: 429, msg: '本账号回复和重新打开工单的次数已达上限，请在 24 小时后重试' })
    await shut(owner, number)
    expect((await reopen(owner, number)).code).toBe(429)
    expect((await reopen(await nextDay(owner), number)).code).toBe(200)
  })
})
