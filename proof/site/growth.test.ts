import { expect, it } from 'vitest'
import { growthOf } from './growth.ts'

it('finds the growth of a straight line, however long it is', () => {
  expect(growthOf([5, 7, 9, 11])).toEqual({ from: 5, by: 6 })
  expect(growthOf([5])).toEqual({ from: 5, by: 0 })
})

it('finds none where values only go up and down, or one is far off', () => {
  expect(growthOf([10, 12, 10, 12, 10, 12, 10]).by).toBe(0)
  expect(growthOf([10, 10, 10, 900, 10, 10, 10])).toEqual({ from: 10, by: 0 })
})

it('finds a slow growth under noise', () => {
  const noise = [0, 3, -2, 1, -3, 2, 0, -1, 3, -2]
  const { by } = growthOf(noise.map((off, i) => 100 + 5 * i + off))
  expect(by).toBeGreaterThan(40)
  expect(by).toBeLessThan(50)
})
