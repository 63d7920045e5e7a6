import { expect, it } from 'vitest'
import { durationText } from './incident.text.ts'

it.each([
  [0, '0 秒'],
  [59, '59 秒'],
  [60, '1 分'],
  [3600, '1 小时'],
  [90_061, '1 天 1 小时 1 分'],
])('%i seconds are written as %s', (seconds, text) => {
  expect(durationText(seconds)).toBe(text)
})
