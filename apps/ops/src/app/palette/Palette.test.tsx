// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { type DeskFound, opsContract } from '@weft/contract'
import { type StubServer, stubServer } from '@weft/ui/testing/stub-server.ts'
import { user } from '@weft/ui/testing/user.ts'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it, vi } from 'vitest'
import { Palette } from './Palette.tsx'

const nothing: DeskFound = { accounts: [], devices: [], tickets: [], work_orders: [] }
const customer = { account_number: '84210127', nickname: '云桥办公用品' }
const found: DeskFound = {
  accounts: [customer],
  devices: [{ router_name: 'WR210M25031581', note: '合肥政务店', ...customer, member_state: 'down' }],
  tickets: [{ ticket_number: '20261122000001', no: 8302, ticket_title: '合肥政务店断网', ticket_status: 1, ...customer }],
  work_orders: [{ network_ticket_number: '20261122000009', no: null, network_name: '总部网', state: 'pending', ...customer }],
}
let server: StubServer
const closed = vi.fn<(open: boolean) => void>()
beforeEach(() => {
  localStorage.clear()
  closed.mockClear()
  // cmdk scrolls, which jsdom does not.
  Element.prototype.scrollIntoView = () => undefined
  server = stubServer()
  server.on(opsContract.session.info, { username: 'desk', role: 'support', totp: 0 })
  server.on(opsContract.desk.search, ({ search }) => (search === '合肥' ? found : nothing))
})
const open = async () => {
  const page = openPage(<Palette open onOpenChange={closed} />, '/start')
  return { ...page, field: await screen.findByRole('combobox') }
}
const lines = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

it('a text finds customers, devices with their state, tickets and orders, each with its customer, the best hit first', async () => {
  const { field } = await open()
  await user.type(field, '合肥')
  await waitFor(() =>
    expect(lines()).toEqual([
      '合肥政务店 WR210M25031581云桥办公用品',
      '合肥政务店断网 8302云桥办公用品',
      '云桥办公用品84210127',
      '总部网 20261122000009云桥办公用品',
    ]),
  )
  expect(document.querySelector('.weft-state-mark-down')).toBeTruthy()
})

it('Enter opens the first line, which is offered as the latest from then on', async () => {
  const page = await open()
  await user.type(page.field, '合肥')
  await waitFor(() => expect(lines()).toHaveLength(4))
  await user.keyboard('{Enter}')
  await waitFor(() => expect(page.address()).toBe('/devices?search=WR210M25031581'))
  expect(closed).toHaveBeenCalledWith(false)
  await open()
  await waitFor(() => expect(lines()[0]).toBe('合肥政务店 WR210M25031581云桥办公用品'))
})

it('pages are found by their names, and nothing is searched before something is typed', async () => {
  const { field } = await open()
  await waitFor(() => expect(lines()).toContain('工作台工作台'))
  expect(lines().some((line) => line.startsWith('运营人员'))).toBe(false)
  expect(server.asked(opsContract.desk.search)).toEqual([])
  await user.type(field, '运行')
  await waitFor(() => expect(lines()).toEqual(['运行状况系统']))
})

it('a text that finds nothing is named', async () => {
  const { field } = await open()
  await user.type(field, '没有的')
  expect(await screen.findByText('没有找到「没有的」')).toBeTruthy()
  expect(lines()).toEqual([])
})

it('Enter does not open what the text before found', async () => {
  const page = await open()
  await user.type(page.field, '合肥')
  await waitFor(() => expect(lines()).toHaveLength(4))
  await user.type(page.field, '市{Enter}')
  expect(lines()).toEqual([])
  expect(page.address()).toBe('/start')
  expect(closed).not.toHaveBeenCalled()
})

it('a search that is refused says why', async () => {
  server.refuse(opsContract.desk.search, 429, '操作过于频繁')
  const { field } = await open()
  await user.type(field, '合肥')
  expect(await screen.findByText('操作过于频繁')).toBeTruthy()
  expect(screen.queryByText(/没有找到/)).toBeNull()
})
