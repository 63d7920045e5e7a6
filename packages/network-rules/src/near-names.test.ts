import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mistyped, nearNames } from './near-names.ts'

const near = (typed: string, ...existing: string[]) => nearNames([typed], existing).get(typed)

describe('the name that was meant', () => {
  it('looks the same', () => {
    expect(near('WR210M2604O802', 'WR210M26040802', 'WR210M26041802')).toBe('WR210M26040802')
    expect(near('WR2IOM2604O8O2', 'WR210M26040802')).toBe('WR210M26040802')
  })
  it('differs by one character, or by two neighbours that changed places', () => {
    for (const typed of ['WR210M2604082', 'WR210M260408022', 'WR210N26040802', 'WR210M26048002', 'wr21om26040802'])
      expect(near(typed, 'WR210M26040802'), typed).toBe('WR210M26040802')
  })
  it('is not guessed among several, nor where more differs', () => {
    expect(near('WR210M26040800', 'WR210M26040801', 'WR210M26040802')).toBeUndefined()
    expect(near('WR210M26049902', 'WR210M26040802')).toBeUndefined()
    expect(near('WR210M26040803', 'WR210M26040802')).toBeUndefined()
    expect(near('', 'WR210M26040802')).toBeUndefined()
  })
  it('is said with the only place that differs', () => {
    expect(mistyped('WR210M2604O802', 'WR210M26040802')).toEqual({ place: 11, typed: 'O', meant: '0' })
    expect(mistyped('WR21OM2604O802', 'WR210M26040802')).toBeUndefined()
    expect(mistyped('WR210M2604082', 'WR210M26040802')).toBeUndefined()
  })
  it('is found for every name with one character replaced, left out or added, if no other is near', () => {
    const names = ['AA11BB22CC33', 'XX77YY88ZZ99']
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.nat(11), fc.constantFrom('E', 'F', ''), fc.boolean(), (name, at, put, add) => {
        const characters = [...name].toSpliced(at, add && put !== '' ? 0 : 1, ...(put === '' ? [] : [put]))
        expect(near(characters.join(''), ...names)).toBe(name)
      }),
    )
  })
})
