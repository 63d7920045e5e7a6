// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { contract, type Service, type ServiceCode, serviceCatalogue } from '@weft/contract'
import { language } from '@weft/ui'
import { openPage } from '@weft/ui/testing.tsx'
import { user } from '@weft/ui/testing/user.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type StubServer, stubServer } from '../../../test/stub-server.ts'
import { OpenPages } from '../../shared/page/open-pages.ts'
import { ServicePage } from './ServicePage.tsx'

const DAY = 86_400
const now = Math.floor(Date.now() / 1000)
const service = (service_code: ServiceCode, expired_time: number | null): Service => ({
  id: service_code,
  service_code,
  service_name: serviceCatalogue[service_code]['zh-CN'],
  quantity: 10,
  start_time: now - 100 * DAY,
  expired_time,
})

let server: StubServer
beforeEach(() => {
  localStorage.clear()
  server = stubServer()
  const rows = [
    service('network_member', null),
    service('quagga', now + 200 * DAY - 60),
    service('software_member', now + 12 * DAY - 60),
    service('sub_account', now - 1),
  ]
  server.on(contract.account.service, { rows, count: rows.length })
  server.on(contract.account.service_totals, [])
})

afterEach(() => act(() => language.set('zh-CN')))

const open = (pages: (path: string) => boolean = () => true) =>
  openPage(
    <OpenPages value={pages}>
      <ServicePage />
    </OpenPages>,
  )
const row = async (name: string) => within((await screen.findByText(name)).closest('tr')!)

it('the page shows how long each service lasts', async () => {
  open()
  expect((await row('组网成员')).getByText('长期有效')).toBeTruthy()
  expect((await row('动态路由')).getByText('剩余 200 天')).toBeTruthy()
  expect((await row('软件成员')).getByText('剩余 12 天')).toBeTruthy()
  expect((await row('子账号')).getByText('已过期')).toBeTruthy()
})

it('a service links to a ticket about the platform if the login may open tickets', async () => {
  open()
  const link = await screen.findByRole('link', { name: '续费 软件成员' })
  const query = { type: '1', title: '续费 软件成员', content: '软件成员，数量 10' }
  expect(link.getAttribute('href')).toBe(`/ticket/create?${new URLSearchParams(query)}`)
  open(() => false)
  await row('软件成员')
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.queryByText('操作')).toBeNull()
})

it('services are filtered by their type and by when they end', async () => {
  const { address } = openPage(<ServicePage />, '/account/service?state=ending')
  await row('组网成员')
  expect(server.asked(contract.account.service).at(-1)).toMatchObject({ state: 'ending' })
  await user.click(screen.getByRole('combobox', { name: '服务类型' }))
  await user.click(await screen.findByTitle('子账号'))
  await waitFor(() => expect(server.asked(contract.account.service).at(-1)).toMatchObject({ state: 'ending', service_code: 'sub_account' }))
  expect(address()).toContain('service_code=sub_account')
})

it('what runs is added up by kind, and each kind narrows the list', async () => {
  server.on(contract.account.service_totals, [
    { service_code: 'dns', service_name: 'DNS 服务器', unit: '个', count: 2, quantity: 30, next_end: now + 12 * DAY - 60 },
  ])
  openPage(<ServicePage />, '/account/service')
  const total = await screen.findByRole('button', { name: /DNS 服务器 30 个/ })
  expect(within(total).getByText('剩余 12 天')).toBeTruthy()
  await user.click(total)
  await waitFor(() => expect(server.asked(contract.account.service).at(-1)).toMatchObject({ service_code: 'dns' }))
  expect(total.getAttribute('aria-pressed')).toBe('true')
})

it('several services are renewed by one ticket that names each', async () => {
  open()
  await row('组网成员')
  await user.click(screen.getByRole('checkbox', { name: '选择 软件成员' }))
  await user.click(screen.getByRole('checkbox', { name: '选择 子账号' }))
  const link = screen.getByRole('link', { name: '续费所选 2 项' })
  const query = { type: '1', title: '续费 2 项服务', content: '软件成员，数量 10\n子账号，数量 10' }
  expect(link.getAttribute('href')).toBe(`/ticket/create?${new URLSearchParams(query)}`)
})

it('a service that never ends is not renewed, neither alone nor with others', async () => {
  open()
  expect((await row('软件成员')).getByRole('link', { name: '续费 软件成员' })).toBeTruthy()
  expect((await row('组网成员')).queryByRole('link')).toBeNull()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '选择 组网成员' }).disabled).toBe(true)
  await user.click(screen.getByRole('checkbox', { name: /全选/, hidden: false }))
  expect(screen.getByRole('link', { name: '续费所选 3 项' })).toBeTruthy()
})

it('an empty list says that there are no services', async () => {
  server.on(contract.account.service, { rows: [], count: 0 })
  open()
  expect(await screen.findByText('暂无服务')).toBeTruthy()
})

it('services and their units have English names on an English screen', async () => {
  server.on(contract.account.service_totals, [
    { service_code: 'software_member', service_name: '软件成员', unit: '个', count: 1, quantity: 10, next_end: null },
  ])
  open()
  await screen.findByRole('row', { name: /软件成员/ })
  act(() => language.set('en'))
  expect(await screen.findByRole('button', { name: /Software members 10 units/ })).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Renew Sub-accounts' })
  expect(link.getAttribute('href')).toContain('Renew+Sub-accounts')
  expect(document.body.textContent).not.toContain('软件成员')
})
