import { expect, it } from 'vitest'
import { hashPassword, passwordFits } from './secrets.ts'

it('a password is hashed by argon2id at the cost that OWASP names first', async () => {
  const hash = await hashPassword('secret-1234')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwordFits('secret-1234', hash)).toBe(true)
  expect(await passwordFits('secret-1235', hash)).toBe(false)
})
