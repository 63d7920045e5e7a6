import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { serverSettings } from '../test/run-weft.ts'
import { createDatabase } from '../test/world.ts'
import { connect } from './db/client.ts'
import { unlockInstallation } from './domains/foundation/installation/secret.service.ts'
import { examine } from './doctor.ts'
import { noteBackup } from './kernel/installation.ts'
import { readSettings } from './kernel/settings.ts'

const SECRET = 'the secret of an installation with thirty-two characters'

/** Returns what is found of a database whose secret is `SECRET`, with the sentences of the wrong things by what they are about. */
async function wrongsOf(change: string, more: Record<string, string> = {}, backedUp = false): Promise<Record<string, string[]>> {
  const dir = await mkdtemp(path.join(tmpdir(), 'weft-doctor-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  const url = await createDatabase()
  const db = connect(url, { connections: 2 })
  await unlockInstallation(db, [SECRET])
  await db.close()
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(change)
  await client.end()
  // Port 1 has nobody, on any machine.
  const ports = { WEFT_HTTP_PORT: '1', WEFT_OPS_PORT: '1', WEFT_AGENT_PORT: '1', WEFT_METRICS_PORT: '1' }
  const settings = readSettings(serverSettings({ DATABASE_URL: url, WEFT_DATA_DIR: dir, WEFT_SECRET: SECRET, ...ports, ...more }))
  if (backedUp) noteBackup(settings, 'backup')
  const found: Record<string, string[]> = {}
  for (const { about, wrong, sentence } of await examine(settings, { url, owner_url: url })) if (wrong) (found[about] ??= []).push(sentence)
  return found
}

it('finds a database in order, and names each address at which nothing answers', async () => {
  const found = await wrongsOf('select', {}, true)
  // The tests' database is used by its superuser.
  expect(Object.keys(found)).toEqual(['database', 'addresses'])
  expect(found['database']).toEqual([expect.stringMatching(/superuser/)])
  expect(found['addresses']).toHaveLength(5)
  expect(found['addresses']).toContain('nothing answers at 127.0.0.1:1, where agent belongs: start the server')
})

it('finds a missing backup, a wrong secret, a missing migration and too many servers for the connections', async () => {
  const servers = Array.from({ length: 12 }, () => `('${randomUUID()}')`).join(', ')
  const found = await wrongsOf(
    `delete from kysely_migration where name = '0053-duplicate-indexes'; insert into instance (instance_id) values ${servers}`,
    { WEFT_SECRET: `another one: ${SECRET}` },
  )
  expect(found['backup']).toEqual([expect.stringMatching(/^no backup was made with this data directory/)])
  expect(found['secret']).toEqual([expect.stringMatching(/is not the secret that this database was sealed with/)])
  expect(found['schema']).toEqual([expect.stringMatching(/^0053-duplicate-indexes is not applied: run weft migrate/)])
  expect(found['database']).toContainEqual(
    expect.stringMatching(/^it takes 397 connections, and 12 servers need 500: raise max_connections$/),
  )
})

it('finds a NATS that does not answer, without its password in the sentence', async () => {
  const found = await wrongsOf('select', { WEFT_NATS_URL: 'nats://weft:hidden@127.0.0.1:1' })
  expect(found['events']).toEqual(['NATS cannot be reached at 127.0.0.1:1, which WEFT_NATS_URL names'])
})

it('finds a database that only reads', async () => {
  const found = await wrongsOf(
    `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`,
  )
  expect(found['writes']).toEqual([expect.stringMatching(/^the database takes none: /)])
})
