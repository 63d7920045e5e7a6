import { expect, it } from 'vitest'
import { joinedTraffic, silentSince } from './recent-traffic.ts'

const NOW = 1_790_000_000
const point = (time: number) => ({ time, down: 1, upload: 1 })
const minutes = (from: number, count: number) => Array.from({ length: count }, (_, i) => point(NOW - from + i * 60))

it('live traffic begins with the minutes of the last half hour, which end where it begins', () => {
  const joined = joinedTraffic(minutes(3600, 60), [point(NOW - 5), point(NOW)], NOW)
  expect(joined[0]!.time).toBeGreaterThan(NOW - 1861)
  expect(joined.slice(-3).map(({ time }) => time - NOW)).toEqual([-120, -5, 0])
})

it('an interface is silent since the end of its last minute, but not while it may still arrive or is live', () => {
  expect(silentSince(minutes(3600, 10), [], NOW)).toBe(NOW - 3000)
  expect(silentSince(minutes(3600, 60), [], NOW)).toBeUndefined()
  expect(silentSince(minutes(3600, 10), [point(NOW)], NOW)).toBeUndefined()
  expect(silentSince([], [], NOW)).toBeUndefined()
})
