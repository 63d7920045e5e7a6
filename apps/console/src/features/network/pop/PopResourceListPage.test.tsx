// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { contract, type PopResourceSummary } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { anAccount, anAuth } from '../../../../test/data.ts'
import { findDialog, press } from '@weft/ui/testing/find-button.ts'
import { aPop } from '../../../../test/pop.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { PopResourceListPage } from './PopResourceListPage.tsx'
import { user } from '@weft/ui/testing/user.ts'

let server: StubServer
let pops: PopResourceSummary[]
beforeEach(() => {
  localStorage.clear()
  server = stubServer()
  pops = [
    aPop(),
    aPop({ network_fr_id: '2', shortname: '即将到期', expire_day: 30 }),
    aPop({ network_fr_id: '3', shortname: '过期的', expire_day: 0, network_number: null, network_name: null, areas: [] }),
    aPop({ network_fr_id: '4', shortname: '开通中', status: 0 }),
  ]
  server.on(contract.account.info, anAccount())
  server.on(contract.popResources.list, () => ({ rows: pops, count: pops.length }))
})
const open = () => openPage(<PopResourceListPage />, '/network/fr_lists')
const rowOf = async (name: string) => {
  const row = (await screen.findByText(name)).closest('tr')
  if (!row) throw new Error(`no row of ${name}`)
  return within(row)
}

it('the list shows each resource’s network, bandwidth, status and remaining days', async () => {
  open()
  const long = await rowOf('华东双区 50M')
  expect(long.getByRole('link', { name: '华东生产网' }).getAttribute('href')).toBe('/network/detail?network_number=1000000001')
  expect(long.getByText('50 Mbit/s')).toBeTruthy()
  expect(long.getByText('有效')).toBeTruthy()
  expect(long.getByText('剩余 364 天').closest('.weft-status')).toBeNull()
  expect((await rowOf('即将到期')).getByText('剩余 30 天').closest('.weft-status')).not.toBeNull()
  expect((await rowOf('过期的')).getByText('已过期').closest('strong')).not.toBeNull()
  expect((await rowOf('开通中')).getByText('处理中')).toBeTruthy()
})

it('a resource expands to the members of each region', async () => {
  open()
  const more = await screen.findByRole('button', { name: '华东双区 50M 的详情' })
  expect(more.getAttribute('aria-expanded')).toBe('false')
  await user.click(more)
  expect(more.getAttribute('aria-expanded')).toBe('true')
  const table = within(await screen.findByRole('table', { name: '华东双区 50M 的区域' }))
  const shanghai = within(table.getByRole('row', { name: /^上海/ }))
  expect(shanghai.getByRole('cell', { name: '2' })).toBeTruthy()
  expect(shanghai.getByRole('link', { name: /SH-0002/ })).toBeTruthy()
  expect(within(table.getByRole('row', { name: /^杭州/ })).getByRole('cell', { name: '0' })).toBeTruthy()
})

it('a region with many members names a few until all are requested', async () => {
  pops = [aPop({ areas: [{ ov_id: '11', area: '上海', members: Array.from({ length: 40 }, (_, at) => `SH-${at}`), notes: [] }] })]
  open()
  await press('华东双区 50M 的详情')
  expect(await screen.findByText('SH-0')).toBeTruthy()
  expect(screen.queryByText('SH-39')).toBeNull()
  await press('显示全部 40 个')
  expect(await screen.findByText('SH-39')).toBeTruthy()
})

it('postponing is unavailable for now, and a ticket can ask for a renewal', async () => {
  const { address } = open()
  await user.click(await screen.findByRole('button', { name: '延期 华东双区 50M' }))
  const prompt = await findDialog('暂时无法延期')
  await press('提交工单', prompt)
  await waitFor(() => expect(address()).toMatch(/^\/ticket\/create/))
  expect(new URLSearchParams(address().split('?')[1]).get('title')).toBe('续费（延期） 华东双区 50M')
})

it('an empty list links to the networks', async () => {
  pops = []
  open()
  expect(await screen.findByText('暂无 POP 资源')).toBeTruthy()
  expect(screen.getByText('申请 POP 接入后，成员可就近接入骨干网')).toBeTruthy()
  expect(screen.getByRole('link', { name: '去组网列表' }).getAttribute('href')).toBe('/network/lists')
})

it('the list links to editing the network only if the caller may edit it', async () => {
  open()
  expect((await screen.findByRole('link', { name: '编辑组网 华东双区 50M' })).getAttribute('href')).toBe(
    '/network/pop_edit?network_number=1000000001',
  )
  expect(screen.queryByRole('link', { name: '编辑组网 过期的' })).toBeNull()
  server.on(contract.account.info, anAccount({ ram: 1, auth: anAuth({ edit: 0 }) }))
  open()
  await rowOf('华东双区 50M')
  expect(screen.queryByRole('link', { name: /编辑组网/ })).toBeNull()
})
