// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { contract } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it, vi } from 'vitest'
import { anAccount } from '../../../../test/data.ts'
import { type StubServer, stubServer } from '../../../../test/stub-server.ts'
import { MemberPasswordDialog } from './MemberPasswordDialog.tsx'
import { user } from '@weft/ui/testing/user.ts'

let server: StubServer
const closed = vi.fn<() => void>()
const saved = vi.fn<() => void>()
beforeEach(() => {
  localStorage.clear()
  closed.mockReset()
  saved.mockReset()
  server = stubServer()
  server.on(contract.account.info, anAccount())
  server.on(contract.directory.status, { enable: 0, sync_mode: null })
  server.on(contract.router.password, null)
})

const router_name = 'li.si@20000001'
const open = async () => {
  openPage(<MemberPasswordDialog member={{ router_name, note: '' }} onClose={closed} onSaved={saved} />)
  await screen.findByText('成员：li.si@20000001')
}
const field = () => screen.getByLabelText<HTMLInputElement>('新密码')
/** Enters a value at once, as a password manager does. */
async function fill(value: string): Promise<void> {
  await user.click(field())
  await user.paste(value)
}
const change = () => screen.getByRole('button', { name: /(^|\s)修改$/ })

it('the dialog says that the member is logged out at once, and changes the password', async () => {
  await open()
  expect(screen.getByText('修改后该成员将立即下线，需使用新密码重新登录')).toBeTruthy()
  await fill('abc')
  await user.click(change())
  expect(await screen.findByText('新密码长度为 6–18 位')).toBeTruthy()
  expect(server.asked(contract.router.password)).toEqual([])
  await fill('defG7')
  await user.click(change())
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  expect(server.asked(contract.router.password)).toEqual([{ router_name, password: 'abcdefG7' }])
})

it('a generated password is readable and copied', async () => {
  await open()
  await user.click(screen.getByRole('button', { name: '生成随机密码' }))
  await waitFor(() => expect(field().value).toHaveLength(12))
  expect(field().type).toBe('text')
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(field().value))
})

it('the input is kept if no answer comes', async () => {
  server.silence(contract.router.password)
  await open()
  await fill('abcdefG7')
  await user.click(change())
  await waitFor(() => expect(server.asked(contract.router.password)).toHaveLength(1))
  expect(field().value).toBe('abcdefG7')
  expect(saved).not.toHaveBeenCalled()
})

it('the dialog cannot be submitted if a directory manages the members', async () => {
  server.on(contract.directory.status, { enable: 1, sync_mode: 1 })
  await open()
  expect(await screen.findByText('已开启目录同步，软件成员由 LDAP 目录管理')).toBeTruthy()
  expect(change().hasAttribute('disabled')).toBe(true)
})
