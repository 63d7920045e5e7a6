// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { contract, type SubAccount } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { aRole, aSubAccount } from '../../../../test/access.ts'
import { findDialog, press } from '@weft/ui/testing/find-button.ts'
import { user } from '@weft/ui/testing/user.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { SubAccountListPage } from './SubAccountListPage.tsx'

let server: StubServer
let people: SubAccount[]
beforeEach(() => {
  localStorage.clear()
  server = stubServer()
  people = [aSubAccount()]
  server.on(contract.subAccounts.lists, () => ({ rows: people, count: people.length }))
  server.on(contract.subAccounts.quantity, () => ({ use: people.length, max: 3 }))
  server.on(contract.subAccounts.domain, { domain: '20000001' })
  server.on(contract.subAccounts.create, { id: '8' })
  server.on(contract.subAccounts.edit, null)
  server.on(contract.roles.select, [{ id: '3', name: '门店运维' }])
  server.on(contract.roles.info, aRole())
})

const open = () => openPage(<SubAccountListPage />, '/ram/index')
const choose = async (role: string) => {
  await user.click(screen.getByRole('combobox'))
  await user.click(await screen.findByTitle(role))
}

it('the list shows how many sub-accounts exist and may exist, and copies the link to their sign-in page', async () => {
  open()
  expect(await screen.findByText('子账号 1 / 3')).toBeTruthy()
  expect(await screen.findByText('从未登录')).toBeTruthy()
  await press('复制登录链接')
  const link = `${location.origin}/login?mode=2&username=%4020000001`
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(link))
})

it('a sub-account is created while the rights of its role are shown', async () => {
  open()
  await press('创建子账号')
  const drawer = await findDialog('创建子账号')
  await press('创建', drawer)
  for (const problem of ['账号不能为空', '昵称不能为空', '请选择角色', '密码不能为空'])
    expect((await within(drawer).findAllByText(problem)).length, problem).toBeGreaterThan(0)
  await user.type(screen.getByLabelText('账号'), 'wang')
  await user.type(screen.getByLabelText('昵称'), '王芳')
  await user.type(screen.getByLabelText('密码'), 'Orchard7')
  await choose('门店运维')
  const rights = within(await screen.findByRole('table', { name: '该角色可以做什么' }))
  expect(rights.getByText('查看、编辑').closest('tr')?.textContent).toContain('华东生产网')
  await press('创建', drawer)
  const card = await findDialog('王芳 可以登录了')
  expect(server.asked(contract.subAccounts.create)).toEqual([{ username: 'wang', nickname: '王芳', role_id: '3', password: 'Orchard7' }])
  const lines = [`登录地址：${location.origin}/login?mode=2&username=%4020000001`, '登录名：wang@20000001', '初始密码：Orchard7']
  await press('复制全部', card)
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(lines.join('\n')))
  await press('完成', card)
  await waitFor(() => expect(screen.queryByText('Orchard7')).toBeNull())
})

it('a role created from the drawer is selected for the new sub-account', async () => {
  server.on(contract.roles.create, () => {
    server.on(contract.roles.select, [
      { id: '3', name: '门店运维' },
      { id: '4', name: '网管' },
    ])
    return { id: '4' }
  })
  open()
  await press('创建子账号')
  await press('创建角色', await findDialog('创建子账号'))
  await user.type(await screen.findByLabelText('角色名称'), '网管')
  await press('创建', await findDialog('创建角色'))
  await waitFor(() => expect(server.asked(contract.roles.create)).toHaveLength(1))
  expect(await within(await findDialog('创建子账号')).findByText('网管')).toBeTruthy()
})

it('an edit keeps the account name, and keeps the password if the field is empty', async () => {
  open()
  await press('编辑 li.wei')
  const drawer = await findDialog('编辑子账号')
  expect(screen.getByLabelText<HTMLInputElement>('账号').readOnly).toBe(true)
  expect(within(drawer).getByText('留空表示不修改')).toBeTruthy()
  await user.clear(screen.getByLabelText('昵称'))
  await user.type(screen.getByLabelText('昵称'), '李大伟')
  await press('保存', drawer)
  expect(await screen.findByText('保存成功')).toBeTruthy()
  expect(server.asked(contract.subAccounts.edit)).toEqual([{ id: '7', role_id: '3', nickname: '李大伟', password: '' }])
})

it('no further sub-account can be created at the limit, and the button says why', async () => {
  server.on(contract.subAccounts.quantity, { use: 3, max: 3 })
  open()
  await screen.findByText('子账号 3 / 3')
  const button = screen.getByRole('button', { name: '创建子账号' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await user.hover(button)
  expect(await screen.findByText('子账号名额已满，请申请扩容')).toBeTruthy()
})

it('a sub-account is disabled after a confirmation, and enabled without one', async () => {
  const turned = (status: 0 | 1) => () => {
    people = [aSubAccount({ status })]
    return null
  }
  server.on(contract.subAccounts.disable, turned(0))
  server.on(contract.subAccounts.enable, turned(1))
  open()
  await press('停用 li.wei')
  const question = await findDialog('停用 李伟？')
  expect(within(question).getByText('所有登录立即退出，启用前无法再登录')).toBeTruthy()
  await press('停用', question)
  await press('启用 li.wei')
  await screen.findByRole('button', { name: '停用 li.wei' })
  expect([server.asked(contract.subAccounts.disable), server.asked(contract.subAccounts.enable)]).toEqual([[{ id: '7' }], [{ id: '7' }]])
})

it('a sub-account is deleted after a confirmation', async () => {
  server.on(contract.subAccounts.delete, () => {
    people = []
    return null
  })
  open()
  await press('删除 li.wei')
  const question = await findDialog('删除子账号 李伟？')
  expect(within(question).getByText('li.wei 将立即无法登录，历史操作日志保留')).toBeTruthy()
  await press('删除', question)
  expect(await screen.findByText('还没有子账号')).toBeTruthy()
  expect(server.asked(contract.subAccounts.delete)).toEqual([{ id: '7' }])
})

it('the operations of a sub-account are in the operation log, narrowed to this person', async () => {
  open()
  const link = await screen.findByRole('link', { name: 'li.wei 的操作日志' })
  expect(link.getAttribute('href')).toBe('/logs/operations?person=7')
})
