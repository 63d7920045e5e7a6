import { contract, doorBase, type Endpoint, type Message, opsContract, type OutputOf } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aNetwork, aSubAccount, hardware, logOf } from '../../test/network-fixtures.ts'
import { anOperator, type OperatorPerson } from '../../test/ops-people.ts'
import { aPicture, answerTicket, aTicket, ticketOf } from '../../test/ticket-fixtures.ts'
import { createWorld, type Person, type World } from '../../test/world.ts'

const { tickets, savedReplies } = opsContract
const { supportTickets } = contract
type Row = OutputOf<typeof tickets.list>['rows'][number]
type Detail = OutputOf<typeof tickets.info>

let world: World
let support: OperatorPerson
let colleague: OperatorPerson
beforeAll(async () => {
  world = await createWorld()
  support = await anOperator(world, 'support')
  colleague = await anOperator(world, 'admin')
})
afterAll(() => world.close())

const info = async (ticket_number: string): Promise<Detail> => (await world.call(support, tickets.info, { ticket_number })).data
const listed = async (filter: Record<string, unknown>) => (await world.call(support, tickets.list, filter)).data as Row[]
const numbers = async (filter: Record<string, unknown>) => (await listed(filter)).map(({ ticket_number }) => ticket_number)
const assign = (who: OperatorPerson, ticket_number: string, assignee: string | null, seen_assignee: string | null) =>
  world.call(who, tickets.assign, { ticket_number, assignee, seen_assignee })
const prioritise = (who: OperatorPerson, ticket_number: string, priority: number, seen_priority: number) =>
  world.call(who, tickets.prioritise, { ticket_number, priority, seen_priority })
const note = (ticket_number: string, content: string) => world.call(support, tickets.note, { ticket_number, content })
const merge = (ticket_number: string, into: string) => world.call(support, tickets.merge, { ticket_number, into })
const restore = (ticket_number: string) => world.call(support, tickets.restore, { ticket_number })
const remove = (who: Person, ticket_number: string) => world.call(who, supportTickets.delete, { ticket_number })
const messagesOf = async (who: Person) => (await world.call(who, contract.messages.list, {})).data as Message[]
/** Returns the latest sentence of the operators' own log. */
const lastOfDesk = async (): Promise<string | undefined> =>
  (
    await world.asSystem(({ sql }) =>
      sql.selectFrom('audit').select('message').where('account_id', '=', 0).orderBy('seq', 'desc').limit(1).executeTakeFirst(),
    )
  )?.message

describe('the assignee of a ticket', () => {
  it('takes it, gives it away and releases it, and lists find it by who handles it', async () => {
    const owner = await world.anOwner()
    const number = await aTicket(world, owner)
    const search = owner.account_number
    expect(await numbers({ search, assignee: 'none' })).toEqual([number])
    expect((await assign(support, number, support.username, null)).code).toBe(200)
    expect(await numbers({ search, assignee: 'me' })).toEqual([number])
    expect(await numbers({ search, assignee: 'none' })).toEqual([])
    expect((await assign(support, number, colleague.username, support.username)).code).toBe(200)
    expect(await lastOfDesk()).toMatch(new RegExp(`^将工单 \\d+「门店打印机离线」的处理人设为 ${colleague.username}$`))
    expect((await info(number)).assignee).toBe(colleague.username)
    expect(await numbers({ search, assignee: 'me' })).toEqual([])
    expect((await assign(colleague, number, null, colleague.username)).code).toBe(200)
    expect(await lastOfDesk()).toMatch(/^取消工单 \d+「门店打印机离线」的处理人$/)
    expect((await info(number)).assignee).toBeNull()
  })

  it('is an operator who may handle tickets', async () => {
    const number = await aTicket(world, await world.anOwner())
    const [sales, gone] = [await anOperator(world, 'sales'), await anOperator(world, 'support')]
    await world.asSystem(({ sql }) => sql.updateTable('operator').set({ status: 0 }).where('username', '=', gone.username).execute())
    for (const name of [sales.username, gone.username, 'nobody'])
      expect(await assign(support, number, name, null)).toMatchObject({ code: 422, msg: '处理人不存在、已停用或不能处理工单' })
    const names = (await world.call(support, tickets.assignees, {})).data as string[]
    expect(names).toEqual(expect.arrayContaining([support.username, colleague.username]))
    expect(names).not.toEqual(expect.arrayContaining([sales.username]))
    expect(names).not.toEqual(expect.arrayContaining([gone.username]))
  })

  it('is given to one of two operators who take it at once, and the refusal of the other names that operator', async () => {
    const number = await aTicket(world, await world.anOwner())
    const both = [support, colleague]
    const answers = await Promise.all(both.map((who) => assign(who, number, who.username, null)))
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 409])
    const winner = both[answers.findIndex(({ code }) => code === 200)]!.username
    expect(answers.find(({ code }) => code === 409)!.msg).toBe(`${winner} 刚刚将工单的处理人改为「${winner}」，请查看后再操作`)
    expect((await info(number)).assignee).toBe(winner)
    expect((await assign(support, number, null, winner)).code).toBe(200)
    expect(await assign(colleague, number, colleague.username, winner)).toMatchObject({
      code: 409,
      msg: `${support.username} 刚刚取消了工单的处理人，请查看后再操作`,
    })
  })
})

describe('the priority of a ticket', () => {
  it('decides with the service level when the answer is due', async () => {
    const owner = await world.anOwner()
    const number = await aTicket(world, owner)
    const normal = (await info(number)).due_time!
    expect((await prioritise(support, number, 4, 2)).code).toBe(200)
    expect(await lastOfDesk()).toMatch(/^将工单 \d+「门店打印机离线」的优先级由普通改为紧急$/)
    expect((await info(number)).due_time!).toBeLessThan(normal)
    expect(await listed({ search: owner.account_number, priority: 4 })).toMatchObject([{ ticket_number: number, priority: 4 }])
    expect(await numbers({ search: owner.account_number, priority: 2 })).toEqual([])
    await answerTicket(world, support, number)
    expect((await info(number)).due_time).toBeNull()
  })

  it('is changed by one of two operators at once, and the refusal of the other names the value and that operator', async () => {
    const number = await aTicket(world, await world.anOwner())
    const answers = await Promise.all([prioritise(support, number, 4, 2), prioritise(colleague, number, 1, 2)])
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 409])
    const first = answers[0].code === 200
    expect(answers.find(({ code }) => code === 409)!.msg).toBe(
      first
        ? `${support.username} 刚刚将工单的优先级改为「紧急」，请查看后再修改`
        : `${colleague.username} 刚刚将工单的优先级改为「低」，请查看后再修改`,
    )
    expect((await info(number)).priority).toBe(first ? 4 : 1)
  })
})

describe('an internal note', () => {
  const SECRET = '内部暗号甲乙丙丁'

  it('is shown to every operator with who wrote it, and counted by open pages', async () => {
    const number = await aTicket(world, await world.anOwner())
    expect((await note(number, SECRET)).code).toBe(200)
    expect((await info(number)).notes).toMatchObject([{ operator_name: support.username, content: SECRET }])
    expect((await world.call(colleague, tickets.state, { ticket_number: number })).data).toMatchObject({ notes: 1, replies: 0 })
    expect(await lastOfDesk()).toMatch(/^为工单 \d+「门店打印机离线」添加内部备注$/)
    expect(await note(number, ' ')).toMatchObject({ code: 422 })
  })

  it('is in no answer, file or message that its customer can get, and neither are assignee and priority', async () => {
    const owner = await world.anOwner()
    const [center] = await hardware(world, owner, 1)
    const network_number = await aNetwork(world, owner, '总部', [center!])
    const [number, other] = [await aTicket(world, owner), await aTicket(world, owner)]
    await note(number, SECRET)
    await note(other, SECRET)
    await assign(support, number, support.username, null)
    await prioritise(support, number, 4, 2)
    await answerTicket(world, support, number)
    await merge(number, other)
    const inputs = [
      {},
      { ticket_number: number },
      { ticket_number: other },
      { search: SECRET },
      { search: SECRET.slice(0, 2) },
      { network_number },
      { page: 1, limit: 100 },
    ]
    const endpoints = Object.values(contract)
      .flatMap((group) => Object.values(group as Record<string, Endpoint>))
      .filter(({ method, access }) => method === 'GET' && access !== 'public')
    expect(endpoints.length).toBeGreaterThan(60)
    let answered = 0
    const ofTickets: string[] = []
    for (const [at, { door, path }] of endpoints.entries()) {
      // A login may make so many calls a minute.
      if (at % 20 === 0) await world.pass(61)
      for (const query of inputs) {
        const response = await world.apps[door].inject({
          method: 'GET',
          url: `${doorBase[door]}/${path}`,
          query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
          headers: { authorization: `Bearer ${owner.access_token}` },
        })
        expect(response.statusCode).not.toBe(429)
        if (response.statusCode === 200) answered += 1
        const asked = `${path} ${JSON.stringify(query)}`
        expect(response.body, asked).not.toContain(SECRET)
        if (path.startsWith('ticket/')) ofTickets.push(response.body)
      }
    }
    expect(answered).toBeGreaterThan(60)
    expect(ofTickets.join('\n')).toContain('"dialogue":')
    expect(ofTickets.join('\n')).not.toMatch(/"(notes|priority|assignee|assigned_by)":/)
    for (const { message_id, title } of await messagesOf(owner)) {
      const { content } = (await world.call(owner, contract.messages.info, { message_id })).data as { content: string }
      expect(title + content).not.toContain(SECRET)
    }
    expect(JSON.stringify(await logOf(world, owner))).not.toContain(SECRET)
    expect((await logOf(world, owner)).map(({ action }) => action)).not.toContain('note_ticket')
    await world.deliver()
    expect(JSON.stringify(world.outbox())).not.toContain(SECRET)
    // The role that serves customers cannot read the table at all.
    await expect(world.asAccount(owner, ({ sql }) => sql.selectFrom('support_ticket_note').select('content').execute())).rejects.toThrow(
      /permission denied/,
    )
  })
})

describe('merging', () => {
  it('closes one ticket in favour of the other, which shows both dialogues in order of time', async () => {
    const owner = await world.anOwner()
    const picture = await aPicture(world, owner)
    const into = await aTicket(world, owner, { title: '总部断网' })
    await world.pass(1)
    const number = await aTicket(world, owner, { title: '分店断网', content: '分店也连不上总部了，请查看', file_ids: [picture.id] })
    await answerTicket(world, support, into, '正在查看')
    await world.call(owner, supportTickets.reply, { ticket_number: number, content: '还是不通' })
    await answerTicket(world, support, number, '与总部是同一原因')
    await note(number, '同一条光缆')
    expect((await merge(number, into)).code).toBe(200)
    const seen = await ticketOf(world, owner, into)
    expect(seen.dialogue.map(({ dialogue_content, merged_from }) => [dialogue_content, merged_from])).toEqual([
      ['分店也连不上总部了，请查看', number],
      ['正在查看', null],
      ['还是不通', number],
      ['与总部是同一原因', number],
    ])
    expect(seen.dialogue[0]!.images.map(({ id }) => id)).toEqual([picture.id])
    expect(await ticketOf(world, owner, number)).toMatchObject({ ticket_status: 3, merged_into: into, dialogue: [{}, {}] })
    expect((await info(into)).notes.map(({ content }) => content)).toEqual(['同一条光缆'])
    expect((await world.call(support, tickets.state, { ticket_number: into })).data).toMatchObject({ replies: 4, notes: 1 })
    expect((await logOf(world, owner)).at(-2)).toMatchObject({
      actor_kind: 'operator',
      action: 'merge_ticket',
      message: expect.stringMatching(/^将工单 \d+「分店断网」合并到工单 \d+「总部断网」$/),
    })
    const [no, target] = [(await ticketOf(world, owner, number)).no, (await ticketOf(world, owner, into)).no]
    expect((await messagesOf(owner)).filter(({ title }) => title.includes('分店断网')).map(({ title }) => title)).toEqual([
      `${no} 分店断网：已合并到工单 ${target}`,
    ])
    const open = { ticket_number: number, content: '还有一句', seen: 2 }
    expect(await world.call(support, tickets.reply, open)).toMatchObject({
      code: 403,
      msg: `工单已合并到工单 ${into}，请在该工单中继续沟通`,
    })
    for (const answer of [
      await world.call(owner, supportTickets.reply, { ticket_number: number, content: '还有一句' }),
      await world.call(owner, supportTickets.reopen, { ticket_number: number }),
    ])
      expect(answer).toMatchObject({ code: 403, msg: `工单已合并到工单 ${into}，请在该工单中继续沟通` })
    expect((await world.call(owner, supportTickets.list, { search: '还是不通' })).data).toMatchObject([
      { ticket_number: number },
      { ticket_number: into },
    ])
  })

  it('of a ticket that has others merged into it takes these along, and the longest wait counts', async () => {
    const owner = await world.anOwner()
    const [first, second, third] = [await aTicket(world, owner), await aTicket(world, owner), await aTicket(world, owner)]
    await world.asSystem(({ sql }) =>
      sql
        .updateTable('support_ticket')
        .set({ waiting_since: new Date(Date.now() - 7_200_000) })
        .where('ticket_number', '=', first)
        .execute(),
    )
    const { waiting_since } = await info(first)
    await answerTicket(world, support, third)
    await merge(first, second)
    await merge(second, third)
    expect(await info(third)).toMatchObject({ waiting_since, ticket_status: 2, due_time: expect.any(Number) })
    expect((await info(third)).dialogue.map(({ merged_from }) => merged_from)).toEqual([first, second, null])
    expect((await info(first)).merged_into).toBe(third)
  })

  it('is refused across accounts, with itself, and into what is closed, merged or deleted', async () => {
    const [owner, stranger] = [await world.anOwner(), await world.anOwner()]
    const [number, closed, deleted, foreign, into] = [
      await aTicket(world, owner),
      await aTicket(world, owner),
      await aTicket(world, owner),
      await aTicket(world, stranger),
      await aTicket(world, owner),
    ]
    await world.call(owner, supportTickets.close, { ticket_number: closed })
    await remove(owner, deleted)
    expect(await merge(number, number)).toMatchObject({ code: 422, msg: '不能把工单合并到它自己' })
    for (const to of [foreign, '20260101999999'])
      expect(await merge(number, to)).toMatchObject({ code: 422, msg: '目标工单不存在，或不属于同一账号' })
    for (const to of [closed, deleted])
      expect(await merge(number, to)).toMatchObject({ code: 422, msg: '目标工单已关闭、已合并或已被客户删除' })
    expect(await merge('20260101999999', number)).toMatchObject({ code: 204 })
    expect(await merge(deleted, number)).toMatchObject({ code: 403, msg: '客户已删除该工单，请先恢复' })
    expect((await merge(number, into)).code).toBe(200)
    expect(await merge(number, into)).toMatchObject({ code: 403 })
    expect((await ticketOf(world, stranger, foreign)).dialogue).toEqual([])
  })

  it('at once in both directions closes one of the two', async () => {
    const owner = await world.anOwner()
    const [one, two] = [await aTicket(world, owner), await aTicket(world, owner)]
    const answers = await Promise.all([merge(one, two), merge(two, one)])
    expect(answers.map(({ code }) => code).filter((code) => code === 200)).toHaveLength(1)
    expect([(await info(one)).ticket_status, (await info(two)).ticket_status].toSorted((a, b) => a - b)).toEqual([1, 3])
  })

  it('shows a login that sees its own tickets alone nothing of a colleague’s', async () => {
    const owner = await world.anOwner()
    const [center] = await hardware(world, owner, 1)
    const network_number = await aNetwork(world, owner, '总部', [center!])
    const confined = await aSubAccount(world, owner, { designated: [network_number] })
    const [theirs, ours] = [await aTicket(world, confined), await aTicket(world, owner, { content: '只有主账号能看的内容' })]
    expect(await merge(theirs, ours)).toMatchObject({ code: 422, msg: expect.stringContaining('看不到目标工单，不能合并') })
    expect((await merge(ours, theirs)).code).toBe(200)
    expect((await ticketOf(world, confined, theirs)).dialogue).toEqual([])
    expect((await ticketOf(world, owner, theirs)).dialogue).toHaveLength(1)
    expect((await world.call(confined, supportTickets.list, { search: '只有主账号' })).count).toBe(0)
  })
})

describe('the bin', () => {
  it('lists what customers deleted, and gives it back to them', async () => {
    const owner = await world.anOwner()
    const number = await aTicket(world, owner)
    await remove(owner, number)
    const { account_number } = owner
    expect(await numbers({ deleted: 1 })).toContain(number)
    expect(await numbers({ limit: 100 })).not.toContain(number)
    expect(await listed({ search: number })).toMatchObject([{ ticket_number: number, delete_time: expect.any(Number), due_time: null }])
    expect(await numbers({ account_number })).toEqual([number])
    for (const answer of [
      await assign(support, number, support.username, null),
      await prioritise(support, number, 4, 2),
      await world.call(support, tickets.close, { ticket_number: number }),
    ])
      expect(answer).toMatchObject({ code: 403, msg: '客户已删除该工单，请先恢复' })
    expect((await restore(number)).code).toBe(200)
    expect(await restore(number)).toMatchObject({ code: 403, msg: '工单没有被删除，不需要恢复' })
    expect((await ticketOf(world, owner, number)).ticket_status).toBe(1)
    expect(await info(number)).toMatchObject({ delete_time: null, waiting_since: expect.any(Number), due_time: expect.any(Number) })
    expect((await messagesOf(owner)).map(({ title }) => title)).toContain(
      `${(await ticketOf(world, owner, number)).no} 门店打印机离线：已恢复`,
    )
    expect(await logOf(world, owner)).toContainEqual(
      expect.objectContaining({
        actor_kind: 'operator',
        action: 'restore_ticket',
        message: expect.stringMatching(/^恢复客户删除的工单 \d+「门店打印机离线」$/),
      }),
    )
  })

  it('is not counted among what waits', async () => {
    const owner = await world.anOwner()
    const counts = async () => (await world.call(support, tickets.waiting, {})).data as { waiting: number }
    const before = (await counts()).waiting
    const number = await aTicket(world, owner)
    expect((await counts()).waiting).toBe(before + 1)
    await remove(owner, number)
    expect((await counts()).waiting).toBe(before)
  })
})

describe('a saved reply', () => {
  it('is edited in its place, and not over a change that was not seen', async () => {
    const { data } = await world.call(support, savedReplies.create, { title: '重启', content: '请重启。' })
    const { id } = data as { id: string }
    const edit = (who: OperatorPerson, version: number, content: string) =>
      world.call(who, savedReplies.edit, { id, version, title: '重启设备', content })
    expect((await edit(support, 1, '请断电重启。')).code).toBe(200)
    expect(await lastOfDesk()).toBe('修改常用回复「重启」，标题改为「重启设备」')
    expect(await edit(colleague, 1, '请稍候。')).toMatchObject({
      code: 409,
      msg: `${support.username} 刚刚修改了这条常用回复，请查看后再保存`,
    })
    const found = await world.call(support, savedReplies.list, { search: '断电重启' })
    expect(found.data).toMatchObject([{ id, version: 2, content: '请断电重启。', update_time: expect.any(Number) }])
    const answers = await Promise.all([edit(support, 2, '一'), edit(colleague, 2, '二')])
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(await world.call(support, savedReplies.edit, { id: '999999', version: 1, title: '无', content: '无' })).toMatchObject({
      code: 204,
    })
  })
})

describe('the queue of tickets', () => {
  type Queue = OutputOf<typeof tickets.queue>
  const queue = async (view: 'open' | 'mine' | 'unassigned' = 'open') => (await world.call(support, tickets.queue, { view })).data as Queue
  const among = (rows: Queue['waiting'], ours: readonly string[]) =>
    rows.map(({ ticket_number }) => ticket_number).filter((number) => ours.includes(number))

  it('has those that wait for us by when they are due, and those that wait for their customers by who waits longest', async () => {
    const owner = await world.anOwner()
    const calm = await aTicket(world, owner)
    await world.pass(1)
    const urgent = await aTicket(world, owner)
    await prioritise(support, urgent, 4, 2)
    const answered = [await aTicket(world, owner), await aTicket(world, owner)]
    for (const number of answered.toReversed()) await answerTicket(world, support, number)
    const ours = [calm, urgent, ...answered]
    const shown = await queue()
    expect(among(shown.waiting, ours)).toEqual([urgent, calm])
    expect(among(shown.asked, ours)).toEqual(answered.toReversed())
    expect(shown.waiting.find(({ ticket_number }) => ticket_number === urgent)).toMatchObject({
      priority: 4,
      assignee: null,
      member: null,
      account_number: owner.account_number,
    })
  })

  it('has the tickets of the caller, or of nobody, alone, and counts both', async () => {
    const owner = await world.anOwner()
    const [own, free, theirs] = [await aTicket(world, owner), await aTicket(world, owner), await aTicket(world, owner)]
    const before = (await queue()).counts
    await assign(support, own, support.username, null)
    await assign(support, theirs, colleague.username, null)
    const ours = [own, free, theirs]
    expect(among((await queue('mine')).waiting, ours)).toEqual([own])
    expect(among((await queue('unassigned')).waiting, ours)).toEqual([free])
    expect((await queue()).counts).toEqual({ open: before.open, mine: before.mine + 1, unassigned: before.unassigned - 2 })
  })

  it('leaves out what customers deleted and what is closed', async () => {
    const owner = await world.anOwner()
    const [gone, shut, answered] = [await aTicket(world, owner), await aTicket(world, owner), await aTicket(world, owner)]
    await answerTicket(world, support, answered)
    await remove(owner, gone)
    await remove(owner, answered)
    await world.call(support, tickets.close, { ticket_number: shut })
    const { waiting, asked } = await queue()
    expect(among([...waiting, ...asked], [gone, shut, answered])).toEqual([])
  })

  it('shows the member that a ticket names, by its serial number in any letter case', async () => {
    const owner = await world.anOwner()
    const [router_name] = await hardware(world, owner, 1)
    const number = await aTicket(world, owner, { content: `成员名称：${router_name!.toLowerCase()}，今天上午起离线。` })
    const { waiting } = await queue()
    expect(waiting.find(({ ticket_number }) => ticket_number === number)?.member).toMatchObject({ router_name })
    const { members } = (await world.call(support, tickets.customer, { ticket_number: number })).data as OutputOf<typeof tickets.customer>
    expect(members.map((member) => member.router_name)).toEqual([router_name])
  })

  it('shows first the member that its customer chose, by its present name, also if it names others', async () => {
    const owner = await world.anOwner()
    const [chosen, named] = (await hardware(world, owner, 2)) as [string, string]
    const number = await aTicket(world, owner, { content: `今天起与 ${named} 之间不通。`, router_name: chosen })
    const other = await aTicket(world, owner, { content: '今天下午又断了，请尽快查看。', router_name: chosen })
    await world.call(owner, contract.router.note, { router_name: chosen, note: '新静安店' })
    const { waiting } = await queue()
    expect(waiting.find(({ ticket_number }) => ticket_number === number)?.member).toMatchObject({ router_name: chosen, note: '新静安店' })
    const customer = (await world.call(support, tickets.customer, { ticket_number: number })).data as OutputOf<typeof tickets.customer>
    expect(customer.members.map((member) => member.router_name)).toEqual([chosen, named])
    expect(customer.others).toMatchObject([{ ticket_number: other, same_member: 1 }])
  })

  it('counts what the caller answered since midnight', async () => {
    const who = await anOperator(world, 'support')
    const number = await aTicket(world, await world.anOwner())
    const replied = async () => ((await world.call(who, tickets.queue, {})).data as Queue).replied
    expect(await replied()).toBe(0)
    await answerTicket(world, who, number)
    expect(await replied()).toBe(1)
  })
})

describe('an answer that is being written', () => {
  const writing = async (who: OperatorPerson, ticket_number: string) =>
    ((await world.call(who, tickets.state, { ticket_number })).data as OutputOf<typeof tickets.state>).writing

  it('is shown to others for some seconds, in one ticket at a time, and not once it is sent', async () => {
    const owner = await world.anOwner()
    const [first, second] = [await aTicket(world, owner), await aTicket(world, owner)]
    const write = (ticket_number: string) => world.call(support, tickets.writing, { ticket_number })
    expect((await write(first)).code).toBe(200)
    expect(await writing(colleague, first)).toEqual([support.username])
    expect(await writing(support, first)).toEqual([])
    await write(second)
    expect([await writing(colleague, first), await writing(colleague, second)]).toEqual([[], [support.username]])
    await answerTicket(world, support, second)
    expect(await writing(colleague, second)).toEqual([])
    await write(first)
    await world.pass(11)
    expect(await writing(colleague, first)).toEqual([])
  })
})

describe('a check of a member', () => {
  it('is noted for operators with why the member is as it is', async () => {
    const owner = await world.anOwner()
    const [router_name] = await hardware(world, owner, 1)
    const number = await aTicket(world, owner)
    expect((await world.call(support, tickets.check, { ticket_number: number, router_name: router_name! })).code).toBe(200)
    const [made] = (await info(number)).notes
    expect(made).toMatchObject({ operator_name: support.username })
    expect(made!.content).toMatch(new RegExp(`^检测 .*${router_name}：`))
    const stranger = await world.anOwner()
    const [theirs] = await hardware(world, stranger, 1)
    expect((await world.call(support, tickets.check, { ticket_number: number, router_name: theirs! })).code).toBe(204)
  })
})

it('the customer of a ticket is shown with the other open tickets, those about the same member first', async () => {
  const owner = await world.anOwner()
  const [router_name] = await hardware(world, owner, 1)
  const about = { content: `成员名称：${router_name}，今天上午起离线。` }
  const number = await aTicket(world, owner, about)
  const same = await aTicket(world, owner, about)
  await world.pass(1)
  const other = await aTicket(world, owner)
  const shut = await aTicket(world, owner)
  await world.call(owner, supportTickets.appraise, { ticket_number: shut, grade: 4, content: '' })
  const shown = (await world.call(support, tickets.customer, { ticket_number: number })).data as OutputOf<typeof tickets.customer>
  expect(shown).toMatchObject({ closed: 1, rating: 4 })
  expect(shown.others.map(({ ticket_number, same_member }) => [ticket_number, same_member])).toEqual([
    [same, 1],
    [other, 0],
  ])
})
