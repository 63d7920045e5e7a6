import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
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
/** Writes the file whole, as the agent does: a login that cannot be checked gets no verdict. */
function knows(...names: string[]): void {
  const path = at('logins', `${NETWORK}.json`)
  writeFileSync(`${path}.new`, JSON.stringify(names.map((name) => ({ name, proofs: [token] }))))
  renameSync(`${path}.new`, path)
}
const admits = (name: string) => writeFileSync(at('openvpn', `${NETWORK}-software`, name), '')
const nameOf = (number: number) => `li${number}@10000001`

const log = () => readFileSync(at('run', 'sign-ins.log'), 'utf8')
/** Holds the place of the program that checks logins, so that logins wait. */
async function lockedProgram(): Promise<{ end: () => void }> {
  const holder = spawn('flock', [at('run', 'sign-ins', 'runs'), 'sh', '-c', 'echo held; read end'], { stdio: ['pipe', 'pipe', 'inherit'] })
  await once(holder.stdout, 'data')
  return { end: () => void holder.stdin.end('\n') }
}

let attempts = 0
const lastVerdict = () => at('control', `verdict-${attempts}`)
/** Calls the script as OpenVPN does. @returns a function that returns the verdict so far */
async function signIn(name: string, password = PASSWORD): Promise<() => string> {
  const attempt = ++attempts
  const [login, verdict] = [at('control', `login-${attempt}`), at('control', `verdict-${attempt}`)]
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
  const gone = lastVerdict()
  rmSync(gone)
  const other = await signIn(nameOf(2))
  await eventually(() => expect(other()).toBe('1'))
  await allEnded()
  expect(existsSync(gone)).toBe(false)
})

it('a login that cannot be checked gets no verdict, does not delay other logins, and is logged without its password', async () => {
  mkdirSync(at('run', 'sign-ins', 'login-unreadable'))
  writeFileSync(at('logins', `${NETWORK}.json`), '[{"name": "li')
  const verdict = await signIn(nameOf(1))
  await eventually(() => expect(log()).toContain('a login cannot be read'))
  await eventually(() => expect(log()).toContain('a login cannot be checked'))
  expect(verdict()).toBe('')
  knows(nameOf(1))
  admits(nameOf(1))
  const second = await signIn(nameOf(1))
  await eventually(() => expect(second()).toBe('1'))
  await allEnded()
  expect(verdict()).toBe('')
  expect(log()).not.toContain(PASSWORD)
})

it('a right login that waited for its file is refused if it is no longer right', async () => {
  knows(nameOf(1), nameOf(2))
  admits(nameOf(2))
  const early = await signIn(nameOf(1))
  const other = await signIn(nameOf(2))
  await eventually(() => expect(other()).toBe('1'))
  knows(nameOf(2))
  admits(nameOf(1))
  await eventually(() => expect(early()).toBe('0'))
})

it('a client that dials again is checked once, by its last login', async () => {
  admits(nameOf(1))
  knows(nameOf(1))
  const holds = await lockedProgram()
  const before = await signIn(nameOf(1))
  await eventually(() => utimesSync(at('run', 'sign-ins', `login-${basename(lastVerdict())}`), 1, 1))
  const [wrong, last] = [await signIn(nameOf(1), 'something else'), await signIn(nameOf(1))]
  await eventually(() => expect(readdirSync(at('run', 'sign-ins')).filter((name) => name.startsWith('login-'))).toHaveLength(3))
  holds.end()
  await eventually(() => expect([wrong(), last()]).toEqual(['0', '1']))
  await allEnded()
  expect(before()).toBe('')
})

it('the script of the release before gets its verdict from this program', async () => {
  knows(nameOf(1))
  const call = async (password: string) => {
    const verdict = at('control', 'verdict')
    writeFileSync(verdict, '')
    const program = spawn(process.execPath, [PROGRAM, at('logins', `${NETWORK}.json`), verdict], { stdio: ['pipe', 'ignore', 'inherit'] })
    program.stdin.end(`${nameOf(1)}\n${password}\n`)
    await once(program, 'exit')
    return readFileSync(verdict, 'utf8')
  }
  expect([await call(PASSWORD), await call('something else')]).toEqual(['1', '0'])
})
