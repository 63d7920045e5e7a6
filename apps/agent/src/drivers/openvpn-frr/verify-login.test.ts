import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { hash } from '@node-rs/argon2'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../server/test/eventually.ts'
import { checkAll, fits } from './verify-login.ts'

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

test('two logins are checked at a time, however many wait', async () => {
  const root = mkdtempSync(join(tmpdir(), 'weft-logins-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const folder of ['logins', 'sign-ins', 'openvpn/1-software']) mkdirSync(join(root, folder), { recursive: true })
  writeFileSync(join(root, 'logins', '1.json'), '[]')
  const names = Array.from({ length: 6 }, (_, i) => `li${i}@acme`)
  const verdictOf = (name: string) => join(root, `verdict-${name}`)
  for (const name of names) {
    writeFileSync(join(root, 'openvpn/1-software', name), '')
    writeFileSync(verdictOf(name), '')
    writeFileSync(join(root, 'sign-ins', `login-${name}`), `1\n${verdictOf(name)}\n${name}\nsecret\n`)
  }
  const judged = Promise.withResolvers<void>()
  let running = 0
  let most = 0
  const done = checkAll(root, join(root, 'sign-ins'), async () => {
    most = Math.max(most, ++running)
    await judged.promise
    running -= 1
    return true
  })
  await eventually(() => expect(running).toBe(2))
  for (let turns = 0; turns < 10; turns++) await setImmediate()
  judged.resolve()
  await done
  expect(names.map((name) => readFileSync(verdictOf(name), 'utf8'))).toEqual(names.map(() => '1'))
  expect(most).toBe(2)
})
