import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { AGENT_CONNECT_PATH, type AgentMessage } from '@weft/contract'

/** A listener whose connections are broken, and what passes its first checks. */
export interface Target {
  name: 'console' | 'ops' | 'agent' | 'metrics'
  port: number
  /** The path of a WebSocket of this listener with everything that gives access to it. Read again for each connection. */
  socket?: () => Promise<{ path: string; headers: Record<string, string> }>
  /** The first message of a client over its WebSocket, and a part of the answer. */
  greeting?: { says: AgentMessage; answered: string }
}

/** The stage that a connection has reached when it is broken. */
interface Stage {
  name: string
  reach(target: Target): Promise<Socket>
}

/** A way of breaking a connection. A connection that stays open is broken at the end of the run. */
interface Way {
  name: string
  break(socket: Socket): Promise<void> | void
}

const GARBAGE = Buffer.from(Array.from({ length: 512 }, (_, i) => (i * 197 + 13) % 256))
const TLS_HELLO = Buffer.from('16030100b1010000ad0303', 'hex')
/** A client's frame whose length field says 2^62 bytes. */
const ENDLESS_FRAME = Buffer.from('81ff4000000000000000aabbccdd', 'hex')
/** A ping of 126 bytes, which RFC 6455 §5.5 forbids, with a reserved bit set. */
const FORBIDDEN_FRAME = Buffer.concat([Buffer.from('c9fe007e', 'hex'), Buffer.alloc(130)])

async function open({ port }: Target): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  await once(socket, 'connect')
  socket.on('error', () => {})
  return socket
}

/** Sends bytes, unless the server has closed the connection meanwhile. */
function send(socket: Socket, bytes: string | Buffer): void {
  if (socket.writable) socket.write(bytes)
}

/** Resolves when the server has sent this text, or has closed the connection. */
function said(socket: Socket, text: string): Promise<void> {
  return new Promise((done) => {
    let heard = ''
    const read = (part: Buffer) => {
      heard += part.toString('latin1')
      if (heard.includes(text)) finish()
    }
    const finish = () => {
      socket.off('data', read).off('close', finish)
      done()
    }
    socket.on('data', read).on('close', finish)
  })
}

/** Makes a client's frame, masked with zeros (RFC 6455 §5.3). */
function frame(text: string): Buffer {
  const body = Buffer.from(text)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(body.length)
  return Buffer.concat([Buffer.from([0x81, 0xfe]), length, Buffer.alloc(4), body])
}

const UPGRADE = 'connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n'
const KEY = 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n'

async function upgradeRequest(target: Target): Promise<string> {
  const { path, headers } = (await target.socket?.()) ?? { path: '/healthz', headers: {} }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${path} HTTP/1.1\r\nhost: weft\r\n${UPGRADE}${KEY}${lines.join('')}\r\n`
}

/** Makes a stage that is reached by sending these bytes. */
const sending = (name: string, bytes: string | ((target: Target) => string | Promise<string>)): Stage => ({
  name,
  async reach(target) {
    const socket = await open(target)
    send(socket, typeof bytes === 'string' ? bytes : await bytes(target))
    return socket
  },
})

const POST = 'POST /api/v1/login HTTP/1.1\r\nhost: weft\r\ncontent-type: application/json\r\n'
const MULTIPART = 'POST /api/v1/ticket/upload_file HTTP/1.1\r\nhost: weft\r\ncontent-type: multipart/form-data; boundary=b\r\n'
const WHOLE = 'GET /healthz HTTP/1.1\r\nhost: weft\r\n\r\n'

const callStages: Stage[] = [
  { name: 'connected', reach: open },
  sending('amid the request line', 'GET /heal'),
  sending('amid the headers', 'GET /healthz HTTP/1.1\r\nhost: weft\r\nx-long: aaa'),
  sending('amid the body', `${POST}content-length: 1000\r\n\r\n{"username":`),
  sending('amid a chunk of the body', `${POST}transfer-encoding: chunked\r\n\r\n40\r\n{"user`),
  sending(
    'amid a file',
    `${MULTIPART}content-length: 9000\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nPNG`,
  ),
  sending('waiting for 100 Continue', `${POST}expect: 100-continue\r\ncontent-length: 10\r\n\r\n`),
  sending('request sent', WHOLE),
  sending('twenty requests sent at once', WHOLE.repeat(20)),
  {
    name: 'answered',
    async reach(target) {
      const socket = await open(target)
      send(socket, WHOLE)
      await said(socket, '\r\n\r\n')
      return socket
    },
  },
  sending(
    'asked for another protocol',
    'GET /healthz HTTP/1.1\r\nhost: weft\r\nconnection: Upgrade, HTTP2-Settings\r\nupgrade: h2c\r\nhttp2-settings: AAMA\r\n\r\n',
  ),
  sending('asked for a WebSocket by POST', `${POST}${UPGRADE}${KEY}content-length: 20\r\n\r\n{`),
  sending('asked for a WebSocket that is none', `GET /nothing HTTP/1.1\r\nhost: weft\r\n${UPGRADE}${KEY}\r\n`),
  sending('asked for a WebSocket without a key', async (target) => (await upgradeRequest(target)).replace(KEY, '')),
  sending('asked for a WebSocket with a wrong key', async (target) =>
    (await upgradeRequest(target)).replace(KEY, 'sec-websocket-key: \u0001\r\n'),
  ),
]

const upgraded = async (target: Target): Promise<Socket> => {
  const socket = await open(target)
  send(socket, await upgradeRequest(target))
  await said(socket, '\r\n\r\n')
  return socket
}

const socketStages: Stage[] = [
  sending('amid the headers of an upgrade', async (target) => (await upgradeRequest(target)).slice(0, -8)),
  sending('upgrade asked for', upgradeRequest),
  sending('upgrade asked for, a frame behind it', async (target) => `${await upgradeRequest(target)}\u0001\u0002`),
  sending('upgrade asked for without a credential', `GET ${AGENT_CONNECT_PATH} HTTP/1.1\r\nhost: weft\r\n${UPGRADE}${KEY}\r\n`),
  { name: 'upgraded', reach: upgraded },
  {
    name: 'amid a frame',
    async reach(target) {
      const socket = await upgraded(target)
      send(socket, frame('{"type":"heartbeat"}').subarray(0, 12))
      return socket
    },
  },
]

const greetingStages: Stage[] = [
  {
    name: 'hello sent',
    async reach(target) {
      const socket = await upgraded(target)
      send(socket, frame(JSON.stringify(target.greeting!.says)))
      return socket
    },
  },
  {
    name: 'welcomed',
    async reach(target) {
      const socket = await upgraded(target)
      const answered = said(socket, target.greeting!.answered)
      send(socket, frame(JSON.stringify(target.greeting!.says)))
      await answered
      return socket
    },
  },
]

const reset = (socket: Socket): void => void socket.resetAndDestroy()
const sentThenReset = (bytes: string | Buffer) => (socket: Socket) => {
  send(socket, bytes)
  reset(socket)
}
const sentThenEnded = (bytes: string | Buffer) => (socket: Socket) => void socket.end(bytes)

const ways: Way[] = [
  { name: 'reset', break: reset },
  { name: 'closed', break: (socket) => void socket.destroy() },
  {
    name: 'ended, then reset',
    async break(socket) {
      await new Promise<void>((done) => void socket.end(done).once('close', () => done()))
      reset(socket)
    },
  },
  { name: 'ended and left half open', break: (socket) => void socket.end() },
  { name: 'left silent', break: () => {} },
  { name: 'garbage, then reset', break: sentThenReset(GARBAGE) },
  { name: 'garbage, then ended', break: sentThenEnded(GARBAGE) },
  { name: 'zero bytes, then ended', break: sentThenEnded(Buffer.alloc(4096)) },
  { name: 'headers of 64 kB, then ended', break: sentThenEnded(`x: ${'h'.repeat(65_536)}\r\n`) },
  { name: 'headers of 64 kB, then reset', break: sentThenReset(`\r\nx: ${'h'.repeat(65_536)}\r\n\r\n`) },
  { name: 'the beginning of TLS, then ended', break: sentThenEnded(TLS_HELLO) },
  { name: 'an endless frame, then reset', break: sentThenReset(ENDLESS_FRAME) },
  { name: 'a forbidden frame, then ended', break: sentThenEnded(FORBIDDEN_FRAME) },
  {
    name: 'byte by byte, then reset',
    async break(socket) {
      for (const byte of 'GET / HTT') {
        send(socket, byte)
        await new Promise((done) => setImmediate(done))
      }
      reset(socket)
    },
  },
]

/** Returns every way to break a connection to this listener, at every stage that a connection to it can reach. */
export function breaksOf(target: Target): { name: string; run(): Promise<Socket> }[] {
  const stages = [...callStages, ...(target.socket ? socketStages : []), ...(target.greeting ? greetingStages : [])]
  return stages.flatMap((stage) =>
    ways.map((way) => ({
      name: `${target.name}: ${stage.name}: ${way.name}`,
      async run() {
        const socket = await stage.reach(target)
        await way.break(socket)
        return socket
      },
    })),
  )
}
