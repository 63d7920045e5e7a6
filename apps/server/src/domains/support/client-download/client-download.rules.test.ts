import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clientVersions, compareVersions, type VersionRow } from './client-download.rules.ts'

it.each([
  ['1.9', '1.10'],
  ['1.2', '1.2.1'],
  ['2.4.1-beta.2', '2.4.1-beta.11'],
  ['2.4.1-rc.1', '2.4.1'],
  ['2.4.1', '2.4.2-beta'],
  ['9.9.9', '10.0'],
])('%s comes before %s', (older, newer) => {
  expect(compareVersions(older, newer)).toBeLessThan(0)
  expect(compareVersions(newer, older)).toBeGreaterThan(0)
})

const version = fc
  .tuple(fc.array(fc.nat(99_999), { minLength: 2, maxLength: 4 }), fc.option(fc.stringMatching(/^[A-Za-z0-9.]{1,16}$/), { nil: undefined }))
  .map(([numbers, tag]) => numbers.join('.') + (tag === undefined ? '' : `-${tag}`))

it('compareVersions is an order: every version has one place in it', () => {
  fc.assert(
    fc.property(version, version, version, (a, b, c) => {
      const order = (x: string, y: string) => Math.sign(compareVersions(x, y))
      expect(order(a, b)).toBe(order(b, a) === 0 ? 0 : -order(b, a))
      expect(order(a, a)).toBe(0)
      expect(order(a, b) <= 0 && order(b, c) <= 0 && order(a, c) > 0).toBe(false)
    }),
  )
})

it('the newest version of each system is shown, whenever each was published', () => {
  const noFile = { kind: null, platform: null, file_name: null, file_id: null, size: null, sha256: null }
  const inStore = { system: 'macos', store_url: 'https://apps.example.com/weft', release_time: 1_700_000_000 } as const
  const row = (id: number, version: string): VersionRow => ({ ...noFile, ...inStore, id, version })
  const { macos, ios } = clientVersions([row(1, '2.10'), row(2, '2.9'), row(3, '2.0')])
  expect([macos!.version, ...macos!.history.map((one) => one.version)]).toEqual(['2.10', '2.9', '2.0'])
  expect(ios).toBeNull()
})
