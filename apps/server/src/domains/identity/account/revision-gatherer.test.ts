import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { gatherByNetwork } from './revision-gatherer.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('passes on the first event of a network at once, and five thousand within a second as ten', () => {
  const passed: string[] = []
  const gatherer = gatherByNetwork((network) => passed.push(network))
  gatherer.add('1')
  gatherer.add('2')
  expect(passed).toEqual(['1', '2'])
  for (let i = 0; i < 1000; i++) {
    for (let k = 0; k < 5; k++) gatherer.add('1')
    vi.advanceTimersByTime(1)
  }
  expect(passed.filter((network) => network === '1').length).toBeLessThanOrEqual(11)
  expect(passed.filter((network) => network === '2')).toHaveLength(1)
})

it('passes on what happened last, and nothing once it is stopped', () => {
  const passed: string[] = []
  const gatherer = gatherByNetwork((network) => passed.push(network))
  gatherer.add('1')
  gatherer.add('1')
  vi.advanceTimersByTime(100)
  expect(passed).toHaveLength(2)
  gatherer.add('1')
  gatherer.stop()
  vi.advanceTimersByTime(1000)
  expect(passed).toHaveLength(2)
})
