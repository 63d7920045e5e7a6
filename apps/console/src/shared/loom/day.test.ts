import { expect, it } from 'vitest'
import { availabilityText, stretchesOf } from './day.ts'

const day = (...bytes: number[]) => btoa(String.fromCharCode(...bytes, ...Array<number>(24 - bytes.length).fill(0)))

it('a day without a fault is one stretch', () => {
  expect(stretchesOf(day())).toEqual([{ quarter: 'well', from: 0, to: 96 }])
})

it('the first quarter is in the highest bits of the first byte', () => {
  expect(stretchesOf(day(0b10_01_00_11))).toEqual([
    { quarter: 'down', from: 0, to: 1 },
    { quarter: 'degraded', from: 1, to: 2 },
    { quarter: 'well', from: 2, to: 3 },
    { quarter: 'none', from: 3, to: 4 },
    { quarter: 'well', from: 4, to: 96 },
  ])
})

it('a stretch goes on over the end of a byte', () => {
  expect(stretchesOf(day(0b00_00_10_10, 0b10_00_00_00))).toEqual([
    { quarter: 'well', from: 0, to: 2 },
    { quarter: 'down', from: 2, to: 5 },
    { quarter: 'well', from: 5, to: 96 },
  ])
})

it('where nothing was measured there is no data', () => {
  expect(stretchesOf(null)).toEqual([{ quarter: 'none', from: 0, to: 96 }])
  expect(stretchesOf(btoa('\0'))).toEqual([
    { quarter: 'well', from: 0, to: 4 },
    { quarter: 'none', from: 4, to: 96 },
  ])
})

it.each([
  [100, '100%'],
  [99.999, '99.99%'],
  [99.5, '99.50%'],
  [90.63, '90.63%'],
  [0, '0.00%'],
  [null, '—'],
])('an availability of %s is written %s', (availability, written) => {
  expect(availabilityText(availability)).toBe(written)
})
