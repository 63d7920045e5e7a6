// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { type AccountInfo, contract } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { anAccount } from '../../../../test/data.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { AccountInfoPage } from './AccountInfoPage.tsx'
import { user } from '@weft/ui/testing/user.ts'

let server: StubServer
let account: AccountInfo
beforeEach(() => {
  sessionStorage.clear()
  server = stubServer()
  account = anAccount()
  server.on(contract.account.info, () => account)
  server.on(contract.verify.send_code, { receipt: 'receipt-1' })
  server.on(contract.verify.delivery, { state: 'sent', reason: null })
})
const open = () => openPage(<AccountInfoPage />)
const rowOf = async (title: string) => within((await screen.findByRole('heading', { name: title })).closest('li') as HTMLElement)
/** The name of a button that was busy a moment ago still begins with its loading icon. */
const press = async (name: string) => user.click(await screen.findByRole('button', { name: new RegExp(`${name}$`) }))

it('the page shows what is set and what is not, with a link to change it', async () => {
  account = anAccount({ user_email: null, totp: 1 })
  open()
  expect((await rowOf('个人资料')).getByText('未设置')).toBeTruthy()
  const phone = await rowOf('手机号')
  expect(phone.getByText('138****5678')).toBeTruthy()
  expect(phone.getByRole('link', { name: /修改/ }).getAttribute('href')).toBe('/account/phone')
  expect((await rowOf('邮箱')).getByText('未认证')).toBeTruthy()
  expect((await rowOf('两步验证')).getByRole('link', { name: /管理/ }).getAttribute('href')).toBe('/account/security')
  expect((await rowOf('账号后缀')).getByText('@20000001')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: '优先验证方式' })).toBeNull()
})

it('a phone is bound by a code sent to it', async () => {
  account = anAccount({ user_phone: null })
  server.on(contract.account.edit_phone, () => {
    account = anAccount({ user_phone: '139****0000' })
    return null
  })
  open()
  await user.click((await rowOf('手机号')).getByRole('button', { name: /认证/ }))
  await screen.findByRole('dialog', { name: '绑定手机号' })
  await press('获取验证码')
  expect(await screen.findByText('手机号不能为空')).toBeTruthy()
  expect(server.asked(contract.verify.send_code)).toEqual([])
  await user.type(screen.getByLabelText('手机号'), '13900000000')
  await press('获取验证码')
  await screen.findByRole('button', { name: /秒后重试/ })
  expect(server.asked(contract.verify.send_code)).toEqual([
    { send_type: 'phone', send_value: '+86 13900000000', verify_type: 'verify_phone' },
  ])
  await user.type(screen.getByLabelText('短信验证码'), '123 456')
  await press('绑定')
  await waitFor(async () => expect((await rowOf('手机号')).getByText('139****0000')).toBeTruthy())
  expect(server.asked(contract.account.edit_phone)).toEqual([{ area_code: '86', phone: '13900000000', code: '123456' }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('an e-mail is bound, and an error is shown at its field', async () => {
  account = anAccount({ user_email: null })
  server.refuse(contract.account.edit_email, 422, '验证码错误或已过期', { errors: [{ field: 'code', msg: '验证码错误或已过期' }] })
  open()
  await user.click((await rowOf('邮箱')).getByRole('button', { name: /认证/ }))
  await screen.findByRole('dialog', { name: '绑定邮箱' })
  await user.type(screen.getByLabelText('邮箱'), 'nobody@')
  await press('绑定')
  expect(await screen.findByText('请输入正确的邮箱', { selector: '.ant-form-item-explain-error' })).toBeTruthy()
  expect(await screen.findByText('验证码不能为空')).toBeTruthy()
  await user.type(screen.getByLabelText('邮箱'), 'example.com')
  await user.type(screen.getByLabelText('邮箱验证码'), '123456')
  await press('绑定')
  expect(await screen.findByText('验证码错误或已过期', { selector: '.ant-form-item-explain-error' })).toBeTruthy()
  expect(server.asked(contract.account.edit_email)).toEqual([{ email: 'nobody@example.com', code: '123456' }])
})

it('a new suffix applies to members added later, and an unchanged one causes no call', async () => {
  server.on(contract.account.edit_sign, null)
  open()
  await user.click((await rowOf('账号后缀')).getByRole('button', { name: /^修改/ }))
  expect(await screen.findByText('仅对之后添加的成员生效，已有成员的登录名不变')).toBeTruthy()
  await press('保存')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.asked(contract.account.edit_sign)).toEqual([])
  await user.click((await rowOf('账号后缀')).getByRole('button', { name: /^修改/ }))
  const field = await screen.findByLabelText('账号后缀')
  await user.clear(field)
  await user.type(field, 'ab-1')
  await press('保存')
  expect(await screen.findByText('账号后缀为 6–12 位字母或数字', { selector: '.ant-form-item-explain-error' })).toBeTruthy()
  await user.clear(field)
  await user.type(field, 'yunqiao2026long')
  await press('保存')
  expect(await screen.findByText('账号后缀为 6–12 位字母或数字', { selector: '.ant-form-item-explain-error' })).toBeTruthy()
  expect(server.asked(contract.account.edit_sign)).toEqual([])
  await user.clear(field)
  await user.type(field, 'yunqiao2026')
  await press('保存')
  await waitFor(() => expect(server.asked(contract.account.edit_sign)).toEqual([{ sign: 'yunqiao2026' }]))
})

it('the other contact can be preferred if both are bound', async () => {
  server.on(contract.account.default_email, () => {
    account = anAccount({ default_channel: 'email' })
    return null
  })
  open()
  const row = await rowOf('优先验证方式')
  expect(row.getByText('手机')).toBeTruthy()
  await user.click(row.getByRole('button', { name: /改为邮箱/ }))
  await waitFor(async () => expect((await rowOf('优先验证方式')).getByRole('button', { name: /改为手机/ })).toBeTruthy())
})
