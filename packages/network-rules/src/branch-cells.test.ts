import { describe, expect, it, vi } from 'vitest'
import { readCenters, readPermission, readPrefixes, readRules, readSerial } from './branch-cells.ts'

describe('a cell', () => {
  it.each([
    ['192.168.1.0/24', '192.168.1.0/24'],
    ['192.168.1.0/255.255.255.0', '192.168.1.0/24'],
    ['192.168.1.0 255.255.254.0', '192.168.1.0/23'],
    ['192.168.1.0 / 24', '192.168.1.0/24'],
    ['192.168.1.0\t /\n\u3000255.255.255.0 10.1.0.0 /16', '192.168.1.0/24 10.1.0.0/16'],
    ['\u{1d7cf}0.1.0.0/16 a\u0301\u0323', '10.1.0.0/16 a\u0301\u0323'],
    ['１９２．１６８．１．０／２４', '192.168.1.0/24'],
    ['192。168。1。0/24', '192.168.1.0/24'],
    [
      '10.1.0.0/16、10.2.0.0/16，10.3.0.0 255.255.0.0；10.4.0.0/16 10.5.0.0/16',
      '10.1.0.0/16 10.2.0.0/16 10.3.0.0/16 10.4.0.0/16 10.5.0.0/16',
    ],
    ['\u200b192.168.1.0/24\ufeff', '192.168.1.0/24'],
    ['192.168.1.0/255.0.255.0', '192.168.1.0/255.0.255.0'],
    ['255.255.255.0', '255.255.255.0'],
    ['=SUM(A1:A2)', '=SUM(A1:A2)'],
    ['192.168.1.0/24/8', '192.168.1.0/24/8'],
    ['  ', ''],
  ])('of prefixes %j is read as %j', (cell, read) => expect(readPrefixes(cell).join(' ')).toBe(read))

  it.each([
    [" WR210M26 040117'", "WR210M26040117'"],
    ["'WR210M26040117", 'WR210M26040117'],
    ['ＷＲ２１０Ｍ２６０４０１１７', 'WR210M26040117'],
    ['zhang.san@yunqiao', 'zhang.san@yunqiao'],
  ])('of a serial number %j is read as %j', (cell, read) => expect(readSerial(cell)).toBe(read))

  it.each([
    ['', []],
    ['全部', []],
    ['上海总部机房、全部', []],
    ['All', []],
    ['上海总部机房，南京灾备机房', ['上海总部机房', '南京灾备机房']],
    ['Main hub; Hub 2', ['Main hub', 'Hub 2']],
  ])('of centers %j names %j', (cell, read) => expect(readCenters(cell)).toEqual(read))
})

describe('a line', () => {
  it.each([
    ['10.1.0.0\t16', ['10.1.0.0 16   ']],
    ['10.1.0.0\t255.255.0.0\t拒绝\t20\t24', ['10.1.0.0 16 拒绝 20 24']],
    [' １０。1。0。0 \t １６ \tDeny\t\t', ['10.1.0.0 16 Deny  ']],
    ['10.1.0.x\t99\t也许\t9', ['10.1.0.x 99 也许 9 ']],
    ['10.1.0.0\t', ['10.1.0.0    ']],
    ['10.1.0.0\t16\t\t\t\t总部', ['10.1.0.0\t16\t\t\t\t总部    ']],
    ['10.1.0.0/16\t10.2.0.0 255.255.0.0', ['10.1.0.0 16   ', '10.2.0.0 16   ']],
    ['10.1.0.0/16、总部', ['10.1.0.0 16   ', '总部    ']],
    ['10.1.0.0/16/8', ['10.1.0.0/16/8    ']],
    ['\t\t', []],
    ['', []],
  ])('%j holds the rules %j', (line, rules) =>
    expect(readRules(line).map(({ ip, mask, permission, ge, le }) => [ip, mask, permission, ge, le].join(' '))).toEqual(rules),
  )

  it.each([
    ['', 'permit'],
    ['允许', 'permit'],
    ['PERMIT', 'permit'],
    ['拒绝', 'deny'],
    ['Deny', 'deny'],
    ['也许', undefined],
  ])('names an action by %j: %j', (cell, permission) => expect(readPermission(cell)).toBe(permission))
})

describe('the work for a cell', () => {
  it('grows with its length: each expression looks for one class of characters, or from the beginning', () => {
    const spies = [
      vi.spyOn(RegExp.prototype, Symbol.replace),
      vi.spyOn(RegExp.prototype, Symbol.split),
      vi.spyOn(RegExp.prototype, 'exec'),
      vi.spyOn(RegExp.prototype, 'test'),
    ]
    const normalized = vi.spyOn(String.prototype, 'normalize')
    const cell = "'10.1.0.0 / 16、全部 a\u0301\u0323"
    readPrefixes(cell)
    readRules(`${cell}\t16`)
    readSerial(cell)
    readCenters(cell)
    const sources = new Set(spies.flatMap(({ mock }) => mock.contexts.map((expression) => (expression as RegExp).source)))
    const lengths = normalized.mock.contexts.map((text) => [...(text as string)].length)
    for (const spy of [...spies, normalized]) spy.mockRestore()
    // A look at what is before or at a character costs the same wherever it is.
    const oneClass = /^(?:\(\?<?!\[[^\]]+\]\))?(?:\\[pP]\{\w+\}|\\s|\[[^\]]+\])\+?$/
    expect([...sources].filter((source) => !oneClass.test(source) && !/^\^(?:.*\$|')$/.test(source))).toEqual([])
    expect(sources.size).toBeGreaterThan(4)
    // A run of combining marks is sorted when it is normalized as a whole.
    expect(Math.max(...lengths)).toBe(1)
  })
})
