import { ACCESS_KEY_DAYS_MAX } from '@weft/contract'
import { expect, it } from 'vitest'
import { expiryOf, latestDay } from './key-expiry.ts'

/** 2026-11-21 23:30:00 in Shanghai. */
const now = Date.UTC(2026, 10, 21, 15, 30) / 1000

it('a key expires the chosen number of days from now, or with the last second of a day in Shanghai', () => {
  expect(expiryOf(30, undefined, now + 0.5)).toBe(now + 30 * 86_400)
  expect(expiryOf('day', '2026-11-30', now)).toBe(Date.UTC(2026, 10, 30, 16) / 1000 - 1)
})

it('the calendar offers no day that the server would refuse', () => {
  const limit = (at: number) => at + ACCESS_KEY_DAYS_MAX * 86_400
  for (const at of [now, now + 1799, now + 1800]) expect(expiryOf('day', latestDay(at), at)).toBeLessThanOrEqual(limit(at))
})
