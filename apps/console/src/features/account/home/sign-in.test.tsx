// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { type AccountInfo, contract, type OutputOf } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { anAccount } from '../../../../test/data.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { AccountHomePage } from './AccountHomePage.tsx'
import { user } from '@weft/ui/testing/user.ts'

type Live = OutputOf<typeof contract.account.sessions>[number]
const live = (id: string, device: string, current: 0 | 1 = 0): Live => ({
  id,
  device,
  address: '203.0.113.7',
  create_time: 1_790_000_000,
  last_time: 1_790_000_100,
  current,
})

let server: StubServer
let account: AccountInfo
let sessions: Live[]
beforeEach(() => {
  server = stubServer()
  account = anAccount()
  sessions = [live('a', 'Chrome · Windows', 1), live('b', 'Safari · iPhone'), live('c', 'Edge · macOS')]
  server.on(contract.account.info, () => account)
  server.on(contract.operationLog.lists, { rows: [], count: 0 })
  server.on(contract.account.sessions, () => sessions)
  server.on(contract.account.session_end, ({ id }) => {
    sessions = sessions.filter((one) => one.id !== id)
    return null
  })
})
const press = async (name: string) => user.click(await screen.findByRole('button', { name: new RegExp(`${name}$`) }))
const devices = async () => within(await screen.findByRole('list', { name: '登录设备' })).getAllByRole('heading')

it('the second factor is turned on, and the recovery codes close only once they are saved', async () => {
  server.on(contract.account.totp_setup, { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x', qr: 'data:image/png;base64,AA==' })
  server.on(contract.account.totp_enable, () => {
    account = anAccount({ totp: 1 })
    return { recovery_codes: ['aaaaa-11111', 'bbbbb-22222'] }
  })
  openPage(<AccountHomePage />)
  await press('开启')
  const dialog = within(await screen.findByRole('dialog', { name: '开启两步验证' }))
  expect(await dialog.findByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy()
  expect(dialog.getByRole('img', { name: /二维码/ }).getAttribute('src')).toBe('data:image/png;base64,AA==')
  await user.type(dialog.getByLabelText('两步验证码'), '12 34 56{Enter}')
  const codes = within(await screen.findByRole('list', { name: '恢复码' }))
  expect(server.asked(contract.account.totp_enable)).toEqual([{ code: '123456' }])
  expect(codes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['aaaaa-11111', 'bbbbb-22222'])
  const finish = screen.getByRole<HTMLButtonElement>('button', { name: '完成' })
  expect(finish.disabled).toBe(true)
  await user.keyboard('{Escape}')
  expect(screen.getByRole('list', { name: '恢复码' })).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: '我已保存恢复码' }))
  await user.click(finish)
  await screen.findByText('已开启')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(server.asked(contract.account.totp_setup)).toHaveLength(1)
})

it('a wrong code of the authenticator is reported at its field', async () => {
  server.on(contract.account.totp_setup, { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x', qr: 'data:image/png;base64,AA==' })
  server.refuse(contract.account.totp_enable, 422, '两步验证码错误', { errors: [{ field: 'code', msg: '两步验证码错误' }] })
  openPage(<AccountHomePage />)
  await press('开启')
  await user.type(await screen.findByLabelText('两步验证码'), '000000{Enter}')
  expect(await screen.findByText('两步验证码错误', { selector: '.ant-form-item-explain-error' })).toBeTruthy()
})

it('a recovery code turns the second factor off', async () => {
  account = anAccount({ totp: 1 })
  server.on(contract.account.totp_disable, () => {
    account = anAccount()
    return null
  })
  openPage(<AccountHomePage />)
  await press('关闭')
  const field = await screen.findByLabelText('两步验证码或恢复码')
  await user.type(field, '12345{Enter}')
  expect(await screen.findByText('两步验证码或恢复码格式不正确', { selector: '.ant-form-item-explain-error' })).toBeTruthy()
  await user.clear(field)
  await user.type(field, 'aaaaa-11111{Enter}')
  await screen.findByText('未开启')
  expect(server.asked(contract.account.totp_disable)).toEqual([{ code: 'aaaaa-11111' }])
})

it('the sessions are listed, and another one ends after a confirmation', async () => {
  openPage(<AccountHomePage />)
  expect((await devices()).map(({ textContent }) => textContent?.trim())).toEqual([
    'Chrome · Windows 此设备',
    'Safari · iPhone',
    'Edge · macOS',
  ])
  expect(screen.queryByRole('button', { name: /退出此设备：Chrome/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: '退出此设备：Safari · iPhone（203.0.113.7）' }))
  const dialog = within(await screen.findByRole('dialog', { name: '退出此设备' }))
  expect(server.asked(contract.account.session_end)).toEqual([])
  await user.click(dialog.getByRole('button', { name: '退出此设备' }))
  await waitFor(async () => expect(await devices()).toHaveLength(2))
  expect(server.asked(contract.account.session_end)).toEqual([{ id: 'b' }])
})

it('all other sessions end at once, and the current one never does', async () => {
  openPage(<AccountHomePage />)
  const others = await screen.findByRole('button', { name: '退出其他设备' })
  await user.click(others)
  const dialog = within(await screen.findByRole('dialog', { name: '退出其他设备' }))
  await user.click(dialog.getByRole('button', { name: '退出其他设备' }))
  await waitFor(async () => expect(await devices()).toHaveLength(1))
  expect(server.asked(contract.account.session_end)).toEqual([{ id: 'b' }, { id: 'c' }])
  expect(others.isConnected).toBe(false)
})

it('a sub-account can change its password here, an owner goes to the page for it', async () => {
  account = anAccount({ ram: 1 })
  server.refuse(contract.ram.password, 422, '原密码错误', { errors: [{ field: 'old_password', msg: '原密码错误' }] })
  openPage(<AccountHomePage />)
  await press('修改密码')
  await user.type(await screen.findByLabelText('原密码'), 'Secret-1')
  await user.type(screen.getByLabelText('新密码'), 'Secret-2')
  await user.type(screen.getByLabelText('确认新密码'), 'Secret-3')
  await press('修改')
  expect(await screen.findByText('两次输入的密码不一致', { selector: '.ant-form-item-explain-error' })).toBeTruthy()
  expect(server.asked(contract.ram.password)).toEqual([])
  await user.type(screen.getByLabelText('确认新密码'), '{Backspace}2')
  await press('修改')
  expect(await screen.findByText('原密码错误', { selector: '.ant-form-item-explain-error' })).toBeTruthy()
  expect(server.asked(contract.ram.password)).toEqual([{ old_password: 'Secret-1', password: 'Secret-2', reset_password: 'Secret-2' }])
  account = anAccount()
  openPage(<AccountHomePage />)
  await devices()
  expect(screen.queryByRole('button', { name: /修改密码/ })).toBeNull()
})
