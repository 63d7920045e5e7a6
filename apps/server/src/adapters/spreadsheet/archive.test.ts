import { SHEET_MAX_UNPACKED_BYTES } from '@weft/contract'
import { describe, expect, it } from 'vitest'
import { lying, zeros } from '../../../test/archive-fixtures.ts'
import { MEGABYTE } from '../../../test/member-file-fixtures.ts'
import { pack, unpack } from './archive.ts'

describe('an archive is believed nothing', () => {
  it.each<[string, Parameters<typeof lying>[2], string]>([
    ['a size that is too small', { size: 1000 }, 'sheetTooLarge'],
    ['no size', { size: 0 }, 'sheetTooLarge'],
    ['the size of something else', { size: 0xffff_fff0 }, 'sheetTooLarge'],
    ['more bytes than there are', { packed: 0x7fff_ffff }, 'sheetUnreadable'],
    ['an encrypted part', { flags: 1 }, 'sheetUnreadable'],
    ['another name', { local_name: 'xl/other.xml' }, 'sheetUnreadable'],
  ])('a header that says %s', (_, said, reason) => {
    expect(() => unpack(lying('xl/a.xml', Buffer.alloc(30 * MEGABYTE), said), SHEET_MAX_UNPACKED_BYTES)).toThrow(reason)
  })

  it.each([1000, 0, 99_999])('a small part whose size is said to be %i', (size) => {
    expect(() => unpack(lying('xl/a.xml', Buffer.alloc(5000), { size }), SHEET_MAX_UNPACKED_BYTES)).toThrow('sheetUnreadable')
  })

  it('a part that grows without end is not let grow', async () => {
    const bomb = lying('xl/a.xml', Buffer.alloc(1000), { body: await zeros(400) })
    const before = process.resourceUsage().maxRSS
    expect(() => unpack(bomb, MEGABYTE)).toThrow('sheetTooLarge')
    // In kilobytes, and the most there ever was: what was taken and given back counts as well.
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(150 * 1024)
  })

  it('exactly the room that there is, and one byte more', () => {
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

  it('and what was packed comes out as it was', () => {
    const parts = new Map([
      ['a/成员.xml', Buffer.from('<x/>')],
      ['b', Buffer.alloc(0)],
    ])
    expect(unpack(pack(parts), 100)).toEqual(parts)
  })
})
