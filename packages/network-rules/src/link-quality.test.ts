import { expect, test } from 'vitest'
import { jitterOf, lossOf, qualityOf, usualRtt } from './link-quality.ts'

const figures = (out: number, back: number, rtt_p50: number | null = 40, jitter: number | null = 2) => ({
  sent: 1000,
  reflected: 1000 - out,
  received: 1000 - out - back,
  rtt_p50,
  jitter_out: 1,
  jitter_back: jitter,
})

test('each direction loses its own part of what was sent on it', () => {
  expect(lossOf({ sent: 200, reflected: 100, received: 75 })).toEqual({ out: 50, back: 25 })
  expect(lossOf({ sent: 60, reflected: 0, received: 0 })).toEqual({ out: 100, back: 0 })
})

test('the jitter of a link is that of its worse direction, as far as it is known', () => {
  expect(jitterOf({ jitter_out: 3, jitter_back: 5 })).toBe(5)
  expect(jitterOf({ jitter_out: 3, jitter_back: null })).toBe(3)
  expect(jitterOf({ jitter_out: null, jitter_back: null })).toBeNull()
})

test.each([
  ['good', figures(9, 9), 40],
  ['good', figures(0, 0, 79), 40],
  ['good', figures(0, 0, 500), null],
  // Twice a short time is what a busy device adds.
  ['good', figures(0, 0, 9), 1],
  ['good', figures(0, 0, 40, 29), 40],
  ['good', figures(0, 0, 40, null), 40],
  ['fair', figures(10, 0), 40],
  ['fair', figures(0, 29), 40],
  ['fair', figures(0, 0, 49), 20],
  ['bad', figures(30, 0), 40],
  ['bad', figures(0, 30), 40],
  ['bad', figures(0, 0, 80), 40],
  ['bad', figures(0, 0, 50), 20],
  ['bad', figures(0, 0, 40, 30), 40],
  ['bad', figures(1000, 0, null, null), 40],
] as const)('a link is %s with the losses and times of %o where %s ms are usual', (quality, of, usual) => {
  expect(qualityOf(of, usual)).toBe(quality)
})

test('the usual time is the median, which a few bad hours do not change', () => {
  expect(usualRtt([40, null, 41, 900, 39, 900])).toBe(41)
  expect(usualRtt([20, 40])).toBe(20)
  expect(usualRtt([null])).toBeNull()
})
