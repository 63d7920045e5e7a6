import { expect, it } from 'vitest'
import { renewedEnds } from './renewal.ts'

const at = (time: string) => Date.parse(`${time}:00+08:00`) / 1000
const now = at('2026-11-29T14:30')

it('each service is renewed from its own end, and one that has ended from now', () => {
  expect(renewedEnds([at('2026-12-17T00:00'), at('2026-11-01T00:00')], '12', now)).toEqual([at('2027-12-17T00:00'), at('2027-11-29T14:30')])
})

it('services are brought to the day on which the last of them ends', () => {
  expect(renewedEnds([at('2026-12-17T00:00'), at('2027-06-17T00:00')], 'same', now)).toEqual([
    at('2027-06-17T00:00'),
    at('2027-06-17T00:00'),
  ])
})

it('a month that has no such day ends with its last', () => {
  expect(renewedEnds([at('2026-11-30T08:00')], '3', now)).toEqual([at('2027-02-28T08:00')])
})
