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
const begun = () => {
  const store = credentialFile(path)
  store.begin('first')
  return store
}

describe('a credential on the disk', () => {
  it('counts as given once its file is not empty, and only its owner can read it', () => {
    expect(credentialFile(path).given).toBe(false)
    writeFileSync(path, '')
    expect(credentialFile(path).given).toBe(false)
    expect(begun()).toMatchObject({ given: true })
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['credential'])
  })

  it('is replaced by one that is saved before it is used and is the same after a restart', () => {
    const store = begun()
    const next = store.next()
    expect(next).toMatch(/^[\w-]{43}$/)
    expect([store.next(), credentialFile(path).next()]).toEqual([next, next])
    expect(statSync(`${path}.next`).mode & 0o777).toBe(0o600)
    expect(store.current()).toBe('first')
    store.adopt()
    expect([store.current(), credentialFile(path).current()]).toEqual([next, next])
    expect(readdirSync(folder)).toEqual(['credential'])
    expect(store.next()).not.toBe(next)
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
    expect(store.current()).toBe('first')
    expect(existsSync(`${path}.next`)).toBe(false)
    rmdirSync(`${path}.next.new`)
    expect(store.next()).toMatch(/^[\w-]{43}$/)
  })

  it('stays in use if there is no next one', () => {
    const store = begun()
    expect(() => store.adopt()).toThrow('ENOENT')
    expect(store.current()).toBe('first')
  })

  it('loses its successor when the device is activated again', () => {
    const store = begun()
    const next = store.next()
    store.begin('second')
    expect(store.current()).toBe('second')
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
  expect([store.current(), store.next()]).toEqual(['first', next])
  full = false
  store.adopt()
  expect(store.current()).toBe(next)
  expect(store.next()).not.toBe(next)
})
