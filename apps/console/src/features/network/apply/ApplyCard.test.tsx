// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useMutation } from '@tanstack/react-query'
import { contract, type NetworkProgress } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { press } from '@weft/ui/testing/find-button.ts'
import { user } from '@weft/ui/testing/user.ts'
import { useEffect } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { anAccount, anAuth, aProgress } from '../../../../test/data.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { applying } from '../../../shared/apply/applying.ts'
import { connection } from '../../../shared/session/connection.ts'
import { inTurn } from '../own-saves.ts'
import { ApplyDock } from './ApplyDock.tsx'
import { ApplyPills } from './ApplyPills.tsx'

const network_number = '1000000001'
const { progress, rollback } = contract.networkRevisions
const { re_send_config } = contract.networkSettings
let server: StubServer
let now: NetworkProgress
beforeEach(() => {
  sessionStorage.clear()
  // Tests of other pages may have left cards of their own networks.
  applying.clear()
  connection.reset()
  server = stubServer()
  server.on(contract.account.info, anAccount())
  now = aProgress()
  server.on(progress, () => now)
})
const open = async (change: Parameters<typeof aProgress>[0] = {}) => {
  now = aProgress(change)
  applying.watch(network_number)
  openPage(
    <>
      <ApplyPills />
      <ApplyDock />
    </>,
  )
  return within(await screen.findByRole('region', { name: '配置下发进度：总部—门店' }))
}
/** The server has news, and says so. */
const later = (change: Parameters<typeof aProgress>[0]) => {
  now = aProgress(change)
  act(() => applying.tell(network_number))
}
const underway = { counts: { applied: 12, pending: 29, offline: 0, never: 1 }, elapsed_ms: 300 }

it('counts members while they apply a change, and says how long it took once they have', async () => {
  const card = await open({
    ...underway,
    members: [
      { router_name: 'A', note: '', phase: 'applied' },
      { router_name: 'B', note: '', phase: 'pending' },
    ],
  })
  expect(card.getByRole('heading', { name: '正在下发 12/42' })).toBeTruthy()
  const bar = card.getByRole('progressbar', { name: '配置下发' })
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['12', '42'])
  expect(card.getByText('连接不中断')).toBeTruthy()
  expect(card.getByText('1 个从未连接，首次上线后自动生效')).toBeTruthy()
  expect(card.getByText('可以离开本页，进度会继续')).toBeTruthy()
  const restarting = { ...underway, impact: [{ kind: 'restart', seconds: 9, count: 42, router_names: [] }] } satisfies Parameters<
    typeof later
  >[0]
  later({ ...restarting, counts: { ...underway.counts, centers: 2 } })
  expect(await card.findByText('中心一次只改一个，业务走另一个')).toBeTruthy()
  later({ ...restarting, counts: { ...underway.counts, centers: 1 } })
  expect(await card.findByText('可以离开本页，进度会继续')).toBeTruthy()
  expect(card.getByText('可以离开本页，进度会继续')).toBeTruthy()
  later({ counts: { applied: 42, offline: 0 } })
  expect(await card.findByRole('heading', { name: '已生效，用时 0.8 秒' })).toBeTruthy()
  expect(card.getByText('DNS 改为 10.1.0.53、10.1.0.54')).toBeTruthy()
  expect(card.getByRole('link', { name: '查看变更' }).getAttribute('href')).toContain('panel=history')
})

it('calls a change a draft only if it was one, whatever number of sentences it makes', async () => {
  const card = await open({ change_count: 2, changes: ['甲', '乙'] })
  expect(card.getByText('版本 32')).toBeTruthy()
  later({ draft: 1, change_count: 1, changes: ['甲'] })
  expect(await card.findByText('版本 32 · 草稿 1 项修改')).toBeTruthy()
})

it('tells the start, each failure and the end, and no step between', async () => {
  const card = await open(underway)
  const said = () => card.getByRole('status').textContent
  expect(said()).toBe('正在下发 12/42')
  later({ counts: { applied: 30, pending: 11, offline: 1 }, elapsed_ms: 500 })
  await card.findByRole('heading', { name: '正在下发 30/42' })
  expect(said()).toBe('正在下发 12/42')
  later({ counts: { applied: 42, offline: 0 } })
  await waitFor(() => expect(said()).toBe('已生效，用时 0.8 秒'))
})

it('members that are away are no failure: they are named, and get the change by themselves', async () => {
  const card = await open({ offline: [{ router_name: 'WR210M25031581', note: '合肥政务店', router_type: 1 }] })
  expect(card.getByRole('heading', { name: '41 个已生效，1 个离线' })).toBeTruthy()
  expect(card.getByText('合肥政务店')).toBeTruthy()
  expect(card.getByText('上线后自动下发版本 32，无需再次保存')).toBeTruthy()
  expect(card.getByRole('link', { name: '为什么失联：合肥政务店' })).toBeTruthy()
})

it('each failure is named with its reason and its own fix, and all can be sent again or undone', async () => {
  server.on(re_send_config, null)
  const card = await open({
    counts: { applied: 39, failed: 2, offline: 1 },
    failed: [
      { router_name: 'CD-1', note: '成都锦江店', error: '前缀 192.168.36.0/24 与本机 LAN2 冲突', fix: 'prefix' },
      { router_name: 'NN-1', note: '南宁青秀店', error: null, fix: 'resend' },
    ],
  })
  expect(card.getByRole('heading', { name: '39 个已生效，2 个失败' })).toBeTruthy()
  expect(card.getByText('前缀 192.168.36.0/24 与本机 LAN2 冲突')).toBeTruthy()
  expect(card.getByText('错误信息涉及您无权查看的组网')).toBeTruthy()
  expect(card.getByRole('link', { name: '修改前缀：成都锦江店' }).getAttribute('href')).toContain('panel=prefix&node=CD-1')
  await user.click(card.getByRole('button', { name: '重新下发：南宁青秀店' }))
  await waitFor(() => expect(server.asked(re_send_config)).toEqual([{ network_number, router_name: 'NN-1' }]))
  await user.click(card.getByRole('button', { name: '重试 2 个' }))
  await waitFor(() => expect(server.asked(re_send_config)).toHaveLength(3))
  expect(card.getByRole('button', { name: /全部撤销/ })).toBeTruthy()
})

it('a change is undone upon its own revision, by the button or by Ctrl+Z outside of fields, and then says what it is the same as', async () => {
  server.on(rollback, () => {
    now = aProgress({ revision: 33, restores: 31, counts: { applied: 42, offline: 0 }, elapsed_ms: 900 })
    return { revision: 33, impact: [], diff: [] }
  })
  const card = await open({ counts: { applied: 42, offline: 0 } })
  expect(card.getByText('58 秒内可撤销')).toBeTruthy()
  const field = document.body.appendChild(document.createElement('input'))
  field.focus()
  fireEvent.keyDown(field, { key: 'z', ctrlKey: true, bubbles: true })
  expect(server.asked(rollback)).toEqual([])
  field.remove()
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  expect(await card.findByRole('heading', { name: '已撤销，用时 0.9 秒' })).toBeTruthy()
  expect(card.getByText('配置与版本 31 相同，记为版本 33')).toBeTruthy()
  expect(server.asked(rollback)).toEqual([{ network_number, revision: 31 }])
  expect(server.askedUpon(rollback)).toEqual(['32'])
  expect(card.queryByRole('button', { name: /撤销/ })).toBeNull()
})

it('who may not change the network, and who did not make the change, is offered no undo', async () => {
  const card = await open({ own: 0, by: '王芸', counts: { applied: 42, offline: 0 } })
  expect(card.getByText(/由 王芸 修改/)).toBeTruthy()
  expect(card.queryByRole('button', { name: /撤销/ })).toBeNull()
  server.on(contract.account.info, anAccount({ ram: 1, auth: anAuth({ edit: 0 }) }))
  const other = await open({ counts: { applied: 40, failed: 1 }, failed: [{ router_name: 'CD-1', note: '', error: 'x', fix: 'resend' }] })
  expect(other.queryByRole('button', { name: /撤销|重试|重新下发/ })).toBeNull()
})

it('a card folds to a pill in the header and back, and one that was closed stays closed until a newer change', async () => {
  const card = await open({ ...underway, revision: 50 })
  await user.click(card.getByRole('button', { name: '收起' }))
  expect(screen.queryByRole('region')).toBeNull()
  await user.click(await screen.findByRole('button', { name: '正在下发 12/42' }))
  later({ revision: 50, counts: { applied: 42, offline: 0 } })
  await press('关闭', await screen.findByRole('region'))
  await waitFor(() => expect(screen.queryByRole('region')).toBeNull())
  act(() => applying.watch(network_number))
  await waitFor(() => expect(server.asked(progress).length).toBeGreaterThan(2))
  expect(screen.queryByRole('region')).toBeNull()
  later({ revision: 51 })
  expect(await screen.findByRole('region')).toBeTruthy()
})

it('two changes in a row are one card, which counts the newer and names both', async () => {
  const card = await open(underway)
  later({ ...underway, revision: 33, counts: { ...underway.counts, applied: 3, pending: 38 } })
  expect(await card.findByRole('heading', { name: '正在下发 3/42' })).toBeTruthy()
  expect(card.getByText('版本 32、33')).toBeTruthy()
})

it('a success of long ago is no news and shows no card', async () => {
  now = aProgress({ time: 1_790_000_100, counts: { applied: 42, offline: 0 } })
  applying.watch(network_number)
  openPage(<ApplyDock />)
  await waitFor(() => expect(server.asked(progress)).toHaveLength(1))
  expect(screen.queryByRole('region')).toBeNull()
})

/** Sends a change of the network that is answered when the test says so, and then lets the page load. */
function Busy({ until }: { until: Promise<void> }) {
  const { mutate } = useMutation({ ...inTurn(network_number), mutationFn: () => until })
  useEffect(() => mutate(), [mutate])
  return null
}

it('an undo waits for the turn of what was pressed before, and then undoes the revision that the card named or nothing', async () => {
  server.on(rollback, { revision: 33, impact: [], diff: [] })
  const busy = Promise.withResolvers<void>()
  now = aProgress({ counts: { applied: 42, offline: 0 } })
  applying.watch(network_number)
  openPage(
    <>
      <Busy until={busy.promise} />
      <ApplyDock />
    </>,
  )
  await user.click(await screen.findByRole('button', { name: /撤销/ }))
  later({ revision: 33, counts: { applied: 42, offline: 0 } })
  await screen.findByText('版本 33')
  expect(server.asked(rollback)).toEqual([])
  await act(async () => busy.resolve())
  await waitFor(() => expect(server.asked(rollback)).toEqual([{ network_number, revision: 31 }]))
  expect(server.askedUpon(rollback)).toEqual(['32'])
})

it('after a save the card goes on to say so until it knows the new revision, and offers no undo of the one before', async () => {
  const card = await open({ counts: { applied: 42, offline: 0 } })
  expect(await card.findByRole('button', { name: /撤销/ })).toBeTruthy()
  const answered = Promise.withResolvers<void>()
  act(() => void applying.save(network_number, '修改 · DNS', () => answered.promise))
  expect(card.getByRole('heading', { name: '正在保存…' })).toBeTruthy()
  const told = server.hold(progress)
  now = aProgress({ revision: 33, counts: { applied: 42, offline: 0 } })
  const before = server.asked(progress).length
  await act(async () => answered.resolve())
  await waitFor(() => expect(server.asked(progress).length).toBeGreaterThan(before))
  expect(card.getByRole('heading', { name: '正在保存…' })).toBeTruthy()
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true })
  expect(card.queryByRole('button', { name: /撤销/ })).toBeNull()
  told()
  expect(await card.findByText('版本 33')).toBeTruthy()
  expect(card.getByRole('button', { name: /撤销/ })).toBeTruthy()
  expect(server.asked(rollback)).toEqual([])
})
