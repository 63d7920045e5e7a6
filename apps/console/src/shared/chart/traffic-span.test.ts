import { expect, it } from 'vitest'
import { spanOf } from './traffic-span.ts'

const at = (...times: number[]) => times.map((time) => ({ time }))

it('the time axis covers all of a range, also where it has no points', () => {
  expect(spanOf('12h', at(90_000), 100_000)).toEqual([100_000 - 43_200, 100_000])
  expect(spanOf('1w', [], 1_000_000)).toEqual([1_000_000 - 604_800, 1_000_000])
})

it('the time axis of all traffic begins at the first point', () => {
  expect(spanOf('all', at(1000, 50_000), 100_000)).toEqual([1000, 100_000])
  expect(spanOf('all', [], 100_000)).toEqual([96_400, 100_000])
})
