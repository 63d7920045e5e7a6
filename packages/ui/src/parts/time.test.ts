// @vitest-environment jsdom
import { expect, it } from 'vitest'
import { absoluteTime, duration, lasting, listTime, relativeTime } from './time.ts'

/** 2026-11-21 12:00:00 in Shanghai. */
const noon = Date.UTC(2026, 10, 21, 4) / 1000

it('moments are shown in Asia/Shanghai, whatever the time zone of the machine', () => {
  expect(absoluteTime(noon)).toBe('2026-11-21 12:00:00')
  expect(listTime(noon)).toBe('2026-11-21 12:00')
  expect(absoluteTime(Date.UTC(2026, 11, 31, 16) / 1000)).toBe('2027-01-01 00:00:00')
})

it.each([
  [59, '刚刚'],
  [60, '1 分钟前'],
  [3599, '59 分钟前'],
  [3600, '1 小时前'],
  [86_399, '23 小时前'],
  [86_400, '11-20 12:00'],
  [400 * 86_400, '2025-10-17 12:00'],
])('a moment %i seconds ago is shown as %s', (ago, text) => {
  expect(relativeTime(noon - ago, noon)).toBe(text)
})

it.each([
  [0, '0 秒'],
  [20, '20 秒'],
  [300, '5 分钟'],
  [320, '5 分 20 秒'],
  [11_100, '3 小时 5 分'],
  [1_047_600, '12 天 3 小时'],
  [86_400, '1 天'],
])('a duration of %i seconds is shown as %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text)
})

it.each([
  [20, '20 秒'],
  [320, '5 分钟'],
  [11_130, '3 小时 5 分'],
])('something that has lasted %i seconds lasts %s', (seconds, text) => {
  expect(lasting(seconds)).toBe(text)
})
