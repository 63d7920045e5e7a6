import { describe, expect, it } from 'vitest'
import { readCenters, readPrefixes, readSerial } from './branch-cells.ts'

describe('a cell', () => {
  it.each([
    ['192.168.1.0/24', '192.168.1.0/24'],
    ['192.168.1.0/255.255.255.0', '192.168.1.0/24'],
    ['192.168.1.0 255.255.254.0', '192.168.1.0/23'],
    ['192.168.1.0 / 24', '192.168.1.0/24'],
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
