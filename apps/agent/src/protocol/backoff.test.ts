import { RECONNECT_MAX_SECONDS, RECONNECT_MIN_SECONDS } from '@weft/contract/agent-protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reconnectDelay } from './backoff.ts'

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

test('a delay is never below the minimum or above the maximum', () => {
  fc.assert(
    fc.property(fc.nat(10_000), chance, (failures, random) => {
      const delay = reconnectDelay(failures, () => random)
      expect(delay).toBeGreaterThanOrEqual(RECONNECT_MIN_SECONDS)
      expect(delay).toBeLessThanOrEqual(RECONNECT_MAX_SECONDS)
    }),
  )
})

test('delays still use the whole span at the largest bound, so many members stay spread out', () => {
  expect(reconnectDelay(1000, () => 0)).toBe(RECONNECT_MIN_SECONDS)
  expect(reconnectDelay(1000, () => 0.999)).toBeGreaterThan(RECONNECT_MAX_SECONDS - 1)
})

test('the bound grows with every failure', () => {
  const bounds = [0, 1, 2, 3, 4, 5, 6].map((failures) => reconnectDelay(failures, () => 1))
  expect(bounds).toEqual([2, 2, 4, 8, 16, 32, 60])
})
