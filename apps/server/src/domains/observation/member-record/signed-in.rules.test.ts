import { expect, it } from 'vitest'
import { firstMidnight, signedInDays } from './signed-in.rules.ts'

/** 2026-11-23 14:36:05 in Shanghai. */
const NOW = Date.UTC(2026, 10, 23, 6, 36, 5) / 1000
const DAY = 86_400

it('the last seven days begin at midnight in Shanghai and end with today', () => {
  const { from, days } = signedInDays([], NOW)
  expect(from).toBe(Date.UTC(2026, 10, 16, 16) / 1000)
  expect(days.map(({ day }) => day)).toEqual(['17', '18', '19', '20', '21', '22', '23'].map((day) => `2026-11-${day}`))
})

it('a time across midnight counts for both days', () => {
  const midnight = firstMidnight(NOW) + 2 * DAY
  const { days, seconds } = signedInDays(
    [
      { start: midnight - 1800, end: midnight + 600 },
      { start: NOW - 60, end: NOW },
    ],
    NOW,
  )
  expect(days.map((day) => day.seconds)).toEqual([0, 1800, 600, 0, 0, 0, 60])
  expect(seconds).toBe(2460)
})
