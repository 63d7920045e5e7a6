import { QUARTER_SECONDS, quarters, QUARTERS_OF_DAY } from '@weft/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  availabilityWithin,
  dayOf,
  dayOfNetwork,
  daysUntil,
  downWithin,
  packed,
  percent,
  quartersOf,
  type Span,
  stripStart,
  WELL,
  weekOf,
} from './outage.rules.ts'

/** 2026-11-25 14:07:30 in Shanghai. */
const NOW = 1_795_586_850
const DAY = 86_400
const down = (start: number, end: number | null): Span => ({ state: 'down', start, end })

const span = fc
  .record({
    state: fc.constantFrom('down', 'degraded', 'failed' as const),
    ago: fc.integer({ min: 0, max: 9 * DAY }),
    length: fc.option(fc.integer({ min: 0, max: 3 * DAY })),
  })
  .map(({ state, ago, length }): Span => ({ state, start: NOW - ago, end: length === null ? null : NOW - ago + length }))
const spans = fc.array(span, { maxLength: 8 })
const since = fc.integer({ min: NOW - 9 * DAY, max: NOW + 100 })

/** Counts the seconds of a window in which one of the spans says that the member was down, one second at a time. */
const counted = (all: readonly Span[], from: number, to: number) => {
  let seconds = 0
  for (let at = from; at < to; at++) if (all.some(({ state, start, end }) => state === 'down' && start <= at && at < (end ?? to))) seconds++
  return seconds
}

describe('the time that a member was down', () => {
  it('counts each second once, however outages overlap, and none outside of the window', () => {
    fc.assert(
      fc.property(spans, fc.integer({ min: 1, max: 4000 }), (all, length) => {
        const window = { from: NOW - length, to: NOW }
        const found = downWithin(all, window)
        expect(found.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(counted(all, window.from, window.to))
        found.forEach(({ from, to }, at) => expect(from < to && from > (found[at - 1]?.to ?? 0)).toBe(true))
      }),
      { numRuns: 60 },
    )
  })
  it('leaves out what was not down, and lasts until the end of the window if it is not over', () => {
    expect(downWithin([{ state: 'degraded', start: 1, end: 9 }, down(5, null)], { from: 0, to: 10 })).toEqual([{ from: 5, to: 10 }])
  })
})

describe('availability', () => {
  it('is the share of the time since which outages are known', () => {
    expect(availabilityWithin([down(NOW - 100, null)], NOW - 1000, { from: NOW - DAY, to: NOW })).toBe(90)
    expect(availabilityWithin([down(NOW - 900, NOW - 800)], NOW - 500, { from: NOW - DAY, to: NOW })).toBe(100)
    expect(availabilityWithin([], NOW + 10, { from: NOW - DAY, to: NOW })).toBeNull()
  })
  it('never shows a moment that is missing as nothing missing, nor a moment as nothing', () => {
    expect([percent(DAY - 1, DAY), percent(1, DAY * 30), percent(0, DAY), percent(DAY, DAY)]).toEqual([99.99, 0.01, 0, 100])
  })
  it('lies between 0 and 100, and is 100 only without an outage in it', () => {
    fc.assert(
      fc.property(spans, since, (all, from) => {
        const { availability, seconds, days } = weekOf(all, from, NOW)
        const figures = [availability, ...days.map((day) => day.availability)]
        expect(figures.every((figure) => figure === null || (figure >= 0 && figure <= 100))).toBe(true)
        expect(availability === null).toBe(figures.every((figure) => figure === null))
        expect(availability === 100).toBe(availability !== null && seconds === 0)
      }),
    )
  })
})

describe('the day strip', () => {
  it('has 96 quarters, the oldest first, the present one last, in 24 bytes', () => {
    expect((NOW - stripStart(NOW)) / QUARTER_SECONDS).toBeGreaterThan(QUARTERS_OF_DAY - 1)
    const strip = quartersOf([down(NOW - 10, null)], 0, NOW)
    expect([strip.length, strip.at(-1), strip.at(-2)]).toEqual([QUARTERS_OF_DAY, quarters.down, quarters.well])
    const bytes = Buffer.from(packed(strip), 'base64')
    expect([bytes.length, bytes.at(-1)]).toEqual([24, 2])
    expect([...Buffer.from(packed([3, 0, 1, 2, ...Array<0>(92).fill(0)]), 'base64')][0]).toBe(0b11_00_01_10)
  })
  it('shows the worst of a quarter, and nothing before outages are known', () => {
    const begin = stripStart(NOW)
    const strip = quartersOf([{ state: 'failed', start: begin, end: begin + 10 }, down(begin + 20, begin + 30)], 0, NOW)
    expect(strip.slice(0, 2)).toEqual([quarters.down, quarters.well])
    const late = quartersOf([], begin + 2 * QUARTER_SECONDS, NOW)
    expect(late.slice(0, 3)).toEqual([quarters.none, quarters.none, quarters.well])
  })
  it('is down in no quarter exactly if nothing was down in it', () => {
    fc.assert(
      fc.property(spans, (all) => {
        const strip = quartersOf(all, 0, NOW)
        const window = { from: stripStart(NOW), to: NOW + 1 }
        expect(strip.includes(quarters.down)).toBe(
          all.some((one) => one.state === 'down' && one.start < window.to && (one.end ?? window.to) > window.from),
        )
      }),
    )
  })
})

describe('a network', () => {
  const past = (...of: Span[]) => ({ since: 0, spans: of })
  const all = down(NOW - 2 * DAY, null)
  it('shows the mean of its members', () => {
    expect(dayOfNetwork(0, [], NOW)).toEqual({ day: null, availability: null })
    expect(dayOfNetwork(4, [], NOW)).toEqual(WELL)
    expect(dayOfNetwork(4, [past(all)], NOW).availability).toBe(75)
  })
  it('is down while all are, and degraded while one is not well', () => {
    const last = ({ day }: { day: string | null }) => Buffer.from(day!, 'base64').at(-1)! & 3
    expect(last(dayOfNetwork(2, [past(all)], NOW))).toBe(quarters.degraded)
    expect(last(dayOfNetwork(2, [past(all), past(all)], NOW))).toBe(quarters.down)
    expect(dayOf(past(all), NOW).availability).toBe(0)
  })
})

describe('the last seven days', () => {
  it('begin at midnight in Shanghai, and today is the last', () => {
    const days = daysUntil(NOW)
    expect(days.map(({ day }) => day)).toEqual([
      '2026-11-19',
      '2026-11-20',
      '2026-11-21',
      '2026-11-22',
      '2026-11-23',
      '2026-11-24',
      '2026-11-25',
    ])
    expect(new Date(days[0]!.from * 1000).toISOString()).toBe('2026-11-18T16:00:00.000Z')
    expect(days.at(-1)!.to).toBe(NOW)
  })
  it('have no figure before outages are known, and none at all of a member that never connected', () => {
    const [, , , , , yesterday] = daysUntil(NOW)
    const week = weekOf([down(yesterday!.from, yesterday!.from + 864)], yesterday!.from, NOW)
    expect(week.days.map((day) => day.availability)).toEqual([null, null, null, null, null, 99, 100])
    expect([week.count, week.seconds]).toEqual([1, 864])
    expect(weekOf([], null, NOW)).toMatchObject({ availability: null, count: 0 })
  })
})
