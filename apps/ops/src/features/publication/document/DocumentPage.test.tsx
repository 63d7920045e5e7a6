// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { type DocumentNode, opsContract } from '@weft/contract'
import { findDialog, press } from '@weft/ui/testing/find-button.ts'
import { user } from '@weft/ui/testing/user.ts'
import { type StubServer, stubServer } from '@weft/ui/testing/stub-server.ts'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it } from 'vitest'
import { DocumentPage } from './DocumentPage.tsx'

const { documents, session } = opsContract
let server: StubServer
let tree: DocumentNode[]
const node = (id: string, title: string, ...children: DocumentNode[]): DocumentNode => ({ id, title, children })
beforeEach(() => {
  server = stubServer()
  tree = [node('1', '入门', node('2', '登录')), node('3', '组网')]
  server.on(session.info, { username: 'desk', role: 'support', totp: 0 })
  server.on(documents.tree, () => tree)
  server.on(documents.info, ({ id }) => ({
    id,
    parent_id: null,
    title: id === '2' ? '登录' : '入门',
    content: '<p>正文</p>',
    update_time: 1,
  }))
  server.on(documents.move, null)
})
const open = (address = '/documents?id=2') => openPage(<DocumentPage />, address, '/documents')

it('the page shows where the chosen document is in the tree, and saves what is written', async () => {
  server.on(documents.edit, null)
  open()
  const title = await screen.findByLabelText<HTMLInputElement>('标题')
  expect(title.value).toBe('登录')
  expect(screen.getByText('登录', { selector: '.ant-tree-title' })).toBeTruthy()
  await user.type(title, '指南')
  await press('保存')
  expect(await screen.findByText('保存成功，客户可立即看到')).toBeTruthy()
  expect(server.asked(documents.edit)).toEqual([{ id: '2', title: '登录指南', content: '<p>正文</p>' }])
})

it('a document is moved without a mouse, below another document or next to it', async () => {
  open()
  await press('移动')
  const dialog = await findDialog('移动文档')
  await user.click(within(dialog).getByRole('combobox', { name: '上级文档' }))
  await user.click(await screen.findByText('组网', { selector: '.ant-select-tree-title' }))
  await press('移动', dialog)
  await waitFor(() => expect(server.asked(documents.move)).toEqual([{ id: '2', parent_id: '3', position: 0 }]))
  expect(await screen.findByText('移动成功')).toBeTruthy()
})

it('a document is created below another', async () => {
  server.on(documents.create, () => {
    tree = [node('1', '入门', node('2', '登录', node('9', '两步验证'))), node('3', '组网')]
    return { id: '9' }
  })
  const { address } = open()
  await press('创建下级文档')
  const title = await screen.findByLabelText<HTMLInputElement>('标题')
  await waitFor(() => expect(title.value).toBe(''))
  await user.type(await screen.findByLabelText('标题'), '两步验证')
  await user.type(screen.getByLabelText('内容'), '正文')
  await press('创建文档')
  expect(await screen.findByText('创建成功')).toBeTruthy()
  expect(server.asked(documents.create)).toEqual([{ title: '两步验证', content: '正文', parent_id: '2' }])
  await waitFor(() => expect(address()).toBe('/documents?id=9'))
})

it('a document with others below it is not deleted, and the reason is shown', async () => {
  server.refuse(documents.delete, 403, '请先删除或移走下级文档')
  open('/documents?id=1')
  await press('删除')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '删除' }))
  expect(await screen.findByText('请先删除或移走下级文档')).toBeTruthy()
})

it('a role that may not write can only read the documents', async () => {
  server.on(session.info, { username: 'desk', role: 'sales', totp: 0 })
  open()
  await screen.findByLabelText('标题')
  for (const name of ['保存', '删除', '移动', '创建顶级文档']) expect(screen.queryByRole('button', { name })).toBeNull()
})

it('Back to another document asks before it discards what was typed', async () => {
  const { address, router } = open()
  await user.type(await screen.findByLabelText('标题'), '指南')
  await act(() => router.navigate('/documents?id=1'))
  await press('继续编辑', await findDialog('放弃未保存的修改？'))
  expect(address()).toBe('/documents?id=2')
  expect(screen.getByLabelText<HTMLInputElement>('标题').value).toBe('登录指南')
  await user.click(screen.getByText('组网', { selector: '.ant-tree-title' }))
  await press('放弃', await findDialog('放弃未保存的修改？'))
  await waitFor(() => expect(address()).toBe('/documents?id=3'))
})
