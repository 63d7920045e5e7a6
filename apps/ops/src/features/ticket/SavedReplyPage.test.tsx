// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { opsContract, type SavedReply } from '@weft/contract'
import { findDialog, press } from '@weft/ui/testing/find-button.ts'
import { user } from '@weft/ui/testing/user.ts'
import { type StubServer, stubServer } from '@weft/ui/testing/stub-server.ts'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { SavedReplyPage } from './SavedReplyPage.tsx'

const { savedReplies, session } = opsContract
let server: StubServer
let rows: SavedReply[]
beforeEach(() => {
  localStorage.clear()
  server = stubServer()
  rows = [{ id: '1', title: '重启', content: '<b>请</b>断电 10 秒。', create_time: 1_790_000_000, version: 1, update_time: null }]
  server.on(session.info, { username: 'desk', role: 'support', totp: 0 })
  server.on(savedReplies.list, () => ({ rows, count: rows.length }))
})

it('a saved reply needs a title and a text', async () => {
  server.on(savedReplies.create, ({ title, content }) => {
    rows = [...rows, { id: '2', title, content, create_time: 1, version: 1, update_time: null }]
    return { id: '2' }
  })
  openPage(<SavedReplyPage />)
  await press('添加常用回复')
  const dialog = await findDialog('添加常用回复')
  await user.type(within(dialog).getByLabelText('标题'), '续期')
  await press('添加', dialog)
  expect(await within(dialog).findByText('内容不能为空')).toBeTruthy()
  expect(server.asked(savedReplies.create)).toEqual([])
  await user.type(within(dialog).getByLabelText('内容'), '已为您续期。')
  await press('添加', dialog)
  expect(await screen.findByText('已为您续期。', { selector: '.desk-saved-words' })).toBeTruthy()
  expect(server.asked(savedReplies.create)).toEqual([{ title: '续期', content: '已为您续期。' }])
})

it('a saved reply is shown as plain text, and deleted only after a confirmation', async () => {
  server.on(savedReplies.delete, () => {
    rows = []
    return null
  })
  openPage(<SavedReplyPage />)
  expect(await screen.findByText('<b>请</b>断电 10 秒。')).toBeTruthy()
  await press('删除 重启')
  const dialog = await screen.findByRole('dialog')
  expect(server.asked(savedReplies.delete)).toEqual([])
  await press('删除', dialog)
  expect(await screen.findByText('暂无常用回复')).toBeTruthy()
  expect(server.asked(savedReplies.delete)).toEqual([{ id: '1' }])
})

it('a saved reply is edited in its place, and a colleague’s change is shown before it is replaced', async () => {
  server.refuse(savedReplies.edit, 409, 'colleague 刚刚修改了这条常用回复，请查看后再保存')
  openPage(<SavedReplyPage />)
  await press('修改 重启')
  const dialog = await findDialog('修改常用回复')
  const content = within(dialog).getByLabelText<HTMLTextAreaElement>('内容')
  expect(content.value).toBe('<b>请</b>断电 10 秒。')
  await user.type(content, '再通电。')
  rows = [{ ...rows[0]!, title: '重启设备', content: '请断电。', version: 2 }]
  await press('保存', dialog)
  expect(await within(dialog).findByText('请断电。')).toBeTruthy()
  expect(content.value).toBe('<b>请</b>断电 10 秒。再通电。')
  server.on(savedReplies.edit, ({ id, title, content }) => {
    rows = [{ ...rows[0]!, id, title, content, version: 3 }]
    return null
  })
  await press('保存', dialog)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.asked(savedReplies.edit)).toEqual([
    { id: '1', version: 1, title: '重启', content: '<b>请</b>断电 10 秒。再通电。' },
    { id: '1', version: 2, title: '重启', content: '<b>请</b>断电 10 秒。再通电。' },
  ])
})

it('a role that may not answer tickets can only read the saved replies', async () => {
  server.on(session.info, { username: 'desk', role: 'network', totp: 0 })
  openPage(<SavedReplyPage />)
  expect(await screen.findByText('重启')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: '删除 重启' })).toBeNull())
  expect(screen.queryByRole('button', { name: '添加常用回复' })).toBeNull()
})
