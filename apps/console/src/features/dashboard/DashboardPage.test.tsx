// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { contract } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { anAccount, anAuth } from '../../../test/data.ts'
import { type StubServer, stubServer } from '../../../test/stub-server.ts'
import { OpenPages } from '../../shared/page/open-pages.ts'
import { DashboardPage } from './DashboardPage.tsx'
import { user } from '@weft/ui/testing/user.ts'

const overview = {
  networks_usable: 1,
  networks: 2,
  members_online: 5,
  members: 8,
  expiring: 1,
  last_login: { time: 1_790_000_000, address: '203.0.113.7' },
}
const announcement = (id: string, title: string, link: string | null = null) => ({
  id,
  title,
  tag: '维护',
  release_time: 1_790_000_000,
  link,
})

let server: StubServer
beforeEach(() => {
  localStorage.clear()
  server = stubServer()
  server.on(contract.account.info, anAccount())
  server.on(contract.account.overview, overview)
  server.on(contract.announcements.list, { rows: [], count: 0 })
})
afterEach(() => {
  vi.useRealTimers()
})

const open = (pages: (path: string) => boolean = () => true) =>
  openPage(
    <OpenPages value={pages}>
      <DashboardPage />
    </OpenPages>,
    '/dashboard',
  )

it('the dashboard greets by the hour and shows masked contacts as answered', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date(2026, 3, 1, 9) })
  open()
  expect(await screen.findByRole('heading', { name: '林晓，上午好' })).toBeTruthy()
  expect(screen.getByText('138****5678')).toBeTruthy()
  expect(await screen.findByText(/来自 203.0.113.7/)).toBeTruthy()
})

it('a sub-account is marked, and a contact that it lacks is left out', async () => {
  server.on(contract.account.info, anAccount({ ram: 1, user_email: null }))
  open()
  expect(await screen.findByText('子账号')).toBeTruthy()
  expect(screen.queryByText('邮箱')).toBeNull()
})

it('each figure links to the list of what does not work', async () => {
  open()
  expect((await screen.findByRole('link', { name: /组网可用/ })).getAttribute('href')).toBe('/network/lists?status=0')
  expect(screen.getByRole('link', { name: /成员在线/ }).getAttribute('href')).toBe('/router/lists?online=0')
  expect(screen.getByText('1 个不可用')).toBeTruthy()
})

it('the dashboard links only to pages that exist and are open to the login', async () => {
  open((path) => path === '/network/lists')
  expect(await screen.findByRole('link', { name: /智能组网/ })).toBeTruthy()
  expect(screen.queryByRole('link', { name: /售后工单/ })).toBeNull()
  await screen.findByText('3 个离线')
  expect(screen.queryByRole('link', { name: /成员在线/ })).toBeNull()
})

it('a card that fails shows the failure and is retried alone', async () => {
  server.silence(contract.account.overview)
  open()
  const retry = await screen.findByRole('button', { name: '重试' })
  expect(screen.getByRole('link', { name: /智能组网/ })).toBeTruthy()
  server.on(contract.account.overview, overview)
  await user.click(retry)
  expect(await screen.findByText('1 / 2')).toBeTruthy()
})

it('the announcements turn every 5 seconds, except while paused or hovered', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  server.on(contract.announcements.list, {
    rows: [announcement('1', '第一条'), announcement('2', '第二条', 'https://example.com/')],
    count: 2,
  })
  open()
  const ticker = await screen.findByRole('region', { name: '公告' })
  expect(ticker.getAttribute('aria-live')).toBe('off')
  expect(within(ticker).getByRole('link', { name: '第一条' }).getAttribute('href')).toBe('/account/announcements/detail?id=1')
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(
    within(ticker)
      .getByRole('link', { name: /第二条/ })
      .getAttribute('href'),
  ).toBe('https://example.com/')
  fireEvent.mouseEnter(ticker)
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  expect(within(ticker).getByText(/第二条/)).toBeTruthy()
  fireEvent.mouseLeave(ticker)
  fireEvent.click(within(ticker).getByRole('button', { name: '暂停公告轮播' }))
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  expect(within(ticker).getByText(/第二条/)).toBeTruthy()
  expect(within(ticker).getByRole('button', { name: '继续公告轮播' })).toBeTruthy()
})

it('no ticker is drawn if there is no announcement', async () => {
  open()
  await screen.findByText('1 / 2')
  expect(screen.queryByRole('region', { name: '公告' })).toBeNull()
})

it('the first steps are shown until all of them are taken', async () => {
  server.on(contract.account.overview, { ...overview, networks: 0, networks_usable: 0, members_online: 0 })
  open()
  const card = within((await screen.findByRole('heading', { name: '开始使用' })).closest('section') as HTMLElement)
  expect(card.getByText('已完成 1 / 3')).toBeTruthy()
  expect(card.getByRole('link', { name: /创建组网/ }).getAttribute('href')).toBe('/network/create')
  server.on(contract.account.overview, overview)
  open()
  await screen.findByText('1 / 2')
  expect(screen.queryByRole('heading', { name: '开始使用' })).toBeNull()
  server.on(contract.account.overview, { ...overview, members_online: 0 })
  open()
  await screen.findByText('8 个离线')
  expect(screen.queryByRole('heading', { name: '开始使用' })).toBeNull()
})

it('the choice to hide the first steps is remembered per login', async () => {
  server.on(contract.account.overview, { ...overview, networks: 0, networks_usable: 0 })
  open()
  await user.click(await screen.findByRole('button', { name: '不再显示' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: '开始使用' })).toBeNull())
  open()
  await screen.findByText('还没有组网')
  expect(screen.queryByRole('heading', { name: '开始使用' })).toBeNull()
  server.on(contract.account.info, anAccount({ username: 'another' }))
  open()
  expect(await screen.findByRole('heading', { name: '开始使用' })).toBeTruthy()
})

it('the first steps are hidden from a login that may take none of them', async () => {
  const auth = anAuth({ create: 0 })
  server.on(
    contract.account.info,
    anAccount({ ram: 1, auth: { ...auth, easylink: { ...auth.easylink, router: { create: 0, edit: 0, delete: 0 } } } }),
  )
  server.on(contract.account.overview, { ...overview, networks: 0, networks_usable: 0 })
  open()
  await screen.findByText('还没有组网')
  expect(screen.queryByRole('heading', { name: '开始使用' })).toBeNull()
})
