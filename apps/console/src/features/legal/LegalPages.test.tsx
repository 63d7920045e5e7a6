// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { language } from '@weft/ui'
import { openPage } from '@weft/ui/testing.tsx'
import { beforeEach, expect, it, vi } from 'vitest'
import { stubServer } from '../../../test/stub-server.ts'
import { ClausePage } from './ClausePage.tsx'
import { PrivacyPage } from './PrivacyPage.tsx'
import { user } from '@weft/ui/testing/user.ts'

beforeEach(() => {
  localStorage.clear()
  localStorage.setItem('weft.site', JSON.stringify({ product: '云上组网', company: '云上科技', phone: '400-100-2000' }))
  language.set('zh-CN')
  stubServer()
})

it('the terms show every heading among the anchors, and the commitment at the end', async () => {
  openPage(<ClausePage />, '/clause')
  expect(await screen.findByRole('heading', { level: 1, name: '服务条款' })).toBeTruthy()
  const headings = screen.getAllByRole('heading', { level: 2 })
  const anchors = within(screen.getByRole('navigation', { name: '本页内容' })).getAllByRole('link')
  expect(anchors.map(({ textContent }) => textContent)).toEqual(headings.map(({ textContent }) => textContent))
  expect(anchors.map((link) => link.getAttribute('href'))).toEqual(headings.map(({ id }) => `/clause#${id}`))
  expect(headings.at(-1)?.textContent).toBe('附件：《网络信息安全承诺书》')
})

it('the terms emphasize what the reader must not miss', async () => {
  openPage(<ClausePage />, '/clause')
  expect((await screen.findByText(/^超过 180 天未认领的款项/)).tagName).toBe('STRONG')
  expect(document.body.textContent).not.toContain('**')
})

it('the privacy policy is dated and shows what is collected as a table', async () => {
  openPage(<PrivacyPage />, '/privacy')
  expect(await screen.findByText('更新日期：2021-03-23')).toBeTruthy()
  expect(screen.getByRole('rowheader', { name: '成员连接日志' })).toBeTruthy()
})

it('the English interface says that the Chinese text governs', async () => {
  language.set('en')
  openPage(<PrivacyPage />, '/privacy')
  expect(await screen.findByRole('heading', { level: 1, name: 'Privacy policy' })).toBeTruthy()
  expect(screen.getByText(/the Chinese text governs/)).toBeTruthy()
  expect(screen.getByRole('heading', { level: 2, name: '一、我们收集哪些信息' }).closest('[lang]')?.getAttribute('lang')).toBe('zh-CN')
})

it('the print button prints the page', async () => {
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  openPage(<ClausePage />, '/clause')
  await user.click(await screen.findByRole('button', { name: '打印' }))
  expect(print).toHaveBeenCalledOnce()
})
