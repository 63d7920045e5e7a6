// @vitest-environment jsdom
import { expect, it, vi } from 'vitest'
import { addUnsaved, holdsUnsaved } from '../dialog/unsaved.ts'
import { languages, sessionRefusals } from '@weft/contract'
import { leaveFor, loginAddress, refusalOf, safeRedirect } from './leave.ts'

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

it.each(Object.values(sessionRefusals))('the refusal $code is known by its sentence in each language', (refusal) => {
  for (const language of languages) expect(sessionRefusals[refusalOf(refusal[language])][language]).toBe(refusal[language])
})

it('a refusal without a known sentence is that of a session that has run out', () => expect(refusalOf('其他')).toBe('accessExpired'))
