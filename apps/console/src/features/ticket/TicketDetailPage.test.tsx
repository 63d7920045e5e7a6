// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { contract, type TicketDetail } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it, vi } from 'vitest'
import { press } from '@weft/ui/testing/find-button.ts'
import { user } from '@weft/ui/testing/user.ts'
import { type StubServer, stubServer } from '../../../test/stub-server.ts'
import { aTicket } from '../../../test/ticket.ts'
import { TicketDetailPage } from './TicketDetailPage.tsx'

const { supportTickets } = contract
let server: StubServer
let ticket: TicketDetail
const said = (from: 'customer' | 'support', dialogue_content: string) => ({
  reply_name: from === 'support' ? '客服' : '林晓',
  reply_time: 1_790_003_600,
  dialogue_content,
  images: [],
  from,
})
beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn()
  server = stubServer()
  ticket = aTicket()
  server.on(supportTickets.info, () => ticket)
  server.on(supportTickets.reply, ({ content }) => {
    ticket = { ...ticket, dialogue: [...ticket.dialogue, said('customer', content)] }
    return null
  })
  server.on(supportTickets.appraise, ({ grade, content }) => {
    ticket = { ...ticket, ticket_status: 3, appraised: 1, appraise: { grade, content } }
    return null
  })
})
const open = (number = '?ticket_number=20261122000001') => openPage(<TicketDetailPage />, `/ticket/detail${number}`, '/ticket/detail')
const reply = () => screen.findByLabelText<HTMLTextAreaElement>('回复内容')

it('the thread shows its messages as text, in order, with their pictures', async () => {
  ticket = aTicket({
    images: [{ id: '1', src: '/download/pictures/1/1/x' }],
    dialogue: [said('support', '<b>请重启</b>\n再试'), said('customer', '好了')],
  })
  open()
  const thread = within(await screen.findByRole('log'))
  expect(thread.getAllByRole('article').map((one) => one.querySelector('.weft-words')?.textContent)).toEqual([
    ticket.ticket_content,
    '<b>请重启</b>\n再试',
    '好了',
  ])
  const picture = thread.getByRole('button', { name: '查看大图：林晓的图片 1' }).querySelector('img')!
  expect([picture.getAttribute('src'), picture.getAttribute('loading')]).toEqual(['/download/pictures/1/1/x', 'lazy'])
  expect(screen.getByText('智能设备')).toBeTruthy()
})

it('a reply is sent, also by keyboard, and an empty one is reported', async () => {
  open()
  await reply()
  await press('回复')
  expect(await screen.findByText('回复内容不能为空', { selector: '.ant-form-item-explain-error' })).toBeTruthy()
  await user.type(await reply(), '还是不行{Control>}{Enter}{/Control}')
  expect(await within(screen.getByRole('log')).findByText('还是不行')).toBeTruthy()
  expect(await screen.findByText('回复成功')).toBeTruthy()
  expect((await reply()).value).toBe('')
  expect(server.asked(supportTickets.reply)).toEqual([{ ticket_number: '20261122000001', content: '还是不行', file_ids: [] }])
  await waitFor(() => expect(Element.prototype.scrollIntoView).toHaveBeenCalled())
})

it('a ticket is closed with stars and a comment after a confirmation, and is then read-only', async () => {
  open()
  await reply()
  await press('关闭问题并评价')
  await press('关闭并评价')
  expect(await screen.findByText('请选择评分', { selector: '.ant-form-item-explain-error' })).toBeTruthy()
  expect(screen.getByText('评价内容不能为空')).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: '4 星，满意' }))
  await user.type(screen.getByLabelText('评价内容'), '很快')
  await press('关闭并评价')
  const asked = within(await screen.findByRole('dialog'))
  expect(asked.getByText('关闭后将不能继续回复')).toBeTruthy()
  await user.click(asked.getByRole('button', { name: '关闭并评价' }))
  expect(await screen.findByRole('img', { name: '4 星，满意' })).toBeTruthy()
  expect(screen.getByText('很快')).toBeTruthy()
  expect(screen.queryByLabelText('回复内容')).toBeNull()
  expect(screen.queryByRole('radio')).toBeNull()
  expect(server.asked(supportTickets.appraise)).toEqual([{ ticket_number: '20261122000001', grade: 4, content: '很快' }])
})

it('a ticket that support closed takes no reply, and takes a grade without a confirmation', async () => {
  ticket = aTicket({ ticket_status: 3 })
  open()
  expect(await screen.findByText('工单已关闭，不能继续回复')).toBeTruthy()
  expect(screen.queryByLabelText('回复内容')).toBeNull()
  await user.click(screen.getByRole('radio', { name: '5 星，非常满意' }))
  await user.type(screen.getByLabelText('评价内容'), '谢谢')
  await press('评价')
  expect(await screen.findByRole('img', { name: '5 星，非常满意' })).toBeTruthy()
})

it('a refused reply shows that the ticket was closed meanwhile', async () => {
  server.refuse(supportTickets.reply, 403, '工单已关闭，不能继续回复')
  open()
  await user.type(await reply(), '还在吗')
  ticket = aTicket({ ticket_status: 3 })
  await press('回复')
  await waitFor(() => expect(screen.queryByLabelText('回复内容')).toBeNull())
  expect(screen.getAllByText('工单已关闭，不能继续回复').length).toBeGreaterThan(0)
})

it('a ticket is deleted after a confirmation, and the list opens', async () => {
  server.on(supportTickets.delete, null)
  const { address } = open()
  await reply()
  await press('更多操作')
  await user.click(await screen.findByRole('menuitem', { name: '删除' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '删除' }))
  await waitFor(() => expect(address()).toBe('/ticket/lists'))
  expect(server.asked(supportTickets.info)).toHaveLength(1)
})

it('a missing ticket is reported, and a page without a ticket number leads to the list', async () => {
  server.refuse(supportTickets.info, 204, '工单不存在或已删除')
  const { address } = open()
  expect(await screen.findByText('工单不存在或已删除')).toBeTruthy()
  const without = open('')
  await waitFor(() => expect(without.address()).toBe('/ticket/lists'))
  expect(address()).toBe('/ticket/detail?ticket_number=20261122000001')
})
