// @vitest-environment jsdom
import { type AccountInfo, type Auth, flagsGranting } from '@weft/contract'
import { stubBrowser } from '@weft/ui/testing.tsx'
import { beforeAll, describe, expect, it } from 'vitest'
import { en, zhCN } from './app.text.ts'
import { groupNames } from './groups.ts'
import { mayOpen, menuFor, trailOf } from './menu.ts'
import { exists, type Page, pageAt, pages } from './pages.ts'

const { easylink, ...beside } = flagsGranting(() => true)
const auth: Auth = {
  quagga: 1,
  quagga_advanced: 1,
  default_route: 1,
  ...beside,
  easylink: { router: easylink.router, network: { ...easylink.network, networks: [] } },
}
const owner = { ram: 0, auth } as unknown as AccountInfo
const subAccount = (change: Partial<Auth> = {}) => ({ ram: 1, auth: { ...auth, ...change } }) as unknown as AccountInfo
const page = (path: string, more: Partial<Page> = {}): Page => ({
  path,
  title: { zhCN: path, en: path },
  group: 'monitor',
  load: () => Promise.reject(new Error('not opened')),
  ...more,
})

// Some modules of pages read the browser's features when they are loaded.
beforeAll(() => stubBrowser(() => ({})))

it('the hint of a login link’s limits names every list of credentials that it cannot change', () => {
  const listed = pages.filter(({ credentials, group }) => credentials && group === 'access')
  expect(listed.length).toBeGreaterThan(0)
  for (const { title } of listed)
    expect([zhCN.linkSessionHint.includes(title.zhCN), en.linkSessionHint.includes(title.en.toLowerCase())]).toEqual([true, true])
})

describe('the menu', () => {
  it('shows an owner every page of every group', () => {
    const table = [page('/a', { permission: 'monitor.view' }), page('/b', { ramHidden: true })]
    expect(menuFor(owner, table)).toEqual([{ name: 'monitor', pages: table }])
  })

  it('leaves out pages that the role does not grant, and groups without pages', () => {
    const table = [page('/a', { permission: 'monitor.create' })]
    expect(menuFor(subAccount(), table)).toHaveLength(1)
    expect(menuFor(subAccount({ monitor: { view: 1, create: 0, edit: 1, delete: 1 } }), table)).toEqual([])
  })

  it.each([
    ['member', '/router/lists'],
    ['network', '/network/lists'],
    ['log', '/logs/online'],
    ['service', '/account/service'],
    ['saas', '/saas/router'],
    ['directory', '/router/ldap'],
    ['download', '/download'],
    ['operation_log', '/logs/operations'],
    ['monitor', '/monitor/setting'],
  ])('does not lead a role that may not view its %s to %s', (area, path) => {
    const { easylink: some, ...others } = flagsGranting((permission) => permission !== `${area}.view`)
    const role = subAccount({ easylink: { router: some.router, network: { ...some.network, networks: [] } }, ...others })
    expect(mayOpen(pageAt(path)!, subAccount())).toBe(true)
    expect(mayOpen(pageAt(path)!, role)).toBe(false)
  })

  it('never shows a sub-account a page that is for owners only', () => {
    expect(mayOpen(page('/ram/index', { ramHidden: true }), subAccount())).toBe(false)
  })

  it('reads the rights to members and to networks from separate flags', () => {
    const none = { view: 1, create: 0, edit: 0, delete: 0 } as const
    const role = subAccount({ easylink: { router: easylink.router, network: { ...none, networks: [] } } })
    expect(mayOpen(page('/a', { permission: 'member.create' }), role)).toBe(true)
    expect(mayOpen(page('/b', { permission: 'network.create' }), role)).toBe(false)
  })
})

describe('the table of pages', () => {
  it('names each address once', () => {
    expect(new Set(pages.map(({ path }) => path)).size).toBe(pages.length)
  })

  it('has a parent for each page that is not in the menu and needs a session', () => {
    for (const { path, group, parent, public: open } of pages)
      expect(open || group !== undefined || (parent !== undefined && exists(parent)), path).toBe(true)
  })

  it('places each page below one that the menu shows', () => {
    for (const found of pages.filter((one) => !one.public)) expect(groupNames).toContain(trailOf(found)[0]?.group)
  })

  it('loads a component for each page', async () => {
    for (const { path, load } of pages) expect(typeof (await load()), path).toBe('function')
    expect(pageAt('/nothing')).toBeUndefined()
  })
})
