import { SHEET_MAX_UNPACKED_BYTES } from '@weft/contract'
import { describe, expect, it } from 'vitest'
import { lying, zeros } from '../../../test/archive-fixtures.ts'
import { MEGABYTE } from '../../../test/member-file-fixtures.ts'
import { pack, unpack } from './archive.ts'

describe('an archive', () => {
  it.each<[string, Parameters<typeof lying>[2], string]>([
    ['a size that is too small', { size: 1000 }, 'sheetTooLarge'],
    ['no size', { size: 0 }, 'sheetTooLarge'],
    ['the size of something else', { size: 0xffff_fff0 }, 'sheetTooLarge'],
    ['more bytes than there are', { packed: 0x7fff_ffff }, 'sheetUnreadable'],
    ['an encrypted part', { flags: 1 }, 'sheetUnreadable'],
    ['another name', { local_name: 'xl/other.xml' }, 'sheetUnreadable'],
  ])('is refused if a header claims %s', (_, said, reason) => {
    expect(() => unpack(lying('xl/a.xml', Buffer.alloc(30 * MEGABYTE), said), SHEET_MAX_UNPACKED_BYTES)).toThrow(reason)
  })

  it.each([1000, 0, 99_999])('is refused if the header of a part of 5,000 bytes claims %i', (size) => {
    expect(() => unpack(lying('xl/a.xml', Buffer.alloc(5000), { size }), SHEET_MAX_UNPACKED_BYTES)).toThrow('sheetUnreadable')
  })

  it('is refused before a part that unpacks to far more than allowed fills the memory', async () => {
    const bomb = lying('xl/a.xml', Buffer.alloc(1000), { body: await zeros(400) })
    const before = process.resourceUsage().maxRSS
    expect(() => unpack(bomb, MEGABYTE)).toThrow('sheetTooLarge')
    // In kilobytes, and the peak: memory that was freed again counts as well.
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(150 * 1024)
  })

  it('may unpack to exactly the allowed size, and is refused with one byte more', () => {
    const bytes = (length: number) =>
      pack(
        new Map([
          ['a', Buffer.alloc(length - 10)],
          ['b', Buffer.alloc(10)],
        ]),
      )
    expect(unpack(bytes(1000), 1000).size).toBe(2)
    expect(() => unpack(bytes(1001), 1000)).toThrow('sheetTooLarge')
    expect(unpack(lying('a', Buffer.alloc(1000), {}), 1000).get('a')).toHaveLength(1000)
    expect(() => unpack(lying('a', Buffer.alloc(1001), {}), 1000)).toThrow('sheetTooLarge')
  })

  it('is unpacked to the parts that were packed', () => {
    const parts = new Map([
      ['a/成员.xml', Buffer.from('<x/>')],
      ['b', Buffer.alloc(0)],
    ])
    expect(unpack(pack(parts), 100)).toEqual(parts)
  })
})
