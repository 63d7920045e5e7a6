// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { opsContract, type QueuedTicket, type TicketReply } from '@weft/contract'
import { findDialog, press } from '@weft/ui/testing/find-button.ts'
import { user } from '@weft/ui/testing/user.ts'
import { type StubServer, stubServer } from '@weft/ui/testing/stub-server.ts'
import { pass, stopClock } from '@weft/ui/testing/clock.ts'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it, vi } from 'vitest'
import type { DeskTicket } from './desk-ticket.ts'
import { OutboxPill } from '../../shared/ticket/OutboxPill.tsx'
import { TicketPage, TicketQueuePage } from './TicketDeskPage.tsx'

const { tickets, savedReplies, session } = opsContract
const NUMBER = '20261122000001'
const NEXT = '20261122000002'
const LAST = '20261122000003'
const NOW = 1_790_020_000
let server: StubServer
let ticket: DeskTicket
let queue: QueuedTicket[]
const queued = (change: Partial<QueuedTicket>): QueuedTicket => ({
  ticket_number: NUMBER,
  ticket_title: '',
  last_reply: null,
  account_number: '50949916',
  nickname: '云桥办公用品',
  waiting_since: NOW - 9000,
  due_time: NOW - 60,
  priority: 2,
  assignee: null,
  member: null,
  ...change,
})
let writing: string[]
const customer = { members: [], others: [], closed: 0, rating: null, network_count: 0, networks: [], events: [] }
const said = (from: TicketReply['from'], reply_name: string, dialogue_content: string): TicketReply => ({
  reply_name,
  reply_time: 1_790_003_600,
  dialogue_content,
  images: [],
  from,
  merged_from: null,
})
const answered = (...replies: TicketReply[]) => {
  ticket = { ...ticket, dialogue: [...ticket.dialogue, ...replies] }
}
beforeEach(() => {
  localStorage.clear()
  writing = []
  Element.prototype.scrollIntoView = vi.fn()
  server = stubServer()
  ticket = {
    no: 8302,
    subject: null,
    evidence: [],
    recoveries: [],
    ticket_number: NUMBER,
    ticket_title: '门店打印机离线',
    ticket_type: 3,
    ticket_status: 1,
    create_time: 1_790_000_000,
    appraised: 0,
    create_name: '林晓',
    ticket_content: '<b>今天</b>上午九点起无法访问',
    images: [{ id: '1', src: '/download/pictures/1/1/x' }],
    dialogue: [],
    appraise: null,
    account_number: '50949916',
    nickname: '云桥办公用品',
    waiting_since: 1_790_000_000,
    due_time: 1_790_010_000,
    close_time: null,
    merged_into: null,
    last_reply: null,
    priority: 2,
    assignee: null,
    delete_time: null,
    delete_name: null,
    notes: [],
  }
  server.on(session.info, { username: 'desk', role: 'support', totp: 0 })
  server.on(tickets.info, ({ ticket_number }) => ({
    ...ticket,
    ticket_number,
    ticket_title: queue.find((one) => one.ticket_number === ticket_number)?.ticket_title ?? '',
  }))
  server.on(tickets.state, () => ({
    ticket_status: ticket.ticket_status,
    replies: ticket.dialogue.length,
    appraised: 0 as const,
    notes: ticket.notes.length,
    priority: ticket.priority,
    assignee: ticket.assignee,
    deleted: ticket.delete_time === null ? (0 as const) : (1 as const),
    writing,
  }))
  server.on(tickets.waiting, { waiting: 3, overdue: 1 })
  server.on(tickets.writing, null)
  queue = [
    queued({ ticket_number: NUMBER, ticket_title: '门店打印机离线' }),
    queued({ ticket_number: NEXT, ticket_title: '全部门店连不上', due_time: NOW + 3000, priority: 4 }),
    queued({ ticket_number: LAST, ticket_title: '合同补寄', waiting_since: null, due_time: null }),
  ]
  server.on(tickets.queue, () => ({
    time: NOW,
    counts: { open: 2, mine: 0, unassigned: 2 },
    waiting: queue.filter(({ waiting_since }) => waiting_since !== null),
    asked: queue.filter(({ waiting_since }) => waiting_since === null),
    replied: 18,
  }))
  server.on(tickets.assignees, ['colleague', 'desk'])
  server.on(tickets.customer, customer)
  server.on(tickets.reply, ({ content }) => {
    answered(said('support', 'desk', content))
    return null
  })
})
const open = () =>
  openPage(
    <>
      <TicketPage />
      <OutboxPill />
    </>,
    `/tickets/detail?ticket_number=${NUMBER}`,
    '*',
  )
const pressAssign = async () => user.click(await screen.findByRole('button', { name: /^分配/ }))
const box = () => screen.findByLabelText<HTMLTextAreaElement>('回复内容')

it('a ticket shows each reply as plain text, and loads its pictures as they come into view', async () => {
  open()
  const thread = within(await screen.findByRole('log'))
  expect(thread.getByText('<b>今天</b>上午九点起无法访问')).toBeTruthy()
  expect(thread.getByRole('button', { name: '查看大图：林晓的图片 1' }).querySelector('img')?.getAttribute('loading')).toBe('lazy')
  expect(await screen.findAllByText(/^超时 /)).toHaveLength(2)
})

it('a reply is sent with the number of replies that its author has seen', async () => {
  answered(said('customer', '林晓', '还是不行'))
  open()
  await user.type(await box(), '请重启{Control>}{Shift>}{Enter}{/Shift}{/Control}')
  expect(within(screen.getByRole('log')).getByText('请重启')).toBeTruthy()
  expect(server.asked(tickets.reply)).toEqual([])
  await press('立即发送')
  expect(await within(screen.getByRole('log')).findByText('请重启')).toBeTruthy()
  expect(server.asked(tickets.reply)).toEqual([{ ticket_number: NUMBER, content: '请重启', file_ids: [], seen: 1 }])
  expect((await box()).value).toBe('')
  await waitFor(() => expect(screen.queryByText(/秒后发给 林晓/)).toBeNull())
})

it('a reply that a colleague wrote meanwhile is shown before an answer is sent', async () => {
  open()
  await user.type(await box(), '我来处理')
  answered(said('support', 'colleague', '已在处理'))
  server.refuse(tickets.reply, 409, '工单有新的回复，请查看后再发送')
  await press('发送')
  await press('立即发送')
  expect(await within(screen.getByRole('log')).findByText('已在处理')).toBeTruthy()
  expect(await screen.findByText('colleague 刚刚回复了客户，请看过再发')).toBeTruthy()
  expect((await box()).value).toBe('我来处理')
  server.on(tickets.reply, null)
  await press('发送')
  await press('立即发送')
  await waitFor(() => expect(server.asked(tickets.reply)).toHaveLength(2))
  expect(server.asked(tickets.reply)[1]).toMatchObject({ content: '我来处理', seen: 1 })
})

it('a second reply to a ticket is sent though the first is still on its way', async () => {
  const answer = server.hold(tickets.reply)
  open()
  await user.type(await box(), '第一封')
  await press('发送')
  await user.type(await box(), '第二封')
  expect(server.asked(tickets.reply)).toHaveLength(1)
  await press('发送')
  answer()
  await waitFor(() => expect(screen.queryByText(/^正在发给/)).toBeNull())
  await press('立即发送')
  await waitFor(() => expect(server.asked(tickets.reply).map(({ content }) => content)).toEqual(['第一封', '第二封']))
})

it('a reply that is undone while one before it is on its way is in the field again', async () => {
  server.hold(tickets.reply)
  open()
  await user.type(await box(), '第一封')
  await press('发送')
  await user.type(await box(), '第二封')
  await press('发送')
  await press('撤销')
  await waitFor(async () => expect((await box()).value).toBe('第二封'))
  expect(server.asked(tickets.reply)).toHaveLength(1)
})

it('a reply that was refused comes back together with the one that follows it and still waits', async () => {
  server.refuse(tickets.reply, 409, '工单有新的回复，请查看后再发送')
  const answer = server.hold(tickets.reply)
  open()
  await user.type(await box(), '第一封')
  await press('发送')
  await user.type(await box(), '第二封')
  await press('发送')
  answer()
  await waitFor(async () => expect((await box()).value).toBe('第一封\n\n第二封'))
  expect(screen.queryByText(/秒后发给/)).toBeNull()
  expect(server.asked(tickets.reply)).toHaveLength(1)
})

it('a reply that comes back leaves the field of another ticket as it is', async () => {
  server.refuse(tickets.reply, 409, '工单有新的回复，请查看后再发送')
  const answer = server.hold(tickets.reply)
  const { address } = open()
  await user.type(await box(), '请重启{Control>}{Enter}{/Control}')
  await waitFor(() => expect(address()).toContain(NEXT))
  await press('立即发送')
  await user.type(await box(), '写到一半')
  const field = await box()
  answer()
  expect(await within(screen.getByRole('navigation', { name: '工单队列' })).findByText('草稿')).toBeTruthy()
  expect(await box()).toBe(field)
  expect(document.activeElement).toBe(field)
})

it('a note that is being written stays when the ticket is closed meanwhile', async () => {
  stopClock()
  try {
    open()
    await screen.findByRole('log')
    await user.click(screen.getByRole('tab', { name: '内部备注' }))
    await user.type(screen.getByLabelText('备注'), '客户很着急')
    ticket = { ...ticket, ticket_status: 3, waiting_since: null, due_time: null }
    await pass(3100)
    expect(await screen.findByText('工单已关闭，不能继续回复')).toBeTruthy()
    expect(screen.getByLabelText<HTMLTextAreaElement>('备注').value).toBe('客户很着急')
  } finally {
    vi.useRealTimers()
  }
})

it('a new reply appears by itself', async () => {
  stopClock()
  try {
    open()
    await screen.findByRole('log')
    answered(said('customer', '林晓', '已经好了'))
    await pass(3100)
    expect(await within(screen.getByRole('log')).findByText('已经好了')).toBeTruthy()
  } finally {
    vi.useRealTimers()
  }
})

it('an answer that was not sent is kept until it is discarded', async () => {
  open()
  await user.type(await box(), '写到一半')
  open()
  expect((await box()).value).toBe('写到一半')
  expect(screen.getByText('已恢复未发送的内容')).toBeTruthy()
  await press('清除')
  expect((await box()).value).toBe('')
  open()
  expect((await box()).value).toBe('')
})

it('a saved reply is inserted at the cursor', async () => {
  server.on(savedReplies.list, {
    rows: [{ id: '1', title: '重启', content: '请断电 10 秒。', create_time: 1, version: 1, update_time: null }],
    count: 1,
  })
  open()
  await user.type(await box(), '您好：')
  await press('插入常用回复')
  const dialog = within(await findDialog('插入常用回复'))
  await user.click(await dialog.findByText('重启'))
  await waitFor(async () => expect((await box()).value).toBe('您好：请断电 10 秒。'))
})

it('a ticket is closed after a confirmation, and then takes no answer', async () => {
  server.on(tickets.close, () => {
    ticket = { ...ticket, ticket_status: 3, waiting_since: null, due_time: null }
    return null
  })
  open()
  await press('关闭工单')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '关闭工单' }))
  expect(await screen.findByText('工单已关闭，不能继续回复')).toBeTruthy()
  expect(screen.queryByLabelText('回复内容')).toBeNull()
})

it('the panel shows how the member is that the ticket names, and a network with a lost member is not shown as well', async () => {
  const network = {
    network_name: '总部—门店',
    network_type: 1,
    member_count: 3,
    fr_name: '',
    network_service: 2,
    online_count: 2,
    revision_state: 'applied',
    revision: 31,
    picture: null,
    found_by: null,
    applied_count: 3,
    day: null,
    availability: null,
    pending_count: 0,
    failed_count: 0,
    state: 'up',
  } as const
  server.on(tickets.customer, {
    ...customer,
    members: [
      {
        router_name: 'WR210M25031581',
        note: '合肥政务店',
        router_type: 1,
        state: 'down',
        cause: 'connection_lost',
        since: Math.floor(Date.now() / 1000) - 7200,
      },
    ],
    network_count: 3,
    networks: [
      { ...network, network_number: '1000000001', network_status: 1, attention: 1, refused: [] },
      { ...network, network_number: '1000000002', network_status: 1, attention: 0, refused: [] },
      { ...network, network_number: '1000000003', network_status: 0, attention: 0, refused: [] },
    ],
  })
  open()
  const named = within(await screen.findByRole('region', { name: '工单涉及的成员' }))
  expect(named.getByRole('link', { name: '合肥政务店 WR210M25031581' }).getAttribute('href')).toBe('/devices?search=WR210M25031581')
  expect(named.getByText('失联 2 小时')).toBeTruthy()
  expect(named.getByText('设备与平台失去联系')).toBeTruthy()
  const networks = within(screen.getByRole('region', { name: '组网（3）' })).getAllByRole('listitem')
  expect(networks.map(({ textContent }) => /1 个成员需要处理|正常|不可用/.exec(textContent)?.[0])).toEqual([
    '1 个成员需要处理',
    '正常',
    '不可用',
  ])
})

it('a role that may not answer tickets is offered no action', async () => {
  server.on(session.info, { username: 'desk', role: 'sales', totp: 0 })
  open()
  await screen.findByRole('log')
  expect(screen.queryByLabelText('回复内容')).toBeNull()
  expect(screen.queryByText('关闭工单')).toBeNull()
})

it('a ticket is taken, and a refusal shows who gave it away meanwhile', async () => {
  server.on(tickets.assign, ({ assignee }) => {
    ticket = { ...ticket, assignee }
    return null
  })
  open()
  await pressAssign()
  await user.click(await screen.findByRole('menuitem', { name: '由我处理' }))
  expect(await screen.findByText('处理人已修改')).toBeTruthy()
  expect(server.asked(tickets.assign)).toEqual([{ ticket_number: NUMBER, assignee: 'desk', seen_assignee: null }])
  server.refuse(tickets.assign, 409, 'colleague 刚刚将工单的处理人改为「colleague」，请查看后再操作')
  ticket = { ...ticket, assignee: 'colleague' }
  await pressAssign()
  await user.click(await screen.findByRole('menuitem', { name: '取消处理人' }))
  expect(await screen.findByText('colleague 刚刚将工单的处理人改为「colleague」，请查看后再操作')).toBeTruthy()
  expect(await screen.findByRole('button', { name: '分配 colleague' })).toBeTruthy()
})

it('an internal note is written with N, and stands in the dialogue marked as internal', async () => {
  server.on(tickets.note, ({ content }) => {
    ticket = { ...ticket, notes: [...ticket.notes, { note_id: '1', operator_name: 'desk', content, create_time: 1_790_000_100 }] }
    return null
  })
  open()
  await screen.findByRole('log')
  await user.keyboard('n')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('备注')))
  await user.keyboard('客户很着急')
  await press('添加备注')
  const note = (await within(screen.getByRole('log')).findByText('客户很着急')).closest('article')!
  expect(within(note).getByText('内部备注')).toBeTruthy()
  expect(screen.getByPlaceholderText('仅运营人员可见，客户看不到')).toBeTruthy()
})

it('a ticket that its customer deleted takes no reply until it is restored', async () => {
  ticket = { ...ticket, delete_time: 1_790_001_000, delete_name: '林晓', waiting_since: null, due_time: null }
  server.on(tickets.restore, () => {
    ticket = { ...ticket, delete_time: null, delete_name: null }
    return null
  })
  open()
  expect(await screen.findByText('客户已删除该工单，客户看不到它；恢复后才能回复')).toBeTruthy()
  expect(screen.queryByLabelText('回复内容')).toBeNull()
  await press('恢复工单')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '恢复工单' }))
  expect(await box()).toBeTruthy()
})

it('the queue has those that are late, those that wait for us and those that wait for their customers, each in its group', async () => {
  open()
  const shown = within(await screen.findByRole('navigation', { name: '工单队列' }))
  const groups = await waitFor(() => {
    const found = shown.getAllByRole('region')
    expect(found).toHaveLength(3)
    return found
  })
  expect(groups.map((group) => group.querySelector('h3')?.textContent)).toEqual(['已超时 1', '等我们回复 1', '等客户 1'])
  const late = within(groups[0]!).getByRole('link', { current: 'page' })
  expect(late.textContent).toContain('门店打印机离线')
  expect(within(groups[1]!).getByRole('img', { name: '优先级紧急' })).toBeTruthy()
})

it('a reply is sent and the next ticket opened without the mouse', async () => {
  const { address } = open()
  await screen.findByRole('log')
  await user.keyboard('r')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('回复内容'))
  await user.keyboard('请重启{Control>}{Enter}{/Control}')
  await waitFor(() => expect(address()).toBe(`/tickets/detail?ticket_number=${NEXT}`))
  expect(await screen.findByRole('heading', { level: 1, name: '全部门店连不上' })).toBeTruthy()
  expect(screen.getByText(/秒后发给 林晓/)).toBeTruthy()
  const rows = within(screen.getByRole('navigation', { name: '工单队列' }))
  expect(rows.queryByText('门店打印机离线')).toBeNull()
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(address()).toBe(`/tickets/detail?ticket_number=${NUMBER}`))
  expect((await box()).value).toBe('请重启')
  expect(server.asked(tickets.reply)).toEqual([])
})

it('J and K go through the queue, and O, C and ? do what the list of keys says', async () => {
  const { address } = open()
  await screen.findByRole('log')
  await waitFor(() => expect(screen.getAllByRole('link', { current: 'page' })).toHaveLength(1))
  await user.keyboard('j')
  await screen.findByRole('heading', { level: 1, name: '全部门店连不上' })
  await user.keyboard('j')
  await screen.findByRole('heading', { level: 1, name: '合同补寄' })
  await user.keyboard('k')
  await screen.findByRole('heading', { level: 1, name: '全部门店连不上' })
  await user.keyboard('?')
  expect(within(await findDialog('快捷键')).getByText('发送并看下一个')).toBeTruthy()
  await user.keyboard('j')
  expect(address()).toContain(NEXT)
  await press('关闭', await findDialog('快捷键'))
})

it('P and a digit change the priority, and A takes the ticket', async () => {
  server.on(tickets.prioritise, null)
  server.on(tickets.assign, null)
  open()
  await screen.findByRole('log')
  await user.keyboard('p4')
  await waitFor(() => expect(server.asked(tickets.prioritise)).toEqual([{ ticket_number: NUMBER, priority: 4, seen_priority: 2 }]))
  await user.keyboard('a')
  await waitFor(() => expect(server.asked(tickets.assign)).toHaveLength(1))
})

it('a slash offers saved replies, and one with a blank is not sent before it is filled in', async () => {
  server.on(savedReplies.list, {
    rows: [{ id: '1', title: '报修宽带', content: '{提交人}您好，请拨 {运营商电话} 报修', create_time: 1, version: 1, update_time: null }],
    count: 1,
  })
  open()
  await user.type(await box(), '/报')
  expect(await screen.findByRole('option', { name: /报修宽带/ })).toBeTruthy()
  await waitFor(() => expect(server.asked(savedReplies.list).at(-1)).toMatchObject({ search: '报' }))
  await screen.findByRole('option', { name: /报修宽带/ })
  await user.keyboard('{Enter}')
  await waitFor(async () => expect((await box()).value).toBe('林晓您好，请拨 {运营商电话} 报修'))
  await press('发送')
  expect(screen.queryByText(/秒后发给/)).toBeNull()
  expect(screen.getAllByText('还有 1 处没有填').length).toBeGreaterThan(0)
  await user.clear(await box())
  await user.type(await box(), '请拨 10000 报修')
  await press('发送')
  expect(await screen.findByText(/秒后发给 林晓/)).toBeTruthy()
})

it('whoever else writes an answer is named above the field', async () => {
  writing = ['colleague']
  open()
  expect(await screen.findByText('colleague 正在回复')).toBeTruthy()
})

it('a lost member is checked, and another ticket about it merged into this one, with what follows from that', async () => {
  server.on(tickets.customer, {
    ...customer,
    members: [{ router_name: 'WR1', note: '合肥政务店', router_type: 1, state: 'down', cause: 'connection_lost', since: NOW }],
    others: [{ ticket_number: LAST, ticket_title: '合同补寄', create_name: '李娜', create_time: NOW, same_member: 1 }],
  })
  server.on(tickets.check, null)
  server.on(tickets.merge, null)
  open()
  await press('检测 合肥政务店')
  await waitFor(() => expect(server.asked(tickets.check)).toEqual([{ ticket_number: NUMBER, router_name: 'WR1' }]))
  await press('将「合同补寄」合并到这里')
  const dialog = await findDialog('合并工单')
  expect(within(dialog).getByText('李娜 会收到一条消息，以后的回复在目标工单里')).toBeTruthy()
  await user.click(within(dialog).getByRole('button', { name: /^合\s*并$/ }))
  await waitFor(() => expect(server.asked(tickets.merge)).toEqual([{ ticket_number: LAST, into: NUMBER }]))
})

it('without a chosen ticket the page says what there is to do, and once all is answered what was done', async () => {
  openPage(<TicketQueuePage />, '/tickets')
  expect(await screen.findByText('2 个工单等我们回复')).toBeTruthy()
  expect(server.asked(tickets.info)).toEqual([])
  queue = queue.slice(2)
  openPage(<TicketQueuePage />, '/tickets')
  expect(await screen.findByText('待办清空了')).toBeTruthy()
  expect(screen.getByText('今天回复 18 封')).toBeTruthy()
  expect(screen.getByRole('button', { name: '查看等客户的 1 个' })).toBeTruthy()
})

it('an address of the queue with a search leads to the list of all tickets, as before there was a queue', async () => {
  const { address } = openPage(<TicketQueuePage />, '/tickets?search=8302', '*')
  await waitFor(() => expect(address()).toBe('/tickets/all?search=8302'))
})
