import { Email, isPhone } from '@weft/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskMailbox, maskPhone } from '../../../kernel/mask.ts'
import { type Bound, madeUpContacts } from './recovery.rules.ts'

const random = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes))
const shown = ({ phone, email }: Bound) => ({ phone: maskPhone(phone) ?? '', email: maskMailbox(email) })

/** The masks of made-up mailboxes. */
const MADE_UP = /^[a-z\d]\*{3}@…$/

describe('the made-up contacts of an unknown name', () => {
  it('include at least one, could be bound by our form, and look like real ones when they are masked', () => {
    fc.assert(
      fc.property(random, fc.stringMatching(/^[a-z0-9]{6,18}$/), (bytes, name) => {
        const { area_code, phone, email } = madeUpContacts(bytes, name)
        expect(phone !== null || email !== null).toBe(true)
        expect(phone === null || isPhone({ area_code: area_code ?? '', phone })).toBe(true)
        expect(email === null || Email.safeParse(email).success).toBe(true)
        const masked = shown({ area_code, phone, email })
        expect(masked.phone).toMatch(/^(1\d{2}\*{4}\d{4})?$/)
        expect(masked.email === '' || MADE_UP.test(masked.email)).toBe(true)
      }),
    )
  })

  it('are drawn from the bytes alone, and include each combination of kinds', () => {
    const pairs = Array.from({ length: 256 }, (_, first) => madeUpContacts(Buffer.alloc(32, first), 'nobody99'))
    const kinds = new Set(pairs.map(({ phone, email }) => [phone !== null, email !== null].join()))
    expect(kinds).toEqual(new Set(['true,false', 'false,true', 'true,true']))
    expect(madeUpContacts(Buffer.alloc(32, 7), 'nobody99')).toEqual(pairs[7])
    expect(new Set(pairs.map((pair) => JSON.stringify(shown(pair)))).size).toBeGreaterThan(100)
  })

  it('include the name itself when it is a phone or an e-mail', () => {
    fc.assert(
      fc.property(random, (bytes) => {
        expect(madeUpContacts(bytes, '13800138000')).toMatchObject({ area_code: '86', phone: '13800138000' })
        expect(madeUpContacts(bytes, '+85251234567')).toMatchObject({ area_code: '852', phone: '51234567' })
        expect(madeUpContacts(bytes, 'li.hua@example.com')).toMatchObject({ email: 'li.hua@example.com' })
      }),
    )
  })

  it('are masked as every mailbox that can be bound is: no mask proves an account', () => {
    const local = fc.stringMatching(/^[A-Za-z0-9._%+-]{1,30}$/)
    const domain = fc.stringMatching(/^[A-Za-z0-9]{1,12}\.[a-z]{2,6}$/)
    const mailbox = fc.tuple(local, domain).map((parts) => parts.join('@'))
    fc.assert(
      fc.property(
        mailbox.filter((email) => Email.safeParse(email).success),
        (email) => MADE_UP.test(maskMailbox(email)),
      ),
    )
    expect(['w1@x.cn', 'z.li@x.cn', 'a_b@x.cn', 'A@x.cn', '_li@x.cn', '-@x.cn'].map(maskMailbox)).toEqual(
      ['w', 'z', 'a', 'a', 'l', 'x'].map((shown) => `${shown}***@…`),
    )
  })
})
