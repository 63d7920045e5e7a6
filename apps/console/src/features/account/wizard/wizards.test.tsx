// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import { contract } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { anAccount } from '../../../../test/data.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { session } from '../../../shared/session/session.ts'
import { EmailPage } from './EmailPage.tsx'
import { PasswordPage } from './PasswordPage.tsx'
import { PhonePage } from './PhonePage.tsx'
import { user } from '@weft/ui/testing/user.ts'

let server: StubServer
beforeEach(() => {
  sessionStorage.clear()
  server = stubServer()
  server.on(contract.account.info, anAccount())
  server.on(contract.verify.send_code, { receipt: 'receipt-1' })
  server.on(contract.verify.delivery, { state: 'sent', reason: null })
  server.on(contract.verify.verify, null)
})

const press = async (name: string) => user.click(await screen.findByRole('button', { name: new RegExp(`${name}$`) }))
/** Types the code that was sent, and goes on to the second step. */
const proveIdentity = async () => {
  await user.type(await screen.findByLabelText(/短信验证码|邮箱验证码/), '123456')
  await press('下一步')
}
const newPassword = () => screen.findByLabelText<HTMLInputElement>('新密码')
const repeatedPassword = () => screen.getByLabelText<HTMLInputElement>('确认新密码')

it('a password is changed after a code to the bound phone has proved the identity', async () => {
  server.on(contract.account.edit_password, null)
  const { address } = openPage(<PasswordPage />, '/account/password', '/account/password')
  await screen.findByText('138****5678')
  await press('获取验证码')
  await screen.findByRole('button', { name: /秒后重试/ })
  await proveIdentity()
  expect(server.asked(contract.verify.send_code)).toEqual([{ send_type: 'phone', verify_type: 'verify_phone', send_value: '' }])
  expect(server.asked(contract.verify.verify)).toEqual([{ send_type: 'phone', verify_type: 'verify_phone', code: '123456' }])
  await user.type(await newPassword(), 'Abc123!xyzAbc123!x')
  expect(screen.getByText('强')).toBeTruthy()
  await user.type(repeatedPassword(), 'other-one')
  await press('提交')
  expect(await screen.findByText('两次输入的密码不一致', { selector: '.ant-form-item-explain-error' })).toBeTruthy()
  await user.clear(repeatedPassword())
  await user.type(repeatedPassword(), (await newPassword()).value)
  await press('提交')
  expect(await screen.findByRole('heading', { name: '密码修改成功' })).toBeTruthy()
  expect(server.asked(contract.account.edit_password)).toHaveLength(1)
  await press('返回账号主页')
  await waitFor(() => expect(address()).toBe('/account'))
})

it('a code by e-mail proves the identity as well, and a channel without a bound contact is not offered', async () => {
  server.on(contract.account.info, anAccount({ default_channel: 'email' }))
  openPage(<PasswordPage />)
  expect(await screen.findByText('li***@example.com')).toBeTruthy()
  await proveIdentity()
  expect(server.asked(contract.verify.verify)).toEqual([{ send_type: 'email', verify_type: 'verify_email', code: '123456' }])
  server.on(contract.account.info, anAccount({ user_email: null }))
  openPage(<PasswordPage />)
  expect(await screen.findByRole('radio', { name: '手机验证' })).toBeTruthy()
  expect(screen.queryByRole('radio', { name: '邮箱验证' })).toBeNull()
})

it('the field of the new password is empty after a step back, and a step back from the first step leaves the wizard', async () => {
  const { address } = openPage(<PasswordPage />, '/account/password', '/account/password')
  await proveIdentity()
  await user.type(await newPassword(), 'Secret-1')
  await press('上一步')
  await proveIdentity()
  expect((await newPassword()).value).toBe('')
  await press('上一步')
  await press('返回账号主页')
  await press('放弃')
  await waitFor(() => expect(address()).toBe('/account'))
})

it('a wizard asks before it is left: once something is typed, and at its second step', async () => {
  const { address, router } = openPage(<PasswordPage />, '/account/password', '/account/password')
  await user.type(await screen.findByLabelText('短信验证码'), '1')
  await press('返回账号主页')
  await press('继续编辑')
  await user.type(screen.getByLabelText('短信验证码'), '23456')
  await press('下一步')
  await user.type(await newPassword(), 'Secret-1')
  await act(() => router.navigate('/elsewhere'))
  await press('继续编辑')
  expect((await newPassword()).value).toBe('Secret-1')
  await press('上一步')
  await press('返回账号主页')
  await press('继续编辑')
  // The button asks again.
  await press('返回账号主页')
  await press('放弃')
  await waitFor(() => expect(address()).toBe('/account'))
})

it('a wizard in which nothing was typed is left without a question', async () => {
  const { address } = openPage(<PasswordPage />, '/account/password', '/account/password')
  await press('返回账号主页')
  await waitFor(() => expect(address()).toBe('/account'))
})

it('the wizard returns to the first step and shows the reason if the server no longer has a proof of identity', async () => {
  server.refuse(contract.account.edit_password, 401, '请先完成身份验证')
  openPage(<PasswordPage />)
  await proveIdentity()
  await user.type(await newPassword(), 'Secret-1')
  await user.type(repeatedPassword(), 'Secret-1')
  await press('提交')
  const notices = await screen.findAllByText('请先完成身份验证')
  expect(notices.some((element) => element.closest('.wizard-alert'))).toBe(true)
  expect(screen.getByRole('button', { name: '下一步' })).toBeTruthy()
})

it('the wizard stays at the first step after a wrong code, and reports it at the field of the code', async () => {
  server.refuse(contract.verify.verify, 422, '验证码错误或已过期', { errors: [{ field: 'code', msg: '验证码错误或已过期' }] })
  openPage(<PasswordPage />)
  await proveIdentity()
  expect(await screen.findByText('验证码错误或已过期', { selector: '.ant-form-item-explain-error' })).toBeTruthy()
  expect(screen.queryByLabelText('新密码')).toBeNull()
})

it('an owner without a bound phone or e-mail cannot prove the identity, and is led to the page that binds one', async () => {
  server.on(contract.account.info, anAccount({ user_phone: null, user_email: null }))
  const { address } = openPage(<PasswordPage />, '/account/password', '/account/password')
  expect(await screen.findByText('请先绑定手机号或邮箱')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '下一步' }).disabled).toBe(true)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '获取验证码' }).disabled).toBe(true)
  await press('去绑定')
  await waitFor(() => expect(address()).toBe('/account'))
})

it('the wizard offers nothing to somebody who came by a login link', async () => {
  session.startLink('link-token')
  onTestFinished(() => session.clear())
  openPage(<PasswordPage />)
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: '获取验证码' })).disabled).toBe(true)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '下一步' }).disabled).toBe(true)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '返回账号主页' }).disabled).toBe(false)
})

it('a first phone is bound without a proof of identity, and the back button of the form leads to the account page', async () => {
  server.on(contract.account.info, anAccount({ user_phone: null }))
  server.on(contract.account.edit_phone, null)
  const { address } = openPage(<PhonePage />, '/account/phone', '/account/phone')
  expect(await screen.findByRole('heading', { name: '绑定手机号' })).toBeTruthy()
  await press('返回账号主页')
  await waitFor(() => expect(address()).toBe('/account'))
})

it('the field of a mainland phone says that a number is too long, and shows why the server refuses a number', async () => {
  server.refuse(contract.account.edit_phone, 422, '新手机号不能与当前手机号相同', {
    errors: [{ field: 'phone', msg: '新手机号不能与当前手机号相同' }],
  })
  openPage(<PhonePage />)
  await proveIdentity()
  const phone = await screen.findByLabelText<HTMLInputElement>('新手机号')
  await user.type(phone, '138000056789')
  await user.type(screen.getByLabelText('短信验证码'), '654321')
  await press('提交')
  expect(await screen.findByText('请输入正确的手机号', { selector: '.ant-form-item-explain-error' })).toBeTruthy()
  expect(phone.value).toBe('138000056789')
  await user.type(phone, '{Backspace}')
  await press('提交')
  expect(await screen.findByText('新手机号不能与当前手机号相同', { selector: '.ant-form-item-explain-error' })).toBeTruthy()
  expect(server.asked(contract.account.edit_phone)).toEqual([{ area_code: '86', phone: '13800005678', code: '654321' }])
})

it('a code for a new e-mail is sent to the new address', async () => {
  openPage(<EmailPage />)
  await proveIdentity()
  await user.type(await screen.findByLabelText('新邮箱'), ' new@example.com ')
  await press('获取验证码')
  await screen.findByRole('button', { name: /秒后重试/ })
  expect(server.asked(contract.verify.send_code)).toEqual([
    { send_type: 'email', send_value: 'new@example.com', verify_type: 'verify_email' },
  ])
})

it('the present e-mail is refused at its field when a code for it is asked for', async () => {
  openPage(<EmailPage />)
  await proveIdentity()
  const msg = '新邮箱不能与当前邮箱相同'
  server.refuse(contract.verify.send_code, 422, msg, { errors: [{ field: 'send_value', msg }] })
  await user.type(await screen.findByLabelText('新邮箱'), 'lin@example.com')
  await press('获取验证码')
  expect(await screen.findByText(msg, { selector: '.ant-form-item-explain-error' })).toBeTruthy()
})
