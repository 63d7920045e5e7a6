import { describe, expect, it } from 'vitest'
import { after } from '../../../kernel/clock.ts'
import { nextTry, withoutPerson } from './delivery.rules.ts'

const now = new Date('2026-05-01T08:00:00Z')

describe('the next try', () => {
  it('comes after ever longer waits, of a minute at most for what expires', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 20].map((tries) => nextTry(tries, now, after(now, 600)))
    expect(waits).toEqual([2, 4, 8, 16, 32, 60, 60, 60])
  })

  it('does not come when it would be too late', () => {
    expect(nextTry(5, now, after(now, 33))).toBe(32)
    expect(nextTry(5, now, after(now, 32))).toBeUndefined()
  })

  it('is repeated for about a day for what does not expire', () => {
    let [tries, seconds] = [1, 0]
    for (let wait = nextTry(tries, now, undefined); wait !== undefined; wait = nextTry(++tries, now, undefined)) seconds += wait
    expect(seconds).toBeGreaterThan(20 * 3600)
    expect(seconds).toBeLessThan(26 * 3600)
  })
})

describe('the answer of a receiver', () => {
  it.each([
    ['550 5.1.1 <li.wei@weft.example>: no mailbox LI.WEI here', 'li.wei@weft.example', '550 5.1.1 <…>: no mailbox … here'],
    ['452 4.2.2 other@weft.example is over quota', 'li.wei@weft.example', '452 4.2.2 … is over quota'],
    ['isv.MOBILE_NUMBER_ILLEGAL 13800001234 is wrong', '13800001234', 'isv.MOBILE_NUMBER_ILLEGAL … is wrong'],
    ['invalid +86 138-0000-1234', '13800001234', 'invalid …'],
    ['554 line one\r\n554 line two', 'a@b.cn', '554 line one 554 line two'],
    ['550 a [mail.*] $& \\ pattern', '.*[a]\\@b.cn', '550 a [mail.*] $& \\ pattern'],
  ])('is kept without the recipient: “%s”', (answer, recipient, kept) => {
    expect(withoutPerson(answer, recipient)).toBe(kept)
  })

  it('is cut to 300 characters at most', () => {
    expect(withoutPerson('x '.repeat(1000), 'a@b.cn').length).toBeLessThanOrEqual(300)
  })
})
