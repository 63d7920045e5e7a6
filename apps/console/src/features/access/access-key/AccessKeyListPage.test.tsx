// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { type AccessKey, contract } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { anAccessKey, aRole } from '../../../../test/access.ts'
import { findDialog, press } from '@weft/ui/testing/find-button.ts'
import { user } from '@weft/ui/testing/user.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { AccessKeyListPage } from './AccessKeyListPage.tsx'

let server: StubServer
let keys: AccessKey[]
beforeEach(() => {
  localStorage.clear()
  server = stubServer()
  keys = [
    anAccessKey({ last_time: 1_790_000_600, last_address: '203.0.113.9' }),
    anAccessKey({ id: '10', name: '旧', expire_time: 1_700_000_000 }),
  ]
  server.on(contract.accessKeys.lists, () => ({ rows: keys, count: keys.length }))
  server.on(contract.accessKeys.create, { id: '11', access_key: 'weft_abcdef' })
  server.on(contract.roles.select, [{ id: '3', name: '门店运维' }])
  server.on(contract.roles.info, aRole())
})
const open = () => openPage(<AccessKeyListPage />, '/ram/access_key')
const fill = async () => {
  await user.click((await screen.findAllByRole('button', { name: '创建访问密钥' }))[0]!)
  const dialog = await findDialog('创建访问密钥')
  await user.type(screen.getByLabelText('名称'), '巡检')
  await user.click(screen.getByRole('combobox', { name: '角色' }))
  await user.click(await screen.findByTitle('门店运维'))
  return dialog
}

it('the list of access keys shows when and from where each key was last used, and which key has expired', async () => {
  open()
  expect((await screen.findByText('巡检脚本')).closest('tr')?.textContent).toContain('203.0.113.9')
  const old = within((await screen.findByText('旧')).closest('tr')!)
  expect(old.getByText('已到期')).toBeTruthy()
  expect(old.getByText('从未使用')).toBeTruthy()
})

it('a new key is shown only once', async () => {
  open()
  const before = Math.floor(Date.now() / 1000)
  await press('创建', await fill())
  const once = await findDialog('访问密钥已创建')
  expect(within(once).getByText('密钥只在此时显示一次，请立即复制并妥善保管')).toBeTruthy()
  expect(within(once).getByText('weft_abcdef')).toBeTruthy()
  await press('复制密钥', once)
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('weft_abcdef'))
  await press('我已保存，关闭', once)
  await waitFor(() => expect(document.body.innerHTML).not.toContain('weft_abcdef'))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('创建访问密钥'))
  const [asked] = server.asked(contract.accessKeys.create) as [{ expire_time: number }]
  expect(asked).toMatchObject({ name: '巡检', role_id: '3' })
  expect(asked.expire_time).toBeGreaterThanOrEqual(before + 90 * 86_400)
})

it('a refused end date is reported at its field', async () => {
  const msg = '到期时间须晚于现在，且不超过 366 天'
  server.refuse(contract.accessKeys.create, 422, msg, { errors: [{ field: 'expire_time', msg }] })
  open()
  await press('创建', await fill())
  await waitFor(() => expect(document.querySelector('.ant-form-item-explain-error')?.textContent).toBe(msg))
})

it('a key is deleted after a confirmation', async () => {
  server.on(contract.accessKeys.delete, () => {
    keys = []
    return null
  })
  open()
  await press('删除 巡检脚本')
  const question = await findDialog('删除访问密钥')
  expect(within(question).getByText('使用「巡检脚本」的脚本将立即无法调用接口')).toBeTruthy()
  await press('删除', question)
  expect(await screen.findByText('还没有访问密钥')).toBeTruthy()
})
