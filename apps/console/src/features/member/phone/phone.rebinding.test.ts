import { describe, expect, it } from 'vitest'
import { bindingType, isRejection, noRebinding, type Rebinding, type RebindingEvent, rebindingAfter } from './phone.rebinding.ts'

const one = '+86 13800000001'
const other = '+86 13800000002'
const refused = (code: number, phone = one, entered = phone): RebindingEvent => ({ kind: 'refused', code, phone, entered })
const after = (...events: RebindingEvent[]): Rebinding => events.reduce(rebindingAfter, noRebinding)

it('the form binds by type 1 until a number is rejected', () => {
  expect(bindingType(noRebinding)).toBe(1)
  expect(after({ kind: 'typed' }, { kind: 'left', phone: one })).toEqual(noRebinding)
})

it.each([401, 403])('refusal %i asks for a code if the field still holds the number', (code) => {
  expect(bindingType(after(refused(code)))).toBe(2)
})

it.each([204, 422, 429, 500])('refusal %i asks for no code', (code) => {
  expect(after(refused(code))).toEqual(noRebinding)
  expect(isRejection(code)).toBe(false)
})

it('no code is asked for if another number was typed before the server answered', () => {
  expect(bindingType(after(refused(401, one, other)))).toBe(1)
})

describe('a form with a rejected number', () => {
  it('asks for no code once the user types', () => {
    expect(bindingType(after(refused(401), { kind: 'typed' }))).toBe(1)
  })

  it('asks for the code again if the field is left with the same number, but not with another one', () => {
    expect(bindingType(after(refused(401), { kind: 'typed' }, { kind: 'left', phone: other }))).toBe(1)
    expect(bindingType(after(refused(401), { kind: 'typed' }, { kind: 'left', phone: one }))).toBe(2)
    expect(bindingType(after(refused(401, one, other), { kind: 'left', phone: one }))).toBe(2)
  })

  it('still asks for the code if the field is left untouched', () => {
    expect(bindingType(after(refused(403), { kind: 'left', phone: one }))).toBe(2)
  })

  it('still asks for the code after another refusal, because only the code was wrong', () => {
    expect(bindingType(after(refused(401), refused(422)))).toBe(2)
  })

  it('forgets the number when another one is rejected later', () => {
    const later = after(refused(401), { kind: 'typed' }, refused(403, other))
    expect(bindingType(later)).toBe(2)
    expect(bindingType(rebindingAfter(rebindingAfter(later, { kind: 'typed' }), { kind: 'left', phone: one }))).toBe(1)
  })
})
