import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { patchOf, undone } from './patch.ts'

/** Names that every object has, which must not be mistaken for keys, and plain ones that often coincide. */
const key = fc.constantFrom('a', 'b', 'c', 'constructor', 'toString', '__proto__', 'hasOwnProperty', '')
const leaf = fc.oneof(fc.integer(), fc.constantFrom(null, '', 'x', true, [], [1, { a: 1 }]))
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, leaf, fc.dictionary(key, tie('value'), { maxKeys: 4 })),
}))
const keyed = fc.dictionary(key, value, { maxKeys: 5 })
/** Returns a value as PostgreSQL returns it from storage. */
const stored = <T>(one: T): T => JSON.parse(JSON.stringify(one)) as T

describe('a patch', () => {
  it('can be undone, also after it was stored, and in a row with others', () => {
    fc.assert(
      fc.property(keyed, keyed, keyed, (a, b, c) => {
        const [first, second] = [stored(patchOf(a, b)), stored(patchOf(b, c))]
        expect(stored(undone(b, first))).toEqual(stored(a))
        expect(stored(undone(undone(c, second), first))).toEqual(stored(a))
        expect(stored(undone(c, [...first, ...second]))).toEqual(stored(a))
      }),
      { numRuns: 2000 },
    )
  })
  it('is empty between equal values, and only between these', () => {
    fc.assert(
      fc.property(keyed, keyed, (a, b) => {
        expect(patchOf(a, stored(a))).toEqual([])
        expect(patchOf(a, b).length === 0).toBe(JSON.stringify(sorted(a)) === JSON.stringify(sorted(b)))
      }),
    )
  })
  it('does not alter the value from which it is undone', () => {
    fc.assert(
      fc.property(keyed, keyed, (a, b) => {
        const before = JSON.stringify(b)
        undone(b, patchOf(a, b))
        expect(JSON.stringify(b)).toBe(before)
      }),
    )
  })
})

function sorted(one: unknown): unknown {
  if (Array.isArray(one)) return one.map(sorted)
  if (typeof one !== 'object' || one === null) return one
  return Object.entries(one)
    .map(([name, item]): [string, unknown] => [name, sorted(item)])
    .toSorted(([x], [y]) => (x < y ? -1 : 1))
}
