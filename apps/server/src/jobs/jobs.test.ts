import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { createDatabase } from '../../test/world.ts'
import { type Log, silentLog } from '../kernel/log.ts'
import { startJobs } from './jobs.ts'
import { eventually } from '../../test/eventually.ts'

let url: string
let name: string
let admin: Client
beforeAll(async () => {
  url = await createDatabase()
  name = new URL(url).pathname.slice(1)
  admin = new Client({ connectionString: inject('postgres') })
  await admin.connect()
})
afterAll(() => admin.end())

/** A connection of the test itself, which `cutOff` leaves alone: a job may cut the others off before the test has closed its own. */
const ofTest = (): Client => new Client({ connectionString: url, application_name: 'test' })

async function enqueue(task: string, attempts = 3): Promise<void> {
  const client = ofTest()
  await client.connect()
  await client.query(`select weft_enqueue($1, '{"a": 1}', null, $2)`, [task, attempts])
  await client.end()
}
async function locked(): Promise<string[]> {
  const client = ofTest()
  await client.connect()
  const { rows } = await client.query<{ task: string }>(
    'select task_identifier as task from graphile_worker.jobs where locked_by is not null order by task',
  )
  await client.end()
  return rows.map(({ task }) => task)
}
async function cutOff(): Promise<void> {
  await admin.query(`alter database ${name} allow_connections false`)
  await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and application_name <> 'test'", [name])
}

it('workers whose database went away amid a job are back when it is, without a restart', async () => {
  const done: unknown[] = []
  const jobs = await startJobs(
    url,
    [],
    {
      cut_off: cutOff,
      note: async (payload) => void done.push(payload),
    },
    silentLog,
  )
  try {
    jobs.probe()
    await enqueue('cut_off')
    await eventually(() => expect(() => jobs.probe()).toThrow('have stopped'))
    await admin.query(`alter database ${name} allow_connections true`)
    await eventually(() => jobs.probe())
    await enqueue('note')
    await eventually(() => expect(done).toEqual([{ a: 1 }]))
  } finally {
    await admin.query(`alter database ${name} allow_connections true`)
    await jobs.stop()
  }
})

it('a job whose end could not be written does not stay locked, also if others in hand ended after it', async () => {
  const done: string[] = []
  const inHand = { later: Promise.withResolvers<void>(), last: Promise.withResolvers<void>() }
  const warn = vi.fn<Log['warn']>()
  const jobs = await startJobs(
    url,
    [],
    {
      later: async () => {
        await inHand.later.promise
        done.push('later')
      },
      last: async () => {
        await inHand.last.promise
        done.push('last')
        throw new Error('fails')
      },
      cut: async () => {
        await eventually(async () => expect(await locked()).toEqual(['cut', 'last', 'later']))
        await cutOff()
        done.push('cut')
      },
    },
    { ...silentLog, warn },
  )
  try {
    for (const task of ['later', 'last', 'cut']) await enqueue(task, 1)
    // The workers may have stopped before, because one of them could not take a job.
    await eventually(() => expect(warn).toHaveBeenCalledWith(expect.stringContaining('Failed to complete jobs')))
    await admin.query(`alter database ${name} allow_connections true`)
    inHand.later.resolve()
    await eventually(async () => expect(await locked()).toEqual(['cut', 'last']))
    inHand.last.resolve()
    await eventually(async () => expect(await locked()).toEqual([]))
    expect(done).toEqual(['cut', 'later', 'last'])
  } finally {
    await admin.query(`alter database ${name} allow_connections true`)
    for (const { resolve } of Object.values(inHand)) resolve()
    await jobs.stop()
  }
})

it('workers that could not look up their tasks at the start take jobs once they can', async () => {
  const done: unknown[] = []
  const ofQueue = async (statement: string) => {
    const client = ofTest()
    await client.connect()
    try {
      await client.query(statement)
    } finally {
      await client.end()
    }
  }
  await ofQueue('alter table graphile_worker._private_tasks rename to mislaid')
  const jobs = await startJobs(url, [], { note: async (payload) => void done.push(payload) }, silentLog)
  try {
    await eventually(() => expect(() => jobs.probe()).toThrow('have stopped'))
    await ofQueue('alter table graphile_worker.mislaid rename to _private_tasks')
    await eventually(() => jobs.probe())
    await enqueue('note')
    await eventually(() => expect(done).toEqual([{ a: 1 }]))
  } finally {
    await jobs.stop()
  }
})
