import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { createAllowance, createCounters, createReflector, MOST_A_SECOND } from './reflector.ts'
import { createSender, createUsual, isSlow, lostAfter, nextDue, type Timing } from './sender.ts'
import { createTally } from './tally.ts'
import { eventually } from '../../../server/test/eventually.ts'
import { freePort } from '../../../server/test/free-port.ts'

const HERE = '127.0.0.1'
/** Long enough that a busy machine loses nothing: what is lost then follows from the counts alone. */
const PATIENT: Timing = { pace: 20, suspected: 20, lostAfter: () => 600_000 }
const endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings.splice(0)) end()
})

/** Returns a socket of the test, which knows STAMP from the RFC's figures alone. */
async function socketAt(port = 0, address = HERE): Promise<Socket> {
  const socket = createSocket('udp4')
  socket.bind(port, address)
  await once(socket, 'listening')
  let isOpen = true
  socket.once('close', () => (isOpen = false))
  endings.push(() => isOpen && socket.close())
  return socket
}

/** Reflects by RFC 8762 §4.3.1. @param fate what becomes of each packet, by its number */
function reflecting(socket: Socket, fate: (seq: number) => 'back' | 'lost there' | 'lost back' = () => 'back') {
  const seen: number[] = []
  let counter = 0
  socket.on('message', (question, { port, address }) => {
    const seq = question.readUInt32BE(0)
    seen.push(seq)
    if (fate(seq) === 'lost there') return
    const answer = Buffer.alloc(44)
    answer.writeUInt32BE(counter++, 0)
    if (fate(seq) === 'lost back') return
    question.copy(answer, 4, 4, 16)
    question.copy(answer, 16, 4, 12)
    question.copy(answer, 24, 0, 14)
    answer.writeUInt8(255, 40)
    socket.send(answer, port, address)
  })
  return seen
}

function sending(port: number, timing: Timing) {
  const [tally, usual] = [createTally(), createUsual()]
  const sender = createSender({ local: HERE, remote: HERE, port, tally, usual, phase: 0, ssid: 77, timing })
  endings.push(sender.stop)
  return { tally, usual }
}

test('the sender tells on which way packets were lost from what another reflector counted', async () => {
  const socket = await socketAt()
  const seen = reflecting(socket, (seq) => (seq % 10 === 3 ? 'lost there' : seq % 10 === 7 ? 'lost back' : 'back'))
  const { tally, usual } = sending(socket.address().port, PATIENT)
  await eventually(() => expect(seen.length).toBeGreaterThan(30))
  await eventually(() => expect(usual.value).toBeDefined())
  const figures = tally.take(0)
  // As far as answers have come, of each ten numbers one was lost on each way.
  const until = (figures?.sent ?? 0) - 1
  const of = (digit: number) => Array.from({ length: until + 1 }, (_, seq) => seq).filter((seq) => seq % 10 === digit).length
  expect(until).toBeGreaterThan(9)
  expect(figures).toMatchObject({ sent: until + 1, reflected: until + 1 - of(3), received: until + 1 - of(3) - of(7) })
  expect(figures?.rtt_min).toBeGreaterThanOrEqual(0)
})

test('a lost packet makes the sender look closer', async () => {
  const socket = await socketAt()
  const seen = reflecting(socket, () => 'lost back')
  // Unsuspected, the second packet would come after a day.
  const { tally } = sending(socket.address().port, { pace: 86_400_000, suspected: 5, lostAfter: () => 10 })
  await eventually(() => expect(seen.length).toBeGreaterThan(5))
  const figures = tally.take(0)
  expect(figures).toMatchObject({ reflected: 0, received: 0, rtt_p50: null })
  expect(figures?.sent).toBeGreaterThan(0)
})

test('the sender does not count packets while nobody answers at the other end', async () => {
  const port = await freePort()
  const { tally } = sending(port, PATIENT)
  const socket = await socketAt(port)
  const seen = reflecting(socket)
  await eventually(() => expect(seen.length).toBeGreaterThan(5))
  const figures = tally.take(0)
  expect(figures?.sent).toBeGreaterThan(0)
  expect(figures).toMatchObject({ reflected: figures?.sent, received: figures?.sent })
})

test('the reflector counts each session of its peers, answers as much as it hears, and answers nobody else', async () => {
  const reflector = createReflector(HERE, 0)
  endings.push(reflector.stop)
  reflector.answer([HERE])
  await eventually(() => expect(reflector.port).toBeDefined())
  const [peer, stranger] = [await socketAt(), await socketAt(0, '127.0.0.2')]
  const answers = new Map<Socket, Buffer[]>([peer, stranger].map((socket) => [socket, []]))
  for (const [socket, heard] of answers) socket.on('message', (answer) => heard.push(answer))
  /** Resolves once the packet is with the reflector, which reads packets in their order. */
  const ask = (from: Socket, seq: number, ssid: number, length = 44) => {
    const question = Buffer.alloc(Math.max(44, length))
    question.writeUInt32BE(seq, 0)
    question.writeUInt32BE(0xaabbccdd, 4)
    question.writeUInt16BE(0x3f07, 12)
    question.writeUInt16BE(ssid, 14)
    return new Promise<void>((done) => from.send(question.subarray(0, length), reflector.port ?? 0, HERE, () => done()))
  }
  await ask(stranger, 1, 5)
  await ask(peer, 2, 5, 43)
  await ask(peer, 20, 6, 60)
  await ask(peer, 21, 6)
  await ask(peer, 22, 7)
  await eventually(() => expect(answers.get(peer)).toHaveLength(3))
  await new Promise((done) => setImmediate(done))
  expect(answers.get(stranger)).toEqual([])
  const fields = (answer: Buffer) => [answer.readUInt16BE(14), answer.readUInt32BE(24), answer.readUInt32BE(0), answer.length]
  expect(answers.get(peer)?.map(fields)).toEqual([
    [6, 20, 0, 60],
    [6, 21, 1, 44],
    [7, 22, 0, 44],
  ])
  const [first] = answers.get(peer) ?? []
  // The sender's time and error estimate, the reflector's own error estimate, zeros, and a TTL that is not known.
  expect([first?.readUInt32BE(28), first?.readUInt16BE(36)]).toEqual([0xaabbccdd, 0x3f07])
  expect([first?.readUInt16BE(12), first?.readUInt16BE(38), first?.readUInt8(40)]).toEqual([1, 0, 255])
})

test('a session is forgotten after two minutes of silence, and a peer has at most sixteen', () => {
  const counters = createCounters()
  expect([0, 1, 2].map((at) => counters.count('a', '1', at))).toEqual([0, 1, 2])
  expect(counters.count('a', '1', 119_000)).toBe(3)
  expect(counters.count('a', '1', 239_000)).toBe(0)
  for (let i = 0; i < 100; i++) counters.count('b', String(i), 239_000)
  expect(counters.size).toBe(17)
  counters.forget(358_999)
  expect(counters.size).toBe(17)
  counters.forget(359_000)
  expect(counters.size).toBe(0)
})

test('packets keep to whole intervals after their origin, and those that were missed are left out', () => {
  expect(nextDue(100, 1000, 100, 100)).toBe(1100)
  expect(nextDue(100, 1000, 1100, 1107)).toBe(2100)
  // A timer that called a little early.
  expect(nextDue(100, 1000, 1100, 1099.4)).toBe(2100)
  expect(nextDue(100, 1000, 1100, 5555)).toBe(6100)
})

test('a packet is lost after three times the usual time there and back, at least after 600 ms', () => {
  expect([undefined, 40, 200, 700].map(lostAfter)).toEqual([2000, 600, 600, 2100])
  expect([isSlow(109, 40), isSlow(111, 40), isSlow(9999, undefined)]).toEqual([false, true, false])
})

test('the usual time is the median of one packet a second', () => {
  const usual = createUsual()
  for (let i = 0; i < 21; i++) usual.add(20 + (i % 2), i * 1000)
  for (let i = 0; i < 100; i++) usual.add(500, 20_000 + i)
  expect(usual.value).toBe(20)
})

test('of an address that sends without end some packets are answered each second, and those of others as before', () => {
  const allowed = createAllowance()
  const answered = (address: string, now: number) => Array.from({ length: 5000 }, () => allowed(address, now)).filter(Boolean).length
  expect(answered('10.0.0.2', 1000)).toBe(MOST_A_SECOND)
  expect(answered('10.0.0.3', 1900)).toBe(MOST_A_SECOND)
  expect(answered('10.0.0.2', 1999)).toBe(0)
  expect(answered('10.0.0.2', 2000)).toBe(MOST_A_SECOND)
})
