// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { type Announcement, contract } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { type StubServer, stubServer } from '../../../test/stub-server.ts'
import { usePageObjectName } from '@weft/ui/frame/page-object.ts'
import { AnnouncementListPage } from './AnnouncementListPage.tsx'
import { AnnouncementPage } from './AnnouncementPage.tsx'

let server: StubServer
const announcement = (change: Partial<Announcement> = {}): Announcement => ({
  id: '7',
  title: '核心节点维护',
  tag: '维护，华东, 公告,紧急,夜间',
  release_time: 1_790_000_000,
  link: null,
  ...change,
})

beforeEach(() => {
  localStorage.clear()
  server = stubServer()
})

const Named = () => <output data-testid="object">{usePageObjectName()}</output>
const openDetail = (address = '/account/announcements/detail?id=7') =>
  openPage(
    <>
      <Named />
      <AnnouncementPage />
    </>,
    address,
  )

it('the list shows three tags of an announcement and how many more it has', async () => {
  server.on(contract.announcements.list, { rows: [announcement()], count: 1 })
  openPage(<AnnouncementListPage />)
  const row = within((await screen.findByRole('link', { name: '核心节点维护' })).closest('tr')!)
  expect(['维护', '华东', '公告'].map((tag) => row.getByText(tag).textContent)).toHaveLength(3)
  expect(row.getByText('+2')).toBeTruthy()
  expect(row.queryByText('紧急')).toBeNull()
  expect(row.getByRole('link').getAttribute('href')).toBe('/account/announcements/detail?id=7')
})

it('an announcement on another site opens in a new tab', async () => {
  server.on(contract.announcements.list, { rows: [announcement({ link: 'https://example.com/n', tag: '' })], count: 1 })
  openPage(<AnnouncementListPage />)
  const link = await screen.findByRole('link', { name: /核心节点维护.*新窗口打开/ })
  expect(link.getAttribute('href')).toBe('https://example.com/n')
  expect(link.getAttribute('rel')).toContain('noopener')
})

it('an empty list says that there are no announcements', async () => {
  server.on(contract.announcements.list, { rows: [], count: 0 })
  openPage(<AnnouncementListPage />)
  expect(await screen.findByText('暂无公告')).toBeTruthy()
})

it('the page shows an announcement, takes its title, and numbers its pictures that have no name', async () => {
  server.on(contract.announcements.info, ({ id }) => ({ ...announcement({ id }), content: '<h2>影响范围</h2><p><img src="/a.png"></p>' }))
  openDetail()
  expect(await screen.findByRole('heading', { level: 1, name: '核心节点维护' })).toBeTruthy()
  expect(screen.getByText('夜间')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 2, name: '影响范围' })).toBeTruthy()
  expect(screen.getByAltText('公告图片 1')).toBeTruthy()
  expect(screen.getByTestId('object').textContent).toBe('核心节点维护')
  expect(screen.getByRole('link', { name: '返回公告列表' }).getAttribute('href')).toBe('/account/announcements')
})

it('the page says that an announcement is gone or was not named', async () => {
  server.refuse(contract.announcements.info, 204, '数据不存在')
  openDetail()
  expect(await screen.findByText('公告不存在或已删除')).toBeTruthy()
  openDetail('/account/announcements/detail')
  expect(await screen.findByText('公告不存在或已删除')).toBeTruthy()
})

it('the page offers to try again if no answer came', async () => {
  server.silence(contract.announcements.info)
  openDetail()
  const retry = await screen.findByRole('button', { name: '重试' })
  server.on(contract.announcements.info, { ...announcement(), content: '<p>正文</p>' })
  retry.click()
  await waitFor(() => expect(screen.getByText('正文')).toBeTruthy())
})
