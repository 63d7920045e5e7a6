import { expect, it, onTestFinished } from 'vitest'
import { LEAST_COST } from '../../test/password-cost.ts'
import { hashPassword, PASSWORD_COST, passwordFits, setPasswordCost } from './secrets.ts'

it('a password is hashed by argon2id at the cost that OWASP names first, outside of tests', async () => {
  onTestFinished(() => setPasswordCost(LEAST_COST))
  setPasswordCost(PASSWORD_COST)
  const hash = await hashPassword('secret-1234')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwordFits('secret-1234', hash)).toBe(true)
  expect(await passwordFits('secret-1235', hash)).toBe(false)
})

it('a password that was hashed at one cost fits at another', async () => {
  onTestFinished(() => setPasswordCost(LEAST_COST))
  const hash = await hashPassword('secret-1234')
  setPasswordCost(PASSWORD_COST)
  expect(await passwordFits('secret-1234', hash)).toBe(true)
})
