import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPartition } from './backup/partition.ts'
import { execute, known, migrate, portrait, type Scratch, startScratch } from './backup/testing/scratch.ts'
import { backup, BackupError, restore } from './backup.ts'

let scratch: Scratch
let from: string
/** A database with other rows than the backup's, in which a refused restore must change nothing. */
let into: string
let before: unknown
let whole: Buffer

const file = (name: string) => path.join(scratch.folder, name)

beforeAll(async () => {
  scratch = await startScratch()
  from = await scratch.database('filled')
  await backup(from, file('whole'))
  whole = await fs.readFile(file('whole'))
  into = await scratch.database('filled')
  await execute(into, `insert into account (name) values ('own'); select nextval('ticket')`)
  before = await portrait(into)
})
afterAll(() => scratch.end())

/** Restores bytes over `into`, checks that nothing changed, and returns the message of the refusal. */
async function refusal(bytes: Buffer, names = known): Promise<string> {
  await fs.writeFile(file('given'), bytes)
  const error = await restore(into, file('given'), { known: names, migrate, replace: true }).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(BackupError)
  expect(await portrait(into)).toEqual(before)
  return (error as Error).message.replace(file('given'), 'FILE')
}

/** Returns the backup with a changed header and the right checksum of that header. */
function withHeader(change: (json: string) => string): Buffer {
  const lineEnd = whole.indexOf('\n') + 1
  const headerEnd = whole.indexOf('\n', lineEnd) + 1
  const json = Buffer.from(change(whole.subarray(lineEnd, headerEnd).toString()))
  const line = `weft-backup 1 ${json.length} ${createHash('sha256').update(json).digest('hex')}\n`
  return Buffer.concat([Buffer.from(line), json, whole.subarray(headerEnd)])
}

test('a file that is cut short anywhere is refused', async () => {
  for (const length of [whole.length - 1, whole.length - 3_000, 2_000, 500])
    expect(await refusal(whole.subarray(0, length))).toContain('FILE is cut short')
  for (const length of [60, 0]) expect(await refusal(whole.subarray(0, length))).toBe('FILE is not a backup of Weft.')
})

test('a file with one changed, added or foreign byte is refused', async () => {
  const damaged = 'FILE is damaged: its contents do not match its checksum.'
  for (const at of [200, 1_000, whole.length >> 1, whole.length - 1]) {
    const bytes = Buffer.from(whole)
    bytes[at] = (bytes[at] ?? 0) ^ 1
    expect(await refusal(bytes)).toBe(damaged)
  }
  expect(await refusal(Buffer.concat([whole, Buffer.from('x')]))).toBe(damaged)
  expect(await refusal(Buffer.from('PGDMP'))).toBe('FILE is not a backup of Weft.')
})

test('a file of a newer migration or format is refused, and an empty database stays empty', async () => {
  const newer = withHeader((json) => json.replace('"0001-first"', '"0001-first","0002-later"'))
  expect(await refusal(newer)).toBe('FILE comes from a newer version of Weft (0002-later): restore it with that one.')
  const empty = await scratch.database('empty')
  await expect(restore(empty, file('given'), { known, migrate })).rejects.toThrow('newer version')
  expect(await execute(empty, `select relname from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([])
  expect(await refusal(Buffer.from(whole.toString('latin1').replace('weft-backup 1', 'weft-backup 3'), 'latin1'))).toContain(
    'written by a newer version',
  )
})

test('a file of an older migration is refused by a database at a later one', async () => {
  const older = withHeader((json) => json.replace('"0001-first"', '"0000-before"'))
  expect(await refusal(older, ['0000-before', ...known])).toBe(
    'The backup is at migration 0000-before, this database at 0001-first: restore it into an empty database.',
  )
})

test('a restore whose rows would differ from the backup is undone as a whole, sequences included', async () => {
  const checksums = [
    ...withHeader((json) => json)
      .toString('latin1')
      .matchAll(/"checksum":"(-?\d+)"/g),
  ].map(([, sum = '']) => sum)
  const last = checksums.at(-1) ?? ''
  expect(await refusal(withHeader((json) => json.replace(`"checksum":"${last}"`, '"checksum":"12345"')))).toContain(
    'Table sample would not hold the rows of the backup',
  )
  expect(await refusal(withHeader((json) => json.replace('"rows":800', '"rows":801')))).toBe(
    'Table audit would hold 800 rows after the restore instead of 801.',
  )
  expect(await refusal(withHeader((json) => json.replace('"name":"ticket"', '"name":"absent"')))).toContain('no sequence absent')
})

test('a file whose rows break a foreign key is refused', async () => {
  const broken = await scratch.database('filled')
  await execute(broken, `alter table audit drop constraint audit_node_id_fkey; insert into audit (node_id) values (999)`)
  await backup(broken, file('broken'))
  expect(await refusal(await fs.readFile(file('broken')))).toContain('violates foreign key constraint "audit_node_id_fkey"')
})

test('a database with other tables or columns is refused, and the message names the tables that differ', async () => {
  const other = await scratch.database('migrated')
  await execute(other, 'alter table node drop column tags; create table further (id int)')
  await expect(restore(other, file('whole'), { known, migrate })).rejects.toThrow(
    new BackupError('These tables differ between the database and the backup: further, node.'),
  )
})

test('a restore into a database in use is refused after a wait and changes nothing', async () => {
  const holder = new pg.Client({ connectionString: into })
  await holder.connect()
  await holder.query('begin; lock table account in access share mode')
  await expect(restore(into, file('whole'), { known, migrate, replace: true })).rejects.toThrow(
    new BackupError('The database is in use: stop the server and try again.'),
  )
  await holder.end()
  expect(await portrait(into)).toEqual(before)
})

test('a backup by a role that row-level security shows only some rows is refused, never partial', async () => {
  const narrow = await scratch.role()
  await execute(
    from,
    `grant select on all tables in schema public to ${narrow}; grant select on all sequences in schema public to ${narrow}`,
  )
  await execute(from, `create policy part on node to ${narrow} using (account_id = 1)`)
  const url = new URL(from)
  url.username = narrow
  url.password = narrow
  expect(await execute(url.href, 'select count(*)::int from node')).toEqual([{ count: 2 }])
  await expect(backup(url.href, file('part'))).rejects.toThrow('This role may not see every row of node')
  await execute(
    from,
    `create policy everything on node to ${narrow} using (true); create policy less on node as restrictive to ${narrow} using (account_id = 1)`,
  )
  await expect(backup(url.href, file('part'))).rejects.toThrow('This role may not see every row of node')
  await expect(fs.access(file('part'))).rejects.toMatchObject({ code: 'ENOENT' })
  await execute(from, `drop policy part on node; drop policy everything on node; drop policy less on node; drop owned by ${narrow}`)
})

test('a backup on a full disk leaves the earlier file as it was and no other file', async () => {
  const mount = file('small')
  await fs.mkdir(mount)
  const large = await scratch.database('filled')
  await execute(
    large,
    `insert into audit (node_id, text) select 100, encode(sha256(i::text::bytea), 'hex') from generate_series(1, 60000) i`,
  )
  const program = `import { backup } from '${path.join(import.meta.dirname, 'backup.ts')}'
    await backup('${large}', '${mount}/file').catch((error) => console.log(error.name + ': ' + error.message))`
  const script = `mount -t tmpfs -o size=1m none "${mount}"; echo earlier > "${mount}/file"; "${process.execPath}" --input-type=module -e "$0"; cat "${mount}/file"; ls "${mount}"`
  const namespace = process.getuid?.() === 0 ? ['--mount'] : ['--user', '--map-root-user', '--mount']
  const { stdout } = await promisify(execFile)('unshare', [...namespace, 'sh', '-ec', script, program])
  expect(stdout).toBe(`BackupError: The disk that holds ${mount}/file is full.\nearlier\nfile\n`)
})

test('a missing file is named, and a database that cannot be reached is reported', async () => {
  await expect(restore(into, file('absent'), { known, migrate })).rejects.toThrow(new BackupError(`${file('absent')} does not exist.`))
  await expect(backup('postgres://weft@127.0.0.1:1/postgres', file('unreached'))).rejects.toThrow('The database cannot be reached')
})

test('a partition is recreated only from a plain bound: the file cannot run other statements', () => {
  const partition = { name: 'p"1', parent: 'sample', partition_by: null }
  const good = [
    `FOR VALUES FROM ('2024-01-01 00:00:00+00', MINVALUE) TO ('it''s', 5)`,
    `FOR VALUES IN ('a', NULL)`,
    'DEFAULT',
    'FOR VALUES WITH (modulus 4, remainder 0)',
  ]
  for (const bound of good) expect(createPartition({ ...partition, bound })).toBe(`create table "p""1" partition of "sample" ${bound}`)
  for (const bound of [`DEFAULT; drop table account`, `FOR VALUES IN ('a'); select ('b')`, `FOR VALUES FROM (now()) TO (1)`, ''])
    expect(() => createPartition({ ...partition, bound })).toThrow(BackupError)
  expect(() => createPartition({ ...partition, bound: 'DEFAULT', partition_by: 'LIST (f(x))' })).toThrow(BackupError)
})
