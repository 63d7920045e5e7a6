// @vitest-environment jsdom
import { focusManager } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { contract, type NetworkInfo, type NetworkState } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { aConfig, aMember, anAccount, anAuth, aNetwork } from '../../../../test/data.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { NetworkDetailPage } from './NetworkDetailPage.tsx'

let server: StubServer
let network: NetworkInfo
let online: NetworkState['online']
beforeEach(() => {
  server = stubServer()
  network = aNetwork()
  online = {}
  server.on(contract.account.info, anAccount())
  server.on(contract.network.config, aConfig())
  server.on(contract.network.info, () => network)
  server.on(contract.network.status, () => ({
    time: 1_790_000_000,
    network_status: network.network_status,
    revision: network.revision,
    revision_state: network.revision_state,
    link: network.link,
    online,
  }))
  server.on(contract.router.hardware, {
    rows: [{ router_name: 'HW-0003', note: '', online: 1, network_count: 0, network_number: null }],
    count: 1,
  })
  server.on(contract.router.software, { rows: [], count: 0 })
})
afterEach(() => {
  vi.useRealTimers()
  focusManager.setFocused(undefined)
})

const open = () => openPage(<NetworkDetailPage />, '/network/detail?network_number=1000000001', '/network/detail')
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr') as HTMLElement)

it('polls every 10 seconds, lays the state over the members, and rests while the tab is hidden or it is paused', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  open()
  expect((await rowOf('SH-0002')).getByText('在线')).toBeTruthy()
  await waitFor(() => expect(server.asked(contract.network.status)).toHaveLength(1))
  online = { 'SH-0002': 0 }
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  await waitFor(async () => expect((await rowOf('SH-0002')).getByText('离线')).toBeTruthy())
  const asked = () => server.asked(contract.network.status).length
  const before = asked()
  focusManager.setFocused(false)
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(asked()).toBe(before)
  focusManager.setFocused(true)
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(asked()).toBeGreaterThan(before)
  fireEvent.click(screen.getByRole('switch', { name: '暂停自动刷新' }))
  const paused = asked()
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(asked()).toBe(paused)
})

it('reads everything again once the state tells of another revision', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  open()
  await screen.findByText('SH-0002')
  network = aNetwork({ revision: 8, member: [...network.member, aMember({ router_name: 'BJ-0007', member_type: 'point' })] })
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(await screen.findByText('BJ-0007')).toBeTruthy()
})

it('takes a member out after one question', async () => {
  server.on(contract.network.remove_member, () => {
    network = aNetwork({ revision: 8, member: network.member.slice(0, 1) })
    return null
  })
  open()
  await userEvent.click((await rowOf('SH-0002')).getByRole('button', { name: '移出 SH-0002' }))
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByText('上海门店 移出后将与本组网断开，成员本身不会删除')).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: '移出' }))
  await waitFor(() => expect(screen.queryByText('SH-0002')).toBeNull())
  expect(server.asked(contract.network.remove_member)).toEqual([{ network_number: '1000000001', router_name: 'SH-0002' }])
})

it('adds a member, and not as a center beyond the limit', async () => {
  server.on(contract.network.add_member, null)
  open()
  await userEvent.click(await screen.findByRole('button', { name: '添加成员' }))
  const drawer = within(await screen.findByRole('dialog'))
  await userEvent.click(drawer.getByRole('button', { name: '添加' }))
  expect(await drawer.findByText('请选择成员')).toBeTruthy()
  await userEvent.click(drawer.getByRole('radio', { name: '中心' }))
  await userEvent.click(drawer.getByRole('combobox'))
  await userEvent.click(await screen.findByTitle('HW-0003'))
  await userEvent.click(drawer.getByRole('button', { name: '添加' }))
  expect(await drawer.findByText('中心最多支持 1 个')).toBeTruthy()
  expect(server.asked(contract.network.add_member)).toEqual([])
  await userEvent.click(drawer.getByRole('radio', { name: '分支' }))
  await userEvent.click(drawer.getByRole('button', { name: '添加' }))
  await waitFor(() => expect(server.asked(contract.network.add_member)).toHaveLength(1))
  expect(server.asked(contract.network.add_member)).toEqual([
    { network_number: '1000000001', router_name: 'HW-0003', member_type: 'point' },
  ])
})

it('explains an unusable network and takes its configuration away', async () => {
  network = aNetwork({ network_status: 0 })
  open()
  expect(await screen.findByText('组网不可用：已组网成员数超过可用成员数')).toBeTruthy()
  expect(screen.getByRole('button', { name: '移出成员' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '添加成员' })).toBeNull()
})

it('offers nothing that the role does not grant', async () => {
  server.on(contract.account.info, anAccount({ ram: 1, auth: anAuth({ create: 0, edit: 0, delete: 0 }) }))
  open()
  await screen.findByText('SH-0002')
  expect(screen.queryByRole('button', { name: /移出/ })).toBeNull()
  expect(screen.queryByRole('button', { name: '添加成员' })).toBeNull()
  expect(screen.queryByRole('button', { name: '更多' })).toBeNull()
})

it('deletes by typing the name and goes back to the list', async () => {
  server.on(contract.network.delete, null)
  const page = open()
  await userEvent.click(await screen.findByRole('button', { name: '更多' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: '删除组网' }))
  await userEvent.type(await screen.findByLabelText('请输入 华东生产网 以确认'), '华东生产网{Enter}')
  await waitFor(() => expect(page.address()).toBe('/network/lists'))
})
