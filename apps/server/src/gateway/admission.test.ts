import { expect, test } from 'vitest'
import { createAdmission, createDoor } from './admission.ts'

test('admission lets the rate in within a second and no more', () => {
  const admission = createAdmission(100)
  const answers = Array.from({ length: 150 }, () => admission.admit(1000))
  expect(answers.filter((answer) => answer === undefined)).toHaveLength(100)
  expect(admission.refused).toBe(50)
})

test('admission spreads refused connections over the seconds that follow', () => {
  const admission = createAdmission(100)
  const answers = Array.from({ length: 400 }, () => admission.admit(1000)).filter((answer) => answer !== undefined)
  const waits = [1, 2, 3].map((wait) => answers.filter((answer) => answer === wait).length)
  expect(waits).toEqual([100, 100, 100])
})

test('admission never asks for a wait longer than a minute', () => {
  const admission = createAdmission(1)
  const answers = Array.from({ length: 500 }, () => admission.admit(1000) ?? 0)
  expect(Math.max(...answers)).toBe(60)
})

test('admission lets connections in again as time passes', () => {
  const admission = createAdmission(100)
  for (let i = 0; i < 200; i++) admission.admit(1000)
  expect(admission.admit(1500)).toBeUndefined()
})

const unseen = (address: string) => ({ address, seen: false })
const seen = (address: string) => ({ address, seen: true })

test('strangers from many addresses leave half of the rate to devices that were seen before', () => {
  const door = createDoor(100)
  const strangers = Array.from({ length: 1000 }, (_, i) => door.admit(unseen(`10.0.${i >> 8}.${i & 255}`), 1000))
  expect(strangers.filter((answer) => answer === undefined)).toHaveLength(50)
  const devices = Array.from({ length: 50 }, () => door.admit(seen('192.0.2.1'), 1000))
  expect(devices.filter((answer) => answer === undefined)).toHaveLength(50)
  expect(door.refused).toBe(950)
})

test('an address that shows unknown credentials takes nothing from the others', () => {
  const door = createDoor(500)
  let asked = 0
  for (let ms = 0; ms < 10_000; ms += 1) {
    if (door.admit(unseen('198.51.100.1'), ms) === undefined) {
      asked++
      door.wasUnknown('198.51.100.1', ms)
    }
  }
  // 200 at once, and 20 in each of ten seconds.
  expect(asked).toBeGreaterThan(300)
  expect(asked).toBeLessThanOrEqual(400)
  const honest = Array.from({ length: 200 }, () => door.admit(unseen('192.0.2.1'), 10_000))
  expect(honest.filter((answer) => answer !== undefined)).toEqual([])
})

test('an address with thousands of sound devices is admitted at the whole rate of unknown ones', () => {
  const door = createDoor(500)
  const back = Array.from({ length: 250 }, () => door.admit(unseen('192.0.2.1'), 1000))
  expect(back.filter((answer) => answer !== undefined)).toEqual([])
})
