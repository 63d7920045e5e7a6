import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { embeddedUrl, EmbeddedError, startEmbedded } from './launcher.ts'
import { readPostmaster } from './postmaster.ts'
import { cleanUp, launch, query, temporaryDir } from './testing/launched.ts'
import { eventually } from '../../../test/eventually.ts'
import { freePort } from '../../../test/free-port.ts'

afterEach(cleanUp)

const portOf = (url: string) => Number(new URL(url).port)

test('a later start has the rows and the port of the first', async () => {
  const dir = await temporaryDir()
  const first = await startEmbedded({ dir })
  await query(first.url, `create table note (text text); insert into note values ('经纬')`)
  expect(await embeddedUrl(dir)).toBe(first.url)
  await first.stop()
  expect(await first.exited).toBe(0)
  expect(await embeddedUrl(dir)).toBeUndefined()
  const second = await startEmbedded({ dir })
  expect(await query(second.url, 'select text from note')).toEqual([{ text: '经纬' }])
  expect(second.url).toBe(first.url)
  await second.stop()
})

test('the database is UTF-8, has trigrams of Chinese, flushes writes to disk and listens on loopback only', async () => {
  const { url, stop } = await startEmbedded({ dir: await temporaryDir() })
  await query(url, 'create extension pg_trgm')
  const [row] = await query(
    url,
    `select current_setting('server_encoding') encoding, current_setting('fsync') fsync,
     current_setting('listen_addresses') addresses, cardinality(show_trgm('北京上海')) trigrams`,
  )
  expect(row).toEqual({ encoding: 'UTF8', fsync: 'on', addresses: '127.0.0.1', trigrams: 5 })
  await stop()
})

test('a connection with a wrong password is refused, and only the owner of the folder can read the password', async () => {
  const dir = await temporaryDir()
  const { url, stop } = await startEmbedded({ dir })
  const guess = new URL(url)
  guess.password = 'guess'
  await expect(query(guess.href, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  expect((await fs.stat(path.join(dir, 'password'))).mode & 0o777).toBe(0o600)
  expect((await fs.stat(dir)).mode & 0o777).toBe(0o700)
  await stop()
})

test('a second launcher of the folder is refused with the pid of the first, in this process and in another', async () => {
  const dir = await temporaryDir()
  const first = await launch(dir)
  const sentence = `The embedded database in ${dir} is already in use by process ${first.pid}: stop that one first.`
  await expect(startEmbedded({ dir })).rejects.toThrow(new EmbeddedError(sentence))
  const second = await launch(dir)
  expect(second.answer).toMatchObject({ refused: sentence, known: true })
  expect(await query(first.answer.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await embeddedUrl(dir)).toBe(first.answer.url)
  await first.end()
})

test('of many launchers that start at once on a new folder exactly one succeeds', async () => {
  const dir = await temporaryDir()
  const launched = await Promise.all([launch(dir), launch(dir), launch(dir)])
  const refusals = launched.flatMap(({ answer }) => answer.refused ?? [])
  expect(refusals).toEqual([expect.stringContaining('already in use by process'), expect.stringContaining('already in use by process')])
  for (const { end } of launched) await end()
})

test('after kill -9 of the launcher a start succeeds at once and has every committed row', async () => {
  const dir = await temporaryDir()
  const first = await launch(dir)
  await query(first.answer.url, 'create table note (id int); insert into note select generate_series(1, 1000)')
  process.kill(first.pid, 'SIGKILL')
  const second = await startEmbedded({ dir })
  expect(await query(second.url, 'select count(*)::int from note')).toEqual([{ count: 1000 }])
  await second.stop()
})

test('a server that outlived its launcher is ended and replaced', async () => {
  const dir = await temporaryDir()
  const first = await launch(dir)
  const orphan = (await readPostmaster(dir))!.pid
  // A stopped process does not notice that its launcher died, as on systems without such a signal.
  process.kill(orphan, 'SIGSTOP')
  process.kill(first.pid, 'SIGKILL')
  const lines: string[] = []
  const starting = startEmbedded({ dir, log: (line) => lines.push(line) })
  try {
    await eventually(() => expect(lines).toContain(`waiting for PostgreSQL process ${orphan} of an earlier start to end`))
  } finally {
    process.kill(orphan, 'SIGCONT')
  }
  const second = await starting
  expect((await readPostmaster(dir))!.pid).not.toBe(orphan)
  await second.stop()
})

test('after kill -9 of PostgreSQL its end is reported, and the next start has every committed row', async () => {
  const dir = await temporaryDir()
  const first = await startEmbedded({ dir })
  await query(first.url, 'create table note (id int); insert into note select generate_series(1, 1000)')
  process.kill((await readPostmaster(dir))!.pid, 'SIGKILL')
  expect(await first.exited).toBeNull()
  const second = await startEmbedded({ dir })
  expect(second.url).toBe(first.url)
  expect(await query(second.url, 'select count(*)::int from note')).toEqual([{ count: 1000 }])
  await second.stop()
  await first.stop()
})

test('an interrupted first start leaves nothing that a later one would use', async () => {
  const dir = await temporaryDir()
  const half = path.join(dir, 'initdb-0123456789ab')
  await fs.mkdir(path.join(half, 'base'), { recursive: true, mode: 0o700 })
  await fs.writeFile(path.join(half, 'PG_VERSION'), '18\n')
  const { url, stop } = await startEmbedded({ dir })
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect((await fs.readdir(dir)).filter((name) => name.startsWith('initdb-'))).toEqual([])
  await stop()
})

test('kill -9 during the first start does not prevent the next', async () => {
  const dir = await temporaryDir()
  const interrupted = launch(dir)
  await eventually(async () => expect((await fs.readdir(dir)).some((name) => name.startsWith('initdb-'))).toBe(true))
  process.kill(Number(await fs.readFile(path.join(dir, 'lock'), 'utf8')), 'SIGKILL')
  expect((await interrupted).answer.url).toBeUndefined()
  const { url, stop } = await startEmbedded({ dir })
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  await stop()
})

test('left-over lock and pid files that name another living process are taken over', async () => {
  const dir = await temporaryDir()
  await (await startEmbedded({ dir })).stop()
  await fs.writeFile(path.join(dir, 'lock'), String(process.ppid))
  const pidFile = [process.ppid, path.join(dir, 'cluster'), 0, 1, '', '127.0.0.1', '  1  1', 'ready   ', ''].join('\n')
  await fs.writeFile(path.join(dir, 'cluster', 'postmaster.pid'), pidFile)
  expect(await embeddedUrl(dir)).toBeUndefined()
  const { url, stop } = await startEmbedded({ dir })
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }])
  await stop()
})

test('a requested port is used, or refused by its number if it is taken; a remembered port that is taken is replaced', async () => {
  const dir = await temporaryDir()
  const port = await freePort()
  const other = net.createServer().listen(port, '127.0.0.1')
  await once(other, 'listening')
  await expect(startEmbedded({ dir, port })).rejects.toThrow(
    new EmbeddedError(`Port ${port} on 127.0.0.1, asked for the embedded database, is already in use by another program.`),
  )
  await fs.writeFile(path.join(dir, 'port'), `${port}\n`)
  const moved = await startEmbedded({ dir })
  expect(portOf(moved.url)).not.toBe(port)
  await moved.stop()
  other.close()
  await once(other, 'close')
  const asked = await startEmbedded({ dir, port })
  expect(portOf(asked.url)).toBe(port)
  await asked.stop()
})
