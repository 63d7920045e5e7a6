import { isPhone, type Phone, phoneText, Username } from '@weft/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countedAddress } from '../../../kernel/address.ts'
import { addressPrefix, nameKey } from './session.rules.ts'

const digits = (from: number, to: number) => fc.stringMatching(new RegExp(`^\\d{${from},${to}}$`))
const mainland = fc.tuple(fc.constantFrom('13', '14', '15', '16', '17', '18', '19'), digits(9, 9)).map((parts) => parts.join(''))
const abroad: fc.Arbitrary<Phone> = fc.record({ area_code: fc.constantFrom('1', '44', '49', '852', '886'), phone: digits(4, 14) })
const username = fc.stringMatching(/^[A-Za-z0-9]{6,18}$/).filter((name) => Username.safeParse(name).success)
/** Returns Latin letters, digits and `+` in the full-width form of Chinese text. */
const widened = (text: string) => [...text].map((letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)).join('')

describe('the key of a sign-in name', () => {
  it('has itself as its key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (name) => {
        expect(nameKey(nameKey(name))).toBe(nameKey(name))
      }),
    )
  })

  it('is the same for a name in capitals, in full-width letters and between spaces', () => {
    fc.assert(
      fc.property(username, (name) => {
        for (const written of [name.toUpperCase(), widened(name), ` ${name} `, `　${name}　`])
          expect(nameKey(written)).toBe(name.toLowerCase())
      }),
    )
  })

  it('is the bare number for a mainland phone, however it is grouped after +86', () => {
    fc.assert(
      fc.property(mainland, fc.constantFrom('', ' ', '-', ' - ', '.'), (number, gap) => {
        const groups = [number.slice(0, 3), number.slice(3, 7), number.slice(7)].join(gap)
        for (const written of [
          number,
          groups,
          `+86${gap}${groups}`,
          `0086${gap}${groups}`,
          `\u202d${groups}\u202c`,
          `+86 (${number})`,
          widened(`+86${number}`),
          phoneText({ area_code: '86', phone: number }),
        ])
          expect(nameKey(written)).toBe(number)
      }),
    )
  })

  it('differs, for a phone from abroad, from that of every mainland phone and username', () => {
    fc.assert(
      fc.property(abroad, mainland, username, (phone, number, name) => {
        const key = nameKey(phoneText(phone))
        expect(key).toBe(`+${phone.area_code}${phone.phone}`)
        expect([nameKey(number), nameKey(name)]).not.toContain(key)
      }),
    )
  })

  it('is the same for two phones only if they are the same phone', () => {
    fc.assert(
      fc.property(abroad, abroad, (one, other) => {
        const same = one.area_code === other.area_code && one.phone === other.phone
        expect(nameKey(phoneText(one)) === nameKey(phoneText(other))).toBe(same)
      }),
    )
  })

  it('is never a phone’s when it is a username’s', () => {
    fc.assert(
      fc.property(username, (name) => {
        expect(isPhone({ area_code: '86', phone: nameKey(name) })).toBe(false)
      }),
    )
  })

  it('keeps look-alike letters of other scripts as they are', () => {
    expect(nameKey('аdmin2026')).not.toBe(nameKey('admin2026'))
    expect(nameKey('ＡＤＭＩＮ２０２６')).toBe('admin2026')
    expect(nameKey('+86 10 6552 9988')).toBe('+861065529988')
    expect(nameKey('+a@Example.com')).toBe('+a@example.com')
    expect(nameKey('Ops@公司。中国')).toBe('ops@xn--55qx5d.xn--fiqs8s')
    expect([nameKey('admin\u200b2026'), nameKey('()')]).toEqual(['admin2026', '()'])
  })
})

describe('the part of an address that is counted', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
    ['::ffff:203.0.113.7', '203.0.113.7', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::6', '2001:db8:1:2::/64', '2001:db8:1:2::/64'],
    ['2001:db8::6', '2001:db8:0:0::/64', '2001:db8:0:0::/64'],
    ['2001:db8::9:6', '2001:db8:0:0::/64', '2001:db8:0:0::/64'],
    ['2001:0DB8:0:0002::6', '2001:db8:0:2::/64', '2001:db8:0:2::/64'],
    ['::1', '0:0:0:0::/64', '0:0:0:0::/64'],
  ])('is, for %s, %s; all of %s is locked together', (address, counted, prefix) => {
    expect([countedAddress(address), addressPrefix(address)]).toEqual([counted, prefix])
  })
})
