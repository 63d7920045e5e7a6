// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Device, OperatorRole } from '@weft/contract'
import { type Answer, type Asked, openPage, stubBrowser } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { DeviceListPage } from './DeviceListPage.tsx'
import { user } from '@weft/ui/testing/user.ts'

const device = (router_name: string, more: Partial<Device> = {}): Device => ({
  router_name,
  router_model: 'WR-900',
  router_mac: null,
  kind: 'router',
  account_number: null,
  nickname: null,
  state: 'stock',
  bandwidth: null,
  expire_date: null,
  create_time: 1_790_000_000,
  member: null,
  ...more,
})
let role: OperatorRole
/** The requests that the page has sent. */
let requests: Asked[]
/** The answer to the registration of a list. */
let batchAnswer: Answer
let rows: Device[]
beforeEach(() => {
  localStorage.clear()
  role = 'network'
  requests = []
  batchAnswer = {}
  rows = [device('WR1'), device('SA1', { kind: 'saas', account_number: '45541385', state: 'activated' })]
  stubBrowser((request) => {
    requests.push(request)
    switch (request.path) {
      case 'operator/info':
        return { data: { username: 'li', role, totp: 0 } }
      case 'devices/lists':
        return { data: rows, count: rows.length }
      case 'devices/register':
      case 'devices/release':
        return { data: { activation_code: '2345-6789-ABCD-EFGH' } }
      case 'devices/batch':
        return batchAnswer
      default:
        return {}
    }
  })
})
const bodiesSentTo = (path: string) => requests.filter((request) => request.path === path).map(({ body }) => body)

it('a device is registered with null for each empty field, and its activation code is shown once', async () => {
  openPage(<DeviceListPage />)
  await user.click(await screen.findByRole('button', { name: /登记设备/ }))
  await user.type(await screen.findByLabelText('设备编号'), 'WR9000001')
  await user.type(screen.getByLabelText('型号'), 'WR-900')
  await user.click(screen.getByRole('button', { name: '登记' }))
  expect(await screen.findByText('2345-6789-ABCD-EFGH')).toBeTruthy()
  expect(bodiesSentTo('devices/register')).toEqual([
    { kind: 'router', router_name: 'WR9000001', router_model: 'WR-900', router_mac: null, bandwidth: null, expire_date: null },
  ])
  await user.click(screen.getByRole('button', { name: '完成' }))
  await waitFor(() => expect(screen.queryByText('2345-6789-ABCD-EFGH')).toBeNull())
})

it('the menu of a device offers the actions that its state permits', async () => {
  openPage(<DeviceListPage />)
  await user.click(await screen.findByRole('button', { name: '设备 WR1 的操作' }))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(['分配'])
  await user.keyboard('{Escape}')
  await user.click(screen.getByRole('button', { name: '设备 SA1 的操作' }))
  await waitFor(() => expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toContain('收回'))
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toContain('临时带宽')
})

it('a device is taken back from its account only after a confirmation', async () => {
  openPage(<DeviceListPage />)
  await user.click(await screen.findByRole('button', { name: '设备 SA1 的操作' }))
  await user.click(await screen.findByRole('menuitem', { name: '收回' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(bodiesSentTo('devices/release')).toEqual([])
  await user.click(dialog.getByRole('button', { name: '收回' }))
  expect(await screen.findByText('2345-6789-ABCD-EFGH')).toBeTruthy()
  expect(bodiesSentTo('devices/release')).toEqual([{ router_name: 'SA1' }])
})

it('a list of devices that the server refuses is shown with each wrong row and the reason', async () => {
  batchAnswer = {
    code: 422,
    msg: '第 3 行：MAC 地址格式不正确',
    data: { errors: [{ row: 3, field: 'router_mac', msg: 'MAC 地址格式不正确' }], total: 2 },
  }
  openPage(<DeviceListPage />)
  await user.click(await screen.findByRole('button', { name: /批量登记/ }))
  await screen.findByRole('dialog')
  const chosen = new File(['x'], '设备.xlsx')
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [chosen] } })
  await user.click(await screen.findByRole('button', { name: '登记' }))
  expect(await screen.findByText('有 1 处需要修改，未登记任何设备')).toBeTruthy()
  expect(screen.getByText('MAC 地址格式不正确', { selector: 'td' })).toBeTruthy()
})

it('a device of a customer shows its name, how it is and its networks, and the list is filtered by that', async () => {
  rows = [
    device('WR2', {
      account_number: '45541385',
      nickname: '云桥办公用品',
      state: 'activated',
      member: {
        note: '合肥政务店',
        state: 'down',
        cause: 'connection_lost',
        since: Math.floor(Date.now() / 1000) - 7200,
        networks: [
          { network_number: '1000000001', network_name: '总部—门店' },
          { network_number: '1000000002', network_name: 'ERP' },
        ],
      },
    }),
  ]
  openPage(<DeviceListPage />)
  const row = (await screen.findByText('WR2')).closest('tr')!
  for (const shown of ['合肥政务店', '失联 2 小时', '总部—门店、ERP', '云桥办公用品']) expect(row.textContent).toContain(shown)
  await user.click(screen.getByRole('combobox', { name: '运行状态' }))
  await user.click(await screen.findByTitle('需要处理'))
  await waitFor(() => expect(requests.at(-1)!.query.get('condition')).toBe('attention'))
})

it('an operator who may not change devices sees only the list', async () => {
  role = 'support'
  openPage(<DeviceListPage />)
  expect(await screen.findByText('WR1')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /登记设备/ })).toBeNull()
  expect(screen.queryByRole('button', { name: '设备 WR1 的操作' })).toBeNull()
})
