// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { type AccountInfo, contract } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { anAccount } from '../../../../test/data.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { AccountHomePage } from './AccountHomePage.tsx'
import { InfoPlace } from './place.tsx'
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
  server.on(contract.account.sessions, [])
  server.on(contract.operationLog.lists, { rows: [], count: 0 })
})
const open = (address = '/account') => openPage(<AccountHomePage />, address, '/account')
const rowOf = async (title: string) => within((await screen.findByRole('heading', { name: title })).closest('li') as HTMLElement)
/** The name of a button that was busy a moment ago still begins with its loading icon. */
const press = async (name: string) => user.click(await screen.findByRole('button', { name: new RegExp(`${name}$`) }))

const leadsTo = (name: RegExp) => screen.getByRole('link', { name }).getAttribute('href')

it('the four cards show what is set and what is not, with a way to change each', async () => {
  account = anAccount({ birthday: '1988-04-16', industry: 'I12', occupation: '运维主管' })
  open()
  const cards = within(await screen.findByRole('list', { name: '账号设置' }))
  expect(cards.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['账号密码', '账号信息', '联系手机', '联系邮箱'])
  expect((await rowOf('账号信息')).getByText('互联网 · 运维主管')).toBeTruthy()
  expect((await rowOf('账号信息')).getByText('生日 1988-04-16')).toBeTruthy()
  expect((await rowOf('联系手机')).getByText('138****5678')).toBeTruthy()
  expect(cards.getAllByText('已设置')).toHaveLength(2)
  expect(cards.getAllByText('已认证')).toHaveLength(2)
  expect([/修改密码/, /修改资料/, /修改手机号/, /修改邮箱/].map(leadsTo)).toEqual([
    '/account/password',
    '/account/edit',
    '/account/phone',
    '/account/email',
  ])
})

it('what is not set says what follows from it, and an account that cannot be recovered is told so first', async () => {
  account = anAccount({ user_phone: null, user_email: null })
  open()
  expect((await rowOf('联系手机')).getByText('忘记密码时无法找回账号')).toBeTruthy()
  expect((await rowOf('联系邮箱')).getByText('收不到告警邮件')).toBeTruthy()
  expect((await rowOf('账号信息')).getByRole('link', { name: /设置/ }).getAttribute('href')).toBe('/account/edit')
  expect((await rowOf('优先验证')).getByText('先绑定手机或邮箱')).toBeTruthy()
  expect(document.querySelectorAll('.account-card-urgent')).toHaveLength(1)
  expect(document.querySelector('.account-safety')?.textContent).toBe('账号安全：低还差 3 项：绑定手机、绑定邮箱、两步验证')
  expect([/^绑定手机$/, /^绑定邮箱$/, /^两步验证$/].map(leadsTo)).toEqual(['/account/phone', '/account/email', '/account#security'])
})

it('nothing more is asked for if nothing is missing', async () => {
  account = anAccount({ totp: 1 })
  open()
  await rowOf('两步验证')
  expect(document.querySelector('.account-safety')?.textContent).toBe('账号安全：高手机、邮箱和两步验证都已设置')
})

it('an address of a part of the page has the focus there', async () => {
  open('/account#security')
  await rowOf('两步验证')
  expect(document.activeElement?.id).toBe('security')
  const { address } = openPage(<InfoPlace />, '/account/info', '/account/info')
  await waitFor(() => expect(address()).toBe('/account'))
})

it('the last three changes to the account are named, with the way to all', async () => {
  const record = (message: string, at: number) => ({
    mode: 'account',
    action: 'edit_password',
    message,
    create_time: 1_790_000_000 - at,
    actor: '林晓',
    actor_kind: 'owner',
    address: null,
    values: [],
  })
  server.on(contract.operationLog.lists, { rows: ['修改密码', '修改邮箱', '修改手机号', '修改账号后缀'].map(record), count: 4 } as never)
  open()
  const recent = within((await screen.findByRole('heading', { name: '最近的账号操作' })).closest('section') as HTMLElement)
  expect(recent.getAllByRole('listitem')).toHaveLength(3)
  expect(recent.getByText('修改密码')).toBeTruthy()
  expect(recent.getByRole('link', { name: '全部' }).getAttribute('href')).toBe('/logs/operations?area=account')
})

it('a sub-account has its password, its rights, the second factor and its devices, and none of the account', async () => {
  account = anAccount({ ram: 1, nickname: '陈浩' })
  open()
  const cards = within(await screen.findByRole('list', { name: '账号设置' }))
  expect(cards.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['账号密码', '权限'])
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('陈浩')
  expect(await rowOf('两步验证')).toBeTruthy()
  expect(screen.getByRole('heading', { name: /登录设备/ })).toBeTruthy()
  for (const other of ['优先验证', '账号后缀', '最近的账号操作']) expect(screen.queryByRole('heading', { name: other })).toBeNull()
  expect(server.asked(contract.operationLog.lists)).toEqual([])
})

it('a phone is bound by a code sent to it', async () => {
  account = anAccount({ user_phone: null })
  server.on(contract.account.edit_phone, () => {
    account = anAccount({ user_phone: '139****0000' })
    return null
  })
  open()
  await user.click((await rowOf('联系手机')).getByRole('button', { name: /绑定手机/ }))
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
  await waitFor(async () => expect((await rowOf('联系手机')).getByText('139****0000')).toBeTruthy())
  expect(server.asked(contract.account.edit_phone)).toEqual([{ area_code: '86', phone: '13900000000', code: '123456' }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('an e-mail is bound, and an error is shown at its field', async () => {
  account = anAccount({ user_email: null })
  server.refuse(contract.account.edit_email, 422, '验证码错误或已过期', { errors: [{ field: 'code', msg: '验证码错误或已过期' }] })
  open()
  await user.click((await rowOf('联系邮箱')).getByRole('button', { name: /绑定邮箱/ }))
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
  const row = await rowOf('优先验证')
  expect(row.getByText('手机 138****5678')).toBeTruthy()
  await user.click(row.getByRole('button', { name: /改用邮箱/ }))
  await waitFor(async () => expect((await rowOf('优先验证')).getByRole('button', { name: /改用手机/ })).toBeTruthy())
})
