// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { contract, refusals } from '@weft/contract'
import { openPage } from '@weft/ui/testing.tsx'
import { user } from '@weft/ui/testing/user.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type StubServer, stubServer } from '../../../test/stub-server.ts'
import { closeHelp } from '../../shared/help/help.ts'
import { Term } from '../../shared/help/Term.tsx'
import { HelpButton } from './HelpButton.tsx'

const { documents } = contract
const article = (id: string, title: string, content: string) => ({
  id,
  title,
  content,
  update_time: 1_790_000_000,
  before_doc: null,
  after_doc: { id: '9', title: '批量导入' },
})

let server: StubServer
beforeEach(() => {
  server = stubServer()
  server.on(documents.menu, [{ id: '9', title: '批量导入', children: [] }])
  server.on(documents.imported, article('8', '添加软件成员', '<p>先看 <a href="/handbook?id=9">批量导入</a></p>'))
  server.on(documents.info, article('9', '批量导入', '<p>下载模板</p>'))
})
afterEach(closeHelp)

const panel = async () => within(await screen.findByRole('dialog', { name: '帮助' }))

it('the help opens beside the page at its article, and its links stay beside the page', async () => {
  const { address } = openPage(<HelpButton />, '/router/lists')
  await user.click(screen.getByRole('button', { name: '帮助' }))
  const help = await panel()
  expect(await help.findByRole('heading', { name: '添加软件成员' })).toBeTruthy()
  expect(server.asked(documents.imported)).toEqual([{ source: 'handbook/03-member/01-add-software-member.md' }])
  await user.click(help.getByRole('link', { name: '批量导入' }))
  expect(await help.findByRole('heading', { name: '批量导入' })).toBeTruthy()
  expect(address()).toBe('/router/lists')
  expect(help.getByRole('link', { name: '在新标签页打开' }).getAttribute('href')).toBe(
    `/handbook?id=9&title=${encodeURIComponent('批量导入')}`,
  )
  await user.click(help.getByRole('button', { name: '全部文档' }))
  expect(await help.findByRole('searchbox')).toBeTruthy()
})

it('a page without an article has the contents and the search', async () => {
  server.refuse(documents.imported, refusals.documentNotFound.code, '文档不存在')
  openPage(<HelpButton />, '/account/message')
  await user.click(screen.getByRole('button', { name: '帮助' }))
  const help = await panel()
  expect(await help.findByText('这里还没有对应的帮助文档')).toBeTruthy()
  expect(help.getByRole('link', { name: '批量导入' })).toBeTruthy()
})

it('the mark beside a term says what it means, and opens the help at it', async () => {
  openPage(
    <>
      <HelpButton />
      <Term of="prefix" />
    </>,
    '/network/lists',
  )
  await user.click(screen.getByRole('button', { name: '什么是“路由前缀”' }))
  await user.click(await screen.findByRole('button', { name: '查看帮助' }))
  await waitFor(() => expect(server.asked(documents.imported).at(-1)).toEqual({ source: 'handbook/02-network/02-prefix-and-dns.md' }))
})
