// @vitest-environment jsdom
import { operatorRoles, opsContract } from '@weft/contract'
import { stubBrowser } from '@weft/ui/testing.tsx'
import { beforeAll, expect, it } from 'vitest'
import { groupNames } from './groups.tsx'
import { mayOpen, menuFor, trailOf } from './menu.ts'
import { type Page, pageAt, pages } from './pages.ts'

const page = (path: string, more: Partial<Page> = {}): Page => ({
  path,
  title: { zhCN: path, en: path },
  group: 'system',
  load: () => Promise.reject(new Error('not opened')),
  ...more,
})

// A module that a page imports may read the browser's media queries as it loads.
beforeAll(() => stubBrowser(() => ({})))

it('the menu shows each role the pages without a call and those whose call it may make', () => {
  const table = [page('/a'), page('/b', { call: opsContract.messages.send }), page('/c', { call: opsContract.devices.register })]
  const shown = Object.fromEntries(operatorRoles.map((role) => [role, menuFor({ role }, table)[0]?.pages.map(({ path }) => path)]))
  expect(shown).toEqual({ support: ['/a', '/b'], network: ['/a', '/c'], sales: ['/a'], admin: ['/a', '/b', '/c'] })
})

it('the menu leaves out a group without pages', () => {
  expect(menuFor({ role: 'sales' }, [page('/b', { call: opsContract.accounts.disable })])).toEqual([])
  expect(mayOpen(page('/b', { call: opsContract.accounts.disable }), { role: 'admin' })).toBe(true)
})

it("each address occurs once in the table, and each page's trail starts at a page of the menu", () => {
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length)
  for (const found of pages.filter(({ parent }) => parent !== undefined)) expect(groupNames, found.path).toContain(trailOf(found)[0]?.group)
})

it('the trail of a page that creates something names the action, not an edit', () => {
  expect(trailOf(pageAt('/announcements/create')!).map(({ title }) => title.zhCN)).toEqual(['公告', '发布公告'])
})

it('each page loads a component', async () => {
  for (const { path, load } of pages) expect(typeof (await load()), path).toBe('function')
  expect(pageAt('/nothing')).toBeUndefined()
})
