import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AgentMessage, HEARTBEAT_MISSED_SECONDS, HEARTBEAT_SECONDS } from '@weft/contract/agent-protocol'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { monotonicSeconds } from '../beat.ts'
import { type Connection, createConnection } from './connection.ts'

const HELLO = { type: 'heartbeat' } as AgentMessage
const SAMPLES: AgentMessage = { type: 'samples', now: 1, samples: [{ interface: 'wan', time: 1, down: 1, upload: 1 }] }

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function anAgent(server: string) {
  const lost: string[] = []
  const received: string[] = []
  const connection = createConnection({
    controller: { server, ca: undefined },
    credential: () => 'a',
    random: () => 0,
    hello: () => HELLO,
    receive: ({ type }) => void received.push(type),
    lost: (why) => void lost.push(why),
  })
  connection.start()
  onTestFinished(() => connection.stop())
  return { connection, lost, received }
}

/** Returns an agent connected to a controller, which answers heartbeats, as the real one does, if `answers` is true. */
async function connectedAgent({ answers }: { answers: boolean }) {
  const server = createServer()
  const sockets = new WebSocketServer({ server })
  const url = await listening(server)
  const connected = once(sockets, 'connection') as Promise<[WebSocket]>
  const agent = anAgent(url)
  const [socket] = await connected
  const heard: string[] = []
  socket.on('message', (data: Buffer) => {
    const { type } = JSON.parse(data.toString()) as { type: string }
    heard.push(type)
    if (type === 'heartbeat' && answers) socket.send('{"type":"heartbeat"}')
  })
  await vi.waitFor(() => expect(agent.connection.send(SAMPLES)).toBe(true), 30_000)
  return { ...agent, heard, count: (type: string) => heard.filter((one) => one === type).length }
}

/** Advances the agent's clock by seconds without waiting for them, with a beat after each. */
function pass(seconds: number, connection: Connection, each: () => void = () => {}): void {
  const clock = performance.now.bind(performance)
  let passed = 0
  const later = vi.spyOn(performance, 'now').mockImplementation(() => clock() + passed * 1000)
  for (passed = 1; passed <= seconds; passed++) {
    each()
    connection.beat(monotonicSeconds())
  }
  later.mockRestore()
}

it('an agent that sends all the time still sends a heartbeat after it received nothing for twenty seconds', async () => {
  const { connection, count } = await connectedAgent({ answers: false })
  const before = count('heartbeat')
  pass(HEARTBEAT_SECONDS + 1, connection, () => connection.send(SAMPLES))
  await vi.waitFor(() => expect(count('heartbeat')).toBe(before + 1), 30_000)
})

it('an agent does not repeat a heartbeat each second while it has no answer', async () => {
  const { connection, heard, count } = await connectedAgent({ answers: false })
  const before = count('heartbeat')
  pass(2 * HEARTBEAT_SECONDS + 5, connection)
  connection.send(SAMPLES)
  await vi.waitFor(() => expect(heard.at(-1)).toBe('samples'), 30_000)
  expect(count('heartbeat')).toBe(before + 2)
})

it('an agent closes a silent connection and connects again', async () => {
  const { connection, lost } = await connectedAgent({ answers: false })
  pass(HEARTBEAT_MISSED_SECONDS + 2, connection)
  await vi.waitFor(() => expect(lost).toHaveLength(1), 30_000)
  await vi.waitFor(() => expect(connection.send(SAMPLES)).toBe(true), 30_000)
})

it('an agent whose credential is refused reports the message of the controller', async () => {
  const server = createServer()
  server.on('upgrade', (_request: IncomingMessage, socket: { end(text: string): void }) => {
    const body = JSON.stringify({ code: 2001, msg: 'activate\nthe device anew', data: null })
    socket.end(`HTTP/1.1 401 Unauthorized\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`)
  })
  const { lost } = anAgent(await listening(server))
  await vi.waitFor(() => expect(lost[0]).toBe('the credential is refused: activate the device anew'), 30_000)
})

it('an agent that is refused before the upgrade connects again after the seconds in the answer', async () => {
  const times: number[] = []
  const server = createServer()
  const turnAway = (_request: IncomingMessage, socket: { end(text: string): void }) => {
    times.push(performance.now())
    socket.end('HTTP/1.1 429 Too Many Requests\r\nretry-after: 3\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
  }
  server.on('upgrade', turnAway)
  const { lost } = anAgent(await listening(server))
  await vi.waitFor(() => expect(times).toHaveLength(2), 60_000)
  expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(3000)
  expect(lost[0]).not.toContain('the credential is refused')
})
