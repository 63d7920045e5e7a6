// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { contract } from '@weft/contract'
import { connectApi, language } from '@weft/ui'
import { findDialog, press } from '@weft/ui/testing/find-button.ts'
import { openPage } from '@weft/ui/testing.tsx'
import { user } from '@weft/ui/testing/user.ts'
import { beforeEach, expect, it } from 'vitest'
import { aRole } from '../../../test/access.ts'
import { anAccount } from '../../../test/data.ts'
import { type StubServer, stubServer } from '../../../test/stub-server.ts'
import { AccessKeyListPage } from '../../features/access/access-key/AccessKeyListPage.tsx'
import { askForProof } from '../../shared/verification/proof.ts'
import { IdentityWatch } from './IdentityWatch.tsx'

const { accessKeys, verify } = contract
let server: StubServer
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  connectApi({ token: () => 'secret', refresh: async () => false, end: () => {}, back: () => {}, prove: askForProof })
  server = stubServer()
  server.on(contract.account.info, anAccount())
  server.on(accessKeys.lists, { rows: [], count: 0 })
  server.on(contract.roles.select, [{ id: '3', name: '门店运维' }])
  server.on(contract.roles.info, aRole())
  server.on(verify.send_code, { receipt: 'receipt-1' })
  server.on(verify.delivery, { state: 'sent', reason: null })
  server.refuse(accessKeys.create, 401, '请先完成身份验证')
})
const proved = () => {
  server.on(accessKeys.create, { id: '11', access_key: 'weft_abcdef' })
  return null
}

async function create() {
  openPage(
    <>
      <AccessKeyListPage />
      <IdentityWatch />
    </>,
    '/ram/access_key',
  )
  await user.click((await screen.findAllByRole('button', { name: '创建访问密钥' }))[0]!)
  const form = await findDialog('创建访问密钥')
  await user.type(screen.getByLabelText('名称'), '巡检')
  await user.click(screen.getByRole('combobox', { name: '角色' }))
  await user.click(await screen.findByTitle('门店运维'))
  await press('创建', form)
  return findDialog('身份验证')
}

it('a call that needs a proof of identity asks for a code, then runs again with the values that were typed', async () => {
  server.on(verify.verify, proved)
  const dialog = await create()
  expect(within(dialog).getByText('138****5678')).toBeTruthy()
  await user.type(within(dialog).getByLabelText('短信验证码'), '123456')
  await press('验证', dialog)
  expect(await findDialog('访问密钥已创建')).toBeTruthy()
  expect(server.asked(verify.verify)).toEqual([{ send_type: 'phone', verify_type: 'verify_phone', code: '123456' }])
  const [first, again] = server.asked(accessKeys.create)
  expect(first).toMatchObject({ name: '巡检', role_id: '3' })
  expect(again).toMatchObject({ name: '巡检', role_id: '3' })
  expect(document.querySelector('.ant-message-error')).toBeNull()
})

it('the dialog asks for the password when neither a phone nor an e-mail address is bound', async () => {
  server.on(contract.account.info, anAccount({ user_phone: null, user_email: null }))
  server.on(verify.password, proved)
  const dialog = await create()
  await user.type(within(dialog).getByLabelText('登录密码'), 'secret-1234')
  await press('验证', dialog)
  expect(await findDialog('访问密钥已创建')).toBeTruthy()
  expect(server.asked(verify.password)).toEqual([{ password: 'secret-1234' }])
})

it('the dialog stays open with the error at the field after a wrong password', async () => {
  server.on(contract.account.info, anAccount({ user_phone: null, user_email: null }))
  server.refuse(verify.password, 422, '登录密码错误', { errors: [{ field: 'password', msg: '登录密码错误' }] })
  const dialog = await create()
  await user.type(within(dialog).getByLabelText('登录密码'), 'wrong-1234')
  await press('验证', dialog)
  expect(await within(dialog).findByText('登录密码错误', { selector: '.ant-form-item-explain-error' })).toBeTruthy()
})

it('closing the dialog leaves the form as it was, without an error message', async () => {
  const dialog = await create()
  await press('取消', dialog)
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '身份验证' })).toBeNull())
  expect(screen.getByLabelText<HTMLInputElement>('名称').value).toBe('巡检')
  expect(server.asked(accessKeys.create)).toHaveLength(1)
  expect(document.querySelector('.ant-message-error')).toBeNull()
})

it('the dialog switches to English', async () => {
  const dialog = await create()
  language.set('en')
  await waitFor(() => expect(dialog.textContent).toContain('Prove your identity'))
  expect(within(dialog).getByLabelText('Code by text message')).toBeTruthy()
  language.set('zh-CN')
})
