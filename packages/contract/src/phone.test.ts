import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dialCodes } from './dial-codes.ts'
import { AreaCode, DEFAULT_AREA_CODE, isPhone, PhoneNumber, parsePhone, phoneText, readPhone } from './phone.ts'

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
    ['86 13800138000', 'no plus'],
    ['+999 12345678', 'a dial code of nowhere'],
    ['+852 123', 'three digits'],
    ['+852 123456789012345', 'fifteen digits'],
    ['+86 13800138000\n+86 13800138001', 'two lines'],
    ['13800138000 转 8001', 'an extension'],
  ])('%j is refused: %s', (text) => {
    expect(parsePhone(text)).toBeUndefined()
  })
})

describe('a phone as it is pasted', () => {
  it.each([
    '\u202d138 0013 8000\u202c',
    '138-0013-8000',
    '138\u20110013\u20118000',
    '+8613800138000',
    '+86\u00a0138 0013 8000',
    '＋８６　１３８００１３８０００',
    '0086 138.0013.8000',
    '(+86) 13800138000\u200b',
  ])('%j is read', (text) => {
    expect(parsePhone(text)).toEqual({ area_code: '86', phone: '13800138000' })
    expect(readPhone({ area_code: '852', phone: text }).phone).toBe('13800138000')
  })

  it('has the dial code that is written in it, or else the one next to it', () => {
    const typed = (area_code: string, phone: string) => readPhone({ area_code, phone, code: '123456' })
    expect(typed('86', '+852 5123-4567')).toEqual({ area_code: '852', phone: '51234567', code: '123456' })
    expect(typed('852', '5123 4567')).toEqual({ area_code: '852', phone: '51234567', code: '123456' })
    expect(typed('86', '+999 1')).toEqual({ area_code: '86', phone: '+9991', code: '123456' })
    expect(typed('86', '')).toEqual({ area_code: '86', phone: '', code: '123456' })
  })
})

describe('dial codes', () => {
  it('contain none that begins another, so that `+`, dial code and number identify one phone', () => {
    const all = [...dialCodes]
    expect(all.filter((code) => all.some((other) => other !== code && other.startsWith(code)))).toEqual([])
  })

  it('are the ones that a form accepts', () => {
    for (const code of dialCodes) expect(AreaCode.safeParse(code).success).toBe(true)
    for (const code of ['', '0', '999', '86 8']) expect(AreaCode.safeParse(code).success).toBe(false)
    for (const code of ['+86', ' 86 ', '８６']) expect(AreaCode.parse(code)).toBe('86')
  })
})

it('a national number has four to fourteen digits', () => {
  const wrong = (text: string) => PhoneNumber.safeParse(text).error?.issues[0]?.message
  expect([wrong(''), wrong('  '), wrong('123'), wrong('1'.repeat(15)), wrong('+86'), wrong('12a4')]).toEqual([
    'phoneRequired',
    'phoneRequired',
    'phone',
    'phone',
    'phone',
    'phone',
  ])
  expect(PhoneNumber.parse(' 138 0013-8000 ')).toBe('13800138000')
})
