import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { eventually } from '../../../../server/test/eventually.ts'
import { createSecrets } from './secrets.ts'

const NETWORK = '1000000001'
const PASSWORD = 'Secret-2026'
const PROGRAM = join(import.meta.dirname, 'verify-login.ts')

let home: string
const at = (...names: string[]) => join(home, ...names)
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'weft-secrets-'))
  // Notes when a program that checks logins begins and ends.
  writeFileSync(at('noting'), `#!/bin/sh\necho begin >>${at('notes')}\n"$@"\necho end >>${at('notes')}\n`, { mode: 0o700 })
  const verifyLogin = [at('noting'), process.execPath, PROGRAM]
  await createSecrets({ root: home, run: at('run'), trust: () => null, key: '', verifyLogin }).write(null)
  for (const folder of ['logins', 'control', join('openvpn', `${NETWORK}-software`)]) mkdirSync(at(folder), { recursive: true })
})
afterEach(async () => {
  await allEnded()
  rmSync(home, { recursive: true })
})
const notes = () => (existsSync(at('notes')) ? readFileSync(at('notes'), 'utf8').split('\n').slice(0, -1) : [])
const running = () => notes().reduce((sum, note) => sum + (note === 'begin' ? 1 : -1), 0)
const allEnded = () =>
  eventually(() => {
    if (running() > 0) throw new Error('a program that checks logins still runs')
  })
/** Returns the most programs that ran at the same time. */
function atOnce(): number {
  let now = 0
  return Math.max(...notes().map((note) => (now += note === 'begin' ? 1 : -1)))
}

const token = `sha256:${createHash('sha256').update(PASSWORD).digest('hex')}`
const knows = (...names: string[]) =>
  writeFileSync(at('logins', `${NETWORK}.json`), JSON.stringify(names.map((name) => ({ name, proofs: [token] }))))
const admits = (name: string) => writeFileSync(at('openvpn', `${NETWORK}-software`, name), '')
const nameOf = (number: number) => `li${number}@10000001`

/** Calls the script as OpenVPN does. @returns a function that returns the verdict so far */
async function signIn(name: string, password = PASSWORD): Promise<() => string> {
  const [login, verdict] = [at('control', `login-of-${name}`), at('control', `verdict-of-${name}`)]
  writeFileSync(login, `${name}\n${password}\n`)
  writeFileSync(verdict, '')
  const script = spawn(at('bin', 'verify-login'), [NETWORK, login], { env: { ...process.env, auth_control_file: verdict } })
  const [code] = (await once(script, 'exit')) as [number]
  expect(code).toBe(2)
  // OpenVPN removes the login as soon as the script has ended.
  rmSync(login)
  return () => readFileSync(verdict, 'utf8')
}

it('twenty logins at once are checked by one program at a time, and each gets its verdict', async () => {
  const numbers = Array.from({ length: 20 }, (_, i) => i)
  knows(...numbers.map(nameOf))
  for (const number of numbers) admits(nameOf(number))
  const isRight = (number: number) => number % 4 !== 0
  const verdicts = await Promise.all(numbers.map((number) => signIn(nameOf(number), isRight(number) ? PASSWORD : 'something else')))
  await eventually(() => expect(verdicts.map((verdict) => verdict())).toEqual(numbers.map((number) => (isRight(number) ? '1' : '0'))))
  expect(atOnce()).toBe(1)
  expect(readdirSync(at('run', 'sign-ins')).toSorted()).toEqual(['runs', 'waits'])
})

it('a login that comes while the program ends is checked by the next one', async () => {
  knows(...Array.from({ length: 4 }, (_, i) => nameOf(i)))
  for (let number = 0; number < 4; number++) {
    admits(nameOf(number))
    const verdict = await signIn(nameOf(number))
    await eventually(() => expect(verdict()).toBe('1'))
    if (number % 2 === 1) await allEnded()
  }
  expect(atOnce()).toBe(1)
})

it('a right login of a member without a file waits for the file, a wrong one does not, and neither holds others up', async () => {
  knows(nameOf(1), nameOf(2), nameOf(3))
  admits(nameOf(3))
  const early = await signIn(nameOf(1))
  const [wrong, unknown, other] = [await signIn(nameOf(2), 'something else'), await signIn('nobody'), await signIn(nameOf(3))]
  await eventually(() => expect([wrong(), unknown(), other()]).toEqual(['0', '0', '1']))
  expect(early()).toBe('')
  admits(nameOf(1))
  await eventually(() => expect(early()).toBe('1'))
})

it('a client that has gone gets no verdict', async () => {
  knows(nameOf(1), nameOf(2))
  admits(nameOf(2))
  await signIn(nameOf(1))
  rmSync(at('control', `verdict-of-${nameOf(1)}`))
  const other = await signIn(nameOf(2))
  await eventually(() => expect(other()).toBe('1'))
  await allEnded()
  expect(existsSync(at('control', `verdict-of-${nameOf(1)}`))).toBe(false)
})
