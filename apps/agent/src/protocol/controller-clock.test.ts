import { expect, it } from 'vitest'
import { createControllerClock } from './controller-clock.ts'

const CONTROLLER = 1_800_000_000
const time = { monotonic: 50, wall: CONTROLLER + 600 }
const clock = createControllerClock(
  () => time.monotonic,
  () => time.wall,
)

it('follows the controller, however wrong the clock of the device is, and whoever sets it', () => {
  expect(clock.now()).toBe(CONTROLLER + 600)
  clock.told(CONTROLLER)
  expect(clock.now()).toBe(CONTROLLER)
  time.monotonic += 7
  for (const wall of [0, CONTROLLER - 86_400, CONTROLLER + 86_400]) {
    time.wall = wall
    expect(clock.now()).toBe(CONTROLLER + 7)
  }
})

it('is that of the device where the controller does not tell it', () => {
  clock.told(undefined)
  expect(clock.now()).toBe(time.wall)
})
