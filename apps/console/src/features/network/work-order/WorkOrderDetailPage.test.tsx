// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { contract, type WorkOrder } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { anAccount, anAuth } from '../../../../test/data.ts'
import { press } from '@weft/ui/testing/find-button.ts'
import { anOrder } from '../../../../test/pop.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { WorkOrderDetailPage } from './WorkOrderDetailPage.tsx'
import { user } from '@weft/ui/testing/user.ts'

let server: StubServer
let order: WorkOrder
beforeEach(() => {
  server = stubServer()
  order = anOrder()
  server.on(contract.account.info, anAccount())
  server.on(contract.workOrders.view, () => order)
})
const open = () =>
  openPage(
    <WorkOrderDetailPage />,
    '/network/ticket_detail?network_number=1000000001&network_ticket_number=20261122000001',
    '/network/ticket_detail',
  )
/** Returns what the menu of the page offers. */
const offered = async () => {
  await press('更多操作')
  return (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
}
const steps = () =>
  within(screen.getByRole('region', { name: '处理进度' }))
    .getAllByRole('listitem')
    .map((step) => step.textContent)

it('the page shows the request and its progress', async () => {
  open()
  expect(await screen.findByText('100 Mbit/s')).toBeTruthy()
  expect(screen.getByText('上海、杭州')).toBeTruthy()
  expect(screen.getByText('2 年')).toBeTruthy()
  expect(screen.getByRole('link', { name: '华东生产网' }).getAttribute('href')).toBe('/network/detail?network_number=1000000001')
  expect(steps()).toEqual(['已提交2026-09-21 22:13', '受理2026-09-21 23:13', '开通', '接入组网自动下发，不中断业务'])
  expect(screen.getByText('3107')).toBeTruthy()
  expect(server.asked(contract.workOrders.view)).toEqual([{ network_ticket_number: '20261122000001' }])
})

it('the progress of a cancelled order ends with the cancellation, after the steps before it', async () => {
  order = anOrder({ network_ticket_status: 4, accept_time: null, cancel_time: 1_790_090_000 })
  open()
  await screen.findByText('100 Mbit/s')
  expect(steps()).toEqual([expect.stringMatching(/^已提交/), '已取消2026-09-22 23:13'])
  expect(await offered()).toEqual(['打印', '删除'])
})

it('a member is removed after a question', async () => {
  server.on(contract.workOrders.remove_member, () => {
    order = anOrder({ attributes: { ...order.attributes, pop_conf: { 上海: ['SH-0002'], 杭州: [] } } })
    return null
  })
  open()
  await press('移出 上海总部')
  const asked = within(await screen.findByRole('tooltip'))
  expect(asked.getByText('将 上海总部 移出工单？')).toBeTruthy()
  await user.click(asked.getByText('移出'))
  await waitFor(() => expect(screen.queryByText('HQ-0001')).toBeNull())
  expect(server.asked(contract.workOrders.remove_member)).toEqual([
    { network_ticket_number: '20261122000001', region: '上海', router_name: 'HQ-0001' },
  ])
})

it('members of a completed order cannot be removed', async () => {
  order = anOrder({ network_ticket_status: 3, complete_time: 1_790_090_000 })
  open()
  await screen.findByText('HQ-0001')
  expect(screen.queryByText('移出')).toBeNull()
  expect(await offered()).toEqual(['打印', '取消工单'])
})

it('the list opens when the order is deleted', async () => {
  order = anOrder({ network_ticket_status: 1, accept_time: null })
  server.on(contract.workOrders.delete, null)
  const page = open()
  await offered()
  await user.click(screen.getByRole('menuitem', { name: '删除' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '删除' }))
  await waitFor(() => expect(page.address()).toBe('/network/ticket_lists'))
  expect(server.asked(contract.workOrders.view)).toHaveLength(1)
})

it('the printed order has every member, though the page shows only some', async () => {
  const many = Array.from({ length: 30 }, (_, at) => `SH-${at}`)
  order = anOrder({ attributes: { ...order.attributes, pop_conf: { 上海: many, 杭州: [] } } })
  open()
  await screen.findByText('SH-0')
  expect(screen.queryByText('SH-29')).toBeNull()
  expect(document.querySelector('.order-paper')?.textContent).toContain('SH-29')
})

it('a question is shown with a field for the answer, which stays if it is refused, and ends the waiting', async () => {
  const question = { kind: 'question' as const, author: '客服', content: '用于<b>哪几家</b>门店？', create_time: 1_790_004_000 }
  order = anOrder({ state: 'asked', dialogue: [question] })
  server.refuse(contract.workOrders.answer, 500, '系统异常')
  open()
  expect(await screen.findByText('客服需要您补充说明，答复后工单继续处理')).toBeTruthy()
  expect(steps()[2]).toMatch(/^要求补充/)
  expect(screen.getByText('用于<b>哪几家</b>门店？')).toBeTruthy()
  await press('提交答复')
  expect(await screen.findByText('您的答复不能为空', { selector: '.ant-form-item-explain-error' })).toBeTruthy()
  await user.type(screen.getByLabelText('您的答复'), '三家门店')
  await press('提交答复')
  await waitFor(() => expect(server.asked(contract.workOrders.answer)).toHaveLength(1))
  expect(screen.getByLabelText<HTMLTextAreaElement>('您的答复').value).toBe('三家门店')
  server.on(contract.workOrders.answer, () => {
    const answer = { kind: 'answer' as const, author: 'linxiao', content: '三家门店', create_time: 1_790_005_000 }
    order = anOrder({ state: 'answered', dialogue: [question, answer] })
    return null
  })
  await press('提交答复')
  expect(await screen.findByText('答复已提交')).toBeTruthy()
  await waitFor(() => expect(screen.queryByLabelText('您的答复')).toBeNull())
  expect(within(screen.getByRole('log', { name: '沟通记录' })).getByText('三家门店')).toBeTruthy()
})

it('a rejected order shows its reason and leads to its correction, but not if its network is gone', async () => {
  const rejection = { kind: 'rejection' as const, author: '客服', content: '上海容量不足', create_time: 1_790_004_000 }
  order = anOrder({ network_ticket_status: 4, state: 'rejected', reject_time: 1_790_004_000, dialogue: [rejection] })
  const page = open()
  expect(await screen.findByText('工单被驳回')).toBeTruthy()
  expect(screen.getAllByText('上海容量不足')).toHaveLength(2)
  await press('修改并重新提交')
  await waitFor(() => expect(page.address()).toBe('/network/ticket_create?network_number=1000000001&network_ticket_number=20261122000001'))
})

it('a deleted network is named without a link', async () => {
  order = anOrder({ network_ticket_status: 4, network_exists: 0 })
  open()
  expect(await screen.findByText('已删除')).toBeTruthy()
  expect(screen.queryByRole('link', { name: '华东生产网' })).toBeNull()
})

it('read-only users see the order and can print it, but not change it', async () => {
  server.on(contract.account.info, anAccount({ ram: 1, auth: anAuth({ edit: 0 }) }))
  open()
  await screen.findByText('HQ-0001')
  expect(screen.queryByText('移出')).toBeNull()
  expect(await offered()).toEqual(['打印'])
})
