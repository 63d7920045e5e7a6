// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { contract, type CustomerTicketDetail } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it, vi } from 'vitest'
import { press } from '@weft/ui/testing/find-button.ts'
import { user } from '@weft/ui/testing/user.ts'
import { type StubServer, stubServer } from '../../../test/stub-server.ts'
import { anAccount, anAuth } from '../../../test/data.ts'
import { aPath } from '../../../test/member-path.ts'
import { aTicket } from '../../../test/ticket.ts'
import { TicketDetailPage } from './TicketDetailPage.tsx'

const { supportTickets } = contract
let server: StubServer
let ticket: CustomerTicketDetail
const said = (from: 'customer' | 'support', dialogue_content: string) => ({
  reply_name: from === 'support' ? '客服' : '林晓',
  reply_time: 1_790_003_600,
  dialogue_content,
  images: [],
  from,
  merged_from: null,
})
beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn()
  server = stubServer()
  server.on(contract.account.info, anAccount())
  ticket = aTicket()
  server.on(supportTickets.info, () => ticket)
  server.on(supportTickets.reply, ({ content }) => {
    ticket = { ...ticket, dialogue: [...ticket.dialogue, said('customer', content)] }
    return null
  })
  server.on(supportTickets.appraise, ({ grade, content = '' }) => {
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
  await press('发送')
  expect(await screen.findByText('回复内容不能为空', { selector: '.ant-form-item-explain-error' })).toBeTruthy()
  await user.type(await reply(), '还是不行{Control>}{Enter}{/Control}')
  expect(await within(screen.getByRole('log')).findByText('还是不行')).toBeTruthy()
  expect(await screen.findByText('回复成功')).toBeTruthy()
  expect((await reply()).value).toBe('')
  expect(server.asked(supportTickets.reply)).toEqual([{ ticket_number: '20261122000001', content: '还是不行', file_ids: [] }])
  await waitFor(() => expect(Element.prototype.scrollIntoView).toHaveBeenCalled())
})

const closedNow = () => Math.floor(Date.now() / 1000) - 60

it('a ticket is closed by one press, and can then be rated without a comment', async () => {
  server.on(supportTickets.close, () => {
    ticket = { ...ticket, ticket_status: 3, close_time: closedNow(), turn: null }
    return null
  })
  open()
  await reply()
  await press('已解决，关闭')
  expect(await screen.findByText('解决得怎么样？')).toBeTruthy()
  expect(screen.queryByLabelText('回复内容')).toBeNull()
  expect(server.asked(supportTickets.close)).toEqual([{ ticket_number: '20261122000001' }])
  await user.click(screen.getByRole('radio', { name: '5 星，非常满意' }))
  await press('评价')
  expect(await screen.findByRole('img', { name: '5 星，非常满意' })).toBeTruthy()
  expect(server.asked(supportTickets.appraise)).toEqual([{ ticket_number: '20261122000001', grade: 5, content: '' }])
})

it('a ticket is closed and rated at once, which needs stars and nothing else', async () => {
  open()
  await reply()
  await press('更多操作')
  await user.click(await screen.findByRole('menuitem', { name: '关闭问题并评价' }))
  await press('关闭并评价')
  expect(await screen.findByText('请选择评分', { selector: '.ant-form-item-explain-error' })).toBeTruthy()
  await user.click(screen.getByRole('radio', { name: '4 星，满意' }))
  await press('写一句（选填）')
  await user.type(screen.getByLabelText('评价内容（选填）'), '很快')
  await press('关闭并评价')
  expect(await screen.findByRole('img', { name: '4 星，满意' })).toBeTruthy()
  expect(screen.getByText('很快')).toBeTruthy()
  expect(screen.queryByLabelText('回复内容')).toBeNull()
  expect(screen.queryByRole('radio')).toBeNull()
  expect(server.asked(supportTickets.appraise)).toEqual([{ ticket_number: '20261122000001', grade: 4, content: '很快' }])
})

it('a ticket that is reopened after its rating asks for no other one', async () => {
  server.on(supportTickets.reopen, () => {
    ticket = aTicket()
    return null
  })
  open()
  await reply()
  await press('更多操作')
  await user.click(await screen.findByRole('menuitem', { name: '关闭问题并评价' }))
  await user.click(await screen.findByRole('radio', { name: '4 星，满意' }))
  ticket = aTicket({ close_time: closedNow() })
  await press('关闭并评价')
  expect(await screen.findByRole('img', { name: '4 星，满意' })).toBeTruthy()
  await press('没有解决，重新打开')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '没有解决，重新打开' }))
  expect(await reply()).toBeTruthy()
  expect(screen.queryByText('解决得怎么样？')).toBeNull()
})

it('a closed ticket is reopened, after a question if that takes a rating back', async () => {
  ticket = aTicket({ ticket_status: 3, close_time: closedNow(), appraised: 1, appraise: { grade: 2, content: '' } })
  server.on(supportTickets.reopen, () => {
    ticket = aTicket()
    return null
  })
  open()
  await press('没有解决，重新打开')
  const asked = within(await screen.findByRole('dialog'))
  expect(asked.getByText('重新打开会撤销已有的评价，下次关闭后可以再次评价。')).toBeTruthy()
  await user.click(asked.getByRole('button', { name: '没有解决，重新打开' }))
  expect(await reply()).toBeTruthy()
})

it('a ticket that was closed long ago leads to a new one that names it', async () => {
  ticket = aTicket({ ticket_status: 3, close_time: closedNow() - 8 * 86_400 })
  open()
  const again = await screen.findByRole('link', { name: '再提一张' })
  expect(screen.queryByRole('button', { name: '没有解决，重新打开' })).toBeNull()
  const address = new URL(again.getAttribute('href')!, 'http://console.test')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    type: '3',
    title: '原工单 8302 的后续问题',
    content: '原工单：8302「门店打印机离线」\n',
  })
})

it('a merged ticket leads to the one that continues it, and takes neither a rating nor a reply', async () => {
  ticket = aTicket({ ticket_status: 3, close_time: closedNow(), merged_into: '20261122000002' })
  open()
  expect((await screen.findByRole('link', { name: '20261122000002' })).getAttribute('href')).toBe(
    '/ticket/detail?ticket_number=20261122000002',
  )
  expect(screen.queryByRole('radio')).toBeNull()
  expect(screen.queryByRole('button', { name: '没有解决，重新打开' })).toBeNull()
})

it('a ticket about a site shows what was known of it, how it is now, and when it was well again', async () => {
  const subject = { router_name: 'WR210M25031581', note: '合肥政务店' }
  ticket = aTicket({
    subject,
    evidence: [{ name: '诊断', text: '与平台失去联系' }],
    recoveries: [{ time: 1_790_010_000, seconds: 16_620 }],
    due_time: 1_790_006_820,
    dialogue: [said('support', '请重启光猫')],
  })
  server.on(contract.memberRecords.path, aPath('online', ['up', 'up', 'up', 'up']))
  open()
  const thread = within(await screen.findByRole('log'))
  expect(thread.getByText('与平台失去联系').previousSibling?.textContent).toBe('诊断')
  expect(thread.getByText(/合肥政务店 恢复，共中断 4 小时 37 分/)).toBeTruthy()
  expect(await within(screen.getByRole('region', { name: '这个站点现在' })).findByText('正常')).toBeTruthy()
  const progress = within(screen.getByRole('region', { name: '进展' }))
  expect(progress.getByText(/等客服回复，\d{4}-\d\d-\d\d \d\d:\d\d 前/)).toBeTruthy()
  expect(progress.getByText('首次回复 1 小时')).toBeTruthy()
})

it('what was said in a merged ticket names it', async () => {
  ticket = aTicket({ dialogue: [{ ...said('customer', '另一台也离线'), merged_from: '20261122000009' }] })
  open()
  expect(await within(await screen.findByRole('log')).findByText('来自合并的工单 20261122000009')).toBeTruthy()
})

it('a login without the rights for tickets of others reads them, and is offered neither a reply nor to close or delete them', async () => {
  const auth = { ...anAuth(), ticket: { view: 1, create: 1, edit: 0, delete: 0 } } as const
  server.on(contract.account.info, anAccount({ ram: 1, auth }))
  ticket = aTicket({ own: 0 })
  open()
  expect(await screen.findByText('这是其他登录提交的工单，您的角色可以查看，不能回复或关闭')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '已解决，关闭' })).toBeNull()
  await press('更多操作')
  await screen.findByRole('menuitem', { name: '打印' })
  for (const name of ['删除', '关闭问题并评价']) expect(screen.queryByRole('menuitem', { name })).toBeNull()
})

it('a refused reply shows that the ticket was closed meanwhile', async () => {
  server.refuse(supportTickets.reply, 403, '工单已关闭，不能继续回复')
  open()
  await user.type(await reply(), '还在吗')
  ticket = aTicket({ ticket_status: 3, close_time: closedNow() })
  await press('发送')
  await waitFor(() => expect(screen.queryByLabelText('回复内容')).toBeNull())
  expect(screen.getAllByText('工单已关闭，不能继续回复').length).toBeGreaterThan(0)
  expect(screen.getByText('解决得怎么样？')).toBeTruthy()
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
