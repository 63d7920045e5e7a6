// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { loginAddress, safeRedirect } from './leave.ts'

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
