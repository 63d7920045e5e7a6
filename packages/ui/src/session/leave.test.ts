// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { addUnsaved, holdsUnsaved } from '../dialog/unsaved.ts'
import { leaveFor, loginAddress, safeRedirect } from './leave.ts'

it.each([
  ['/network/detail?network_number=1&tab=links', '/network/detail?network_number=1&tab=links'],
  [null, '/'],
  ['', '/'],
  ['https://evil.example/', '/'],
  ['//evil.example/x', '/'],
  ['/\\evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['/login?redirect=/x', '/'],
])('after signing in with the redirect %s, the user gets to %s', (wanted, leads) => {
  expect(safeRedirect(wanted)).toBe(leads)
})

it('the sign-in address remembers where the user was', () => {
  expect(loginAddress('/network/lists?page=2')).toBe('/login?redirect=%2Fnetwork%2Flists%3Fpage%3D2')
  expect(loginAddress('/')).toBe('/login')
})

it('a session that is over is left without the question of the browser about unsaved input', () => {
  addUnsaved({ holds: () => true, parts: [] })
  const replace = vi.fn<(address: string) => void>(() => expect(holdsUnsaved()).toBe(false))
  vi.stubGlobal('location', { replace })
  leaveFor('/login')
  expect(replace).toHaveBeenCalledExactlyOnceWith('/login')
})
