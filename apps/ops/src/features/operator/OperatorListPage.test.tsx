// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { type OperatorRow, opsContract } from '@weft/contract'
import { findDialog, press } from '@weft/ui/testing/find-button.ts'
import { type StubServer, stubServer } from '@weft/ui/testing/stub-server.ts'
import { openPage } from '@weft/ui/testing.tsx'
import { user } from '@weft/ui/testing/user.ts'
import { beforeEach, expect, it } from 'vitest'
import { forgetProof } from '../../shared/operator/proof.ts'
import { OperatorListPage } from './OperatorListPage.tsx'
import { OperatorPage } from './OperatorPage.tsx'

const { operators, ownSignIn, session } = opsContract
const zhang: OperatorRow = {
  id: '7',
  username: 'zhang',
  role: 'sales',
  status: 1,
  totp: 1,
  first_password: 0,
  locked_until: null,
  create_time: 1_790_000_000,
  last_login_time: 1_790_000_000,
  sessions: 3,
}
let server: StubServer
beforeEach(() => {
  localStorage.clear()
  forgetProof()
  server = stubServer()
  server.on(session.info, { username: 'root', role: 'admin', totp: 0 })
  server.on(operators.list, { rows: [zhang], count: 1 })
  server.on(operators.info, zhang)
  server.on(operators.sessions, [])
  server.on(ownSignIn.prove, null)
})
const openOne = () => openPage(<OperatorPage />, '/operators/detail?id=7', '/operators/detail')

it('an operator is added after a proof of identity, and the first password is shown once', async () => {
  server.on(operators.create, { id: '8', username: 'wang', password: 'ABCDEFGH23456789' })
  openPage(<OperatorListPage />, '/operators')
  await press('添加运营人员')
  const dialog = await findDialog('添加运营人员')
  await user.type(within(dialog).getByLabelText('用户名'), 'wang')
  await user.click(within(dialog).getByLabelText('角色'))
  await user.click(await screen.findByTitle('销售'))
  await press('添加', dialog)
  await waitFor(() => expect(dialog.querySelectorAll('.ant-form-item-explain-error')).toHaveLength(1))
  expect(server.asked(operators.create)).toEqual([])
  await user.type(within(dialog).getByLabelText('您的密码'), 'secret-1234')
  await press('添加', dialog)
  expect(await screen.findByText('ABCDEFGH23456789')).toBeTruthy()
  expect(server.asked(ownSignIn.prove)).toEqual([{ password: 'secret-1234' }])
  expect(server.asked(operators.create)).toEqual([{ username: 'wang', role: 'sales' }])
  await press('完成')
  await waitFor(() => expect(screen.queryByText('ABCDEFGH23456789')).toBeNull())
})

it('the dialog for disabling an operator names what ends, and the next action needs no second proof', async () => {
  server.on(operators.disable, null)
  server.on(operators.unlock, null)
  openOne()
  await press('更多操作')
  await user.click(await screen.findByRole('menuitem', { name: '停用' }))
  const dialog = await findDialog('停用 zhang')
  expect(dialog.textContent).toContain('其 3 个登录立即结束')
  await user.type(within(dialog).getByLabelText('您的密码'), 'secret-1234')
  await press('停用', dialog)
  await waitFor(() => expect(server.asked(operators.disable)).toEqual([{ id: '7' }]))
  await press('更换角色')
  expect(within(await findDialog('更换 zhang 的角色')).queryByLabelText('您的密码')).toBeNull()
})

it('an administrator with an authenticator is asked for its code, and a refused change shows the reason', async () => {
  server.on(session.info, { username: 'root', role: 'admin', totp: 1 })
  server.refuse(operators.role, 403, 'zhang 是最后一个可用的管理员，不能停用或更换角色，请先添加其他管理员')
  openOne()
  await press('更换角色')
  const dialog = await findDialog('更换 zhang 的角色')
  await user.type(within(dialog).getByLabelText('您的两步验证码'), '123456')
  await press('更换角色', dialog)
  expect(await screen.findByText(/最后一个可用的管理员/)).toBeTruthy()
  expect(server.asked(ownSignIn.prove)).toEqual([{ code: '123456' }])
})

it('the dialog asks for the proof again if the server has forgotten it', async () => {
  server.refuse(operators.role, 401, '请先完成身份验证')
  openOne()
  await press('更换角色')
  const dialog = await findDialog('更换 zhang 的角色')
  await user.type(within(dialog).getByLabelText('您的密码'), 'secret-1234')
  await press('更换角色', dialog)
  await waitFor(() => expect(server.asked(operators.role)).toHaveLength(1))
  await waitFor(() => expect(within(dialog).getByLabelText('您的密码')).toBeTruthy())
})

it('operators are offered no action on themselves', async () => {
  server.on(session.info, { username: 'zhang', role: 'admin', totp: 0 })
  openOne()
  expect(await screen.findByText(/这是您自己的账号/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '更换角色' })).toBeNull()
})
