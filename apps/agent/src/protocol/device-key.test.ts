import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import 'reflect-metadata'
import { Pkcs10CertificateRequest } from '@peculiar/x509'
import { expect, test } from 'vitest'
import { deviceKey, signingRequest } from './device-key.ts'

const path = () => join(mkdtempSync(join(tmpdir(), 'weft-key-')), 'state', 'device.key')

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
