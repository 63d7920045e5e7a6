import { Client } from 'pg'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openPostgresBus } from './postgres-bus.ts'
import type { BusEvent } from './events.ts'
import { type Log, silentLog } from '../../kernel/log.ts'
import { tcpProxy, type TcpProxy } from '../../../test/tcp-proxy.ts'
import { createDatabase } from '../../../test/world.ts'

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

const PATIENCE = { timeout: 60_000, interval: 20 }
const notify = (payload: string) => direct.query('select pg_notify($1, $2)', ['weft', payload])
const rights = (account_id: number) => JSON.stringify({ type: 'rights', account_id })
const listening = async () =>
  (await direct.query("select pid from pg_stat_activity where application_name = 'weft bus' and datname = current_database()")).rows as {
    pid: number
  }[]

async function aBus(log: Log = silentLog, times?: Parameters<typeof openPostgresBus>[2]) {
  const bus = await openPostgresBus(proxied, log, times)
  onTestFinished(() => bus.close())
  const heard: number[] = []
  bus.hear((event: BusEvent) => void heard.push(event.account_id as number))
  return { bus, heard }
}

describe('a bus that lost the database', () => {
  it('has one connection and receives events again once the database is back, however many tries failed', async () => {
    const warned: string[] = []
    const { bus, heard } = await aBus({ ...silentLog, warn: (message) => void warned.push(message) })
    let returned = 0
    bus.onReturn(() => (returned += 1))
    proxy.set('refuse')
    await vi.waitFor(() => expect(bus.up).toBe(false), PATIENCE)
    const before = proxy.asked
    await vi.waitFor(() => expect(proxy.asked - before).toBeGreaterThanOrEqual(5), PATIENCE)
    proxy.set('pass')
    await vi.waitFor(() => expect(bus.up).toBe(true), PATIENCE)
    const until_back = proxy.asked
    await notify(rights(7))
    await vi.waitFor(() => expect(heard).toEqual([7]), PATIENCE)
    expect(await listening()).toHaveLength(1)
    expect({ returned, open: proxy.open, asked: proxy.asked }).toEqual({ returned: 1, open: 1, asked: until_back })
    expect(warned).toEqual(['the bus lost its connection to the database', 'the bus cannot reach the database'])
  })

  it('has one connection and receives events again after each of ten cuts', async () => {
    const { bus, heard } = await aBus()
    let returned = 0
    bus.onReturn(() => (returned += 1))
    for (let cut = 1; cut <= 10; cut++) {
      const [{ pid }] = (await listening()) as [{ pid: number }]
      await direct.query('select pg_terminate_backend($1)', [pid])
      await vi.waitFor(() => expect(returned).toBe(cut), PATIENCE)
      await notify(rights(cut))
      await vi.waitFor(() => expect(heard).toHaveLength(cut), PATIENCE)
      expect(await listening()).toHaveLength(1)
    }
    expect(proxy.asked).toBe(11)
  })

  it('connects again when the database stops answering without closing the connection', async () => {
    const { bus, heard } = await aBus(silentLog, { firstPause: 10, longestPause: 20, start: 60_000, ask: 20, answer: 2_000 })
    const returned = new Promise<void>((done) => void bus.onReturn(done))
    proxy.set('freeze')
    await returned
    await notify(rights(1))
    await vi.waitFor(() => expect(heard).toEqual([1]), PATIENCE)
    await vi.waitFor(async () => expect(await listening()).toHaveLength(1), PATIENCE)
  })

  it('stops trying to connect when it is closed', async () => {
    const { bus } = await aBus()
    proxy.set('refuse')
    await vi.waitFor(() => expect(bus.up).toBe(false), PATIENCE)
    await bus.close()
    proxy.set('pass')
    expect(await listening()).toEqual([])
  })
})

describe('a bus that starts', () => {
  it('waits for a database that cannot be reached for a moment', async () => {
    proxy.set('refuse')
    const starting = aBus()
    await vi.waitFor(() => expect(proxy.asked).toBeGreaterThanOrEqual(3), PATIENCE)
    proxy.set('pass')
    const { bus, heard } = await starting
    expect(bus.up).toBe(true)
    await notify(rights(1))
    await vi.waitFor(() => expect(heard).toEqual([1]), PATIENCE)
    expect(await listening()).toHaveLength(1)
  })

  it('fails with the last error if the database remains unreachable', async () => {
    proxy.set('refuse')
    await expect(
      openPostgresBus(proxied, silentLog, { firstPause: 1, longestPause: 1, start: 10, ask: 1000, answer: 1000 }),
    ).rejects.toThrow(/ECONNRESET|terminated/)
  })
})
