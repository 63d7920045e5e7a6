import { expect, it } from 'vitest'
import { createClockNews, createControllerClock } from './controller-clock.ts'

const CONTROLLER = 1_800_000_000
function aClock() {
  const time = { monotonic: 50, wall: CONTROLLER + 600 }
  const clock = createControllerClock(
    () => time.monotonic,
    () => time.wall,
  )
  return { time, clock }
}

it('tells the controller’s time while the clock of the device is wrong, and after it was set', () => {
  const { time, clock } = aClock()
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
  const { time, clock } = aClock()
  time.wall = 5
  clock.told(undefined)
  expect(clock.now()).toBe(5)
})

it('tells by how much the clock of the device is ahead, also after it was set', () => {
  const { time, clock } = aClock()
  expect(clock.ahead()).toBeNull()
  clock.told(CONTROLLER)
  expect(clock.ahead()).toBe(600)
  time.monotonic += 7
  time.wall += 7
  expect(clock.ahead()).toBe(600)
  time.wall -= 900
  expect(clock.ahead()).toBe(-300)
  clock.told(undefined)
  expect(clock.ahead()).toBeNull()
})

it('has a line for the log when the clock has become wrong, differently wrong or right', () => {
  const news = createClockNews()
  const lines = [null, 60, -60, 61, 62, 70, 600, 590, -7200, -3e8, -3e8, 45, 20, 61, 40, 60, 61, 20].map((ahead) => news(ahead))
  expect(lines).toEqual([
    undefined,
    undefined,
    undefined,
    "the device's clock is 61 s ahead of the controller's",
    undefined,
    undefined,
    "the device's clock is 10 min ahead of the controller's",
    undefined,
    "the device's clock is 2 h behind the controller's",
    "the device's clock is 3472 days behind the controller's",
    undefined,
    "the device's clock is right again",
    undefined,
    "the device's clock is 61 s ahead of the controller's",
    undefined,
    undefined,
    undefined,
    "the device's clock is right again",
  ])
})
