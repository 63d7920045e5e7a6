// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { pass, stopClock } from '../testing/clock.ts'
import { skipPauses } from './pauses.ts'
import { useSettled } from './use-settled.ts'

beforeEach(() => {
  stopClock()
  skipPauses(false)
})

it('a text counts once its typing has paused, and what was typed before that never does', async () => {
  const counted: string[] = []
  const { rerender } = renderHook(({ typed }) => void counted.push(useSettled(typed)), { initialProps: { typed: '' } })
  for (const typed of ['a', 'ab']) {
    rerender({ typed })
    await pass(249)
  }
  expect(new Set(counted)).toEqual(new Set(['']))
  await pass(1)
  expect(counted.at(-1)).toBe('ab')
  expect(counted).not.toContain('a')
})
