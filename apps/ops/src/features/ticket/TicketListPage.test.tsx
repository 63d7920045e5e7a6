// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { opsContract } from '@weft/contract'
import { user } from '@weft/ui/testing/user.ts'
import { type StubServer, stubServer } from '@weft/ui/testing/stub-server.ts'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import type { TicketRow } from './ticket-columns.tsx'
import { TicketListPage } from './TicketListPage.tsx'

const { tickets } = opsContract
const NOW = Math.floor(Date.now() / 1000)
const aRow = (change: Partial<TicketRow>): TicketRow => ({
  no: 8302,
  subject: null,
  ticket_number: '20261122000001',
  ticket_title: '门店打印机离线',
  ticket_type: 3,
  ticket_status: 1,
  create_time: NOW - 9000,
  appraised: 0,
  create_name: '林晓',
  close_time: null,
  merged_into: null,
  last_reply: null,
  account_number: '50949916',
  nickname: '云桥办公用品',
  waiting_since: NOW - 9000,
  due_time: NOW + 90_000,
  priority: 2,
  assignee: null,
  delete_time: null,
  ...change,
})
let server: StubServer
beforeEach(() => {
  localStorage.clear()
  server = stubServer()
  server.on(tickets.waiting, { waiting: 3, overdue: 1 })
  const rows = [
    aRow({ ticket_title: '迟了', due_time: NOW - 60, priority: 4, assignee: 'desk' }),
    aRow({ ticket_number: '20261122000002', ticket_title: '快了', due_time: NOW + 600 }),
    aRow({ ticket_number: '20261122000003', ticket_title: '没有了', waiting_since: null, due_time: null, delete_time: NOW - 100 }),
  ]
  server.on(tickets.list, { rows, count: rows.length })
})
const row = async (title: string) => within((await screen.findByText(title)).closest('tr')!)

it('the list marks what is overdue, due soon, urgent and deleted, and names who handles a ticket', async () => {
  openPage(<TicketListPage />, '/tickets/all')
  const late = await row('迟了')
  expect([late.getByText('已超时'), late.getByText('优先级紧急'), late.getByText('desk')]).toHaveLength(3)
  expect((await row('快了')).getByText('即将超时')).toBeTruthy()
  const deleted = await row('没有了')
  expect(deleted.getByText('客户已删除')).toBeTruthy()
  expect(deleted.queryByText(/超时/)).toBeNull()
})

it('the filters put whose, how urgent and deleted tickets into the address', async () => {
  const { address } = openPage(<TicketListPage />, '/tickets/all')
  await row('迟了')
  for (const [filter, choice, expected] of [
    ['处理人', '由我处理', { assignee: 'me' }],
    ['优先级', '紧急', { assignee: 'me', priority: '4' }],
    ['回收站', '客户已删除', { assignee: 'me', priority: '4', deleted: '1' }],
  ] as const) {
    await user.click(screen.getByRole('combobox', { name: filter }))
    await user.click(await screen.findByTitle(choice))
    await waitFor(() => expect(server.asked(tickets.list).at(-1)).toMatchObject(expected))
  }
  expect(address()).toBe('/tickets/all?assignee=me&priority=4&deleted=1')
})
