import { contract, opsContract, type Ticket } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digits } from '../../../kernel/ids.ts'
import { aSubAccount, logOf } from '../../../../test/network-fixtures.ts'
import { anOperator, type OperatorPerson } from '../../../../test/ops-people.ts'
import { answerTicket, aPicture, aTicket, DRAFT, ticketOf } from '../../../../test/ticket-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

const { supportTickets } = contract
let world: World
let support: OperatorPerson
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
const close = (ticket_number: string) => world.call(support, opsContract.tickets.close, { ticket_number })
async function listed(who: Person, filter: Record<string, unknown> = {}) {
  const answer = await world.call(who, supportTickets.list, filter)
  const rows = answer.data as Ticket[]
  return { ...answer, rows, numbers: rows.map(({ ticket_number }) => ticket_number) }
}

describe('a ticket', () => {
  it('is numbered by its day in Shanghai, shown as it was written, and noted in the operation log', async () => {
    const owner = await world.anOwner()
    const picture = await aPicture(world, owner)
    const number = await aTicket(world, owner, { file_ids: [picture.id] })
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date()).replaceAll('-', '')
    expect(number).toMatch(new RegExp(`^${day}\\d{6}$`))
    expect(await ticketOf(world, owner, number)).toEqual({
      ticket_number: number,
      ticket_title: DRAFT.title,
      ticket_content: DRAFT.content,
      ticket_type: 3,
      ticket_status: 1,
      create_time: expect.any(Number),
      create_name: expect.stringMatching(/^客户/),
      appraised: 0,
      images: [picture],
      dialogue: [],
      appraise: null,
    })
    expect((await logOf(world, owner)).at(-1)).toMatchObject({
      actor_kind: 'owner',
      action: 'create_ticket',
      message: `提交工单 ${number}「门店打印机离线」（智能设备）`,
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
    for (let i = 0; i < 12; i++) numbers.unshift(await aTicket(world, owner, { title: i === 3 ? '账号 100%_通' : `问题 ${i}` }))
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
    const [theirs, ours] = [await aTicket(world, colleague), await aTicket(world, owner)]
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
    const [theirs, ours] = [await aTicket(world, confined), await aTicket(world, owner)]
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
    [{ content: ' ' }, '内容不能为空'],
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

describe('a deleted ticket', () => {
  it('is gone with its replies and pictures, for operators too', async () => {
    const owner = await world.anOwner()
    const { id } = await aPicture(world, owner)
    const number = await aTicket(world, owner, { file_ids: [id] })
    await reply(owner, number)
    expect((await remove(owner, number)).code).toBe(200)
    expect(await remove(owner, number)).toMatchObject({ code: 204 })
    expect(await answerTicket(world, support, number)).toMatchObject({ code: 204, msg: '工单不存在或已删除' })
    expect((await listed(owner)).numbers).toEqual([])
    const left = await world.asSystem(({ sql }) =>
      sql.selectFrom('support_ticket_file').select('file_id').where('account_id', '=', owner.account_id).execute(),
    )
    expect(left).toEqual([])
    expect((await logOf(world, owner)).at(-1)).toMatchObject({ action: 'delete_ticket' })
  })
})
