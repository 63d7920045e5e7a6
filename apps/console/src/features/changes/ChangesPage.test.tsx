// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { contract, type RecentChange } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { user } from '@weft/ui/testing/user.ts'
import { beforeEach, expect, it } from 'vitest'
import { anAccount, anAuth } from '../../../test/data.ts'
import { type StubServer, stubServer } from '../../../test/stub-server.ts'
import { ChangesPage } from './ChangesPage.tsx'

const aChange = (change: Partial<RecentChange> = {}): RecentChange => ({
  network_number: '1000000001',
  network_name: '总部—门店',
  revision: 31,
  create_time: 1_790_000_000,
  by: '王芸',
  summary: '加路由前缀 192.168.36.0/24',
  state: 'pending',
  applied: 39,
  members: 40,
  ...change,
})
const { recent, authors, rollback } = contract.networkRevisions

let server: StubServer
beforeEach(() => {
  server = stubServer()
  server.on(contract.account.info, anAccount())
  server.on(contract.network.select, [{ network_number: '1000000001', network_name: '总部—门店' }])
  server.on(authors, [{ author: 'login:王芸', by: '王芸' }])
  server.on(recent, { rows: [aChange(), aChange({ revision: 1, summary: '创建组网', state: 'superseded', applied: null })], count: 41 })
})
const open = () => openPage(<ChangesPage />, '/network/changes')
const rowOf = async (what: string) => within((await screen.findByText(what)).closest('tr')!)

it('shows each change with its network, author and outcome, and turns the pages at the server', async () => {
  open()
  const row = await rowOf('加路由前缀 192.168.36.0/24')
  expect(row.getByText('39/40 已生效')).toBeTruthy()
  expect(row.getByText('王芸')).toBeTruthy()
  expect(row.getByRole('link', { name: '总部—门店' }).getAttribute('href')).toContain('panel=history')
  await user.click(screen.getByTitle('2'))
  await waitFor(() => expect(server.asked(recent).at(-1)).toMatchObject({ page: '2' }))
})

it('asks for the changes of one network or author', async () => {
  const page = open()
  await user.click(await screen.findByRole('combobox', { name: '修改人' }))
  await user.click(await screen.findByText('王芸', { selector: '.ant-select-item-option-content' }))
  await waitFor(() => expect(server.asked(recent).at(-1)).toMatchObject({ author: 'login:王芸' }))
  expect(decodeURIComponent(page.address())).toContain('author=login:王芸')
})

it('restores the revision before a change, after showing what that does; the first has none before it', async () => {
  server.on(rollback, { revision: 32, impact: [], diff: [{ field: 'prefix', from: [], to: [], text: '删除前缀 192.168.36.0/24' }] })
  open()
  expect((await rowOf('创建组网')).queryByRole('button')).toBeNull()
  await user.click(screen.getByRole('button', { name: '恢复到版本 30，即「加路由前缀 192.168.36.0/24」之前' }))
  expect(within(await screen.findByRole('dialog')).getByText('删除前缀 192.168.36.0/24')).toBeTruthy()
  expect(server.asked(rollback)).toEqual([{ network_number: '1000000001', revision: 30, dry_run: true }])
})

it('offers no restore to a role that may not change networks', async () => {
  server.on(contract.account.info, anAccount({ ram: 1, auth: anAuth({ edit: 0 }) }))
  open()
  expect((await rowOf('加路由前缀 192.168.36.0/24')).queryByRole('button')).toBeNull()
})
