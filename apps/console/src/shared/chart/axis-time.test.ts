import { afterEach, expect, it, vi } from 'vitest'
import { tickText } from './axis-time.ts'

afterEach(() => vi.unstubAllEnvs())
const MOMENT = 1_790_000_000
const HOUR = 3600

it.each(['Asia/Shanghai', 'Asia/Kolkata'])(
  'a label of the time axis shows Beijing time in a browser of %s, and only what differs',
  (zone) => {
    vi.stubEnv('TZ', zone)
    expect(tickText(MOMENT, 195)).toBe('22:13:20')
    expect(tickText(MOMENT, 12 * HOUR)).toBe('22:13')
    expect(tickText(1_790_006_400, 24 * HOUR)).toBe('09-22')
    expect(tickText(MOMENT, 500 * 24 * HOUR)).toBe('2026-09')
  },
)
