import { expect, test } from 'vitest'
import { createAdmission } from './admission.ts'

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
