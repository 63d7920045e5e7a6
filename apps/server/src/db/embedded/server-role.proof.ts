import * as fs from 'node:fs/promises'
import path from 'node:path'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { silentLog } from '../../kernel/log.ts'
import { migrate } from '../migrate.ts'
import { keepEmbedded } from './keeper.ts'
import { embeddedUrls, startEmbedded } from './launcher.ts'
import { SERVER_ROLE, serverPasswordFileOf } from './server-role.ts'
import { cleanUp, query, temporaryDir } from './testing/launched.ts'
import { eventually } from '../../../test/eventually.ts'

afterEach(cleanUp)

async function kept(dir: string) {
  const database = await keepEmbedded({ dir }, silentLog)
  onTestFinished(() => database.stop())
  return database
}
const whoIs = (url: string) => query(url, `select session_user::text as name, rolsuper from pg_roles where rolname = session_user`)
const SERVER = [{ name: SERVER_ROLE, rolsuper: false }]

test('the server has its own login, whose password only the owner of the folder can read and which stays the same at each start', async () => {
  const dir = await temporaryDir()
  const first = await kept(dir)
  expect(await whoIs(first.url)).toEqual(SERVER)
  expect((await fs.stat(serverPasswordFileOf(dir))).mode & 0o777).toBe(0o600)
  expect(await embeddedUrls(dir)).toEqual({ url: first.url, owner_url: first.owner_url })
  await first.stop()
  expect(await embeddedUrls(dir)).toBeUndefined()
  const second = await kept(dir)
  expect(second.url).toBe(first.url)
  expect(await whoIs(second.url)).toEqual(SERVER)
})

test('a folder that an older program migrated gets the server’s login at its next start', async () => {
  const dir = await temporaryDir()
  const older = await startEmbedded({ dir })
  await migrate(older.url)
  // The rights that only newer programs grant.
  await query(older.url, `drop owned by weft_system; revoke all on all tables in schema graphile_worker from public`)
  expect(await embeddedUrls(dir)).toEqual({ url: older.url, owner_url: older.url })
  await older.stop()
  const { url, owner_url } = await kept(dir)
  expect(await whoIs(url)).toEqual(SERVER)
  expect(await migrate(owner_url)).toEqual([])
  expect(await query(`${url}?options=-c%20role%3Dweft_system`, 'select from graphile_worker._private_jobs')).toEqual([])
})

test.each<[string, (file: string) => Promise<unknown>]>([
  ['is gone', (file) => fs.rm(file)],
  ['was cut short', (file) => fs.truncate(file, 10)],
  ['is empty', (file) => fs.truncate(file)],
  ['may be read by others', (file) => fs.chmod(file, 0o644)],
])('a password whose file %s is replaced at the next start', async (_what, spoil) => {
  const dir = await temporaryDir()
  const first = await kept(dir)
  await first.stop()
  await spoil(serverPasswordFileOf(dir))
  const second = await kept(dir)
  expect(second.url).not.toBe(first.url)
  expect(await whoIs(second.url)).toEqual(SERVER)
  await expect(whoIs(first.url)).rejects.toMatchObject({ code: '28P01' })
  expect((await fs.stat(serverPasswordFileOf(dir))).mode & 0o777).toBe(0o600)
  expect((await fs.readdir(dir)).filter((name) => name.includes('.new'))).toEqual([])
})

test('the server’s database URL stays valid if the password file is missing when PostgreSQL restarts', async () => {
  const dir = await temporaryDir()
  const { url, owner_url } = await kept(dir)
  await fs.rm(serverPasswordFileOf(dir))
  const [before] = await query(owner_url, 'select pg_postmaster_start_time()::text as at')
  await fs
    .readFile(path.join(dir, 'cluster', 'postmaster.pid'), 'utf8')
    .then((text) => process.kill(Number(text.split('\n')[0]), 'SIGKILL'))
  await eventually(async () => expect(await query(owner_url, 'select pg_postmaster_start_time()::text as at')).not.toEqual([before]))
  expect(await whoIs(url)).toEqual(SERVER)
})

test('rights that somebody gave the server’s login by hand are taken away at the next start', async () => {
  const dir = await temporaryDir()
  const first = await kept(dir)
  await query(first.owner_url, `alter role ${SERVER_ROLE} superuser createrole bypassrls inherit valid until '2000-01-01'`)
  await first.stop()
  const { url } = await kept(dir)
  expect(await query(url, `select rolsuper, rolcreaterole, rolbypassrls, rolinherit from pg_roles where rolname = session_user`)).toEqual([
    { rolsuper: false, rolcreaterole: false, rolbypassrls: false, rolinherit: false },
  ])
})
