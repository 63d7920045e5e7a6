import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWorld, type World } from './world.ts'

const STANDS = '2026-11-22T04:31:01.000Z'
const SRC = resolve(import.meta.dirname, '../src')

let world: World
let second: World
beforeAll(async () => {
  world = await createWorld()
  second = await createWorld({}, { url: world.url })
})
afterAll(async () => {
  await second.close()
  await world.close()
})

/** Returns the different times that a world, each function of SQL, and the queue of jobs have. */
async function timesOf({ infrastructure, db }: World): Promise<string[]> {
  const { rows } = await db.system(async (system) => {
    await sql`select weft_enqueue('none', '{}', null, 1)`.execute(system.sql)
    return sql<{ time: Date }>`
      select distinct extract(epoch from time)::float8 * 1000 as time from (values (now()), (transaction_timestamp()), (statement_timestamp()),
        (clock_timestamp()), ((select oldest from weft_job_counts()))) as times (time)`.execute(system.sql)
  })
  return [...new Set([infrastructure.clock.now(), ...rows.map(({ time }) => time)].map((time) => new Date(time).toISOString()))]
}

it('the world, its process and its database have the same time, which stands still', async () => {
  expect(new Date().toISOString()).toBe(STANDS)
  for (const one of [world, second]) expect(await timesOf(one)).toEqual([STANDS])
})

it('only `pass` moves it, for all worlds on the database', async () => {
  await world.pass(2.5)
  await second.pass(86_400)
  const { rows } = await sql<{ time: number }>`select extract(epoch from now())::float8 as time`.execute(world.db.systemNow.sql)
  const moved = Date.parse(STANDS) / 1000 + 86_402.5
  expect([rows[0]!.time, ...[world, second].map(({ infrastructure }) => infrastructure.clock.now().getTime() / 1000)]).toEqual([
    moved,
    moved,
    moved,
  ])
})

it('what a test passed is undone at its end', async () => {
  expect(await timesOf(second)).toEqual([STANDS])
})

it('no SQL of the product takes the time by a word that cannot be replaced', () => {
  const files = globSync('**/*.ts', { cwd: SRC }).filter((file) => !file.startsWith('db/migrations/'))
  const words = /\b(current_(date|time|timestamp)|localtime(stamp)?)\b/i
  expect(files.filter((file) => words.test(readFileSync(join(SRC, file), 'utf8')))).toEqual([])
})
