import { expect, it } from 'vitest'
import { daysLeft } from './days-left.ts'

const NOW = 1_790_000_000

it.each([
  ['a second before its end', NOW + 1, 1],
  ['a day before its end', NOW + 86_400, 1],
  ['a day and a second before its end', NOW + 86_401, 2],
  ['at its end', NOW, 0],
  ['long after its end', NOW - 1_000_000, 0],
])('%s, a service has that many days left', (_, expired_time, days) => {
  expect(daysLeft(expired_time, NOW)).toBe(days)
})
