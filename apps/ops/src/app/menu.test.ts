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

// What a page is made of may ask the browser for its kind at once.
beforeAll(() => stubBrowser(() => ({})))

it('shows a role what it reads, and what its calls are open to', () => {
  const table = [page('/a'), page('/b', { call: opsContract.messages.send }), page('/c', { call: opsContract.devices.register })]
  const shown = Object.fromEntries(operatorRoles.map((role) => [role, menuFor({ role }, table)[0]?.pages.map(({ path }) => path)]))
  expect(shown).toEqual({ support: ['/a', '/b'], network: ['/a', '/c'], sales: ['/a'], admin: ['/a', '/b', '/c'] })
})

it('leaves out a group that holds nothing', () => {
  expect(menuFor({ role: 'sales' }, [page('/b', { call: opsContract.accounts.disable })])).toEqual([])
  expect(mayOpen(page('/b', { call: opsContract.accounts.disable }), { role: 'admin' })).toBe(true)
})

it('names each address once, and leads to each page from one that the menu shows', () => {
  expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length)
  for (const found of pages.filter(({ parent }) => parent !== undefined)) expect(groupNames, found.path).toContain(trailOf(found)[0]?.group)
})

it('calls what is written anew by what is done, not by what is changed', () => {
  expect(trailOf(pageAt('/announcements/create')!).map(({ title }) => title.zhCN)).toEqual(['公告', '发布公告'])
})

it('loads a component for each page', async () => {
  for (const { path, load } of pages) expect(typeof (await load()), path).toBe('function')
  expect(pageAt('/nothing')).toBeUndefined()
})
