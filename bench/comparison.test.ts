import { describe, expect, it } from 'vitest'
import { compareFigures, linesOf } from './comparison.ts'
import { atLeast, atMost, type Figure } from './figure.ts'

const p95 = (ms: number) => atMost('network/lists: p95', 50, ms, 'ms')
const share = (times: number) => atLeast('network/lists against its floor', 0.5, times, '×')
const refused = (count: number) => atMost('network/lists: answers other than 200', 0, count, '')
const shown = (what: string, measured: string): Figure => ({ what, target: '', measured, ok: true })

/** Compares what one round measured. */
const once = (other: Figure, ours: Figure) => compareFigures([{ other: [other], ours: [ours] }]).rows[0]

describe('a comparison of two commits', () => {
  it('has the middle value of each side, and the middle ratio of the rounds with its least and most', () => {
    const { rows } = compareFigures([
      { other: [p95(20)], ours: [p95(22)] },
      { other: [p95(40)], ours: [p95(36)] },
      { other: [p95(30)], ours: [p95(30)] },
    ])
    expect(rows).toEqual([
      {
        what: 'network/lists: p95',
        target: '≤ 50 ms',
        other: '30 ms',
        ours: '30 ms',
        ratio: 1,
        spread: [0.9, 1.1],
        ok: true,
      },
    ])
  })

  it('fails where less is better and ours is more than 1.15 times the other', () => {
    expect(once(p95(20), p95(23))).toMatchObject({ ratio: 1.15, ok: true })
    expect(once(p95(20), p95(23.2))).toMatchObject({ ratio: 1.16, ok: false })
    expect(once(p95(20), p95(5))).toMatchObject({ ok: true })
  })

  it('fails where more is better and the other is more than 1.15 times ours', () => {
    expect(once(share(0.69), share(0.6))).toMatchObject({ ok: true })
    expect(once(share(0.7), share(0.6))).toMatchObject({ ok: false })
    expect(once(share(0.3), share(0.9))).toMatchObject({ ratio: 3, ok: true })
  })

  it('judges against the commit and not against the target', () => {
    expect(once(p95(90), p95(90))).toMatchObject({ ok: true })
    expect(once(p95(5), p95(10))).toMatchObject({ ok: false })
  })

  it('takes two zeros for equal, and anything for worse than none', () => {
    expect(once(refused(0), refused(0))).toMatchObject({ ratio: 1, ok: true })
    expect(once(refused(0), refused(1))).toMatchObject({ ratio: Number.POSITIVE_INFINITY, ok: false })
    expect(once(refused(3), refused(0))).toMatchObject({ ratio: 0, ok: true })
  })

  it('reads the number as it is printed, also a very small one', () => {
    expect(once(p95(2e-7), p95(3e-7))).toMatchObject({ ratio: 1.5, ok: false })
  })

  it('has a ratio but no verdict without a direction', () => {
    const compiled = once(shown('compile', '20 ms'), shown('compile', '60 ms'))
    expect(compiled).toEqual({ what: 'compile', target: '', other: '20 ms', ours: '60 ms', ratio: 3, spread: [3, 3] })
    const exit = { what: 'exit code', target: '0', measured: '0', ok: true }
    expect(once(exit, { ...exit, measured: '1' })).not.toHaveProperty('ok')
  })

  it('only shows what is not one number, is below zero, or is in another unit', () => {
    const words = shown('rows a day', '29.3 million, 339 a second')
    const what = 'network/lists: p95'
    expect(once(words, words)).toEqual({ what: 'rows a day', target: '', other: words.measured, ours: words.measured })
    expect(once(p95(-0.1), p95(0.2))).toEqual({ what, target: '≤ 50 ms', other: '-0.1 ms', ours: '0.2 ms' })
    expect(once(p95(900), atMost(what, 1, 1, 's'))).toEqual({ what, target: '≤ 1 s', other: '900 ms', ours: '1 s' })
    expect(once(p95(20), p95(Number.NaN))).toEqual({ what, target: '≤ 50 ms', other: '20 ms', ours: 'NaN ms' })
  })

  it('lists what only one side has', () => {
    const compared = compareFigures([
      { other: [p95(20), shown('the bare route', '1 ms')], ours: [p95(20)] },
      { other: [p95(20)], ours: [p95(20), share(0.8)] },
    ])
    expect(compared.rows.map(({ what }) => what)).toEqual(['network/lists: p95'])
    expect(compared.only).toEqual({ other: ['the bare route'], ours: ['network/lists against its floor'] })
  })

  it('takes the ratio of a figure from the rounds in which both sides have it', () => {
    const failed = { what: 'lists', target: '', measured: 'failed', ok: false }
    const { rows, only } = compareFigures([
      { other: [failed], ours: [p95(10)] },
      { other: [p95(20)], ours: [p95(30)] },
    ])
    expect(rows).toMatchObject([{ what: 'network/lists: p95', other: '20 ms', ours: '30 ms', ratio: 1.5, spread: [1.5, 1.5] }])
    expect(only).toEqual({ other: ['lists'], ours: [] })
  })

  it('is printed as a table with what it compares, and what only one side has', () => {
    const compared = compareFigures([
      { other: [p95(20), shown('rows', 'few'), shown('the bare route', '1 ms')], ours: [p95(25), shown('rows', 'many')] },
      { other: [p95(20), shown('rows', 'few'), shown('the bare route', '1 ms')], ours: [p95(30), shown('rows', 'many')] },
    ])
    expect(linesOf(compared, 'abc12345')).toEqual([
      '  figure              target   abc12345  here   here / abc12345  spread',
      '✗ network/lists: p95  ≤ 50 ms  20 ms     30 ms  1.5 ×            1.25 to 1.5',
      '  rows                         few       many',
      'only abc12345 has: the bare route',
    ])
  })
})
