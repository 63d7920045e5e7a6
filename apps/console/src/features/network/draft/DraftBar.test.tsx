// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { contract, type NetworkInfo } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { aMember, anAccount, anAuth, aNetwork } from '../../../../test/data.ts'
import { findButton, press } from '@weft/ui/testing/find-button.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { addToDraft } from './draft.ts'
import { DraftBar } from './DraftBar.tsx'
import { user } from '@weft/ui/testing/user.ts'

const network_number = '1000000001'
const { changes } = contract.networkRevisions
let server: StubServer
beforeEach(() => {
  sessionStorage.clear()
  server = stubServer()
  server.on(contract.account.info, anAccount())
  server.on(changes, {
    revision: 8,
    impact: [{ kind: 'bounce', seconds: 9, count: 1, router_names: ['SH-0002'] }],
    diff: [{ field: 'dns', from: [], to: ['223.5.5.5'], text: 'DNS 由无改为 223.5.5.5' }],
  })
})
const open = (network: NetworkInfo = aNetwork()) => openPage(<DraftBar network={network} />)
const dns = (...addresses: string[]) => addToDraft(network_number, { call: 'dns', input: { dns: addresses } })
const prefix = () =>
  addToDraft(network_number, { call: 'edit_prefix', input: { router_name: 'SH-0002', prefix: [{ ip: '10.1.0.0', mask: 16 }] } })

it('the draft bar is shown only when the draft has changes that may be applied', async () => {
  open()
  dns('223.5.5.5')
  expect(await screen.findByText('草稿：1 项修改')).toBeTruthy()
  open(aNetwork({ network_status: 0 }))
  await waitFor(() => expect(server.asked(contract.account.info).length).toBeGreaterThan(0))
  expect(screen.queryByText('草稿：1 项修改')).toBeNull()
  server.on(contract.account.info, anAccount({ auth: anAuth({ edit: 0 }) }))
  open()
  await waitFor(() => expect(server.asked(contract.account.info)).toHaveLength(3))
  expect(screen.queryByText('草稿：1 项修改')).toBeNull()
})

it('the draft keeps the latest change of each subject, in the order in which they will be applied', () => {
  dns('223.5.5.5')
  prefix()
  dns('223.6.6.6')
  const kept = sessionStorage.getItem(sessionStorage.key(0)!)!
  expect(JSON.parse(kept)).toEqual([expect.objectContaining({ call: 'edit_prefix' }), { call: 'dns', input: { dns: ['223.6.6.6'] } }])
})

it('the preview shows the changes and their effects on network and members, and applies them as one revision', async () => {
  dns('223.5.5.5')
  prefix()
  open()
  await press('预览并应用')
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('DNS 由无改为 223.5.5.5')).toBeTruthy()
  expect(dialog.getByText('路由前缀：上海门店')).toBeTruthy()
  expect(dialog.getByText('1 个成员重新连接，约 9 秒')).toBeTruthy()
  expect(dialog.getByText('SH-0002')).toBeTruthy()
  expect(dialog.getByText('1 个成员不受影响')).toBeTruthy()
  await press('应用')
  expect(await screen.findByText('已应用为版本 8')).toBeTruthy()
  expect(server.asked(changes)).toEqual([
    { network_number, changes: expect.any(Array), dry_run: true },
    {
      network_number,
      changes: [
        { call: 'dns', input: { dns: ['223.5.5.5'] } },
        { call: 'edit_prefix', input: { router_name: 'SH-0002', prefix: [{ ip: '10.1.0.0', mask: 16 }] } },
      ],
    },
  ])
  await waitFor(() => expect(screen.queryByText(/^草稿/)).toBeNull())
  expect(sessionStorage).toHaveLength(0)
})

it('the preview shows an error at its change, and applies nothing until that change is removed', async () => {
  dns('223.5.5.5')
  prefix()
  server.refuse(changes, 422, '第 2 项修改：软件成员不能设置路由前缀', {
    errors: [{ field: 'changes.1', msg: '软件成员不能设置路由前缀' }],
  })
  open(aNetwork({ member: [aMember(), aMember({ router_name: 'SH-0002', note: '上海门店', member_type: 'point' })] }))
  await press('预览并应用')
  const row = (await screen.findByText('软件成员不能设置路由前缀')).closest('li') as HTMLElement
  expect(row.textContent).toContain('路由前缀：上海门店')
  expect((await findButton('应用')).disabled).toBe(true)
  server.on(changes, { revision: 8, impact: [], diff: [{ field: 'dns', from: [], to: ['223.5.5.5'], text: 'DNS 改了' }] })
  await user.click(within(row).getByRole('button', { name: '移除「路由前缀：上海门店」' }))
  expect(await screen.findByText('DNS 改了')).toBeTruthy()
  expect(screen.queryByText('软件成员不能设置路由前缀')).toBeNull()
})

it('the preview is refreshed with a notice when others changed the network', async () => {
  dns('223.5.5.5')
  open()
  await press('预览并应用')
  await screen.findByText('DNS 由无改为 223.5.5.5')
  server.refuse(changes, 409, '内容已被他人修改，请刷新后重试')
  await press('应用')
  expect(await screen.findByText('组网已有新的修改，已按最新版本重新预览')).toBeTruthy()
  expect(server.asked(changes).map(({ dry_run }) => dry_run)).toEqual([true, undefined, true])
  expect(screen.getByText('草稿：1 项修改')).toBeTruthy()
})

it('the draft is discarded only after a question', async () => {
  dns('223.5.5.5')
  open()
  await press('放弃')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('草稿中的 1 项修改将被丢弃，组网配置不变')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: /放\s?弃/ }))
  expect(await screen.findByText('已放弃草稿')).toBeTruthy()
  expect(sessionStorage).toHaveLength(0)
})
