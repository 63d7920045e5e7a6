// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { opsContract } from '@weft/contract'
import { findDialog, press } from '@weft/ui/testing/find-button.ts'
import { user } from '@weft/ui/testing/user.ts'
import { type StubServer, stubServer } from '@weft/ui/testing/stub-server.ts'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { MessageListPage } from './MessageListPage.tsx'
import { MessagePage } from './MessagePage.tsx'

const { messages, accounts, session } = opsContract
const account = {
  account_number: '45541385',
  username: 'yunqiao2026',
  nickname: '云桥办公用品',
  phone: null,
  email: null,
  status: 1 as const,
  create_time: 1,
}
const toOne = {
  id: '1',
  account_number: '45541385',
  nickname: '云桥办公用品',
  title: '<b>维护</b>',
  type: '维护通知',
  sent: 1,
  operator_name: 'wang',
  create_time: 1_790_000_000,
}
const toAll = { ...toOne, id: '2', account_number: null, nickname: null, title: '升级', sent: 12, operator_name: 'li' }
let server: StubServer
beforeEach(() => {
  localStorage.clear()
  server = stubServer()
  server.on(session.info, { username: 'desk', role: 'support', totp: 0 })
  server.on(accounts.list, { rows: [account], count: 1 })
  server.on(messages.list, { rows: [toAll, toOne], count: 2 })
})

it('a message is sent to the chosen account after a confirmation, and the form is empty again', async () => {
  server.on(messages.send, { sent: 1 })
  openPage(<MessagePage />)
  await user.type(await screen.findByLabelText('标题'), '维护通知')
  await user.type(screen.getByLabelText('内容'), '今晚维护')
  await press('发送')
  await waitFor(() => expect(screen.getAllByText('请选择账号').length).toBeGreaterThan(0))
  await user.click(screen.getByRole('combobox', { name: '账号' }))
  await user.click(await screen.findByText('45541385 云桥办公用品'))
  await press('发送')
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('将向账号 45541385 发送消息。')).toBeTruthy()
  expect(server.asked(messages.send)).toEqual([])
  await press('发送', dialog)
  expect(await screen.findByText('已发送给 1 个账号')).toBeTruthy()
  expect(server.asked(messages.send)).toEqual([{ account_number: '45541385', title: '维护通知', type: '系统通知', content: '今晚维护' }])
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('标题').value).toBe(''))
})

it('the list shows each message with its receivers and sender, and opens it as customers received it', async () => {
  server.on(messages.info, ({ id }) => ({
    ...(id === '1' ? toOne : toAll),
    content: '<p>今晚<strong>维护</strong></p>',
    readers: 2,
    reader_accounts: 1,
  }))
  openPage(<MessageListPage />)
  expect(await screen.findByText('全部账号（12 个）')).toBeTruthy()
  expect(screen.getByRole('link', { name: '云桥办公用品 45541385' })).toBeTruthy()
  expect(screen.getByText('wang')).toBeTruthy()
  await press('<b>维护</b>')
  const dialog = await findDialog('<b>维护</b>')
  expect((await within(dialog).findByText('维护', { selector: 'strong' })).tagName).toBe('STRONG')
  expect(within(dialog).getByText('2 人（1 个账号）')).toBeTruthy()
  expect(within(dialog).getByRole('link', { name: '云桥办公用品 45541385' })).toBeTruthy()
  expect(server.asked(messages.info)).toEqual([{ id: '1' }])
  await press('关闭', dialog.querySelector('.ant-modal-footer')!)
  await waitFor(() => expect(screen.queryByText('维护', { selector: 'strong' })).toBeNull())
})

it('an operator who may not send messages can read them', async () => {
  server.on(session.info, { username: 'desk', role: 'sales', totp: 0 })
  openPage(<MessageListPage />)
  expect(await screen.findByText('升级')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '发送消息' })).toBeNull()
})
