import { expect, it, vi } from 'vitest'
import { csv } from './csv.ts'
import { fileName } from './file-name.ts'
import { trafficFile } from '../chart/traffic-file.ts'

it('a CSV file marks its encoding, quotes cells where needed, and has no cell that a spreadsheet runs as a formula', async () => {
  const file = csv([
    ['地址', '数'],
    ['=1+1', -1.5],
    ['a,"b"', '192.0.2.1:80'],
  ])
  // `text()` leaves out the byte order mark.
  expect([...new Uint8Array(await file.slice(0, 3).arrayBuffer())]).toEqual([0xef, 0xbb, 0xbf])
  expect(await file.text()).toBe('地址,数\r\n\'=1+1,-1.5\r\n"a,""b""",192.0.2.1:80\r\n')
})

it('exported traffic is in both units, exact to the byte', async () => {
  vi.stubEnv('TZ', 'Asia/Shanghai')
  const file = trafficFile([{ time: 1_790_000_000, down: 12_345_678, upload: 800 }])
  expect(await file.text()).toBe(
    '时间,下行（Mbit/s）,下行（MB/s）,上行（Mbit/s）,上行（MB/s）\r\n2026-09-21 22:13:20,12.345678,1.54321,0.0008,0.0001\r\n',
  )
  vi.unstubAllEnvs()
})

it('file names contain the content and the time, in characters that every system accepts', () => {
  vi.stubEnv('TZ', 'Asia/Shanghai')
  expect(fileName(['流量 a/b', 'wan0'], 'csv', 1_790_000_000)).toBe('流量 a b_wan0_20260921-2213.csv')
  vi.unstubAllEnvs()
})
