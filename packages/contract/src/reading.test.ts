import { describe, expect, it, vi } from 'vitest'
import {
  asciiDomain,
  folded,
  plain,
  readCode,
  readEmail,
  readHost,
  readLine,
  readLines,
  readUrl,
  trimmed,
  withoutBlanks,
} from './reading.ts'

describe('a text of ASCII characters', () => {
  it.each([
    ['２２３．５。5｡5', '223.5.5.5'],
    ['\u202a223.5.5.5\u200b', '223.5.5.5'],
    ['ｈｔｔｐｓ：／／ａ．ｅｘａｍｐｌｅ', 'https://a.example'],
    ['corp–vpn—1−2‑3', 'corp-vpn-1-2-3'],
    ['a\u00adb\u2060c\u034fd\u3164', 'abcd'],
    ['\u00a0\u3000a b\ufeff\n', 'a b'],
    ['上海①', '上海1'],
  ])('%j is read as %j', (typed, read) => {
    expect(plain(typed)).toBe(read)
    expect(plain(read)).toBe(read)
  })

  it('is the address of a page, whose punctuation counts where it has Chinese words', () => {
    expect(readUrl('\u200bｈｔｔｐｓ：／／ａ．ｅｘａｍｐｌｅ')).toBe('https://a.example')
    expect(readUrl(' https://a.example/公告：升级（二）\u200b')).toBe('https://a.example/公告：升级（二）')
  })

  it('loses the blanks of a code or a serial number, and a code of digits its hyphens too', () => {
    expect(withoutBlanks(' WR210 M26\u00a0040 ')).toBe('WR210M26040')
    expect([readCode('402 918'), readCode('402‑918'), readCode('４０２９１８\u200b')]).toEqual(['402918', '402918', '402918'])
  })

  it('is a host or an e-mail address whose domain is written in ASCII', () => {
    expect(readEmail('ops@公司。中国')).toBe('ops@xn--55qx5d.xn--fiqs8s')
    expect(readEmail('ｏｐｓ＠Corp.example')).toBe('ops@Corp.example')
    expect(readEmail('an owner')).toBe('an owner')
    expect(readHost('目录.公司.中国')).toBe('xn--w2t383c.xn--55qx5d.xn--fiqs8s')
    expect(readHost('ｆｅ８０：：１')).toBe('fe80::1')
  })

  it.each(['公司.中国/x', '公司.中国:80', 'a@公司.中国', '公司?.中国', '公司 .中国', 'xn--a'])('is no domain as %j, and stays', (text) => {
    expect(asciiDomain(text)).toBe(text)
  })
})

describe('a line of text', () => {
  it.each([
    ['\u200b上海\u200b总部\ufeff', '上海总部'],
    ['\u202d138 0013\u202c', '138 0013'],
    ['Hub\u00a02', 'Hub 2'],
    ['张\u3000三', '张\u3000三'],
    ['上\u200d海\u200c', '上海'],
    ['a\u034fb\u3164c\u{e0041}', 'abc'],
    ['Ａ座（东）①', 'Ａ座（东）①'],
    ['👨‍👩‍👧 家', '👨‍👩‍👧 家'],
    ['❤️', '❤️'],
    ['葛\u{e0100}', '葛\u{e0100}'],
    ['🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['क्\u200dष', 'क्\u200dष'],
    ['a\u202db', 'a\u202db'],
    ['\u202egnp.exe\u202c', '\u202egnp.exe'],
    ['\u200b \u2060', ''],
  ])('%j is read as %j', (typed, read) => {
    expect(readLine(typed)).toBe(read)
    expect(readLine(read)).toBe(read)
  })

  it('is one of several whose blanks stay as they were typed', () => {
    expect(readLines('\u3000\n第\u200b一\n\u3000\u3000第二\u00a0\n')).toBe('第一\n\u3000\u3000第二')
  })

  it('looks like another one where only width and case differ', () => {
    expect(folded(' Ａ座\u200b。1 ')).toBe(folded('a座.1'))
  })

  it('loses at its ends alone what a cell of a workbook may hold inside', () => {
    expect(trimmed('\ufeff a\u200bb \u200b')).toBe('a\u200bb')
  })
})

it('the work for a text grows with its length: each expression looks for one class of characters, and nothing is normalized as a whole', () => {
  const spies = [vi.spyOn(RegExp.prototype, Symbol.replace), vi.spyOn(RegExp.prototype, 'test')]
  const normalized = vi.spyOn(String.prototype, 'normalize')
  const text = '\u200b10.1.0.0 / 16、全部 a\u0301\u0323\u200d👨‍👩'
  for (const read of [plain, withoutBlanks, readCode, readLine, readLines, readHost, readEmail]) read(text)
  const sources = new Set(spies.flatMap(({ mock }) => mock.contexts.map((expression) => (expression as RegExp).source)))
  const lengths = normalized.mock.contexts.map((one) => [...(one as string)].length)
  for (const spy of [...spies, normalized]) spy.mockRestore()
  // A look at what is before or at a character costs the same wherever it is.
  const oneClass = /^(?:\(\?<?!\[[^\]]+\]\))?(?:\\[pP]\{\w+\}|\\s|\[[^\]]+\])\+?$/
  expect([...sources].filter((source) => !oneClass.test(source))).toEqual([])
  expect(sources.size).toBeGreaterThan(6)
  expect(Math.max(...lengths)).toBe(1)
})
