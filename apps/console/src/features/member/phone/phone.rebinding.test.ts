import { describe, expect, it } from 'vitest'
import { bindingType, isRejection, noRebinding, type Rebinding, type RebindingEvent, rebindingAfter } from './phone.rebinding.ts'

const one = '+86 13800000001'
const other = '+86 13800000002'
const refused = (code: number, phone = one, entered = phone): RebindingEvent => ({ kind: 'refused', code, phone, entered })
const after = (...events: RebindingEvent[]): Rebinding => events.reduce(rebindingAfter, noRebinding)

it('binds by type 1 until a number was rejected', () => {
  expect(bindingType(noRebinding)).toBe(1)
  expect(after({ kind: 'typed' }, { kind: 'left', phone: one })).toEqual(noRebinding)
})

it.each([401, 403])('turns on by %i to the number that the field still holds', (code) => {
  expect(bindingType(after(refused(code)))).toBe(2)
})

it.each([204, 422, 429, 500])('stays off by %i', (code) => {
  expect(after(refused(code))).toEqual(noRebinding)
  expect(isRejection(code)).toBe(false)
})

it('stays off where another number was typed before the server answered', () => {
  expect(bindingType(after(refused(401, one, other)))).toBe(1)
})

describe('once a number was rejected', () => {
  it('typing turns it off', () => {
    expect(bindingType(after(refused(401), { kind: 'typed' }))).toBe(1)
  })

  it('leaving the field with the same number turns it on again, with another one not', () => {
    expect(bindingType(after(refused(401), { kind: 'typed' }, { kind: 'left', phone: other }))).toBe(1)
    expect(bindingType(after(refused(401), { kind: 'typed' }, { kind: 'left', phone: one }))).toBe(2)
    expect(bindingType(after(refused(401, one, other), { kind: 'left', phone: one }))).toBe(2)
  })

  it('leaving the field untouched keeps it on', () => {
    expect(bindingType(after(refused(403), { kind: 'left', phone: one }))).toBe(2)
  })

  it('another refusal changes nothing: the code was wrong, the number is the same', () => {
    expect(bindingType(after(refused(401), refused(422)))).toBe(2)
  })

  it('a number rejected later takes its place', () => {
    const later = after(refused(401), { kind: 'typed' }, refused(403, other))
    expect(bindingType(later)).toBe(2)
    expect(bindingType(rebindingAfter(rebindingAfter(later, { kind: 'typed' }), { kind: 'left', phone: one }))).toBe(1)
  })
})
