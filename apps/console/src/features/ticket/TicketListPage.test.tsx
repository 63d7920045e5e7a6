// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { contract, type CustomerTicket } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { press } from '@weft/ui/testing/find-button.ts'
import { user } from '@weft/ui/testing/user.ts'
import { type StubServer, stubServer } from '../../../test/stub-server.ts'
import { anAccount, anAuth } from '../../../test/data.ts'
import { aTicketRow } from '../../../test/ticket.ts'
import { TicketListPage } from './TicketListPage.tsx'
import { ticketsChanged } from './tickets-changed.ts'

const { supportTickets } = contract
const HOURS = '工作时间：周一至周五 9:00–18:00，非工作时间提交的工单将在下一个工作日处理'
let server: StubServer
let tickets: CustomerTicket[]
beforeEach(() => {
  localStorage.clear()
  server = stubServer()
  server.on(contract.account.info, anAccount())
  server.on(supportTickets.counts, { pending: 0, handling: 0, closed: 3, yours: 0 })
  tickets = ([1, 2, 3] as const).map((status) =>
    aTicketRow({
      ticket_number: `2026112200000${status}`,
      ticket_title: `问题 ${status}`,
      ticket_status: status,
      appraised: status === 3 ? 1 : 0,
      turn: status === 3 ? null : 'support',
    }),
  )
  server.on(supportTickets.list, () => ({ rows: tickets, count: tickets.length }))
})
const open = () => openPage(<TicketListPage />, '/ticket/lists')
const row = async (title: string) => within((await screen.findByText(title)).closest('tr')!)

it('the list shows the state of each ticket, and links to it', async () => {
  open()
  expect((await row('问题 1')).getByText('等客服')).toBeTruthy()
  expect((await row('问题 2')).getByText('处理中')).toBeTruthy()
  const closed = await row('问题 3')
  expect(closed.getByText('已解决')).toBeTruthy()
  expect(closed.getByText('已评价')).toBeTruthy()
  expect(closed.getByRole('link', { name: '查看 问题 3' }).getAttribute('href')).toBe('/ticket/detail?ticket_number=20261122000003')
})

it('the list shows who submitted a ticket, who replied last and which answers are new', async () => {
  const at = Math.floor(Date.now() / 1000) - 3600
  tickets = [
    aTicketRow({
      last_reply: { reply_name: '客服', reply_time: at, from: 'support', excerpt: '请重启光猫' },
      fresh: 1,
      subject: { router_name: 'SN1', note: '合肥政务店' },
    }),
    aTicketRow({ ticket_number: '20261122000002', ticket_title: '没有回复', create_name: '陈浩' }),
  ]
  open()
  const first = await row('门店打印机离线')
  expect(first.getByText('新回复')).toBeTruthy()
  expect(first.getByText('智能设备')).toBeTruthy()
  expect(first.getByText('请重启光猫').parentElement?.textContent).toContain('1 小时前')
  expect(first.getByText('合肥政务店')).toBeTruthy()
  expect(first.getByText('8302')).toBeTruthy()
  const second = await row('没有回复')
  expect(second.getByText('陈浩')).toBeTruthy()
  expect(second.queryByText('新回复')).toBeNull()
})

it('the tabs show how many tickets there are of each kind, and put the chosen one into the address', async () => {
  server.on(supportTickets.counts, { pending: 0, handling: 0, closed: 1000, yours: 0 })
  const { address } = open()
  await screen.findByText('问题 1')
  const tab = (name: string) => screen.getByText(name, { selector: '.ticket-tab' })
  await waitFor(() => expect(tab('全部').textContent).toBe('全部999+'))
  expect(['未结', '等您回复', '已解决'].map((name) => tab(name).textContent)).toEqual(['未结0', '等您回复0', '已解决999+'])
  await user.click(tab('已解决'))
  await waitFor(() => expect(address()).toBe('/ticket/lists?status=3'))
  expect(server.asked(supportTickets.list).at(-1)).toMatchObject({ status: '3' })
})

it('the list opens at what is not resolved, and says how many tickets wait for the customer', async () => {
  server.on(supportTickets.counts, { pending: 1, handling: 2, closed: 4, yours: 1 })
  tickets = [aTicketRow({ ticket_status: 2, turn: 'customer' })]
  const { address } = open()
  expect(await screen.findByText('1 张等您回复')).toBeTruthy()
  await waitFor(() => expect(address()).toBe('/ticket/lists?open=1'))
  expect((await row('门店打印机离线')).getByText('等您回复')).toBeTruthy()
  await user.click(screen.getByText('全部', { selector: '.ticket-tab' }))
  await waitFor(() => expect(address()).toBe('/ticket/lists'))
})

it('the list opens at all tickets after the last one that was not resolved is', async () => {
  server.on(supportTickets.counts, { pending: 0, handling: 1, closed: 2, yours: 0 })
  const { address, client, router } = openPage(<TicketListPage />, '/ticket/lists', '/ticket/lists')
  await waitFor(() => expect(address()).toBe('/ticket/lists?open=1'))
  await act(() => router.navigate('/ticket/detail'))
  server.on(supportTickets.counts, { pending: 0, handling: 0, closed: 3, yours: 0 })
  await ticketsChanged(client)
  await act(() => router.navigate('/ticket/lists'))
  await waitFor(() => expect(screen.getByText('已解决', { selector: '.ticket-tab' }).textContent).toBe('已解决3'))
  expect(address()).toBe('/ticket/lists')
})

it('the list opens at what is not resolved by counts that are read again after a change', async () => {
  const { address, client, router } = openPage(<TicketListPage />, '/ticket/lists', '/ticket/lists')
  await screen.findByText('问题 1')
  await act(() => router.navigate('/ticket/create'))
  server.on(supportTickets.counts, { pending: 1, handling: 0, closed: 3, yours: 0 })
  await ticketsChanged(client)
  await act(() => router.navigate('/ticket/lists'))
  await waitFor(() => expect(address()).toBe('/ticket/lists?open=1'))
})

it.each(['1', '2'])('an address of a former version, with state %s, leads to what is not resolved', async (status) => {
  const { address } = openPage(<TicketListPage />, `/ticket/lists?status=${status}&mine=1`)
  await waitFor(() => expect(address()).toBe('/ticket/lists?mine=1&open=1'))
  await waitFor(() => expect(screen.getByRole('radio', { name: /^未结/ })).toHaveProperty('checked', true))
})

it('a colleague’s ticket is not offered for deletion to a login without the right', async () => {
  const auth = { ...anAuth(), ticket: { view: 1, create: 1, edit: 1, delete: 0 } } as const
  server.on(contract.account.info, anAccount({ ram: 1, auth }))
  tickets = [aTicketRow({ ticket_title: '自己的' }), aTicketRow({ ticket_number: '20261122000002', ticket_title: '同事的', own: 0 })]
  open()
  expect((await row('自己的')).getByRole('button', { name: '删除 自己的' })).toBeTruthy()
  expect((await row('同事的')).queryByRole('button', { name: '删除 同事的' })).toBeNull()
})

it('a ticket is deleted after a confirmation', async () => {
  server.on(supportTickets.delete, ({ ticket_number }) => {
    tickets = tickets.filter((ticket) => ticket.ticket_number !== ticket_number)
    return null
  })
  open()
  await press('删除 问题 2')
  const asked = within(await screen.findByRole('tooltip'))
  expect(asked.getByText('确定要删除吗？')).toBeTruthy()
  await user.click(asked.getByRole('button', { name: '删除' }))
  await waitFor(() => expect(screen.queryByText('问题 2')).toBeNull())
  expect(server.asked(supportTickets.delete)).toEqual([{ ticket_number: '20261122000002' }])
})

it('the page says when support works', async () => {
  open()
  expect(await screen.findByText(HOURS)).toBeTruthy()
})

it('an empty list offers to submit a first ticket', async () => {
  tickets = []
  const { address } = open()
  expect(await screen.findByText('从出问题的站点页点「提交工单」最快，站点和诊断会自动带上')).toBeTruthy()
  await user.click(screen.getAllByRole('button', { name: '提交工单' }).at(-1)!)
  await waitFor(() => expect(address()).toBe('/ticket/create'))
})
