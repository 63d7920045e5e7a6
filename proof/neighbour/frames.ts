import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { AGENT_CONNECT_PATH, AGENT_SUBPROTOCOL } from '@weft/contract'

const TEXT = 0x81
const MASKED = 0x80
const CLOSE = 0x88

/** Returns a frame of a WebSocket client (RFC 6455 §5.2). Its mask is zero, so that a frame can be made once and sent often. */
function frame(first: number, payload: Buffer): Buffer {
  const { length } = payload
  const head =
    length < 126
      ? Buffer.from([first, MASKED | length])
      : length < 65_536
        ? Buffer.from([first, MASKED | 126, length >> 8, length & 255])
        : Buffer.from([first, MASKED | 127, 0, 0, 0, 0, length >>> 24, (length >> 16) & 255, (length >> 8) & 255, length & 255])
  return Buffer.concat([head, Buffer.alloc(4), payload])
}
export const textFrame = (message: unknown): Buffer =>
  frame(TEXT, Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)))
export const closeFrame = frame(CLOSE, Buffer.from([3, 232]))

/** Opens a WebSocket by hand: frames follow at once, and what the server sends is read only as far as the caller reads it. */
export function openRaw(port: number, path: string, headers: Record<string, string>): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  const lines = {
    host: 'localhost',
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
    ...headers,
  }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`GET ${path} HTTP/1.1\r\n${head.join('')}\r\n`)
  return socket
}

/** Opens the connection of a device. */
export const openDevice = (port: number, credential: string, more: Record<string, string> = {}): Socket =>
  openRaw(port, AGENT_CONNECT_PATH, { authorization: `Bearer ${credential}`, 'sec-websocket-protocol': AGENT_SUBPROTOCOL, ...more })
