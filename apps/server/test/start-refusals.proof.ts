import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endPrograms, SERVE_COMMAND, SERVES, settingsOf, startProgram } from './programs.ts'
import { runWeft, serverSettings } from './run-weft.ts'
import { expectRefusal, unusableDatabases } from './unusable-databases.ts'
import { createDatabase } from './world.ts'

const { cases, at, emptyDatabase, ask } = unusableDatabases()
let dir: string
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'weft-start-'))
})
afterAll(() => rm(dir, { recursive: true }))

const weft = (args: string[], settings: Record<string, string>) =>
  runWeft(args, serverSettings({ WEFT_DATA_DIR: path.join(dir, 'data'), ...settings }))

it.each(cases)('a database address that cannot be used is refused by weft server in one sentence: %s', async (_what, url, sentence) => {
  expectRefusal(await weft(['server'], { DATABASE_URL: await url() }), sentence)
})

it('a database with a changed migration is refused by weft server in one sentence', async () => {
  const DATABASE_URL = await createDatabase()
  const client = new Client({ connectionString: DATABASE_URL })
  await client.connect()
  await client.query(`update kysely_migration set checksum = 'another' where name = '0003-members'`)
  await client.end()
  expectRefusal(await weft(['server'], { DATABASE_URL }), /the migration 0003-members was changed after this database had it/)
})

it('a database that another secret sealed is refused by weft server in one sentence', async () => {
  const DATABASE_URL = await createDatabase()
  expect(await weft(['secret', 'status'], { DATABASE_URL, WEFT_SECRET: 'first'.repeat(10) })).toMatchObject({ code: 0 })
  const refused = await weft(['server'], { DATABASE_URL, WEFT_SECRET: 'hidden'.repeat(10) })
  expectRefusal(refused, /WEFT_SECRET, .*, is not the secret that this database was sealed with/)
})

it('a start waits while PostgreSQL has no connection left, says so, and serves once there is one', async () => {
  const name = await emptyDatabase()
  await ask(`alter database ${name} with connection limit 0`)
  const program = startProgram(SERVE_COMMAND, settingsOf(at({ pathname: name })))
  try {
    await program.said(/the start waits for the database/)
    expect(program.child.exitCode).toBeNull()
    await ask(`alter database ${name} with connection limit -1`)
    await program.said(SERVES)
  } finally {
    await endPrograms()
  }
})
