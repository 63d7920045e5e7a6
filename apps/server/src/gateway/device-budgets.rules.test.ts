import { expect, test } from 'vitest'
import { leftNow } from './device-budgets.rules.ts'

const budget = { at_once: 100, a_minute: 6 }

test.each([
  ['whole at first', undefined, 100],
  ['what was left, at the same moment', { amount: 40, at: 1000 }, 40],
  ['refilled with the time', { amount: 40, at: 970 }, 43],
  ['never more than the whole', { amount: 99, at: 0 }, 100],
  ['not refilled by a clock that was set back', { amount: 40, at: 2000 }, 40],
])('a budget is %s', (_, before, left) => {
  expect(leftNow(before, budget, 1000)).toBe(left)
})
