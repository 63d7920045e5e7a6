import { describe, expect, it } from 'vitest'
import { atLeast, atMost } from './figure.ts'
import { readTable, tableOf } from './table.ts'

const figures = [
  atMost('network/lists, 5,000 members, 16 connections: p95', 50, 26.4, 'ms'),
  atLeast('network/lists: requests per second against a bare route', 0.5, 0.44, '×'),
  atMost('network/lists: answers other than 200', 0, 0, ''),
  { what: '10000 members: rows a day', target: '', measured: '29.3 million, 339 a second', ok: true },
  { what: 'npm start again: exit code after SIGTERM', target: '0', measured: '0', ok: true },
  { what: 'servers', target: '', measured: 'failed', ok: false },
]

describe('the table of figures', () => {
  it('is read as it was printed', () => {
    expect(readTable(tableOf(figures).join('\n'))).toEqual(figures)
  })

  it('is read if no figure has a target', () => {
    const failed = [{ what: 'lists', target: '', measured: 'failed', ok: false }]
    expect(tableOf(failed)).toEqual(['✗ lists    failed'])
    expect(readTable(tableOf(failed).join('\n'))).toEqual(failed)
  })

  it('is found after what npm and the benches say', () => {
    const output = `
> weft@9.9.9 bench
> exec ./bin/bench lists

lists … (2 cores, load 10.2)
  round 1: 412/s, p95 55.1 ms; bare 1209/s, p95 18.2 ms
  ✗ NetworkListPage.test.tsx > opens its menu

✓ network/lists, 5,000 members, 16 connections: p95        ≤ 50 ms  26.4 ms
✗ network/lists: requests per second against a bare route  ≥ 0.5 ×  0.44 ×
✓ network/lists: answers other than 200                    ≤ 0      0
`
    expect(readTable(output)).toEqual(figures.slice(0, 3))
    expect(readTable('There is no bench floors. There are: lists, servers\n')).toEqual([])
  })
})
