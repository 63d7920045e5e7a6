import { expect, it } from 'vitest'
import { highestOf, lonely, peakOf, seriesOf, stepOf, topOf } from './traffic-series.ts'
import { rateText, rateUnit, volumeText } from './units.ts'

const at = (...times: number[]) => times.map((time) => ({ time, down: time, upload: time / 2 }))

it('a rate is written in Mbit/s and, an eighth of it, in MB/s, with two decimals', () => {
  expect(rateText(0)).toBe('0.00 Mbit/s（0.00 MB/s）')
  expect(rateText(12_345_678)).toBe('12.35 Mbit/s（1.54 MB/s）')
  expect(rateText(8_000_000)).toBe('8.00 Mbit/s（1.00 MB/s）')
})

it('the unit of the axis follows from its highest value', () => {
  expect(rateUnit(999_999).name).toBe('Kbit/s')
  expect(rateUnit(1_000_000).name).toBe('Mbit/s')
  expect(rateUnit(1_000_000_000)).toEqual({ name: 'Gbit/s', size: 1_000_000_000 })
})

it.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.00 KB'],
  [1_572_864, '1.50 MB'],
  [22_413_283_200, '20.87 GB'],
  [5 * 1024 ** 5, '5120.00 TB'],
])('%d bytes are written as %s', (bytes, result) => {
  expect(volumeText(bytes)).toBe(result)
})

it('the lines break where points are missing, and only there', () => {
  const [times, down, upload] = seriesOf(at(60, 120, 180, 420, 480), 60)
  expect(times).toEqual([60, 120, 180, 240, 420, 480])
  expect(down).toEqual([60, 120, 180, null, 420, 480])
  expect(upload).toEqual([30, 60, 90, null, 210, 240])
  expect(seriesOf(at(0, 5, 11, 15), 5)[1]).not.toContain(null)
  expect(seriesOf([], 60)).toEqual([[], [], []])
})

it('the usual distance between points does not depend on missing points', () => {
  expect(stepOf(at(0, 60, 120, 900, 960), 5)).toBe(60)
  expect(stepOf(at(0), 5)).toBe(5)
})

it('lonely finds the points that no line reaches', () => {
  expect(lonely([1, null, 2, 3, null, 4])).toEqual([0, 5])
})

it('the peak of past points is that of their busiest minute, and the lines end at their averages', () => {
  expect(peakOf(at(3, 9, 4))).toBe(9)
  const past = [{ time: 0, down: 3, upload: 1, peak_down: 20, peak_upload: 25 }]
  expect([peakOf(past), highestOf(past)]).toEqual([25, 3])
})

it('the axis ends at or above the peak, at a number that four lines divide', () => {
  expect(topOf(0)).toBe(100_000)
  expect(topOf(52_810_000)).toBe(80_000_000)
  expect(topOf(90_000_000)).toBe(100_000_000)
  for (const peak of [1e5, 3.3e6, 9.9e7, 1.2e9, 7e10]) {
    expect(topOf(peak)).toBeGreaterThanOrEqual(peak)
    expect(topOf(peak)).toBeLessThan(peak * 2.7)
  }
})
