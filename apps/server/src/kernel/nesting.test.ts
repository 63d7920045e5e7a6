import { expect, test } from 'vitest'
import { isNestedDeeperThan } from './nesting.ts'

test.each([
  ['', 0, false],
  ['{"a":[1,{"b":2}]}', 3, false],
  ['{"a":[1,{"b":2}]}', 2, true],
  [JSON.stringify([[1], [2], [[3]]]), 3, false],
  [JSON.stringify({ a: '[[[[{{{{"\\' }), 1, false],
  [JSON.stringify(['\\', '"', '\\"', [[]]]), 3, false],
  [JSON.stringify(['\\', '"', '\\"', [[]]]), 2, true],
  ['['.repeat(100_000), 32, true],
])('%.40s deeper than %i: %s', (text, levels, is) => {
  expect(isNestedDeeperThan(text, levels)).toBe(is)
})
