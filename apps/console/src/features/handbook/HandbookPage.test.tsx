// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { contract, type DocumentNode } from '@weft/contract'
import { pass, stopClock } from '@weft/ui/testing/clock.ts'
import { openPage } from '@weft/ui/testing.tsx'
import { skipPauses } from '@weft/ui/time/pauses.ts'
import { beforeEach, expect, it, vi } from 'vitest'
import { type StubServer, stubServer } from '../../../test/stub-server.ts'
import { HandbookPage } from './HandbookPage.tsx'
import { user } from '@weft/ui/testing/user.ts'

const menu: DocumentNode[] = [
  { id: '1', title: '账号与登录', children: [{ id: '2', title: '登录控制台', children: [] }] },
  { id: '3', title: '智能组网', children: [{ id: '4', title: '创建第一个组网', children: [] }] },
]
/** All documents in the order of the tree, which gives each its previous and next document. */
const order = menu.flatMap((group) => [group, ...group.children])
const contents: Record<string, string> = {
  '1': '',
  '2': '<h2>主账号登录</h2><p>输入<a href="/handbook?id=4">密码</a></p><h2>找回密码</h2><p><img src="/a.png" alt="登录页"></p>',
  '3': '<p>组网</p>',
  '4': '<p>步骤</p>',
}

let server: StubServer
/** Starts a server with the documents above. @param wide whether the screen has room for the tree beside the text */
const serve = (wide = true) => {
  server = stubServer({ wide })
  server.on(contract.documents.menu, menu)
  server.on(contract.documents.info, ({ id }) => {
    const at = order.findIndex((node) => node.id === id)
    const linkTo = (node: DocumentNode | undefined) => (node ? { id: node.id, title: node.title } : null)
    const { title } = order[at] ?? { title: '' }
    return {
      id,
      title,
      content: contents[id] ?? '',
      update_time: 1_790_000_000,
      before_doc: linkTo(order[at - 1]),
      after_doc: linkTo(order[at + 1]),
    }
  })
}
beforeEach(() => {
  localStorage.clear()
  Element.prototype.scrollIntoView = vi.fn<() => void>()
  serve()
})
const open = (address: string) => openPage(<HandbookPage />, address, '/handbook')
const addressOf = (id: string, title: string) => `/handbook?id=${id}&title=${encodeURIComponent(title)}`
const tree = async () => within(await screen.findByRole('navigation', { name: '文档目录' }))
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })

it('the page shows the document of the address, with its path, its headings, and the previous and the next document', async () => {
  open('/handbook?id=2&title=ignored')
  await heading('登录控制台')
  expect((await tree()).getByRole('link', { name: '登录控制台' }).getAttribute('aria-current')).toBe('page')
  expect(screen.getByRole('navigation', { name: '当前位置' }).textContent).toBe('帮助文档账号与登录登录控制台')
  const anchors = within(screen.getByRole('navigation', { name: '本页内容' })).getAllByRole('link')
  expect(anchors.map(({ textContent }) => textContent)).toEqual(['主账号登录', '找回密码'])
  const headingHashes = screen.getAllByRole('heading', { level: 2 }).map(({ id }) => `#${id}`)
  expect(anchors.map((link) => decodeURIComponent(new URL(link.getAttribute('href') ?? '', 'http://a').hash))).toEqual(headingHashes)
  expect(screen.getByRole('link', { name: '上一篇：账号与登录' }).getAttribute('href')).toBe(addressOf('1', '账号与登录'))
  expect(screen.getByRole('link', { name: '下一篇：智能组网' }).getAttribute('href')).toBe(addressOf('3', '智能组网'))
})

it('the page shows the first document if the address names none, and lists the documents of a group that has no text', async () => {
  open('/handbook')
  await heading('账号与登录')
  const groupList = within(screen.getByRole('list', { name: '本组文档' }))
  await user.click(groupList.getByRole('link', { name: '登录控制台' }))
  await heading('登录控制台')
  expect(screen.queryByRole('link', { name: /^上一篇/ })).not.toBeNull()
})

it('the focus moves to the heading of a document that was chosen in the tree', async () => {
  const page = open('/handbook?id=2')
  await heading('登录控制台')
  await user.click((await tree()).getByRole('link', { name: '创建第一个组网' }))
  await waitFor(async () => expect(document.activeElement).toBe(await heading('创建第一个组网')))
  expect(page.address()).toBe(addressOf('4', '创建第一个组网'))
})

it('the page scrolls to the heading in the hash of the address once the text is loaded', async () => {
  open(`/handbook?id=2#${encodeURIComponent('section-找回密码')}`)
  await heading('登录控制台')
  await waitFor(() => expect(Element.prototype.scrollIntoView).toHaveBeenCalledOnce())
})

it('the search runs when the typing pauses, and highlights the words that it found', async () => {
  server.on(contract.documents.search, [{ id: '4', title: '创建第一个组网', excerpt: '点击「创建组网」，<b>填写名称' }])
  open('/handbook?id=2')
  await heading('登录控制台')
  skipPauses(false)
  stopClock()
  await user.type(screen.getByLabelText('搜索文档'), ' 组')
  await pass(200)
  await user.type(screen.getByLabelText('搜索文档'), '网')
  await pass(200)
  expect(server.asked(contract.documents.search)).toEqual([])
  await pass(100)
  const results = within(await screen.findByRole('list', { name: '搜索结果' }))
  expect(screen.getByText('找到 1 篇文档')).toBeTruthy()
  expect(results.getAllByText('组网').map(({ tagName }) => tagName)).toEqual(['MARK', 'MARK'])
  expect(results.getByText(/<b>填写名称/)).toBeTruthy()
  expect(server.asked(contract.documents.search)).toEqual([{ search: '组网' }])
  await user.click(results.getByRole('link'))
  await heading('创建第一个组网')
})

it('a search without results names the words that were not found, and the tree returns when the field is cleared', async () => {
  server.on(contract.documents.search, [])
  open('/handbook?id=2')
  await user.type(await screen.findByLabelText('搜索文档'), '量子')
  expect(await screen.findByText('没有找到“量子”')).toBeTruthy()
  await user.clear(screen.getByLabelText('搜索文档'))
  expect((await tree()).getByRole('link', { name: '登录控制台' })).toBeTruthy()
})

it('a group of the tree can be collapsed and expanded', async () => {
  open('/handbook?id=4')
  const documents = await tree()
  await user.click(documents.getByRole('button', { name: '收起 账号与登录' }))
  expect(documents.queryByRole('link', { name: '登录控制台' })).toBeNull()
  await user.click(documents.getByRole('button', { name: '展开 账号与登录' }))
  expect(documents.getByRole('link', { name: '登录控制台' })).toBeTruthy()
})

it.each([
  [204, '文档不存在或已下线'],
  [422, '提交的内容有误'],
])('a page whose document the server refuses with %d says that there is no such document, without a toast', async (code, msg) => {
  server.refuse(contract.documents.info, code, msg)
  open('/handbook?id=99')
  expect(await screen.findAllByText('文档不存在或已下线')).toHaveLength(1)
  expect(screen.queryByText('提交的内容有误')).toBeNull()
  expect(screen.getByRole('link', { name: '返回帮助文档首页' }).getAttribute('href')).toBe('/handbook')
})

it('a button loads the document again after a network failure', async () => {
  server.silence(contract.documents.info)
  open('/handbook?id=2')
  const retry = await screen.findByRole('button', { name: '重试' })
  serve()
  await user.click(retry)
  expect(await heading('登录控制台')).toBeTruthy()
})

it('the page says so if there are no help documents', async () => {
  server.on(contract.documents.menu, [])
  open('/handbook')
  expect(await screen.findByText('暂无帮助文档')).toBeTruthy()
})

it('the tree of documents is in a drawer on a narrow screen', async () => {
  serve(false)
  open('/handbook?id=2')
  await heading('登录控制台')
  expect(screen.queryByRole('navigation', { name: '文档目录' })).toBeNull()
  await user.click(screen.getByRole('button', { name: '目录' }))
  const drawer = within(await screen.findByRole('dialog'))
  await user.click(drawer.getByRole('link', { name: '创建第一个组网' }))
  await heading('创建第一个组网')
})
