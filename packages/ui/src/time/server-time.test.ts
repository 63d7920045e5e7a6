import { beforeEach, expect, it, vi } from 'vitest'
import { resetModuleState } from '../store/module-state.ts'
import { learnTime, serverNow } from './server-time.ts'

const NOON = Date.UTC(2026, 10, 22, 4)
const HOUR = 3_600_000
beforeEach(() => {
  resetModuleState()
  vi.setSystemTime(NOON)
})
/** The header of an answer that the server wrote at a moment. */
const dated = (time: number) => new Date(time).toUTCString()

it('is the time of the browser while the answers agree with it', () => {
  learnTime(null, NOON)
  learnTime('yesterday', NOON)
  // Written in the second before, and on its way for 700 ms.
  learnTime(dated(NOON - 1000), NOON - 700)
  expect(serverNow()).toBe(NOON)
})

it('is that of the answers if the clock of the browser is wrong, and follows when it is put right', () => {
  for (const wrong of [5 * HOUR, -2 * HOUR, 3000]) {
    vi.setSystemTime(NOON + wrong)
    learnTime(dated(NOON), NOON + wrong - 200)
    expect(Math.abs(serverNow() - NOON)).toBeLessThanOrEqual(600)
  }
  vi.setSystemTime(NOON + 60_000)
  learnTime(dated(NOON + 60_000), NOON + 60_000)
  expect(Math.abs(serverNow() - NOON - 60_000)).toBeLessThanOrEqual(500)
})

it('is not moved by an answer that was long on its way', () => {
  learnTime(dated(NOON - 20_000), NOON - 21_000)
  expect(serverNow()).toBe(NOON)
})
