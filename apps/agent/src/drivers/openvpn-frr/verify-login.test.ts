import { createHash } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { beforeAll, expect, test } from 'vitest'
import { fits } from './verify-login.ts'

const sha256 = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`
let logins: Parameters<typeof fits>[0]
beforeAll(async () => {
  logins = [
    { name: 'li@acme', proofs: [await hash('Secret-2026'), sha256('token')] },
    { name: 'wu@acme', proofs: [sha256('other')] },
    { name: 'no@acme', proofs: [] },
  ]
})

test.each([
  ['li@acme', 'Secret-2026', true],
  ['li@acme', 'token', true],
  ['li@acme', 'other', false],
  ['li@acme', '', false],
  ['wu@acme', 'other', true],
  ['wu@acme', 'Secret-2026', false],
  ['no@acme', '', false],
  ['nobody', 'Secret-2026', false],
])('the login %s with the password %j gives %j', async (name, password, expected) => {
  expect(await fits(logins, name, password)).toBe(expected)
})

test('a stored proof is not accepted as a password', async () => {
  for (const { name, proofs } of logins) for (const proof of proofs) expect(await fits(logins, name, proof)).toBe(false)
})
