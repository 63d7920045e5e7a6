// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { contract, type Service } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { type StubServer, stubServer } from '../../../test/stub-server.ts'
import { OpenPages } from '../../shared/page/open-pages.ts'
import { ServicePage } from './ServicePage.tsx'

const DAY = 86_400
const now = Math.floor(Date.now() / 1000)
const service = (service_name: string, expired_time: number | null): Service => ({
  id: service_name,
  service_name,
  quantity: 10,
  start_time: now - 100 * DAY,
  expired_time,
})

let server: StubServer
beforeEach(() => {
  localStorage.clear()
  server = stubServer()
  const rows = [
    service('组网成员', null),
    service('动态路由', now + 200 * DAY - 60),
    service('软件成员', now + 12 * DAY - 60),
    service('子账号', now - 1),
  ]
  server.on(contract.account.service, { rows, count: rows.length })
})

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
  expect(link.getAttribute('href')).toBe(`/ticket/create?${new URLSearchParams({ type: '1', title: '续费 软件成员' })}`)
  open(() => false)
  await row('软件成员')
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.queryByText('操作')).toBeNull()
})

it('an empty list says that there are no services', async () => {
  server.on(contract.account.service, { rows: [], count: 0 })
  open()
  expect(await screen.findByText('暂无服务')).toBeTruthy()
})
