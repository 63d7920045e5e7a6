import { expect, it } from 'vitest'
import { createControllerClock } from './controller-clock.ts'

const CONTROLLER = 1_800_000_000
const time = { monotonic: 50, wall: CONTROLLER + 600 }
const clock = createControllerClock(
  () => time.monotonic,
  () => time.wall,
)

it('tells the controller’s time while the clock of the device is wrong, and after it was set', () => {
  expect(clock.now()).toBe(CONTROLLER + 600)
  clock.told(CONTROLLER)
  expect(clock.now()).toBe(CONTROLLER)
  time.monotonic += 7
  for (const wall of [0, CONTROLLER - 86_400, CONTROLLER + 86_400]) {
    time.wall = wall
    expect(clock.now()).toBe(CONTROLLER + 7)
  }
})

it('tells the time of the device if the controller did not say its own', () => {
  clock.told(undefined)
  expect(clock.now()).toBe(time.wall)
})
