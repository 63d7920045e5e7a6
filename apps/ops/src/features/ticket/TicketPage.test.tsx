// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { opsContract, type TicketReply } from '@weft/contract'
import { findDialog, press } from '@weft/ui/testing/find-button.ts'
import { user } from '@weft/ui/testing/user.ts'
import { type StubServer, stubServer } from '@weft/ui/testing/stub-server.ts'
import { pass, stopClock } from '@weft/ui/testing/clock.ts'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it, vi } from 'vitest'
import type { DeskTicket } from './desk-ticket.ts'
import { TicketPage } from './TicketPage.tsx'

const { tickets, savedReplies, session } = opsContract
const NUMBER = '20261122000001'
let server: StubServer
let ticket: DeskTicket
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
  Element.prototype.scrollIntoView = vi.fn()
  server = stubServer()
  ticket = {
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
  server.on(tickets.info, () => ticket)
  server.on(tickets.state, () => ({
    ticket_status: ticket.ticket_status,
    replies: ticket.dialogue.length,
    appraised: 0 as const,
    notes: ticket.notes.length,
    priority: ticket.priority,
    assignee: ticket.assignee,
    deleted: ticket.delete_time === null ? (0 as const) : (1 as const),
  }))
  server.on(tickets.assignees, ['colleague', 'desk'])
  server.on(tickets.customer, { members: [], network_count: 0, networks: [], events: [] })
  server.on(tickets.reply, ({ content }) => {
    answered(said('support', 'desk', content))
    return null
  })
})
const open = () => openPage(<TicketPage />, `/tickets/detail?ticket_number=${NUMBER}`, '/tickets/detail')
const box = () => screen.findByLabelText<HTMLTextAreaElement>('回复内容')

it('a ticket shows each reply as plain text, and loads its pictures as they come into view', async () => {
  open()
  const thread = within(await screen.findByRole('log'))
  expect(thread.getByText('<b>今天</b>上午九点起无法访问')).toBeTruthy()
  expect(thread.getByRole('button', { name: '查看大图：林晓的图片 1' }).querySelector('img')?.getAttribute('loading')).toBe('lazy')
  expect(screen.getByText('已超时')).toBeTruthy()
})

it('a reply is sent with the number of replies that its author has seen', async () => {
  answered(said('customer', '林晓', '还是不行'))
  open()
  await user.type(await box(), '请重启{Control>}{Enter}{/Control}')
  expect(await within(screen.getByRole('log')).findByText('请重启')).toBeTruthy()
  expect(server.asked(tickets.reply)).toEqual([{ ticket_number: NUMBER, content: '请重启', file_ids: [], seen: 1 }])
  expect((await box()).value).toBe('')
})

it('a reply that a colleague wrote meanwhile is shown before an answer is sent', async () => {
  open()
  await user.type(await box(), '我来处理')
  answered(said('support', 'colleague', '已在处理'))
  server.refuse(tickets.reply, 409, '工单有新的回复，请查看后再发送')
  await press('回复')
  expect(await within(screen.getByRole('log')).findByText('已在处理')).toBeTruthy()
  expect(await screen.findByText('有新的回复，请查看后再发送')).toBeTruthy()
  expect((await box()).value).toBe('我来处理')
  server.on(tickets.reply, null)
  await press('回复')
  await waitFor(() => expect(server.asked(tickets.reply)).toHaveLength(2))
  expect(server.asked(tickets.reply)[1]).toMatchObject({ content: '我来处理', seen: 1 })
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
    applied_count: 3,
    day: null,
    availability: null,
    pending_count: 0,
    failed_count: 0,
    state: 'up',
  } as const
  server.on(tickets.customer, {
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
    events: [],
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
  await press('分配')
  await user.click(await screen.findByRole('menuitem', { name: '由我处理' }))
  expect(await screen.findByText('处理人已修改')).toBeTruthy()
  expect(server.asked(tickets.assign)).toEqual([{ ticket_number: NUMBER, assignee: 'desk', seen_assignee: null }])
  server.refuse(tickets.assign, 409, 'colleague 刚刚将工单的处理人改为「colleague」，请查看后再操作')
  ticket = { ...ticket, assignee: 'colleague' }
  await press('分配')
  await user.click(await screen.findByRole('menuitem', { name: '取消处理人' }))
  expect(await screen.findByText('colleague 刚刚将工单的处理人改为「colleague」，请查看后再操作')).toBeTruthy()
  expect(await screen.findByText('colleague', { selector: 'span' })).toBeTruthy()
})

it('an internal note is added beside the dialogue, and marked as internal', async () => {
  server.on(tickets.note, ({ content }) => {
    ticket = { ...ticket, notes: [...ticket.notes, { note_id: '1', operator_name: 'desk', content, create_time: 1_790_000_100 }] }
    return null
  })
  open()
  await user.type(await screen.findByLabelText('备注'), '客户很着急')
  await press('添加备注')
  const notes = within(await screen.findByRole('list', { name: '内部备注' }))
  expect(await notes.findByText('客户很着急')).toBeTruthy()
  expect(screen.getByText('仅运营人员可见，客户看不到')).toBeTruthy()
  expect(within(screen.getByRole('log')).queryByText('客户很着急')).toBeNull()
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
