import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { silentLog } from '../src/kernel/log.ts'
import { startJobs } from '../src/jobs/jobs.ts'
import { migrate } from '../src/db/migrate.ts'
import { type OwnDatabase, ownDatabase } from './faults/own-database.ts'
import { aWayTo } from './faults/way.ts'
import { eventually } from './eventually.ts'

/** Milliseconds that a fault lasts after the workers have noticed it; `WEFT_AWAY_MS=30000` for the figure in bench/README.md. */
const AWAY = Number(process.env.WEFT_AWAY_MS ?? 0)

let database: OwnDatabase
beforeAll(async () => {
  database = await ownDatabase()
  await migrate(database.url)
})
afterAll(() => database?.close())

type Way = Awaited<ReturnType<typeof aWayTo>>
interface Fault {
  begin(way: Way): unknown
  end(way: Way): unknown
}

it.each<[string, Fault]>([
  ['is killed and started again', { begin: () => database.kill(), end: () => database.start() }],
  ['stands still for a while', { begin: () => database.pause(), end: () => database.resume() }],
  ['cannot be reached for a while, because the network swallows what is said', { begin: (way) => way.stop(), end: (way) => way.lose() }],
  ['answers on new connections alone, because the network has lost the others', { begin: (way) => way.lose(), end: () => {} }],
])(
  'jobs continue, each done once, if the database %s',
  async (name, { begin, end }) => {
    const way = await aWayTo(database.url)
    const done: string[] = []
    const inHand = Promise.withResolvers<void>()
    const hold = async () => {
      done.push('hold')
      await inHand.promise
    }
    const jobs = await startJobs(way.url, [], { hold, note: async () => void done.push('note') }, silentLog)
    try {
      await enqueue('hold')
      await eventually(() => expect(done).toEqual(['hold']))
      await begin(way)
      // The end of the job cannot be written.
      inHand.resolve()
      await eventually(() => expect(() => jobs.probe()).toThrow('have stopped'))
      await sleep(AWAY)
      await end(way)
      const back = performance.now()
      await enqueue('note')
      await eventually(() => expect(done).toContain('note'))
      if (AWAY) console.info(`${name}: ${Math.round(performance.now() - back)} ms until the next job was done`)
      await eventually(async () => expect(await left()).toEqual([]))
      expect(done).toEqual(['hold', 'note'])
      await eventually(() => jobs.probe())
    } finally {
      await jobs.stop()
      await way.close()
    }
  },
  240_000,
)

it('jobs continue, each done once, at a promoted standby, while the former primary stays and takes no writes', async () => {
  const standby = await database.twin()
  const way = await aWayTo(database.url)
  const done: string[] = []
  const jobs = await startJobs(way.url, [], { note: async () => void done.push('note') }, silentLog)
  try {
    way.lead(standby.url)
    await database.query('alter system set default_transaction_read_only = on')
    await database.query('select pg_reload_conf()')
    const back = performance.now()
    await enqueue('note', standby)
    await eventually(() => expect(done).toEqual(['note']))
    if (AWAY) console.info(`promoted: ${Math.round(performance.now() - back)} ms until the next job was done`)
    await eventually(async () => expect(await left(standby)).toEqual([]))
    expect(done).toEqual(['note'])
    await eventually(() => jobs.probe())
  } finally {
    await jobs.stop()
    await way.close()
    await standby.close()
    await database.query('alter system reset default_transaction_read_only')
    await database.query('select pg_reload_conf()')
  }
}, 240_000)

const enqueue = (task: string, on = database) => on.query(`select weft_enqueue('${task}', '{}', null, 3)`)
const left = (on = database) => on.query('select task_identifier as task from graphile_worker.jobs')
