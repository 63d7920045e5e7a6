import { expect, it } from 'vitest'
import { afterWorkingHours, answerHours, dueState, ticketPriorities } from './ticket-due.ts'

/** Unix seconds of a time in Shanghai. */
const at = (time: string) => Date.parse(`${time}+08:00`) / 1000

it.each([
  ['within a day', '2026-11-24T10:30', 4, '2026-11-24T14:30'],
  ['to the very end of a day', '2026-11-24T09:00', 9, '2026-11-24T18:00'],
  ['over a night', '2026-11-24T17:00', 4, '2026-11-25T12:00'],
  ['from before opening', '2026-11-24T03:00', 2, '2026-11-24T11:00'],
  ['from after closing', '2026-11-24T18:00', 1, '2026-11-25T10:00'],
  ['over a weekend', '2026-11-27T17:00', 4, '2026-11-30T12:00'],
  ['from a Saturday', '2026-11-28T12:00', 9, '2026-11-30T18:00'],
  ['over two days and more', '2026-11-24T10:00', 27, '2026-11-27T10:00'],
])('working hours pass %s', (_, since, hours, until) => {
  expect(afterWorkingHours(at(since), hours)).toBe(at(until))
})

it('the more urgent a ticket is and the higher the service level, the sooner its answer is due', () => {
  const hours = (level: 1 | 2, kind: 'first' | 'next') => ticketPriorities.map((priority) => answerHours[level][priority][kind])
  for (const kind of ['first', 'next'] as const) {
    for (const level of [1, 2] as const) expect(hours(level, kind)).toEqual([...new Set(hours(level, kind))].toSorted((a, b) => b - a))
    for (const [at, most] of hours(1, kind).entries()) expect(hours(2, kind)[at]).toBeLessThan(most)
  }
})

it('an answer is due soon within the last hour, and then overdue', () => {
  expect([dueState(null, 5000), dueState(5000, 1400), dueState(5000, 1401), dueState(5000, 5000), dueState(5000, 5001)]).toEqual([
    undefined,
    undefined,
    'soon',
    'soon',
    'overdue',
  ])
})
