import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pastedRows, tableOf } from './read-pasted.ts'

const shown = (text: string) =>
  pastedRows(text).map(({ note, router_name, prefix, center }) => [note, router_name, prefix, center].join(' | '))

describe('pasted text', () => {
  it('is cut into cells as spreadsheets copy it', () => {
    expect(tableOf('a\tb\r\nc\t"d ""e""\n\tf"\n\n"g" h\ti\n')).toEqual([
      ['a', 'b'],
      ['c', 'd "e"\n\tf'],
      ['"g" h', 'i'],
    ])
    expect(tableOf('')).toEqual([])
    expect(tableOf('"')).toEqual([['"']])
  })
  it('keeps every cell that a spreadsheet quotes', () => {
    const quoted = (cell: string) => (/[\t\r\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
    const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', '，', ' ') }).map((one) => one.trim())
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 }), (rows) => {
        const kept = rows.filter((row) => row.some((one) => one !== ''))
        expect(tableOf(rows.map((row) => row.map(quoted).join('\t')).join('\r\n'))).toEqual(kept)
      }),
    )
  })
  it('is read with and without headings, in any order of columns', () => {
    const row = '苏州吴中店 | WR210M26040117 | 192.168.61.0/24 | 全部'
    expect(shown('站点名称\t序列号\t内网网段\t接入中心\n苏州吴中店\tWR210M26040117\t192.168.61.0/24\t全部')).toEqual([row])
    expect(shown('苏州吴中店\tWR210M26040117\t192.168.61.0/24\t全部')).toEqual([row])
    expect(shown('SN\t负责人\t网段\t门店\nWR210M26040117\t王芸\t192.168.61.0/24\t苏州吴中店')).toEqual([
      '苏州吴中店 | WR210M26040117 | 192.168.61.0/24 | ',
    ])
    expect(shown('WR210M26040117\t苏州吴中店\nWR210M26040254\t苏州昆山店')).toEqual([
      '苏州吴中店 | WR210M26040117 |  | ',
      '苏州昆山店 | WR210M26040254 |  | ',
    ])
  })
  it('is read from a note or a chat, and from a list of serial numbers', () => {
    expect(
      shown('苏州 吴中店，WR210M26040117，192.168.61.0 255.255.255.0、10.1.0.0/16 上海总部机房\n常州店 ＷＲ２１０Ｍ２６０４０３９１'),
    ).toEqual(['苏州 吴中店 | WR210M26040117 | 192.168.61.0/24、10.1.0.0/16 | 上海总部机房', '常州店 | WR210M26040391 |  | '])
    expect(shown('序列号\nWR210M26040117\nWR210M26040254')).toEqual([' | WR210M26040117 |  | ', ' | WR210M26040254 |  | '])
  })
  it('keeps names as they are, and shows prefixes in their plain form', () => {
    expect(shown('=1+1\tWR210M26040117\t"192.168.61.0/255.255.255.0\n１０．１．０．０／１６"\t')).toEqual([
      '=1+1 | WR210M26040117 | 192.168.61.0/24、10.1.0.0/16 | ',
    ])
  })
})
