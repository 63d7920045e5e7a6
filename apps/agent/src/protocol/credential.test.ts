import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { credentialFile, keptCredential } from './credential.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'weft-credential-'))
  path = join(folder, 'credential')
  onTestFinished(() => rmSync(folder, { recursive: true }))
})
const FIRST = 'first'.padEnd(43, '_')
const begun = () => {
  const store = credentialFile(path)
  store.begin(FIRST)
  return store
}

describe('a credential on the disk', () => {
  it('counts as given once its file has one, and only its owner can read it', () => {
    for (const none of [undefined, '', FIRST.slice(1)]) {
      if (none !== undefined) writeFileSync(path, none)
      expect(credentialFile(path)).toMatchObject({ given: false })
      expect(credentialFile(path).current()).toBe('')
    }
    expect(begun()).toMatchObject({ given: true })
    expect(credentialFile(path).current()).toBe(FIRST)
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['credential', 'credential.copy'])
  })

  it('is replaced by one that is saved before it is used and is the same after a restart', () => {
    const store = begun()
    const next = store.next()
    expect(next).toMatch(/^[\w-]{43}$/)
    expect([store.next(), credentialFile(path).next()]).toEqual([next, next])
    expect(statSync(`${path}.next`).mode & 0o777).toBe(0o600)
    expect(store.current()).toBe(FIRST)
    store.adopt()
    expect([store.current(), credentialFile(path).current()]).toEqual([next, next])
    expect(readdirSync(folder)).toEqual(['credential', 'credential.copy', 'credential.former'])
    expect(store.next()).not.toBe(next)
  })

  it('is followed by the next one and keeps the former one until a further renewal, also after a restart', () => {
    const store = begun()
    expect(store.former()).toBeUndefined()
    const second = store.next()
    store.adopt()
    expect([store.former(), credentialFile(path).former()]).toEqual([FIRST, FIRST])
    store.next()
    expect(store.former()).toBe(FIRST)
    store.adopt()
    expect(store.former()).toBe(second)
  })

  it('has no former one if the agent was killed before it adopted the next one', () => {
    const store = begun()
    const next = store.next()
    writeFileSync(`${path}.former`, FIRST)
    const again = credentialFile(path)
    expect([again.current(), again.former(), again.next()]).toEqual([FIRST, undefined, next])
  })

  it.each(['', 'torn', 'x'.repeat(44)])('gets a new successor if the saved one is %j', (torn) => {
    const store = begun()
    writeFileSync(`${path}.next`, torn)
    expect(store.next()).toMatch(/^[\w-]{43}$/)
    expect(store.next()).toBe(readFileSync(`${path}.next`, 'utf8'))
  })

  it('stays in use if the next one cannot be saved', () => {
    const store = begun()
    mkdirSync(`${path}.next.new`)
    expect(() => store.next()).toThrow('EISDIR')
    expect(store.current()).toBe(FIRST)
    expect(existsSync(`${path}.next`)).toBe(false)
    rmdirSync(`${path}.next.new`)
    expect(store.next()).toMatch(/^[\w-]{43}$/)
  })

  it('stays in use if there is no next one', () => {
    const store = begun()
    expect(() => store.adopt()).toThrow('ENOENT')
    expect(store.current()).toBe(FIRST)
  })

  it('gets another successor if the saved one is discarded', () => {
    const store = begun()
    const next = store.next()
    store.discardNext()
    expect(existsSync(`${path}.next`)).toBe(false)
    expect(store.next()).not.toBe(next)
  })

  it('loses its successor and the former one when the device is activated again', () => {
    const store = begun()
    store.next()
    store.adopt()
    const next = store.next()
    store.begin('second'.padEnd(43, '_'))
    expect([store.current(), store.former()]).toEqual(['second'.padEnd(43, '_'), undefined])
    expect(store.next()).not.toBe(next)
  })
})

it('a fleet saves a renewed credential before its member uses it', () => {
  let [credential, full] = ['first', true]
  const store = keptCredential(
    () => credential,
    (given) => {
      if (full) throw new Error('the disk is full')
      credential = given
    },
  )
  const next = store.next()
  expect(() => store.adopt()).toThrow('the disk is full')
  expect([store.current(), store.former(), store.next()]).toEqual(['first', undefined, next])
  full = false
  store.adopt()
  expect([store.current(), store.former()]).toEqual([next, 'first'])
  expect(store.next()).not.toBe(next)
})
