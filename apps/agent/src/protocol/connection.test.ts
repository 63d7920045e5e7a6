import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { type AgentMessage, HEARTBEAT_MISSED_SECONDS, HEARTBEAT_SECONDS, RECONNECT_MAX_SECONDS } from '@weft/contract/agent-protocol'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { monotonicSeconds } from '../beat.ts'
import type { OwnAddresses } from '../own-addresses.ts'
import { controllerAt } from './controller.ts'
import { type Connection, type ConnectionDependencies, createConnection } from './connection.ts'
import { eventually } from '../../../server/test/eventually.ts'

/** The first message of a connection: a heartbeat, because these tests need no real `hello`. */
const HELLO = { type: 'heartbeat' } as AgentMessage
const SAMPLES: AgentMessage = { type: 'samples', now: 1, samples: [{ interface: 'wan', time: 1, down: 1, upload: 1 }] }

async function listening(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Starts a controller that answers each request for a connection with a refusal. @param refusal returns its status line, headers and body */
function refusing(refusal: () => { status: string; headers?: string; body?: object }): Promise<string> {
  const server = createServer()
  server.on('upgrade', (_request, socket) => {
    // The agent may reset the connection once it has read the refusal.
    socket.on('error', () => socket.destroy())
    const { status, headers = '', body } = refusal()
    const text = body === undefined ? '' : JSON.stringify(body)
    socket.end(`HTTP/1.1 ${status}\r\n${headers}content-length: ${text.length}\r\nconnection: close\r\n\r\n${text}`)
  })
  return listening(server)
}

/** Starts an agent that connects to a controller, by one address or a list. @returns its connection, why connections were lost, the types of messages received, and how often it tried */
function anAgent(server: string, more: Pick<ConnectionDependencies, 'addresses'> & { random?: () => number } = {}) {
  const lost: string[] = []
  const causes: string[] = []
  const received: string[] = []
  let attempts = 0
  const connection = createConnection({
    controller: controllerAt(server, ''),
    credential() {
      attempts += 1
      return 'a'
    },
    random: () => 0,
    ...more,
    hello: () => HELLO,
    receive: ({ type }) => void received.push(type),
    lost(why, cause) {
      lost.push(why)
      causes.push(cause)
    },
  })
  connection.start()
  onTestFinished(() => connection.stop())
  return { connection, lost, causes, received, attempts: () => attempts }
}

/**
 * Returns an agent connected to a controller, and a function that counts the messages of one type that the controller received.
 * The controller answers heartbeats, as the real one does, if `answers` is true.
 */
async function connectedAgent({ answers, ...more }: { answers: boolean } & Parameters<typeof anAgent>[1]) {
  const server = createServer()
  const sockets = new WebSocketServer({ server })
  const url = await listening(server)
  const connected = once(sockets, 'connection') as Promise<[WebSocket]>
  const agent = anAgent(url, more)
  const [socket] = await connected
  const sent: string[] = []
  socket.on('message', (data: Buffer) => {
    const { type } = JSON.parse(data.toString()) as { type: string }
    sent.push(type)
    if (type === 'heartbeat' && answers) socket.send('{"type":"heartbeat"}')
  })
  await eventually(() => expect(agent.connection.send(SAMPLES)).toBe(true))
  // The first message is a heartbeat too: it must have come before those that a test counts.
  await eventually(() => expect(sent).toContain('samples'))
  return { ...agent, server, count: (type: string) => sent.filter((sentType) => sentType === type).length }
}

/**
 * Replaces the agent's clock by one that does not go on by itself.
 * @returns a function that advances it second by second, and at each second calls `each` and then the beat of the connection
 */
function aStandingClock(): (seconds: number, connection: Connection, each?: () => void) => void {
  const began = performance.now()
  let passed = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => began + passed * 1000)
  onTestFinished(() => clock.mockRestore())
  return (seconds, connection, each = () => {}) => {
    for (const end = passed + seconds; passed < end; ) {
      passed += 1
      each()
      connection.beat(monotonicSeconds())
    }
  }
}

it('an agent that keeps sending samples still sends a heartbeat when it has received nothing for twenty seconds', async () => {
  const advance = aStandingClock()
  const { connection, count } = await connectedAgent({ answers: false })
  const before = count('heartbeat')
  advance(HEARTBEAT_SECONDS + 1, connection, () => connection.send(SAMPLES))
  await eventually(() => expect(count('heartbeat')).toBe(before + 1))
})

it('an agent sends one heartbeat every twenty seconds, not every second, while no answer comes', async () => {
  const advance = aStandingClock()
  const { connection, count } = await connectedAgent({ answers: false })
  const before = count('heartbeat')
  advance(2 * HEARTBEAT_SECONDS + 5, connection)
  connection.send(SAMPLES)
  // Messages come in their order: with the second samples, all heartbeats before them have come.
  await eventually(() => expect(count('samples')).toBe(2))
  expect(count('heartbeat')).toBe(before + 2)
})

it('an agent closes a connection on which nothing arrives any more, and connects again', async () => {
  const advance = aStandingClock()
  const { connection, lost } = await connectedAgent({ answers: false })
  advance(HEARTBEAT_MISSED_SECONDS + 2, connection)
  await eventually(() => expect(lost).toHaveLength(1))
  await eventually(() => expect(connection.send(SAMPLES)).toBe(true))
})

it('an agent whose credential is refused reports the reason that the controller gives', async () => {
  const body = { code: 2001, msg: 'activate\nthe device anew', data: null }
  const { lost } = anAgent(await refusing(() => ({ status: '401 Unauthorized', body })))
  await eventually(() => expect(lost[0]).toBe('the credential is refused: activate the device anew'))
})

it('an agent reports the sentence of a refusal that names seconds, which are no part of its cause', async () => {
  let seconds = 30
  const refusal = () => ({ status: '429 Too Many Requests', body: { code: 429, msg: `try again in ${seconds--} s`, data: null } })
  const { lost, causes } = anAgent(await refusing(refusal))
  await eventually(() => expect(lost.length).toBeGreaterThanOrEqual(2))
  expect(lost.slice(0, 2)).toEqual(['the controller answers 429: try again in 30 s', 'the controller answers 429: try again in 29 s'])
  expect(new Set(causes).size).toBe(1)
})

it('an agent with several addresses tries one after the other, and the one that it was connected by first', async () => {
  const server = createServer()
  const sockets = new WebSocketServer({ server })
  const opened: WebSocket[] = []
  sockets.on('connection', (socket) => opened.push(socket))
  const { lost } = anAgent(`http://127.0.0.1:1,${await refusing(() => ({ status: '404 Not Found' }))},${await listening(server)}`)
  await eventually(() => expect(opened).toHaveLength(1))
  expect(lost).toEqual(['connect ECONNREFUSED 127.0.0.1:1', 'the controller answers 404'])
  opened[0]!.terminate()
  await eventually(() => expect(opened).toHaveLength(2))
  expect(lost.slice(2)).toEqual(['the connection broke off'])
  sockets.close()
  server.close().closeAllConnections()
  opened[1]!.terminate()
  await eventually(() => expect(lost.length).toBeGreaterThanOrEqual(5))
  expect(lost.slice(3, 5)).toEqual(['the connection broke off', expect.stringMatching(/^connect ECONNREFUSED 127\.0\.0\.1:(?!1$)/)])
})

it('an agent reports the words of the error when the controller is not there', async () => {
  // No test listens at a port of the system.
  const { lost } = anAgent('http://127.0.0.1:1')
  await eventually(() => expect(lost[0]).toBe('connect ECONNREFUSED 127.0.0.1:1'))
})

it('an agent reports that the controller closed the connection, that it broke off, or that nothing was heard', async () => {
  const advance = aStandingClock()
  const server = createServer()
  const sockets = new WebSocketServer({ server })
  const endings = [(socket: WebSocket) => socket.close(4001, 'a newer connection'), (socket: WebSocket) => socket.terminate()]
  sockets.on('connection', (socket) => endings.shift()?.(socket))
  const { connection, lost } = anAgent(await listening(server))
  await eventually(() => expect(lost).toHaveLength(2))
  await eventually(() => expect(connection.send(SAMPLES)).toBe(true))
  advance(HEARTBEAT_MISSED_SECONDS + 2, connection)
  await eventually(() => expect(lost).toHaveLength(3))
  expect(lost).toEqual([
    'the controller closed the connection: 4001 a newer connection',
    'the connection broke off',
    `nothing was heard for ${HEARTBEAT_MISSED_SECONDS} seconds`,
  ])
})

it('an agent whose connection is refused with 429 waits for the seconds of Retry-After before it tries again', async () => {
  const times: number[] = []
  const refusal = () => {
    times.push(performance.now())
    return { status: '429 Too Many Requests', headers: 'retry-after: 3\r\n' }
  }
  const { lost } = anAgent(await refusing(refusal))
  await eventually(() => expect(times.length).toBeGreaterThanOrEqual(2))
  // A timer may come a millisecond early.
  expect(Math.round((times[1]! - times[0]!) / 1000)).toBeGreaterThanOrEqual(3)
  expect(lost[0]).toBe('the controller answers 429')
})

/** A pause that no test waits for: what happens before its end is done at once. */
const FOREVER = () => 10_000

/** Returns the addresses of a device that has `towards` as the own address by which it reaches all others. */
function ownAddresses(towards: string | undefined) {
  const world = { towards, had: ['127.0.0.1'], looks: 0 }
  const addresses: OwnAddresses = {
    has: (address) => world.had.includes(address),
    async towards() {
      world.looks += 1
      return world.towards
    },
  }
  return Object.assign(world, { addresses })
}
/** Advances the clock by seconds, and waits in each until the connection has looked at the device's addresses. */
async function look(
  world: ReturnType<typeof ownAddresses>,
  advance: ReturnType<typeof aStandingClock>,
  connection: Connection,
  seconds = 1,
): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    const before = world.looks
    advance(1, connection)
    await eventually(() => expect(world.looks).toBeGreaterThan(before))
    await setImmediate()
  }
}

describe('an agent whose addresses change', () => {
  it('closes a connection from an address that the device no longer has, and connects again without a pause', async () => {
    const advance = aStandingClock()
    const world = ownAddresses('127.0.0.1')
    const { connection, lost, server } = await connectedAgent({ answers: false, random: FOREVER, addresses: world.addresses })
    await look(world, advance, connection)
    Object.assign(world, { towards: undefined, had: [] })
    await look(world, advance, connection, 2)
    expect(lost).toEqual([])
    Object.assign(world, { towards: '127.0.0.2', had: ['127.0.0.2'] })
    const again = once(server, 'upgrade')
    await look(world, advance, connection, 2)
    await again
    expect(lost).toEqual(['the controller is no longer reached from the address 127.0.0.1'])
  })

  it('keeps a connection whose address one look alone did not find', async () => {
    const advance = aStandingClock()
    const world = ownAddresses('127.0.0.1')
    const { connection, lost, attempts } = await connectedAgent({ answers: true, addresses: world.addresses })
    await look(world, advance, connection)
    for (let time = 0; time < 3; time++) {
      Object.assign(world, { towards: '127.0.0.9', had: ['127.0.0.9'] })
      await look(world, advance, connection)
      Object.assign(world, { towards: '127.0.0.1', had: ['127.0.0.1', '127.0.0.9'] })
      await look(world, advance, connection)
    }
    expect(lost).toEqual([])
    expect(attempts()).toBe(1)
  })

  it('keeps a connection through a tunnel while it is answered, however its lines change', async () => {
    const advance = aStandingClock()
    const world = ownAddresses('127.0.0.9')
    // The address of the connection is that of a tunnel, so it is none of the lines’.
    world.had = ['127.0.0.9']
    const { connection, lost, attempts } = await connectedAgent({ answers: true, addresses: world.addresses })
    for (const towards of ['127.0.0.9', undefined, '127.0.0.9', '127.0.0.8']) {
      world.towards = towards
      await look(world, advance, connection, 2)
    }
    expect(lost).toEqual([])
    expect(attempts()).toBe(1)
  })

  it('closes a connection that does not answer once no line leads to the controller, although its address is there', async () => {
    const advance = aStandingClock()
    const world = ownAddresses('127.0.0.1')
    const { connection, lost } = await connectedAgent({ answers: false, random: FOREVER, addresses: world.addresses })
    await look(world, advance, connection)
    world.towards = undefined
    await look(world, advance, connection, 4)
    expect(lost).toEqual([])
    await look(world, advance, connection)
    await eventually(() => expect(lost).toEqual(['the controller does not answer since the way to it has changed']))
  })

  it('closes a connection that does not answer also while its ways change each second', async () => {
    const advance = aStandingClock()
    const world = ownAddresses('127.0.0.1')
    const { connection, lost } = await connectedAgent({ answers: false, random: FOREVER, addresses: world.addresses })
    await look(world, advance, connection)
    for (let second = 0; second < 5; second++) {
      world.towards = `127.0.0.${9 - second}`
      await look(world, advance, connection)
    }
    await eventually(() => expect(lost).toEqual(['the controller does not answer since the way to it has changed']))
  })

  it('keeps a connection that survives a change, and sends nothing while nothing changes', async () => {
    const advance = aStandingClock()
    const world = ownAddresses('127.0.0.1')
    const { connection, lost, count, received } = await connectedAgent({ answers: true, addresses: world.addresses })
    await eventually(() => expect(received).toEqual(['heartbeat']))
    const before = count('heartbeat')
    await look(world, advance, connection, 5)
    expect(count('heartbeat')).toBe(before)
    // A second line is preferred now; then the line was down, and is the same again.
    for (const towards of ['127.0.0.9', undefined, '127.0.0.9']) {
      world.towards = towards
      await look(world, advance, connection)
    }
    await eventually(() => expect(received).toHaveLength(4))
    expect(count('heartbeat')).toBe(before + 3)
    await look(world, advance, connection, 10)
    expect(lost).toEqual([])
  })

  it('closes a connection that does not answer after a change, and connects again without a pause', async () => {
    const advance = aStandingClock()
    const world = ownAddresses('127.0.0.1')
    const { connection, lost, server } = await connectedAgent({ answers: false, random: FOREVER, addresses: world.addresses })
    await look(world, advance, connection)
    world.towards = '127.0.0.9'
    const again = once(server, 'upgrade')
    await look(world, advance, connection, 4)
    expect(lost).toEqual([])
    await look(world, advance, connection)
    await again
    expect(lost).toEqual(['the controller does not answer since the way to it has changed'])
  })

  it('tries at once when there is a way to the controller again, and not more often than every five seconds', async () => {
    const advance = aStandingClock()
    const world = ownAddresses(undefined)
    const { connection, lost, attempts } = anAgent('http://127.0.0.1:1', { random: FOREVER, addresses: world.addresses })
    await eventually(() => expect(lost).toHaveLength(1))
    await look(world, advance, connection, 2)
    world.towards = '127.0.0.1'
    await look(world, advance, connection)
    expect(attempts()).toBe(2)
    await eventually(() => expect(lost).toHaveLength(2))
    for (const towards of [undefined, '127.0.0.1', '127.0.0.9']) {
      world.towards = towards
      await look(world, advance, connection)
    }
    expect(attempts()).toBe(2)
    await look(world, advance, connection, 2)
    expect(attempts()).toBe(3)
    await eventually(() => expect(lost).toHaveLength(3))
    await look(world, advance, connection, 10)
    expect(attempts()).toBe(3)
  })

  it('waits longer after each failure while its ways come and go, and begins with the shortest wait again after a minute', async () => {
    const advance = aStandingClock()
    const world = ownAddresses('127.0.0.1')
    const timers = vi.spyOn(globalThis, 'setTimeout')
    onTestFinished(() => timers.mockRestore())
    const { connection, lost } = anAgent('http://127.0.0.1:1', { random: FOREVER, addresses: world.addresses })
    await look(world, advance, connection)
    for (let failures = 1; failures <= 5; failures++) {
      await eventually(() => expect(lost).toHaveLength(failures))
      world.towards = `127.0.0.${failures + 1}`
      await look(world, advance, connection, 6)
    }
    await eventually(() => expect(lost).toHaveLength(6))
    // Others than those of the connection are short.
    const pauses = () => timers.mock.calls.flatMap(([, ms = 0]) => (ms > 1_000_000 ? [ms] : []))
    expect(pauses().at(-1)).toBeGreaterThan(pauses()[0]!)
    await look(world, advance, connection, RECONNECT_MAX_SECONDS)
    world.towards = '127.0.0.9'
    await look(world, advance, connection)
    await eventually(() => expect(lost).toHaveLength(7))
    expect(pauses().at(-1)).toBe(pauses()[0])
  })

  it('gives up an attempt by the former way', async () => {
    const advance = aStandingClock()
    const world = ownAddresses('127.0.0.1')
    // It accepts connections and never answers.
    const server = createServer()
    server.on('upgrade', () => {})
    const first = once(server, 'upgrade')
    const { connection, lost } = anAgent(await listening(server), { random: FOREVER, addresses: world.addresses })
    await first
    await look(world, advance, connection)
    world.towards = '127.0.0.9'
    const second = once(server, 'upgrade')
    await look(world, advance, connection)
    await second
    expect(lost).toEqual(['the way to the controller has changed'])
  })

  it('waits as long as the controller said, however its addresses change', async () => {
    const advance = aStandingClock()
    const world = ownAddresses('127.0.0.1')
    const refusal = () => ({ status: '429 Too Many Requests', headers: 'retry-after: 1000\r\n' })
    const { connection, lost, attempts } = anAgent(await refusing(refusal), { addresses: world.addresses })
    await eventually(() => expect(lost).toHaveLength(1))
    for (const towards of ['127.0.0.9', undefined, '127.0.0.1']) {
      world.towards = towards
      await look(world, advance, connection, 10)
    }
    expect(attempts()).toBe(1)
  })
})
