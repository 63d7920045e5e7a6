import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import 'reflect-metadata'
import { Pkcs10CertificateRequest } from '@peculiar/x509'
import { expect, test } from 'vitest'
import { selfSigned } from '../../../server/test/certificate.ts'
import { deviceKey as keyAt, signingRequest } from './device-key.ts'

const path = () => join(mkdtempSync(join(tmpdir(), 'weft-key-')), 'state', 'device.key')
const pkiOf = (file: string) => join(dirname(file), 'etc', 'pki')
function deviceKey(file: string, said: string[] = []): string {
  return keyAt(file, pkiOf(file), (sentence) => void said.push(sentence))
}
/** Writes the key and the certificate of a network's tunnels beside the device's key. */
function tunnels(file: string, network: string, { key, cert }: { key: string; cert: string }): void {
  const folder = join(pkiOf(file), network)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'member.key'), key)
  writeFileSync(join(folder, 'member.crt'), cert)
}

test('a device makes its key once, and only its owner can read it', () => {
  const file = path()
  const key = deviceKey(file)
  expect(key).toMatch(/^-----BEGIN PRIVATE KEY-----\n/)
  expect(deviceKey(file)).toBe(key)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(deviceKey(path())).not.toBe(key)
})

test.each(['SN00000001', `${'x'.repeat(60)}@acme`])('a signing request names %s and is signed by the key', async (name) => {
  const key = deviceKey(path())
  const request = new Pkcs10CertificateRequest(signingRequest(key, name))
  expect(request.subject).toBe(`CN=${name}`)
  expect(await request.verify()).toBe(true)
})

test('a device whose key and its copy are lost takes the key of its tunnels, if the certificate is for it', () => {
  const [file, said] = [path(), [] as string[]]
  const [one, other] = [selfSigned([]), selfSigned([])]
  tunnels(file, '1000000001', { key: one.key, cert: other.cert })
  tunnels(file, '1000000002', { key: one.key.slice(0, 40), cert: one.cert })
  tunnels(file, '1000000003', one)
  writeFileSync(file, '')
  expect(deviceKey(file, said)).toBe(one.key)
  expect(said.at(-1)).toBe(`${file} is restored from ${join(pkiOf(file), '1000000003', 'member.key')}`)
  expect([readFileSync(file, 'utf8'), readFileSync(`${file}.copy`, 'utf8')]).toEqual([one.key, one.key])
})

test('a device that lost its key everywhere makes another, and its log says what a person has to do', () => {
  const [file, said] = [path(), [] as string[]]
  const lost = deviceKey(file, said)
  expect(said).toEqual([])
  for (const name of [file, `${file}.copy`]) writeFileSync(name, lost.slice(0, 60))
  const key = deviceKey(file, said)
  expect(key).not.toBe(lost)
  expect(said.at(-1)).toContain('release the device, assign it and activate it again')
  expect(deviceKey(file)).toBe(key)
})

test('a key that is damaged everywhere is put aside, not replaced', () => {
  const file = path()
  const lost = deviceKey(file).slice(0, 60)
  for (const name of [file, `${file}.copy`]) writeFileSync(name, lost)
  deviceKey(file)
  expect([`${file}.damaged`, `${file}.copy.damaged`].map((name) => readFileSync(name, 'utf8'))).toEqual([lost, lost])
})

/** Makes a file that cannot be read, also not by root, until the returned function is called. */
function unreadable(file: string): () => void {
  if (existsSync(file)) renameSync(file, `${file}.hidden`)
  mkdirSync(file)
  return () => {
    rmSync(file, { recursive: true })
    if (existsSync(`${file}.hidden`)) renameSync(`${file}.hidden`, file)
  }
}

test('a key that cannot be read at the moment is neither lost nor replaced', () => {
  const [file, said] = [path(), [] as string[]]
  const key = deviceKey(file)
  const undo = [file, `${file}.copy`].map(unreadable)
  expect(() => deviceKey(file, said)).toThrow('EISDIR')
  for (const readable of undo) readable()
  expect([deviceKey(file, said), said]).toEqual([key, []])
})

test('a device that can read neither its key nor the copy uses the key of its tunnels, and changes no file', () => {
  const [file, said, one] = [path(), [] as string[], selfSigned([])]
  tunnels(file, '1000000001', one)
  writeFileSync(file, one.key)
  const undo = [file, `${file}.copy`].map(unreadable)
  expect(deviceKey(file, said)).toBe(one.key)
  expect(said).toEqual([expect.stringContaining('member.key is used')])
  for (const readable of undo) readable()
  expect([readFileSync(file, 'utf8'), existsSync(`${file}.copy`)]).toEqual([one.key, false])
})

test('a key whose file cannot be read is taken from its copy, and the file stays', () => {
  const [file, said] = [path(), [] as string[]]
  const key = deviceKey(file)
  const readable = unreadable(file)
  expect(deviceKey(file, said)).toBe(key)
  expect(said).toEqual([`${file} cannot be read: its copy is used`])
  readable()
  expect(deviceKey(file)).toBe(key)
})

test.each(['member.key', 'member.crt'])('no key is made while the %s of a tunnel cannot be read', (name) => {
  const file = path()
  const one = selfSigned([])
  tunnels(file, '1000000001', one)
  const readable = unreadable(join(pkiOf(file), '1000000001', name))
  expect(() => deviceKey(file)).toThrow('EISDIR')
  readable()
  expect(deviceKey(file)).toBe(one.key)
})
