import { expect, test } from 'vitest'
import { liveSampler } from './live-sampler.ts'
import { type Counter, createMeter } from './meter.ts'
import { minuteQueue } from './minute-queue.ts'
import { minuteReporter, minutesOf } from './minute-reporter.ts'

const START = 1_700_000_040_000
const at = (seconds: number, jump = 0) => ({ wall: START + (seconds + jump) * 1000, monotonic: 5000 + seconds * 1000 })
const port = (down: number, upload = 0, name = 'wan'): Counter => ({ interface: name, down, upload })
const minute = (n: number) => START / 1000 + n * 60

/** Returns a reporter with counters that a test sets. */
function reporter() {
  let counters: Counter[] = [port(0)]
  const made = minuteReporter('SN1', () => counters)
  return { ...made, set: (next: Counter[]) => void (counters = next) }
}

test('a meter returns the bytes that passed, by the monotonic clock', () => {
  const meter = createMeter()
  expect(meter.read([port(100, 10)], 1000)).toBeUndefined()
  expect(meter.read([port(400, 15)], 3000)).toEqual({ seconds: 2, bytes: [port(300, 5)] })
  expect(meter.read([port(900)], 3000)).toBeUndefined()
})

test('a counter that restarted counts from zero: not below it, and not all that it had before', () => {
  const meter = createMeter()
  meter.read([port(1_000_000, 500)], 0)
  expect(meter.read([port(70, 600)], 1000)?.bytes).toEqual([port(70, 100)])
})

test('an interface that appears or comes back counts from its next reading; one that is gone is left out', () => {
  const meter = createMeter()
  meter.read([port(10)], 0)
  expect(meter.read([port(20), port(9_000_000, 0, 'lte')], 1000)?.bytes).toEqual([port(10)])
  expect(meter.read([port(9_000_500, 0, 'lte')], 2000)?.bytes).toEqual([port(500, 0, 'lte')])
  expect(meter.read([port(50_000), port(9_000_500, 0, 'lte')], 3000)?.bytes).toEqual([port(0, 0, 'lte')])
})

test('a counter that grew faster than any interface can carry is left out', () => {
  const meter = createMeter()
  meter.read([port(0), port(0, 0, 'lan')], 0)
  expect(meter.read([port(60e9), port(1, 0, 'lan')], 1000)?.bytes).toEqual([port(1, 0, 'lan')])
})

test('minutes that were missed share the bytes, and none is lost', () => {
  const reported = minutesOf({ seconds: 181, bytes: [port(100, 7)] }, minute(3))
  expect(reported.map((one) => one.time)).toEqual([minute(0), minute(1), minute(2)])
  expect(reported.reduce((sum, one) => sum + one.down, 0)).toBe(100)
  expect(reported.reduce((sum, one) => sum + one.upload, 0)).toBe(7)
})

test.each([
  ['forward', 86_400],
  ['back', -86_400],
])('a wall clock that jumps %s a day moves one minute and adds none', (_, jump) => {
  const { beat, due, set } = reporter()
  beat(at(0))
  set([port(600)])
  beat(at(30, jump))
  expect(due(at(59, jump)).map(({ time, down }) => [time, down])).toEqual([[minute(-1) + jump, 600]])
})

test('minutes wait for the controller, oldest first, for a day at most', () => {
  const { beat, due, sent, set } = reporter()
  for (let i = 0; i <= 1500; i++) {
    set([port(i * 10)])
    beat(at(i * 60))
  }
  const waiting = due(at(1500 * 60 + 59))
  expect([waiting.length, waiting[0]!.time, waiting.at(-1)!.time]).toEqual([1440, minute(60), minute(1499)])
  sent(waiting, at(1500 * 60 + 59))
  expect(due(at(1500 * 60 + 59))).toEqual([])
})

test('minutes of a long absence are sent in parts, seconds apart', () => {
  const { turn, add, due, sent } = minuteQueue<number>('SN1', String, 3)
  turn(at(0))
  add([1, 2, 3, 4, 5, 6, 7])
  const told: number[][] = []
  for (let second = 59; second < 75; second++) {
    const part = due(at(second))
    if (part.length > 0) sent(part, at(second))
    told.push(part)
  }
  expect(told.flatMap((part, i) => (part.length > 0 ? [[i, part]] : []))).toEqual([
    [0, [1, 2, 3]],
    [5, [4, 5, 6]],
    [10, [7]],
  ])
})

test('minutes sent shortly before the connection ended are sent again, and those sent long before are not', () => {
  const { beat, due, sent, lost, set } = reporter()
  beat(at(0))
  set([port(5)])
  beat(at(60))
  const reported = due(at(119))
  sent(reported, at(119))
  lost(at(150))
  beat(at(180))
  expect(due(at(239)).slice(0, 1)).toEqual(reported)
  sent(due(at(239)), at(239))
  lost(at(900))
  expect(due(at(959))).toEqual([])
})

test('samples are taken only while a person watches, at the interval that was asked for', () => {
  let down = 0
  let reads = 0
  const live = liveSampler(() => (reads++, [port((down += 1250))]))
  expect(live.due(at(0))).toEqual([])
  expect(reads).toBe(0)
  live.watch(2)
  expect([0, 1, 2, 3, 4].map((second) => live.due(at(second)).map((one) => [one.time, one.down]))).toEqual([
    [],
    [],
    [[START / 1000 + 2, 5000]],
    [],
    [[START / 1000 + 4, 5000]],
  ])
  live.unwatch()
  expect(live.due(at(6))).toEqual([])
})
