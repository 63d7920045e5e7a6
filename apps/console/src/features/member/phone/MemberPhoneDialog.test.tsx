// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { contract } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it, vi } from 'vitest'
import { anAccount } from '../../../../test/data.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { MemberPhoneDialog } from './MemberPhoneDialog.tsx'
import { user } from '@weft/ui/testing/user.ts'

let server: StubServer
const closed = vi.fn<() => void>()
const saved = vi.fn<() => void>()
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  closed.mockReset()
  saved.mockReset()
  server = stubServer()
  server.on(contract.account.info, anAccount())
  server.on(contract.directory.status, { enable: 0, sync_mode: null })
  server.on(contract.verify.send_code, { receipt: 'receipt-1' })
  server.on(contract.verify.delivery, { state: 'sent', reason: null })
  server.on(contract.router.phone, null)
})

const router_name = 'li.si@20000001'
const open = async (phone: string | null = null, area_code = '86') => {
  openPage(<MemberPhoneDialog member={{ router_name, note: '李四', phone, area_code }} onClose={closed} onSaved={saved} />)
  await screen.findByText('成员：李四（li.si@20000001）')
}
/** Enters a value at once, as a password manager does. */
async function fill(input: HTMLInputElement, value: string): Promise<void> {
  await user.click(input)
  await user.paste(value)
}
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
/** The name of a button that was busy a moment ago still begins with its loading icon. */
const button = (name: string) => screen.getByRole('button', { name: new RegExp(`(^|\\s)${name}$`) })
const sent = () => server.asked(contract.router.phone)
const rebinding = () => screen.findByText('该手机号已绑定其他成员，验证后将改绑到当前成员')

it('a free number is bound by type 1, without a code', async () => {
  await open()
  expect(screen.getByText('绑定手机号')).toBeTruthy()
  expect(screen.queryByLabelText('验证码')).toBeNull()
  expect(screen.queryByRole('button', { name: '解除绑定' })).toBeNull()
  await fill(field('手机号'), '13900000000')
  await user.click(button('绑定'))
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  expect(sent()).toEqual([{ router_name, area_code: '86', phone: '13900000000', code: '', type: 1 }])
})

it('the dialog reports a wrong number and sends nothing', async () => {
  await open()
  await user.click(button('绑定'))
  // Shown at the field, and as a toast.
  expect((await screen.findAllByText('手机号不能为空')).length).toBeGreaterThan(0)
  await fill(field('手机号'), '123')
  expect(await screen.findByText('请输入正确的手机号')).toBeTruthy()
  expect(sent()).toEqual([])
})

it('the dialog names the present number with the dial code of another country', async () => {
  await open('770****0143', '44')
  expect(screen.getByText('当前绑定：+44 770****0143')).toBeTruthy()
  await fill(field('手机号'), '7700900143')
  await user.click(button('更换'))
  await waitFor(() => expect(sent()).toMatchObject([{ area_code: '44', phone: '7700900143' }]))
})

it('the code of a number bound elsewhere is asked for, and hidden while another number is typed', async () => {
  server.refuse(contract.router.phone, 401, '该手机号已绑定其他成员', { errors: [{ field: 'phone', msg: '已绑定' }] })
  await open('138****5678')
  expect(screen.getByText('更换手机号')).toBeTruthy()
  expect(screen.getByText('当前绑定：138****5678')).toBeTruthy()
  // Once it is open, it moves the focus to its first field, and would take it from another.
  await waitFor(() => expect(document.activeElement).toBe(field('手机号')))
  await fill(field('手机号'), '13900000000')
  await user.click(button('更换'))
  await rebinding()
  await waitFor(() => expect(document.activeElement).toBe(field('验证码')))
  await user.click(button('获取验证码'))
  await screen.findByRole('button', { name: /秒后重试/ })
  expect(server.asked(contract.verify.send_code)).toEqual([
    { send_type: 'phone', send_value: '+86 13900000000', verify_type: 'app_change_phone' },
  ])
  await user.type(field('手机号'), '{Backspace}')
  await waitFor(() => expect(screen.queryByLabelText('验证码')).toBeNull())
  await fill(field('手机号'), '0')
  expect(screen.queryByLabelText('验证码')).toBeNull()
  await user.tab()
  await rebinding()
  await fill(field('验证码'), '123456')
  server.on(contract.router.phone, null)
  await user.click(button('更换'))
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  expect(sent().map(({ type, code }) => [type, code])).toEqual([
    [1, ''],
    [2, '123456'],
  ])
})

it('any other refusal clears the code and keeps the number', async () => {
  server.refuse(contract.router.phone, 403, '没有权限')
  await open()
  await fill(field('手机号'), '13900000000')
  await user.click(button('绑定'))
  await rebinding()
  await fill(field('验证码'), '654321')
  server.refuse(contract.router.phone, 422, '验证码错误或已过期', { errors: [{ field: 'code', msg: '验证码错误或已过期' }] })
  await user.click(button('绑定'))
  await waitFor(() => expect(field('验证码').getAttribute('aria-invalid')).toBe('true'))
  expect([field('手机号').value, field('验证码').value]).toEqual(['13900000000', ''])
  expect(saved).not.toHaveBeenCalled()
})

it('the phone is removed after a confirmation', async () => {
  await open('138****5678')
  await user.click(button('解除绑定'))
  expect(await screen.findByText('解除后该手机号可绑定其他成员')).toBeTruthy()
  expect(sent()).toEqual([])
  await user.click(screen.getAllByRole('button', { name: /解除绑定$/ }).at(-1)!)
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  expect(sent()).toEqual([{ router_name, area_code: '', phone: '', code: '', type: 1 }])
})

it('the dialog cannot be submitted if a directory manages the members', async () => {
  server.on(contract.directory.status, { enable: 1, sync_mode: 2 })
  await open('138****5678')
  expect(await screen.findByText('已开启目录同步，软件成员由 LDAP 目录管理')).toBeTruthy()
  expect(field('手机号').disabled).toBe(true)
  for (const name of ['更换', '解除绑定']) expect(button(name).hasAttribute('disabled')).toBe(true)
})

it('the dialog closes if the member is gone', async () => {
  server.refuse(contract.router.phone, 204, '成员不存在')
  await open()
  await fill(field('手机号'), '13900000000')
  await user.click(button('绑定'))
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
})
