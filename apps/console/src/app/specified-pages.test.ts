import { expect, it } from 'vitest'
import { pages } from './pages.ts'

/** The routes of both specifications, read from the documents (§2 of each); those under `open` need no session. */
const specified = {
  open: '/login /register /privacy /reset /clause /handbook /download /validate/email',
  signedIn: `
    /dashboard /account /account/info /account/password /account/phone /account/email /account/message /account/service
    /account/announcements /account/announcements/detail /ticket/lists /ticket/create /ticket/detail
    /network/lists /network/create /network/edit /network/detail /network/fr_lists /network/pop_edit
    /network/ticket_create /network/ticket_lists /network/ticket_detail
    /router/lists /router/detail /router/ldap /router/ldap_edit /saas/router /saas/detail
    /monitor/setting /logs/software_login /logs/online /logs/connect /ram/index /ram/role`,
  unknown: '/404/index',
} as const
const words = (text: string) => text.split(/\s+/).filter((word) => word !== '')

it('every route of the specification is a page, open to visitors where the specification says so', () => {
  const found = new Map(pages.map(({ path, public: open }) => [path, open === true]))
  const wrong = [
    ...words(specified.open).filter((path) => found.get(path) !== true),
    ...words(specified.signedIn).filter((path) => found.get(path) !== false),
    ...words(specified.unknown).filter((path) => !found.has(path)),
  ]
  expect(wrong).toEqual([])
})
