// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { contract, type Ticket } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { press } from '@weft/ui/testing/find-button.ts'
import { user } from '@weft/ui/testing/user.ts'
import { type StubServer, stubServer } from '../../../test/stub-server.ts'
import { aTicketRow } from '../../../test/ticket.ts'
import { TicketListPage } from './TicketListPage.tsx'

const { supportTickets } = contract
const HOURS = '工作时间：周一至周五 9:00–18:00，非工作时间提交的工单将在下一个工作日处理'
let server: StubServer
let tickets: Ticket[]
beforeEach(() => {
  localStorage.clear()
  server = stubServer()
  tickets = ([1, 2, 3] as const).map((status) =>
    aTicketRow({
      ticket_number: `2026112200000${status}`,
      ticket_title: `问题 ${status}`,
      ticket_status: status,
      appraised: status === 3 ? 1 : 0,
    }),
  )
  server.on(supportTickets.list, () => ({ rows: tickets, count: tickets.length }))
})
const open = () => openPage(<TicketListPage />, '/ticket/lists')
const row = async (title: string) => within((await screen.findByText(title)).closest('tr')!)

it('the list shows the state of each ticket, and links to it', async () => {
  open()
  expect((await row('问题 1')).getByText('待处理')).toBeTruthy()
  expect((await row('问题 2')).getByText('处理中')).toBeTruthy()
  const closed = await row('问题 3')
  expect(closed.getByText('已关闭')).toBeTruthy()
  expect(closed.getByText('已评价')).toBeTruthy()
  expect(closed.getByRole('link', { name: '查看 问题 3' }).getAttribute('href')).toBe('/ticket/detail?ticket_number=20261122000003')
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

it('the hint about working hours stays closed once it was closed', async () => {
  open()
  expect(await screen.findByText(HOURS)).toBeTruthy()
  await press('关闭提示')
  await waitFor(() => expect(screen.queryByText(HOURS)).toBeNull())
  open()
  await screen.findByText('问题 1')
  expect(screen.queryByText(HOURS)).toBeNull()
})

it('an empty list offers to submit a first ticket', async () => {
  tickets = []
  const { address } = open()
  expect(await screen.findByText('遇到问题？提交工单，工程师会尽快回复')).toBeTruthy()
  await user.click(screen.getAllByRole('button', { name: '提交工单' }).at(-1)!)
  await waitFor(() => expect(address()).toBe('/ticket/create'))
})
