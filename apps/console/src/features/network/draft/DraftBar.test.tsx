// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { contract, MAX_DRAFT_COMMENT, type NetworkChange, type NetworkInfo, refusals, refusalText } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { aDraft, aMember, anAccount, anAuth, aNetwork } from '../../../../test/data.ts'
import { findButton, press } from '@weft/ui/testing/find-button.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { DraftBar } from './DraftBar.tsx'
import { user } from '@weft/ui/testing/user.ts'

const network_number = '1000000001'
const { changes, draft, draft_save, draft_discard } = contract.networkRevisions
const dns: NetworkChange = { call: 'dns', input: { dns: ['223.5.5.5'] } }
const prefix: NetworkChange = { call: 'edit_prefix', input: { router_name: 'SH-0002', prefix: [{ ip: '10.1.0.0', mask: 16 }] } }
let server: StubServer
/** The draft on the server. */
let kept = aDraft()
beforeEach(() => {
  sessionStorage.clear()
  server = stubServer()
  server.on(contract.account.info, anAccount())
  kept = aDraft({ version: 1, changes: [dns], author: '王芸', comment: '换 DNS', update_time: 1_790_000_000 })
  server.on(draft, () => kept)
  server.on(draft_save, ({ version, changes: saved, comment = '' }) => {
    kept = { ...kept, version: version + 1, changes: saved, comment }
    return { version: version + 1 }
  })
  server.on(draft_discard, () => {
    kept = aDraft()
    return null
  })
  server.on(changes, (input) => {
    if (!input.dry_run) kept = aDraft()
    return {
      revision: 8,
      impact: [{ kind: 'bounce' as const, seconds: 9, count: 1, router_names: ['SH-0002'] }],
      diff: [{ field: 'dns' as const, from: [], to: ['223.5.5.5'], text: 'DNS 由无改为 223.5.5.5' }],
      steps: [],
    }
  })
})
const open = (network: NetworkInfo = aNetwork()) => openPage(<DraftBar network={network} />)

it('the draft bar says how many changes there are, whose they are and what for, and offers nothing to those who may not edit', async () => {
  open()
  expect(await screen.findByText('草稿：1 项修改')).toBeTruthy()
  expect(screen.getByText(/由 王芸 保存.*换 DNS/)).toBeTruthy()
  expect(await findButton('预览并应用')).toBeTruthy()
  server.on(contract.account.info, anAccount({ auth: anAuth({ edit: 0 }) }))
  open()
  expect(await screen.findByText('只读')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /放\s?弃/ })).toBeNull()
  await press('查看')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('DNS')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: /应\s?用/ })).toBeNull()
  kept = aDraft()
  open()
  await waitFor(() => expect(server.asked(draft).length).toBeGreaterThan(2))
  expect(screen.queryByText(/^草稿/)).toBeNull()
})

it('the preview shows the changes and their effects on network and members, and applies them as one revision', async () => {
  kept = { ...kept, changes: [dns, prefix] }
  open(aNetwork({ member: [aMember(), aMember({ router_name: 'SH-0002', note: '上海门店', member_type: 'point' })] }))
  await press('预览并应用')
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('DNS 由无改为 223.5.5.5')).toBeTruthy()
  expect(dialog.getByText('路由前缀：上海门店')).toBeTruthy()
  expect(dialog.getByText('1 个成员重新连接，约 9 秒')).toBeTruthy()
  expect(dialog.getByText('其余 1 个成员不受影响')).toBeTruthy()
  await press('应用')
  await waitFor(() => expect(screen.queryByText(/^草稿/)).toBeNull())
  expect(server.asked(changes)).toEqual([
    { network_number, changes: [dns, prefix], dry_run: true },
    { network_number, changes: [dns, prefix], draft: 1 },
  ])
})

it('the preview shows an error at its change, and applies nothing until that change is dropped', async () => {
  kept = { ...kept, changes: [dns, prefix], members: [{ router_name: 'SH-0002', note: '上海门店' }] }
  server.refuse(changes, 422, '第 2 项修改：成员 SH-0002 已不在组网中，请取消此项', {
    errors: [{ field: 'changes.1', msg: '成员 SH-0002 已不在组网中，请取消此项' }],
  })
  open(aNetwork({ member: [aMember()] }))
  await press('预览并应用')
  const row = (await screen.findByText('成员 SH-0002 已不在组网中，请取消此项')).closest('li') as HTMLElement
  // It left the network, and is still called by its name.
  expect(row.textContent).toContain('路由前缀：上海门店')
  expect((await findButton('应用')).disabled).toBe(true)
  server.on(changes, { revision: 8, impact: [], diff: [{ field: 'dns', from: [], to: ['223.5.5.5'], text: 'DNS 改了' }], steps: [] })
  await user.click(within(row).getByRole('button', { name: '取消此项：路由前缀：上海门店' }))
  expect(await screen.findByText('DNS 改了')).toBeTruthy()
  expect(server.asked(draft_save)).toEqual([{ network_number, version: 1, changes: [dns], comment: '换 DNS' }])
})

it('the preview is refreshed with a notice when others changed the network', async () => {
  open()
  await press('预览并应用')
  await screen.findByText('DNS 由无改为 223.5.5.5')
  server.refuse(changes, 409, '内容已被他人修改，请刷新后重试')
  await press('应用')
  expect(await screen.findByText('组网已有新的修改，已按最新版本重新预览')).toBeTruthy()
  expect(server.asked(changes).map(({ dry_run }) => dry_run)).toEqual([true, undefined, true])
  expect(screen.getByText('草稿：1 项修改')).toBeTruthy()
})

it.each(['draftChanged', 'draftDiffers'] as const)('the preview shows the sentence of %s, which has the same code', async (reason) => {
  const msg = refusalText(reason, { author: '陈浩' }, 'zh-CN')
  open()
  await press('预览并应用')
  await screen.findByText('DNS 由无改为 223.5.5.5')
  server.refuse(changes, refusals[reason].code, msg)
  await press('应用')
  expect(await screen.findByText(msg)).toBeTruthy()
  expect(screen.queryByText('组网已有新的修改，已按最新版本重新预览')).toBeNull()
})

it('what the draft is for is saved with it', async () => {
  open()
  await press('预览并应用')
  const field = await screen.findByLabelText('说明')
  await user.clear(field)
  await user.paste('总部搬家')
  await user.tab()
  await waitFor(() => expect(server.asked(draft_save)).toEqual([{ network_number, version: 1, changes: [dns], comment: '总部搬家' }]))
})

it('a comment that is too long is not lost: nothing is applied until it is shorter', async () => {
  open()
  await press('预览并应用')
  const apply = await findButton('应用')
  await waitFor(() => expect(apply).toHaveProperty('disabled', false))
  const field = screen.getByRole('textbox', { name: '说明' })
  fireEvent.change(field, { target: { value: '换'.repeat(MAX_DRAFT_COMMENT + 1) } })
  expect(apply).toHaveProperty('disabled', true)
  fireEvent.change(field, { target: { value: '换 DNS' } })
  expect(apply).toHaveProperty('disabled', false)
})

it('the draft is discarded only after a question, and not if somebody else has changed it since', async () => {
  open()
  await press('放弃')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('王芸 保存的草稿中的 1 项修改将被丢弃，组网配置不变')).toBeTruthy()
  server.refuse(draft_discard, 409, '陈浩 刚刚修改了草稿，请查看后再保存')
  await user.click(dialog.getByRole('button', { name: /放\s?弃/ }))
  expect(await screen.findByText('陈浩 刚刚修改了草稿，请查看后再保存')).toBeTruthy()
  expect(screen.getByText('草稿：1 项修改')).toBeTruthy()
})
