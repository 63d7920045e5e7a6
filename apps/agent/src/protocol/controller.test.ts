import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { selfSigned } from '../../../server/test/certificate.ts'
import { createConnection } from './connection.ts'
import { controllerAt } from './controller.ts'
import { newCredential } from './credential.ts'
import { enrol } from './enrol.ts'

let folder: string
let server: Server
let address: string
const own = selfSigned(['127.0.0.1'])
const foreign = selfSigned(['127.0.0.1'])
const file = (name: string, content: string) => {
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'weft-controller-'))
  server = createServer(own, (_request, response) => response.end(JSON.stringify({ code: 200, msg: '', data: { credential: 'given' } })))
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) => socket.on('error', () => {}))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
  rmSync(folder, { recursive: true })
})

describe('the address of a controller', () => {
  it.each(['https://controller.example:8082', 'http://127.0.0.1:8082', 'http://127.8.0.9', 'http://[::1]:8082', 'http://localhost:8082'])(
    'may be %s',
    (one) => expect(controllerAt(one, '')).toEqual({ server: one, ca: undefined }),
  )
  it.each([
    'http://controller.example:8082',
    'http://198.51.100.1:8082',
    'http://localhost.example',
    'http://0.0.0.0:8082',
    'http://[::ffff:8.8.8.8]',
    'ftp://127.0.0.1',
    'controller.example',
    '',
  ])('may not be %s', (one) => expect(() => controllerAt(one, '')).toThrow(/encrypted|address of a controller/))
})

describe('several addresses of a controller', () => {
  it('are used in turn, and it is said when the first one comes again', () => {
    const controller = controllerAt('https://one.example, https://two.example,http://localhost:3', '')
    const seen = Array.from({ length: 4 }, () => [controller.server, controller.next?.()])
    expect(seen.map(([server]) => server)).toEqual([
      'https://one.example',
      'https://two.example',
      'http://localhost:3',
      'https://one.example',
    ])
    expect(seen.map(([, isLast]) => isLast)).toEqual([false, false, true, false])
  })
  it.each(['https://one.example,', 'https://one.example,http://two.example', ','])('must all be right, and %s are not', (list) =>
    expect(() => controllerAt(list, '')).toThrow(/encrypted|address of a controller/),
  )
})

describe('the authority of a controller', () => {
  it('is read from a file with one certificate or several', () => {
    expect(controllerAt(address, file('two.pem', `# ours\n${own.cert}${foreign.cert}`)).ca?.match(/BEGIN/g)).toHaveLength(2)
  })
  it.each([
    ['not there', () => join(folder, 'none.pem'), /cannot be read/],
    ['empty', () => file('empty.pem', ''), /no certificate/],
    ['a key', () => file('key.pem', own.key), /no certificate/],
    ['damaged', () => file('bad.pem', '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'), /cannot be read/],
  ])('is refused if its file is %s', (_why, path, words) => expect(() => controllerAt(address, path())).toThrow(words))
  it('is refused with an address without TLS, where it would have no effect', () => {
    expect(() => controllerAt('http://127.0.0.1', file('own.pem', own.cert))).toThrow(/https/)
  })

  const proof = { router_name: 'SN1', activation_code: 'CODE' }
  const made = newCredential()
  it('lets a device enrol, and no other authority does', async () => {
    expect(await enrol({ server: address, ca: own.cert }, proof, {}, made)).toBe('given')
    await expect(enrol({ server: address, ca: foreign.cert }, proof, {}, made)).rejects.toThrow(/certificate|self-signed/)
    await expect(enrol({ server: address, ca: undefined }, proof, {}, made)).rejects.toThrow(/certificate|self-signed/)
  })

  const connects = async (ca: string | undefined): Promise<string> => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const connection = createConnection({
      controller: { server: address, ca },
      credential: () => 'secret',
      random: () => 0,
      hello: () => {
        resolve('connected')
        return { type: 'heartbeat' }
      },
      receive: () => {},
      lost: resolve,
    })
    connection.start()
    const came = await promise
    await connection.stop()
    return came
  }
  it('lets a device connect, and no other authority does', async () => {
    expect(await connects(own.cert)).toBe('connected')
    const refused = /^self-signed certificate.* \(the device's clock says 2\d{3}-\d\d-\d\dT[\d:]{8}Z\)$/
    expect(await connects(foreign.cert)).toMatch(refused)
    expect(await connects(undefined)).toMatch(refused)
  })
})
