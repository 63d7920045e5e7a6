import { expect, test } from 'vitest'
import { MOST_RATE, placeMinute, shiftOf, soundSamples } from './telemetry.rules.ts'

test.each([
  ['a clock that is right', undefined, 0, 0],
  ['less than half a minute', undefined, 29, 0],
  ['a little ahead', undefined, -29, 0],
  ['an hour behind', undefined, 3607, 3600],
  ['a day ahead', undefined, -86_395, -86_400],
  ['a shift that stays, with a clock that runs on a little', 3600, 3660, 3600],
  ['no shift, and a clock beside the half minute', 0, 31, 0],
  ['a clock that was set right', 3600, 2, 0],
])('minutes of %s are moved by whole minutes', (_, before, skew, shift) => {
  expect(shiftOf(before, skew)).toBe(shift)
})

test('two neighbouring minutes never fall onto one, even if the clock wavers', () => {
  const placed = new Set<number>()
  let shift: number | undefined
  for (let i = 0; i < 500; i++) {
    shift = shiftOf(shift, 30 + 25 * Math.sin(i))
    placed.add(i * 60 + shift)
  }
  expect(placed.size).toBe(500)
})

const known = new Set(['wan'])
const kept = { from: 6000, to: 12_000 }
const minute = (more: object) => ({ interface: 'wan', time: 6060, down: 1, upload: 1, ...more })

test.each([
  ['its own minute', minute({ time: 6119 }), 0, 6060],
  ['the minute that it really was', minute({}), 120, 6180],
  ['none of an interface that the device does not have', minute({ interface: 'eth9' }), 0, 'unknown'],
  ['none that is more than an interface carries', minute({ upload: (MOST_RATE / 8) * 60 + 1 }), 0, 'absurd'],
  ['none before what is kept', minute({ time: 5999 }), 0, 'outside'],
  ['none of the future', minute({ time: 12_000 }), 0, 'outside'],
  ['none that its shift moves out', minute({}), 6000, 'outside'],
])('a minute is kept as %s', (_, one, shift, reported) => {
  expect(placeMinute(one, shift, known, kept)).toBe(reported)
})

test('samples have the controller’s time, one for each interface, the last, and impossible ones are dropped', () => {
  const sample = (more: object) => ({ interface: 'wan', time: 100, down: 1.4, upload: 2.6, ...more })
  expect(soundSamples([sample({ time: 97 })], 100, known, 5000)).toEqual([['wan', 4997, 1, 3]])
  expect(soundSamples([sample({}), sample({ down: 9 })], 100, known, 5000)).toEqual([['wan', 5000, 9, 3]])
  for (const bad of [{ interface: 'eth9' }, { down: MOST_RATE + 1 }, { time: 101 }, { time: 30 }])
    expect(soundSamples([sample(bad)], 100, known, 5000)).toEqual([])
})
