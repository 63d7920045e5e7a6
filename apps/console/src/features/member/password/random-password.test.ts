import { check, Password } from '@weft/contract'
import { expect, it } from 'vitest'
import { randomPassword } from './random-password.ts'

const many = Array.from({ length: 500 }, randomPassword)

it('a random password passes the contract, and has letters in both cases and digits', () => {
  for (const password of many) {
    expect(check(Password, password, 'zh-CN').ok, password).toBe(true)
    expect(password).toMatch(/^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)[A-Za-z\d]+$/)
  }
})

it('a random password has no characters that are mistaken for each other', () => {
  expect(many.join('')).not.toMatch(/[0Oo1lIi]/)
})

it('a random password is never the same', () => expect(new Set(many).size).toBe(many.length))

it('random passwords use every character about as often as the others', () => {
  const counts = new Map<string, number>()
  for (const character of many.join('')) counts.set(character, (counts.get(character) ?? 0) + 1)
  const mean = many.join('').length / 55
  expect(counts.size).toBe(55)
  for (const [character, count] of counts) expect(count, character).toBeGreaterThan(mean / 2)
})
