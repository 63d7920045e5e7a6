// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useLater } from './use-later.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('only the last action that was scheduled runs, and once', () => {
  const { result } = renderHook(useLater)
  const [former, last] = [vi.fn<() => void>(), vi.fn<() => void>()]
  result.current(1000, former)
  result.current(2000, last)
  vi.advanceTimersByTime(1999)
  expect(last).not.toHaveBeenCalled()
  vi.advanceTimersByTime(5000)
  expect([former.mock.calls, last.mock.calls]).toEqual([[], [[]]])
})

it('a scheduled action does not run after its page is gone', () => {
  const { result, unmount } = renderHook(useLater)
  const work = vi.fn<() => void>()
  result.current(1000, work)
  unmount()
  vi.advanceTimersByTime(5000)
  expect(work).not.toHaveBeenCalled()
})
