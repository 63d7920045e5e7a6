import { once } from 'node:events'
import type { IncomingMessage, RequestListener } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { silentLog } from '../kernel/log.ts'
import { createHttpServer } from './raw-socket.ts'

const SHORT = {
  headersTimeout: 500,
  requestTimeout: 1000,
  keepAliveTimeout: 500,
  connectionsCheckingInterval: 50,
  keepAliveInitialDelay: 30_000,
}

const LONG = { ...SHORT, headersTimeout: 60_000, requestTimeout: 60_000, keepAliveTimeout: 60_000 }

async function listen(handler: RequestListener, limits = LONG) {
  const server = createHttpServer(handler, silentLog, limits)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  const open = async () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    return socket
  }
  return { server, open }
}

describe('the server', () => {
  it.each([
    ['that says nothing', ''],
    ['that does not end its headers', 'GET / HTTP/1.1\r\nhost: a\r\n'],
    ['that does not end its body', 'POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nabc'],
    ['that has no further request', 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'],
  ])('closes a connection %s', async (_, bytes) => {
    const { open } = await listen((request, response) => void request.resume().on('end', () => response.end()), SHORT)
    const socket = await open()
    socket.write(bytes)
    socket.resume()
    const [failed] = (await once(socket, 'close')) as [boolean]
    expect(failed).toBe(false)
  })
})

it('a request whose connection was reset while it is handled still has its address', async () => {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage>()
  const { open } = await listen(resolve)
  const socket = await open()
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  const request = await promise
  socket.resetAndDestroy()
  await new Promise((done) => request.socket.once('close', done))
  expect(request.socket.remoteAddress).toBe('127.0.0.1')
})

it('a request for an upgrade to another protocol than WebSocket is answered as a plain request, with its body', async () => {
  const { open, server } = await listen((request, response) => void request.resume().on('end', () => response.end('whole')))
  server.on('upgrade', (_, socket) => socket.destroy())
  const socket = await open()
  socket.write('POST / HTTP/1.1\r\nhost: a\r\nconnection: upgrade, close\r\nupgrade: h2c\r\ncontent-length: 3\r\n\r\nabc')
  let answer = ''
  socket.on('data', (part) => (answer += part.toString()))
  await once(socket, 'close')
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*whole/)
})

it('an error of a listening server is logged and does not end the server', async () => {
  const logged: string[] = []
  const server = createHttpServer(() => {}, { ...silentLog, error: (message) => void logged.push(message) })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  server.emit('error', Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' }))
  expect(logged).toEqual(['a connection could not be accepted'])
})
