import { Client } from 'pg'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { BUS_TIMES, openPostgresBus } from './postgres-bus.ts'
import type { BusEvent } from './events.ts'
import { type Log, silentLog } from '../../kernel/log.ts'
import { tcpProxy, type TcpProxy } from '../../../test/tcp-proxy.ts'
import { createDatabase } from '../../../test/world.ts'
import { eventually } from '../../../test/eventually.ts'

let direct: Client
let proxy: TcpProxy
let proxied: string
beforeEach(async () => {
  const url = await createDatabase()
  direct = new Client({ connectionString: url })
  await direct.connect()
  proxy = await tcpProxy(Number(new URL(url).port))
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String(proxy.port)
  proxied = through.toString()
  return async () => {
    await proxy.close()
    await direct.end()
  }
})

const notify = (payload: string) => direct.query('select pg_notify($1, $2)', ['weft', payload])
const rights = (account_id: number) => JSON.stringify({ type: 'rights', account_id })
const listening = async () =>
  (await direct.query("select pid from pg_stat_activity where application_name = 'weft bus' and datname = current_database()")).rows as {
    pid: number
  }[]

/** Only a test of what does not answer may fail because an answer is late. */
const PATIENT = { ...BUS_TIMES, firstPause: 10, longestPause: 20, start: 60_000, connect: 60_000, answer: 60_000 }

async function aBus(log: Log = silentLog, times = PATIENT) {
  const bus = await openPostgresBus(proxied, log, times)
  onTestFinished(() => bus.close())
  const received: number[] = []
  bus.subscribe((event: BusEvent) => void received.push(event.account_id as number))
  return { bus, received }
}

describe('a bus that lost the database', () => {
  it('has one connection and receives events again once the database is back, however many tries failed', async () => {
    const warned: string[] = []
    const { bus, received } = await aBus({ ...silentLog, warn: (message) => void warned.push(message) })
    let returned = 0
    bus.onReturn(() => (returned += 1))
    proxy.set('refuse')
    await eventually(() => expect(bus.up).toBe(false))
    const before = proxy.asked
    await eventually(() => expect(proxy.asked - before).toBeGreaterThanOrEqual(5))
    proxy.set('pass')
    await eventually(() => expect(bus.up).toBe(true))
    const until_back = proxy.asked
    await notify(rights(7))
    await eventually(() => expect(received).toEqual([7]))
    expect(await listening()).toHaveLength(1)
    expect({ returned, open: proxy.open, asked: proxy.asked }).toEqual({ returned: 1, open: 1, asked: until_back })
    expect(warned).toEqual(['the bus lost its connection to the database', 'the bus cannot reach the database'])
  })

  it('has one connection and receives events again after each of ten cuts', async () => {
    const { bus, received } = await aBus()
    let returned = 0
    bus.onReturn(() => (returned += 1))
    for (let cut = 1; cut <= 10; cut++) {
      const [{ pid }] = (await listening()) as [{ pid: number }]
      await direct.query('select pg_terminate_backend($1)', [pid])
      await eventually(() => expect(returned).toBe(cut))
      await notify(rights(cut))
      await eventually(() => expect(received).toHaveLength(cut))
      expect(await listening()).toHaveLength(1)
    }
    expect(proxy.asked).toBe(11)
  })

  it('connects again when the database stops answering without closing the connection', async () => {
    const { bus, received } = await aBus(silentLog, { ...PATIENT, connect: 2_000, ask: 20, answer: 1_000 })
    const returned = new Promise<void>((done) => void bus.onReturn(done))
    proxy.set('freeze')
    await returned
    // On a busy machine it may have returned once before the freeze.
    await eventually(async () => {
      await notify(rights(1))
      expect(received).toContain(1)
    })
    await eventually(async () => expect(await listening()).toHaveLength(1))
  })

  it('stops trying to connect when it is closed', async () => {
    const { bus } = await aBus()
    proxy.set('refuse')
    await eventually(() => expect(bus.up).toBe(false))
    await bus.close()
    proxy.set('pass')
    expect(await listening()).toEqual([])
  })
})

describe('a bus that starts', () => {
  it('waits for a database that cannot be reached for a moment', async () => {
    proxy.set('refuse')
    const starting = aBus()
    await eventually(() => expect(proxy.asked).toBeGreaterThanOrEqual(3))
    proxy.set('pass')
    const { bus, received } = await starting
    expect(bus.up).toBe(true)
    await notify(rights(1))
    await eventually(() => expect(received).toEqual([1]))
    expect(await listening()).toHaveLength(1)
  })

  it('fails with the last error if the database remains unreachable', async () => {
    proxy.set('refuse')
    await expect(openPostgresBus(proxied, silentLog, { ...PATIENT, firstPause: 1, longestPause: 1, start: 10 })).rejects.toThrow(
      /ECONNRESET|terminated/,
    )
  })
})
