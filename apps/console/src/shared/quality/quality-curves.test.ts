import type { LinkQualityPoint } from '@weft/contract'
import { expect, it } from 'vitest'
import { curvesOfPoints, msText, percentText, topOf } from './quality-curves.ts'

const point = (time: number): LinkQualityPoint => ({
  time,
  quality: 'good',
  sent: 60,
  reflected: 60,
  received: 57,
  loss_out: 0,
  loss_back: 5,
  rtt_min: 1,
  rtt_p50: 2,
  rtt_p95: 3,
  rtt_max: 4,
  jitter_out: 1,
  jitter_back: 7,
  longest_gap: 0,
  reordered: 0,
})

it('points become curves over the whole span, with the worse direction and empty where nothing was measured', () => {
  expect(curvesOfPoints([point(120), point(240)], 60, [90, 290])).toEqual({
    times: [120, 180, 240],
    rtt: [2, null, 2],
    rtt_p95: [3, null, 3],
    loss: [5, null, 5],
    jitter: [7, null, 7],
  })
})

it('the axis of a curve ends above its highest value, and at 10 ms without one', () => {
  expect([topOf([]), topOf([null, 9.4]), topOf([9.6]), topOf([190]), topOf([19_000])]).toEqual([10, 10, 20, 200, 19_950])
})

it('short times have a decimal', () => {
  expect([msText(null), msText(0.44), msText(9.96), msText(86.4)]).toEqual(['—', '0.4 ms', '10 ms', '86 ms'])
  expect([percentText(null), percentText(0), percentText(6.24)]).toEqual(['—', '0.0%', '6.2%'])
})
