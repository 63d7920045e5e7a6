import { expect, it } from 'vitest'
import type { Gauges } from './gauges.ts'
import { judge, type Seen, tableOf } from './report.ts'
import type { Awaited } from './watched.ts'

const windows = [
  { hostile: false, from: 0, to: 1_000 },
  { hostile: true, from: 1_000, to: 2_000 },
]
const kinds: Awaited['what'][] = ['an alert', 'a change at the console', 'a minute of traffic', 'an acknowledged event']
const gaugesAt = (at: number, more: Partial<Gauges> = {}): Gauges => ({ at, heap: 100e6, resident: 300e6, queued: 0, waiting: 0, ...more })
const infoAt = (at: number, more = {}) => ({ path: 'account/info', at, ms: 5, work: 2, status: 200, ...more })

/** What was seen of a run in which the neighbour noticed nothing. */
const quiet = (): Seen => ({
  windows,
  notes: {
    answers: [infoAt(500), infoAt(1_500)],
    awaited: kinds.map((what) => ({ what, at: 1_200, heard: 1_300 })),
    disconnects: [],
  },
  gauges: [500, 1_500, 2_100, 2_200, 2_300, 2_400, 2_500, 2_600].map((at) => gaugesAt(at)),
  slowness: 1,
  at_rest: false,
  judged: 'account/info',
})
const failuresOf = (seen: Seen) => judge(seen).flatMap(({ failures }) => failures)

it('a run in which the neighbour notices nothing has no failure, and a table with a column for each window', () => {
  expect(failuresOf(quiet())).toEqual([])
  expect(tableOf(quiet()).find((line) => line.startsWith('calls of account/info'))).toMatch(/ 1 +1$/)
})

it('a connection that ended, an event that was lost or late, and an answer that is none are failures', () => {
  const seen = quiet()
  seen.notes.disconnects.push({ at: 1_500, why: 'the connection of SN1 ended' })
  seen.notes.awaited.push({ what: 'a minute of traffic', at: 1_500, heard: undefined }, { what: 'an alert', at: 1_500, heard: 18_000 })
  seen.notes.answers.push(infoAt(1_600, { path: 'network/lists', status: 503 }))
  expect(failuresOf(seen)).toEqual([
    'the connection of SN1 ended',
    'a minute of traffic did not arrive (1 times)',
    'an alert was heard after more than 16 s (1 times)',
    'network/lists was answered with 503 (1 times)',
  ])
})

it('events that nobody waited for prove nothing', () => {
  const seen = quiet()
  seen.notes.awaited.pop()
  expect(failuresOf(seen)).toEqual(['an acknowledged event was never waited for'])
})

it('the work of the server decides on every machine, in proportion to its speed; time decides at rest alone', () => {
  const slow = { ...quiet(), notes: { ...quiet().notes, answers: [infoAt(1_500, { ms: 900, work: 150 })] } }
  expect(failuresOf(slow)).toHaveLength(1)
  expect(failuresOf({ ...slow, slowness: 2 })).toEqual([])
  expect(failuresOf({ ...slow, slowness: 2, at_rest: true })).toEqual(['p95 900 ms, and at most 100 are allowed on a machine at rest'])
})

it('memory that grows after the end, or by too much before it, and queues that are not worked off are failures', () => {
  const growing = [2_100, 2_200, 2_300, 2_400, 2_500, 2_600, 2_700, 2_800].map((at, i) =>
    gaugesAt(at, { heap: 100e6 + i * 20e6, queued: 7 }),
  )
  const seen = { ...quiet(), gauges: [gaugesAt(500), gaugesAt(1_500, { resident: 2e9 }), ...growing] }
  expect(failuresOf(seen)).toEqual([
    'memory grew by 1700 MB, and at most 768 are allowed',
    'the heap grew by 60 of 100 MB after the end',
    '7 entries still wait in the queues after the end',
  ])
})
