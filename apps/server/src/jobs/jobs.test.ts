import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { createDatabase } from '../../test/world.ts'
import { silentLog } from '../kernel/log.ts'
import { startJobs } from './jobs.ts'

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

async function enqueue(task: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`select weft_enqueue($1, '{"a": 1}', null, 3)`, [task])
  await client.end()
}
async function cutOff(): Promise<void> {
  await admin.query(`alter database ${name} allow_connections false`)
  await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
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
    await vi.waitFor(() => expect(() => jobs.probe()).toThrow('have stopped'), 15_000)
    await admin.query(`alter database ${name} allow_connections true`)
    await vi.waitFor(() => jobs.probe(), 15_000)
    await enqueue('note')
    await vi.waitFor(() => expect(done).toEqual([{ a: 1 }]), 15_000)
  } finally {
    await admin.query(`alter database ${name} allow_connections true`)
    await jobs.stop()
  }
}, 60_000)

it('workers that could not look up their tasks at the start take jobs once they can', async () => {
  const done: unknown[] = []
  const ofQueue = async (statement: string) => {
    const client = new Client({ connectionString: url })
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
    await vi.waitFor(() => expect(() => jobs.probe()).toThrow('have stopped'), 15_000)
    await ofQueue('alter table graphile_worker.mislaid rename to _private_tasks')
    await vi.waitFor(() => jobs.probe(), 15_000)
    await enqueue('note')
    await vi.waitFor(() => expect(done).toEqual([{ a: 1 }]), 15_000)
  } finally {
    await jobs.stop()
  }
}, 60_000)
