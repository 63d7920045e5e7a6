import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectNats } from '@nats-io/transport-node'
import { Client } from 'pg'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { selfSigned } from '../../../test/certificate.ts'
import { startNats } from '../../../test/nats-server.ts'
import { lacks } from '../../../test/lacks.ts'
import { type TcpProxy, tcpProxy } from '../../../test/tcp-proxy.ts'
import { createDatabase, LONG_PATIENCE } from '../../../test/world.ts'
import { CHANNEL, connect, type Db } from '../../db/client.ts'
import { type Log, silentLog } from '../../kernel/log.ts'
import type { Bus } from './bus.ts'
import type { BusEvent, Interest } from './events.ts'
import { openNatsBus } from './nats-bus.ts'
import { demandOwnEvents } from './own-events.ts'
import { openPostgresBus } from './postgres-bus.ts'
import { publish, publishAll } from './publish.ts'
import { eventually } from '../../../test/eventually.ts'

// The NATS library measures its pauses with `Date`, so these tests use the system's clock.
beforeEach(() => void vi.useRealTimers())

/** One instance: the bus on which it receives, and the database whose transactions it announces. */
interface Instance {
  bus: Bus
  db: Db
  /** Sends what waits and closes both. */
  close(): Promise<void>
}
/** The bus in one of its forms, with a proxy between the first instance and what carries the events. */
interface Carrier {
  proxy: TcpProxy
  /** Opens an instance through the proxy. @param asks whether it looks often whether it is still answered; otherwise it is patient */
  behindProxy(log?: Log, asks?: boolean): Promise<Instance>
  /** Opens an instance that the proxy does not affect. */
  beside(): Promise<Instance>
  /** Sends a text that need not be an event. */
  send(payload: string): Promise<unknown>
}

function instanceOf(bus: Bus, db: Db): Instance {
  let closed: Promise<void> | undefined
  const close = () => (closed ??= db.close().then(() => bus.close()))
  onTestFinished(close)
  return { bus, db, close }
}

/** Only a test of what does not answer may fail because an answer is late. */
const PATIENT_MS = 60_000
// The client waits for the whole limit of a try whose connection ended before NATS had answered, as happens while NATS is killed. It tries again.
const PATIENT_NATS = { start: PATIENT_MS, pause: 10, connect: 2_000, ask: PATIENT_MS }

async function overPostgres(): Promise<Carrier> {
  const url = await createDatabase()
  const proxy = await tcpProxy(Number(new URL(url).port))
  const proxied = new URL(url)
  proxied.port = String(proxy.port)
  const patient = { firstPause: 10, longestPause: 20, start: PATIENT_MS, connect: PATIENT_MS, ask: 20, answer: PATIENT_MS }
  const open = async (at: string, log: Log, asks: boolean): Promise<Instance> => {
    const db = connect(at, { connections: 2, patience: LONG_PATIENCE })
    const bus = await openPostgresBus(at, log, asks ? { ...patient, connect: 2_000, answer: 1_000 } : patient)
    return instanceOf(bus, db)
  }
  const direct = new Client({ connectionString: url })
  await direct.connect()
  onTestFinished(async () => {
    await proxy.close()
    await direct.end()
  })
  return {
    proxy,
    behindProxy: (log = silentLog, asks = false) => open(proxied.toString(), log, asks),
    beside: () => open(url, silentLog, false),
    send: (payload) => direct.query('select pg_notify($1, $2)', [CHANNEL, payload]),
  }
}

async function overNats(): Promise<Carrier> {
  const [url, nats] = [await createDatabase(), await startNats()]
  const proxy = await tcpProxy(nats.port)
  const open = async (port: number, log: Log, asks: boolean): Promise<Instance> => {
    const place = { url: `nats://127.0.0.1:${port}`, name: 'main' }
    const bus = await openNatsBus(place, log, asks ? { ...PATIENT_NATS, ask: 1_000 } : PATIENT_NATS)
    const db = connect(url, { connections: 2, announcer: bus, patience: LONG_PATIENCE })
    return instanceOf(bus, db)
  }
  const direct = await connectNats({ servers: `127.0.0.1:${nats.port}` })
  onTestFinished(async () => {
    await direct.close()
    await proxy.close()
    await nats.kill()
  })
  return {
    proxy,
    behindProxy: (log = silentLog, asks = false) => open(proxy.port, log, asks),
    beside: () => open(nats.port, silentLog, false),
    send: async (payload) => {
      direct.publish('weft.main.v1.a.1.rights', payload)
      await direct.flush()
    },
  }
}

const rights = (account_id: number): BusEvent => ({ type: 'rights', account_id })
const announcement = (event: BusEvent) => ({ event, payload: JSON.stringify(event) })
const revision = (account_id: number, network_number: string): BusEvent => ({ type: 'revision', account_id, network_number })

function listenTo(bus: Bus, interest?: Interest): BusEvent[] {
  const received: BusEvent[] = []
  bus.subscribe((event) => void received.push(event), interest)
  return received
}

describe.each([
  ['over PostgreSQL', overPostgres, false],
  ['over NATS', overNats, lacks('nats-server')],
])('the bus %s', (_, make, isMissing) => {
  let carrier: Carrier
  beforeEach(async ({ skip }) => {
    skip(isMissing)
    carrier = await make()
  })

  /** Announces an event until a listener of every event has received it: NATS takes a subscription a moment after it is made. */
  const settle = async ({ db }: Instance, ...others: BusEvent[][]) => {
    await eventually(async () => {
      await db.system((system) => publish(system, rights(-1)))
      for (const received of others) expect(received).toContainEqual(rights(-1))
    })
    for (const received of others) received.length = 0
  }
  const without = (received: BusEvent[]) => received.filter(({ account_id }) => account_id !== -1)

  it('carries what a transaction announces to every instance once it has committed, and nothing of one that is rolled back', async () => {
    const [one, other] = [await carrier.behindProxy(), await carrier.beside()]
    const received = [listenTo(one.bus), listenTo(other.bus)]
    await settle(one, ...received)
    const failed = one.db.system(async (system) => {
      await publish(system, rights(1))
      throw new Error('the transaction fails')
    })
    await expect(failed).rejects.toThrow('the transaction fails')
    await one.db.account(2, 'write', (account) => publish(account, rights(2)))
    for (const events of received) await eventually(() => expect(without(events)).toEqual([rights(2)]))
  })

  it('does not carry an event before its transaction has committed', async () => {
    const one = await carrier.behindProxy()
    const received = listenTo(one.bus)
    await settle(one, received)
    await one.db.system(async (system) => {
      await publish(system, rights(1))
      await one.db.system((second) => publish(second, rights(2)))
      await eventually(() => expect(without(received)).toEqual([rights(2)]))
    })
    await eventually(() => expect(without(received)).toEqual([rights(2), rights(1)]))
  })

  it('carries the events of an instance in the order of their transactions', async () => {
    const [one, other] = [await carrier.behindProxy(), await carrier.beside()]
    const received = listenTo(other.bus)
    await settle(one, received)
    const sent = Array.from({ length: 50 }, (_, n) => [revision(1, `${n}a`), revision(1, `${n}b`)])
    for (const events of sent) await one.db.account(1, 'write', (account) => publishAll(account, events))
    await eventually(() => expect(without(received)).toEqual(sent.flat()))
  })

  it('calls a listener only with events of its types and its account, and with those for all accounts', async () => {
    const one = await carrier.beside()
    const all = listenTo(one.bus)
    const received = listenTo(one.bus, { types: ['revision', 'message', 'samples'], account_id: 1 })
    const gateway = listenTo(one.bus, { types: ['cut', 'message'] })
    await settle(one, all)
    const samples = (account_id: number): BusEvent => ({
      type: 'samples',
      account_id,
      router_name: 'a.b c@上海',
      samples: [['wan', 1, 2, 3]],
    })
    const cut: BusEvent = { type: 'cut', account_id: 2, router_name: 'WF1' }
    const forAll: BusEvent = { type: 'message', account_id: 'all' }
    const message: BusEvent = { type: 'message', account_id: 1 }
    const sent = [rights(1), revision(2, 'n'), revision(1, 'n'), samples(2), samples(1), cut, forAll, message]
    await one.db.system((system) => publishAll(system, sent))
    await eventually(() => expect(without(all)).toHaveLength(sent.length))
    await eventually(() => expect(received).toEqual([revision(1, 'n'), samples(1), forAll, message]))
    await eventually(() => expect(gateway).toEqual([cut, forAll, message]))
  })

  it('calls a listener no more once it is removed, and still calls another with the same interest', async () => {
    const one = await carrier.beside()
    const interest: Interest = { types: ['revision'], account_id: 1 }
    const [removed, all] = [vi.fn(), listenTo(one.bus)]
    const remove = one.bus.subscribe(removed, interest)
    const stays = listenTo(one.bus, interest)
    await settle(one, all)
    remove()
    await one.db.system((system) => publish(system, revision(1, 'n')))
    await eventually(() => expect(stays).toEqual([revision(1, 'n')]))
    expect(removed).not.toHaveBeenCalled()
  })

  it('is connected again after each of five outages, calls what was to be called at its return, and receives events again', async () => {
    const warned: string[] = []
    const one = await carrier.behindProxy({ ...silentLog, warn: (message) => void warned.push(message) })
    const other = await carrier.beside()
    const received = listenTo(one.bus)
    let returned = 0
    one.bus.onReturn(() => (returned += 1))
    for (let outage = 1; outage <= 5; outage++) {
      carrier.proxy.set('refuse')
      await eventually(() => expect(one.bus.up).toBe(false))
      carrier.proxy.set('pass')
      await eventually(() => expect(returned).toBe(outage))
      expect(one.bus.up).toBe(true)
      await other.db.system((system) => publish(system, rights(outage)))
      await eventually(() => expect(received).toContainEqual(rights(outage)))
    }
    expect(warned.filter((message) => message.startsWith('the bus lost its connection'))).toHaveLength(5)
  })

  it('is connected again when what carries it stops answering without closing the connection', async () => {
    const [one, other] = [await carrier.behindProxy(silentLog, true), await carrier.beside()]
    const received = listenTo(one.bus)
    const returned = new Promise<void>((done) => void one.bus.onReturn(done))
    carrier.proxy.set('freeze')
    await returned
    // On a busy machine it may have returned once before the freeze.
    await eventually(async () => {
      await other.db.system((system) => publish(system, rights(1)))
      expect(received).toContainEqual(rights(1))
    })
  })

  it('sends what was announced during an outage after it', async () => {
    const [one, other] = [await carrier.behindProxy(), await carrier.beside()]
    const received = listenTo(other.bus)
    await settle(one, received)
    carrier.proxy.set('refuse')
    await eventually(() => expect(one.bus.up).toBe(false))
    await publish(one.db.systemNow, rights(7))
    carrier.proxy.set('pass')
    await eventually(() => expect(without(received)).toEqual([rights(7)]))
  })

  it('sends what still waits when it is closed', async () => {
    const [one, other] = [await carrier.behindProxy(), await carrier.beside()]
    const received = listenTo(other.bus)
    await settle(one, received)
    await publish(one.db.systemNow, rights(7))
    await one.close()
    await eventually(() => expect(without(received)).toEqual([rights(7)]))
  })

  it.each([
    ['that is not JSON', 'x'],
    ['that is empty', ''],
    ['that is null', 'null'],
    ['of an unknown type', '{"type":"reboot","account_id":1}'],
    ['without its account', '{"type":"rights"}'],
    ['with a field of another type', '{"type":"member","account_id":1,"router_names":"all"}'],
  ])('drops and counts a message %s', async (_, payload) => {
    const one = await carrier.beside()
    const received = listenTo(one.bus)
    await settle(one, received)
    await carrier.send(payload)
    await one.db.system((system) => publish(system, rights(2)))
    await eventually(() => expect(without(received)).toEqual([rights(2)]))
    await eventually(() => expect(one.bus.foreign).toBe(1))
  })

  it('calls every listener although one of them throws', async () => {
    const failed: string[] = []
    const one = await carrier.behindProxy({ ...silentLog, error: (message) => void failed.push(message) })
    one.bus.subscribe(() => {
      throw new Error('a fault of a listener')
    })
    const received = listenTo(one.bus)
    await one.db.system((system) => publish(system, rights(3)))
    await eventually(() => expect(received).toContainEqual(rights(3)))
    expect(failed).toContain('a listener of the bus failed')
  })

  it('refuses an event that PostgreSQL could not carry', async () => {
    const one = await carrier.beside()
    const router_names = Array.from({ length: 200 }, () => 'a'.repeat(64))
    await expect(publish(one.db.systemNow, { type: 'member', account_id: 1, router_names })).rejects.toThrow('too long')
  })
})

describe.skipIf(lacks('nats-server'))('NATS', () => {
  it('has each event read once by each instance that receives it, and never by the one that sends it', async () => {
    const nats = await startNats()
    const open = () => openNatsBus({ url: `nats://127.0.0.1:${nats.port}`, name: 'main' }, silentLog)
    const [sender, receiver] = [await open(), await open()]
    onTestFinished(async () => {
      await sender.close()
      await receiver.close()
      await nats.kill()
    })
    const received = listenTo(receiver)
    await eventually(() => {
      sender.announce([announcement(rights(1))])
      expect(received).toContainEqual(rights(1))
    })
    const read = vi.spyOn(JSON, 'parse')
    onTestFinished(() => read.mockRestore())
    sender.announce([announcement(revision(7, 'n'))])
    await eventually(() => expect(received).toContainEqual(revision(7, 'n')))
    expect(read.mock.calls.filter(([text]) => text === announcement(revision(7, 'n')).payload)).toHaveLength(1)
    expect([receiver.received.get('revision'), sender.received.get('revision')]).toEqual([1, undefined])
  })

  it('that does not answer is named when the start gives up', async () => {
    const place = { url: 'nats://user:secret@127.0.0.1:1', name: 'main' }
    await expect(openNatsBus(place, silentLog, { start: 1, pause: 1, connect: 200, ask: 200 })).rejects.toThrow(
      'NATS cannot be reached at 127.0.0.1:1, which WEFT_NATS_URL names',
    )
  })

  it('that refuses the password ends the start at once, without the password in the sentence', async () => {
    const nats = await startNats(['--user', 'weft', '--pass', 'right-password'])
    onTestFinished(nats.kill)
    const place = { url: `nats://weft:wrong-password@127.0.0.1:${nats.port}`, name: 'main' }
    await expect(openNatsBus(place, silentLog)).rejects.toThrow(
      `NATS at 127.0.0.1:${nats.port} refuses the user and password of WEFT_NATS_URL`,
    )
  })

  it('whose user may not publish ends the start with a sentence', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'weft-nats-'))
    const config = join(dir, 'nats.conf')
    await writeFile(config, 'authorization { users: [ { user: weft, password: p, permissions: { publish: "other.>", subscribe: ">" } } ] }')
    const nats = await startNats(['-c', config])
    const bus = await openNatsBus({ url: `nats://weft:p@127.0.0.1:${nats.port}`, name: 'main' }, silentLog)
    const db = connect(await createDatabase(), { connections: 2, announcer: bus })
    onTestFinished(async () => {
      await db.close()
      await bus.close()
      await nats.kill()
      await rm(dir, { recursive: true })
    })
    await expect(demandOwnEvents(bus, db, { over: 'nats', patience_ms: 200 })).rejects.toThrow(
      /must be allowed to publish and to subscribe/,
    )
  })

  it('over TLS is trusted by the certificate of its own authority, and by no other', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'weft-nats-'))
    const file = (name: string) => join(dir, name)
    const [own, other] = [selfSigned(['127.0.0.1']), selfSigned(['127.0.0.1'])]
    await writeFile(file('own.crt'), own.cert)
    await writeFile(file('own.key'), own.key)
    await writeFile(file('other.crt'), other.cert)
    const nats = await startNats(['--tls', '--tlscert', file('own.crt'), '--tlskey', file('own.key')])
    onTestFinished(async () => {
      await nats.kill()
      await rm(dir, { recursive: true })
    })
    const place = { url: `tls://127.0.0.1:${nats.port}`, name: 'main' }
    const bus = await openNatsBus({ ...place, ca_file: file('own.crt') }, silentLog, PATIENT_NATS)
    onTestFinished(() => bus.close())
    const received = listenTo(bus)
    await eventually(() => {
      bus.announce([announcement(rights(1))])
      expect(received).toContainEqual(rights(1))
    })
    const impatient = { start: 1, pause: 1, connect: 2_000, ask: 2_000 }
    for (const ca_file of [undefined, file('other.crt')])
      await expect(openNatsBus({ ...place, ca_file }, silentLog, impatient)).rejects.toThrow('NATS cannot be reached at')
  })

  it('that was killed and started again carries events, also after it refused the user for a while', async () => {
    const user = ['--user', 'weft', '--pass', 'p@ss/word']
    const nats = await startNats(user)
    const proxy = await tcpProxy(nats.port)
    const place = { url: `nats://weft:p%40ss%2Fword@127.0.0.1:${proxy.port}`, name: 'main' }
    const bus = await openNatsBus(place, silentLog, PATIENT_NATS)
    onTestFinished(async () => {
      await bus.close()
      await proxy.close()
      await nats.kill()
    })
    const received = listenTo(bus)
    let returned = 0
    bus.onReturn(() => (returned += 1))
    await nats.kill()
    await eventually(() => expect(bus.up).toBe(false))
    await nats.start(['--user', 'weft', '--pass', 'another'])
    const before = proxy.asked
    await eventually(() => expect(proxy.asked).toBeGreaterThan(before + 2))
    expect(bus.up).toBe(false)
    await nats.kill()
    await nats.start(user)
    await eventually(() => expect(bus.up).toBe(true))
    bus.announce([announcement(rights(1))])
    await eventually(() => expect(received).toEqual([rights(1)]))
    expect(returned).toBe(1)
  })

  it('keeps two installations apart by their names', async () => {
    const nats = await startNats()
    const open = (name: string) => openNatsBus({ url: `nats://127.0.0.1:${nats.port}`, name }, silentLog)
    const [one, other] = [await open('one'), await open('other')]
    onTestFinished(async () => {
      await one.close()
      await other.close()
      await nats.kill()
    })
    const [received, elsewhere] = [listenTo(one), listenTo(other)]
    await eventually(() => {
      one.announce([announcement(rights(1))])
      expect(received).toContainEqual(rights(1))
    })
    await eventually(() => {
      other.announce([announcement(rights(2))])
      expect(elsewhere).toContainEqual(rights(2))
    })
    expect(elsewhere).not.toContainEqual(rights(1))
  })
})
