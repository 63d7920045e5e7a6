import { describe, expect, it } from 'vitest'
import { deeperThan } from './json-depth.ts'

const nested = (levels: number): unknown => JSON.parse('[{"a":'.repeat(levels / 2) + '1' + '}]'.repeat(levels / 2))

describe('deeperThan', () => {
  it.each<[unknown, number, boolean]>([
    ['a text', 0, false],
    [null, 0, false],
    [[], 0, true],
    [[], 1, false],
    [[1, { a: 'b' }], 1, true],
    [[1, { a: 'b' }], 2, false],
    [nested(32), 32, false],
    [[nested(32)], 32, true],
    [nested(1_000_000), 32, true],
  ])('counts the levels of lists and objects', (value, most, deeper) => {
    expect(deeperThan(most, value)).toBe(deeper)
  })
})
