import { afterEach, expect, it, vi } from 'vitest'
import { foreignZone, localTime, tickText } from './local-time.ts'

afterEach(() => vi.unstubAllEnvs())
const MOMENT = 1_790_000_000
const HOUR = 3600

it('charts show times in the browser’s zone, and name that zone where it differs from the zone of lists', () => {
  vi.stubEnv('TZ', 'Asia/Shanghai')
  expect(localTime(MOMENT)).toBe('2026-09-21 22:13:20')
  expect(foreignZone(new Date(MOMENT * 1000))).toBeUndefined()
  vi.stubEnv('TZ', 'Asia/Kolkata')
  expect(localTime(MOMENT)).toBe('2026-09-21 19:43:20')
  expect(foreignZone(new Date(MOMENT * 1000))).toBe('UTC+05:30')
})

it('a label of the time axis shows the part of the time that differs from its neighbours', () => {
  vi.stubEnv('TZ', 'Asia/Shanghai')
  expect(tickText(MOMENT, 195)).toBe('22:13:20')
  expect(tickText(MOMENT, 12 * HOUR)).toBe('22:13')
  expect(tickText(1_790_006_400, 24 * HOUR)).toBe('09-22')
  expect(tickText(MOMENT, 500 * 24 * HOUR)).toBe('2026-09')
})
