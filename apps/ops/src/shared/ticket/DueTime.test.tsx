// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { stubBrowser } from '@weft/ui/testing.tsx'
import { DueTime } from './DueTime.tsx'

const at = (time: string) => Date.parse(`${time}:00+08:00`) / 1000
const NOW = at('2026-11-30T14:31')

it.each([
  ['2026-11-30T14:27', '超时 4 分钟'],
  ['2026-11-30T14:49', '剩 18 分钟'],
  ['2026-11-30T17:30', '17:30'],
  ['2026-12-01T12:00', '明天 12:00'],
  ['2026-12-03T12:00', '12-03'],
])('what is due at %s is said as %s', (due, words) => {
  stubBrowser(() => ({}))
  render(<DueTime due_time={at(due)} waiting_since={null} now={NOW} />)
  expect(screen.getByText(words)).toBeTruthy()
  cleanup()
})
