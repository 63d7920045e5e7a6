import { expect, it } from 'vitest'
import { strengthOf } from './password-strength.ts'

it.each([
  ['', 'weak'],
  ['Ab1!', 'weak'],
  ['abcdefghijk', 'weak'],
  ['aaaaaaa1A!', 'weak'],
  ['12345678', 'weak'],
  ['orchard7', 'medium'],
  ['Orchard7', 'good'],
  ['orchard-river', 'good'],
  ['Orchard7river', 'strong'],
  ['orchard-7-river', 'strong'],
])('the password %s is %s', (password, level) => expect(strengthOf(password)).toBe(level))
