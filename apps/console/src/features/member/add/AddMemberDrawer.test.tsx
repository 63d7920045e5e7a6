// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { type AccountInfo, contract } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it, vi } from 'vitest'
import { anAccount, anAuth } from '../../../../test/data.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { AddMemberDrawer } from './AddMemberDrawer.tsx'
import { user } from '@weft/ui/testing/user.ts'

let server: StubServer
let account: AccountInfo
let software: number
const closed = vi.fn<() => void>()
const added = vi.fn<() => void>()
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  closed.mockReset()
  added.mockReset()
  server = stubServer()
  account = anAccount()
  software = 3
  server.on(contract.account.info, () => account)
  server.on(contract.directory.status, { enable: 0, sync_mode: null })
  server.on(contract.router.quantity, () => ({ hardware: 1, software, max: 20, software_surplus: 20 - software }))
  server.on(contract.router.add, ({ username }) => ({ router_name: `${username}@${account.sign}` }))
  server.on(contract.verify.send_code, { receipt: 'receipt-1' })
  server.on(contract.verify.delivery, { state: 'sent', reason: null })
})

const open = async () => {
  openPage(<AddMemberDrawer onClose={closed} onAdded={added} />)
  await screen.findByText('已用 3，剩余 17')
  // The drawer moves the focus to its first field once it is open.
  await waitFor(() => expect(document.activeElement).toBe(field('用户名')))
}
/** Enters a value at once, as a password manager does. */
async function fill(input: HTMLInputElement, value: string): Promise<void> {
  await user.click(input)
  await user.paste(value)
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
/** The name of a button that was busy a moment ago still begins with its loading icon. */
const button = (name: string) => screen.getByRole('button', { name: new RegExp(`(^|\\s)${name}$`) })
const credentials = () => screen.findByRole('region', { name: '复制账号和密码发送给成员' })
const refusePhone = () => server.refuse(contract.router.add, 401, '该手机号已绑定其他成员', { errors: [{ field: 'phone', msg: '已绑定' }] })

it('the drawer adds a member and shows its credentials, which the browser does not store', async () => {
  await open()
  await fill(field('用户名'), ' zhang.san ')
  await fill(field('密码'), 'Orchard7')
  await fill(field('手机号'), '13900000000')
  await fill(field('名称'), '张三')
  await user.click(button('添加'))
  const card = within(await credentials())
  expect(card.getByText('zhang.san@20000001')).toBeTruthy()
  expect(card.getByText('Orchard7')).toBeTruthy()
  expect(server.asked(contract.router.add)).toEqual([
    { username: 'zhang.san', password: 'Orchard7', area_code: '86', phone: '13900000000', type: 1, code: '', note: '张三' },
  ])
  expect(added).toHaveBeenCalledOnce()
  expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toContain('Orchard7')
  await user.click(card.getByRole('button', { name: '复制账号和密码' }))
  expect(await navigator.clipboard.readText()).toBe('账号：zhang.san@20000001\n密码：Orchard7')
  await user.click(button('完成'))
  await waitFor(() => expect(closed).toHaveBeenCalledOnce())
})

it('the drawer reports each wrong field, focuses the first, and sends nothing', async () => {
  await open()
  await user.click(button('添加'))
  expect((await screen.findAllByText('用户名不能为空')).length).toBeGreaterThan(0)
  expect(await screen.findByText('密码不能为空')).toBeTruthy()
  await fill(field('用户名'), '张三')
  expect(await screen.findByText('用户名为 3–18 位字母、数字、下划线或点')).toBeTruthy()
  await fill(field('密码'), 'abc')
  await fill(field('手机号'), '123')
  expect(await screen.findByText('密码长度为 6–18 位')).toBeTruthy()
  expect(await screen.findByText('请输入正确的手机号')).toBeTruthy()
  await fill(field('名称'), '一二三四五六七八九十一二三四五六七八九十一二三四五')
  expect(await screen.findByText('名称不能超过 24 个字符')).toBeTruthy()
  await user.click(button('添加'))
  await waitFor(() => expect(document.activeElement).toBe(field('用户名')))
  expect(server.asked(contract.router.add)).toEqual([])
})

it('a phone of another member is moved by the code sent to it, until another number is typed', async () => {
  refusePhone()
  await open()
  await fill(field('用户名'), 'li.si')
  await fill(field('密码'), 'Orchard7')
  await fill(field('手机号'), '13900000000')
  await user.click(button('添加'))
  expect(await screen.findByText('该手机号已绑定其他成员，验证后可绑定')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field('验证码')))
  await user.click(button('获取验证码'))
  await screen.findByRole('button', { name: /秒后重试/ })
  expect(server.asked(contract.verify.send_code)).toEqual([
    { send_type: 'phone', send_value: '+86 13900000000', verify_type: 'app_change_phone' },
  ])
  await user.type(field('手机号'), '{Backspace}1')
  expect(screen.queryByLabelText('验证码')).toBeNull()
  await user.click(button('添加'))
  await screen.findByText('该手机号已绑定其他成员，验证后可绑定')
  await fill(field('验证码'), '123456')
  server.on(contract.router.add, () => ({ router_name: 'li.si@20000001' }))
  await user.click(button('添加'))
  await credentials()
  expect(server.asked(contract.router.add).map(({ phone, type, code }) => [phone, type, code])).toEqual([
    ['13900000000', 1, ''],
    ['13900000001', 1, ''],
    ['13900000001', 2, '123456'],
  ])
})

it('the drawer keeps the input if no answer comes, and reports a taken name at its field', async () => {
  server.silence(contract.router.add)
  await open()
  await fill(field('用户名'), 'wang.wu')
  await fill(field('密码'), 'Orchard7')
  await user.click(button('添加'))
  await waitFor(() => expect(server.asked(contract.router.add)).toHaveLength(1))
  server.refuse(contract.router.add, 422, '成员 wang.wu 已存在', { errors: [{ field: 'username', msg: '成员 wang.wu 已存在' }] })
  await waitFor(() => expect(button('添加').classList.contains('ant-btn-loading')).toBe(false))
  await user.click(button('添加'))
  await waitFor(() => expect(field('用户名').getAttribute('aria-invalid')).toBe('true'))
  expect(document.activeElement).toBe(field('用户名'))
  expect([field('用户名').value, field('密码').value]).toEqual(['wang.wu', 'Orchard7'])
})

it('a member is added once, however often the button is pressed', async () => {
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await open()
  await fill(field('用户名'), 'zhao.liu')
  await fill(field('密码'), 'Orchard7')
  const answered = globalThis.fetch
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const response = await answered(address, init)
    if (address.includes('router/add')) await held
    return response
  })
  for (const name of ['添加', '添加', '添加并继续']) button(name).click()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(server.asked(contract.router.add)).toHaveLength(1))
  answer()
  await credentials()
  expect(server.asked(contract.router.add)).toHaveLength(1)
})

it('adding and continuing shows an empty form next to the added member', async () => {
  await open()
  await fill(field('用户名'), 'first')
  await fill(field('密码'), 'Orchard7')
  software = 4
  await user.click(button('添加并继续'))
  expect(within(await credentials()).getByText('first@20000001')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field('用户名')))
  expect([field('用户名').value, field('密码').value]).toEqual(['', ''])
  expect(closed).not.toHaveBeenCalled()
})

it('a generated password is readable and copied', async () => {
  await open()
  await user.click(button('生成随机密码'))
  await waitFor(() => expect(field('密码').value).toMatch(/^[A-HJ-NP-Za-hj-km-np-z2-9]{12}$/))
  expect(field('密码').type).toBe('text')
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(field('密码').value))
})

it('a new suffix is shown at once, and the input is kept', async () => {
  server.on(contract.account.edit_sign, ({ sign }) => {
    account = { ...account, sign }
    return null
  })
  await open()
  await fill(field('用户名'), 'sun.qi')
  expect(screen.getByText('@20000001')).toBeTruthy()
  await user.click(button('修改后缀'))
  await user.clear(await screen.findByLabelText('账号后缀'))
  await fill(field('账号后缀'), 'yunqiao26')
  await user.click(button('保存'))
  expect(await screen.findByText('@yunqiao26')).toBeTruthy()
  expect(field('用户名').value).toBe('sun.qi')
  expect(server.asked(contract.router.add)).toEqual([])
})

it('the drawer says before any input that the limit is reached, or that a directory manages the members', async () => {
  software = 20
  openPage(<AddMemberDrawer onClose={closed} onAdded={added} />)
  expect(await screen.findByText('软件成员数量不能超过 20')).toBeTruthy()
  expect(button('添加').hasAttribute('disabled')).toBe(true)
  expect(field('用户名').disabled).toBe(true)

  software = 3
  server.on(contract.directory.status, { enable: 1, sync_mode: 1 })
  openPage(<AddMemberDrawer onClose={closed} onAdded={added} />)
  expect(await screen.findByText('已开启目录同步，软件成员由 LDAP 目录管理')).toBeTruthy()
  expect(button('添加').hasAttribute('disabled')).toBe(true)
})

it('the suffix cannot be changed by a role that may not edit members', async () => {
  const auth = anAuth()
  auth.easylink.router.edit = 0
  account = anAccount({ ram: 1, auth })
  await open()
  expect(screen.queryByRole('button', { name: '修改后缀' })).toBeNull()
})

it('closing the drawer with input asks for confirmation', async () => {
  await open()
  await fill(field('用户名'), 'x')
  await user.click(button('取消'))
  await user.click(await screen.findByRole('button', { name: '继续编辑' }))
  expect(closed).not.toHaveBeenCalled()
  await user.click(button('取消'))
  await user.click(await screen.findByRole('button', { name: '放弃' }))
  await waitFor(() => expect(closed).toHaveBeenCalledOnce())
})
