import { sql } from 'kysely'
import { Pool } from 'pg'
import type { Bus } from '../apps/server/src/adapters/bus/bus.ts'
import { openNatsBus } from '../apps/server/src/adapters/bus/nats-bus.ts'
import { openPostgresBus } from '../apps/server/src/adapters/bus/postgres-bus.ts'
import { publish } from '../apps/server/src/adapters/bus/publish.ts'
import { type AccountDb, CHANNEL, connect, type Db } from '../apps/server/src/db/client.ts'
import { silentLog } from '../apps/server/src/kernel/log.ts'
import { startNats } from '../apps/server/test/nats-server.ts'
import { withClient } from './data.ts'
import { atLeast, atMost, type Bench, type Figure, median, round } from './figure.ts'
import { withServer } from './server.ts'

const WRITERS = 16
const SECONDS = 3
const ROUNDS = 3
/** Instances that receive every event. */
const LISTENERS = 3

/** What a transaction does besides its one insert. */
type Way = (account: AccountDb, number: string) => Promise<unknown>
const nothing: Way = async () => {}
const inTransaction: Way = ({ sql: statements }, number) =>
  sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ type: 'revision', account_id: 1, network_number: number })})`.execute(statements)
const announced: Way = (account, number) => publish(account, { type: 'revision', account_id: 1, network_number: number })

/** Returns the transactions a second of writers side by side, each an insert and one event. */
async function commits(db: Db, way: Way): Promise<number> {
  // An account's writers take turns, so each has an account of its own.
  return sideBySide((writer, done) =>
    db.account(writer + 1, 'write', async (account) => {
      await sql`insert into written values (${done})`.execute(account.sql)
      await way(account, String(performance.now()))
    }),
  )
}

/** Returns the transactions a second of as many writers that do nothing but the insert, without any of the server's code. */
async function floor(database: string): Promise<number> {
  const pool = new Pool({ connectionString: database, max: WRITERS })
  const clients = await Promise.all(Array.from({ length: WRITERS }, () => pool.connect()))
  const per_second = await sideBySide(async (writer, done) => {
    const client = clients[writer]!
    await client.query('begin')
    await client.query({ name: 'insert', text: 'insert into written values ($1)', values: [done] })
    await client.query('commit')
  })
  for (const client of clients) client.release()
  await pool.end()
  return per_second
}

/** Returns how many transactions a second all writers make, each one after another. */
async function sideBySide(transaction: (writer: number, done: number) => Promise<unknown>): Promise<number> {
  const until = performance.now() + SECONDS * 1000
  let done = 0
  const write = async (writer: number) => {
    while (performance.now() < until) {
      await transaction(writer, done)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, (_, i) => write(i)))
  return done / SECONDS
}

/** Returns the p95 of the milliseconds from the end of a transaction's call until another instance receives its event. */
async function delay(db: Db, bus: Bus): Promise<number> {
  const committed = new Map<string, number>()
  const delays: number[] = []
  const stop = bus.subscribe((event) => {
    if (event.type === 'revision') delays.push(performance.now() - (committed.get(event.network_number) ?? Number.NaN))
  })
  for (let i = 0; i < 200; i++) {
    committed.set(String(i), performance.now())
    await db.account(1, 'write', (account) => announced(account, String(i)))
    await new Promise<void>((wake) => setTimeout(wake, 5))
  }
  stop()
  return delays.toSorted((a, b) => a - b)[Math.floor(delays.length * 0.95)] ?? Number.NaN
}

/**
 * Measures transactions a second of 16 writers, each with one event that three instances receive: against the same transactions without an
 * event, alternately, and beside events that are sent within the transaction. Those without an event are measured against bare ones. Then the
 * delay of an event.
 */
export const bus: Bench = (say) =>
  withServer(async ({ database }) => {
    await withClient(database, async (client) => {
      await client.query('create unlogged table written (n bigint); grant insert on written to weft_app')
    })
    const nats = await startNats()
    const figures: Figure[] = []
    const transactions: number[] = []
    const place = { url: `nats://127.0.0.1:${nats.port}`, name: 'main' }
    const open = {
      PostgreSQL: () => openPostgresBus(database, silentLog),
      NATS: () => openNatsBus(place, silentLog),
    }
    for (const [form, openBus] of Object.entries(open)) {
      const buses = await Promise.all(Array.from({ length: LISTENERS }, openBus))
      for (const one of buses) one.subscribe(() => {})
      const announcer = form === 'NATS' ? await openNatsBus(place, silentLog) : undefined
      const db = connect(database, { connections: WRITERS, announcer })
      const events: number[] = []
      for (let turn = 0; turn < ROUNDS; turn++) {
        const bare = await floor(database)
        const without = await commits(db, nothing)
        const within = form === 'PostgreSQL' ? `; sent within the transaction ${round(await commits(db, inTransaction))}` : ''
        const after = await commits(db, announced)
        transactions.push(without / bare)
        events.push(after / without)
        say(`${form}: bare ${round(bare)} transactions a second, without events ${round(without)}, with events ${round(after)}${within}`)
      }
      figures.push(
        atLeast(`transactions with an event over ${form}, against those without`, 0.7, median(events), '×'),
        atMost(`an event over ${form}, from the call to another instance: p95`, 20, await delay(db, buses[0]!), 'ms'),
      )
      await db.close()
      await announcer?.close()
      await Promise.all(buses.map((one) => one.close()))
    }
    await nats.kill()
    return [atLeast('transactions without an event, against bare ones', 0.5, median(transactions), '×'), ...figures]
  })
