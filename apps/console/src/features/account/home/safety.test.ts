import { expect, it } from 'vitest'
import { safetyOf } from './safety.ts'

it.each([
  ['phone, e-mail and second factor', '138****5678', 'li***@example.com', 1, 'high', []],
  ['no second factor', '138****5678', 'li***@example.com', 0, 'medium', ['totp']],
  ['a phone alone', '138****5678', null, 0, 'medium', ['email', 'totp']],
  ['no contact, with a second factor', null, null, 1, 'low', ['phone', 'email']],
  ['nothing at all', null, null, 0, 'low', ['phone', 'email', 'totp']],
] as const)('safetyOf rates an account with %s', (_, user_phone, user_email, totp, level, missing) => {
  expect(safetyOf({ user_phone, user_email, totp })).toEqual({ level, missing })
})
