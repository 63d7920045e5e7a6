import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dialCodes } from './dial-codes.ts'
import { AreaCode, DEFAULT_AREA_CODE, isPhone, PhoneNumber, parsePhone, phoneText } from './phone.ts'

const digits = (from: number, to: number) => fc.stringMatching(new RegExp(`^\\d{${from},${to}}$`))

describe('a mainland phone', () => {
  it('is 1, then 3 to 9, then nine digits', () => {
    fc.assert(
      fc.property(digits(1, 14), (phone) => {
        expect(isPhone({ area_code: DEFAULT_AREA_CODE, phone })).toBe(phone.length === 11 && phone.startsWith('1') && phone[1]! >= '3')
      }),
    )
    for (const phone of ['13800138000', '16612345678', '19912345678']) expect(isPhone({ area_code: '86', phone })).toBe(true)
    for (const phone of ['12800138000', '1380013800', '138001380000', '23800138000'])
      expect(isPhone({ area_code: '86', phone })).toBe(false)
  })

  it('may be written without its dial code', () => {
    expect(parsePhone('13800138000')).toEqual({ area_code: '86', phone: '13800138000' })
    expect(parsePhone('51234567')).toBeUndefined()
  })
})

describe('a phone in one field', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(fc.constantFrom(...[...dialCodes].filter((code) => code !== '86')), digits(4, 14), (area_code, phone) => {
        expect(parsePhone(phoneText({ area_code, phone }))).toEqual({ area_code, phone })
        expect(parsePhone(` ${phoneText({ area_code, phone })} `)).toEqual({ area_code, phone })
      }),
    )
  })

  it.each([
    ['', 'nothing'],
    ['+86', 'a dial code alone'],
    ['+8613800138000', 'no space after the dial code'],
    ['+86  13800138000', 'two spaces'],
    ['86 13800138000', 'no plus'],
    ['+999 12345678', 'a dial code of nowhere'],
    ['+852 123', 'three digits'],
    ['+852 123456789012345', 'fifteen digits'],
    ['+852 5123-4567', 'a hyphen'],
    ['+852 ５１２３４５６７', 'full-width digits'],
    ['+86 13800138000\n+86 13800138001', 'two lines'],
  ])('%j is refused: %s', (text) => {
    expect(parsePhone(text)).toBeUndefined()
  })
})

describe('dial codes', () => {
  it('contain none that begins another, so that `+`, dial code and number identify one phone', () => {
    const all = [...dialCodes]
    expect(all.filter((code) => all.some((other) => other !== code && other.startsWith(code)))).toEqual([])
  })

  it('are the ones that a form accepts', () => {
    for (const code of dialCodes) expect(AreaCode.safeParse(code).success).toBe(true)
    for (const code of ['', '+86', '0', '999', '86 ']) expect(AreaCode.safeParse(code).success).toBe(false)
  })
})

it('a national number has four to fourteen digits', () => {
  const wrong = (text: string) => PhoneNumber.safeParse(text).error?.issues[0]?.message
  expect([wrong(''), wrong('  '), wrong('123'), wrong('1'.repeat(15)), wrong('138-0013'), wrong('12a4')]).toEqual([
    'phoneRequired',
    'phoneRequired',
    'phone',
    'phone',
    'phone',
    'phone',
  ])
  expect(PhoneNumber.parse(' 13800138000 ')).toBe('13800138000')
})
