import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import * as copy from 'pg-copy-streams'
import { type Archive, type Header, openArchive } from './archive.ts'
import { BackupError, explain } from './backup-error.ts'
import { measure, readMigrations, readSequences, readTables, source, type Table } from './catalog.ts'
import { inTransaction, quoted, quotedList, select } from './connection.ts'
import { createMissingPartitions } from './partition.ts'
import { lockTables } from './row-access.ts'
import { suspendGuards } from './suspension.ts'

interface RestoreOptions {
  /** The names of all migrations that this program knows, oldest first. */
  known: readonly string[]
  /** Applies those of these migrations that are due (all that are due when absent). */
  migrate: (url: string, only?: readonly string[]) => Promise<unknown>
  /** The private keys that may open the file, if it is encrypted. */
  identities?: readonly string[] | undefined
  /** Allows the restore to delete everything that the database holds now. */
  replace?: boolean
}

/**
 * Makes the database hold exactly what `file` holds, in one transaction: either all of it, proven equal by count and checksum, or
 * nothing changed (an empty database may have got its tables). An older file is restored into an empty database, which is then
 * migrated onward. Returns what it restored, with the secret of the installation if the file is encrypted and holds it.
 * @throws BackupError with one sentence for the operator
 */
export async function restore(
  url: string,
  file: string,
  { known, migrate, identities, replace = false }: RestoreOptions,
): Promise<{ tables: number; rows: number; secret: string | undefined }> {
  let archive: Archive | undefined
  try {
    archive = await openArchive(file, identities)
    const { header, secret } = archive
    const newer = header.migrations.filter((name) => !known.includes(name))
    if (newer.length > 0)
      throw new BackupError(`${file} comes from a newer version of Weft (${newer.join(', ')}): restore it with that one.`)
    const fresh = await inTransaction(
      url,
      'begin read only',
      async (client) => (await readTables(client)).length === 0 && (await readMigrations(client)).length === 0,
    )
    if (fresh) await migrate(url, header.migrations)
    await inTransaction(url, 'begin', (client) => fill(client, archive as Archive, fresh || replace))
    if (header.migrations.length < known.length) await migrate(url)
    return { tables: header.tables.length, rows: header.tables.reduce((sum, { rows }) => sum + rows, 0), secret }
  } catch (error) {
    throw explain(error, file)
  } finally {
    archive?.close()
  }
}

async function fill(client: Client, archive: Archive, mayReplace: boolean): Promise<void> {
  const { header } = archive
  await demandSameMigrations(client, header)
  const present = await readTables(client)
  demandSameTables(present, header)
  await lockTables(
    client,
    present.map(({ name }) => name),
    'access exclusive',
  )
  if (!mayReplace) await demandEmpty(client, present)
  for (const table of header.tables) await createMissingPartitions(client, table, present.find(({ name }) => name === table.name) as Table)
  const resumeGuards = await suspendGuards(client)
  if (present.length > 0) await client.query(`truncate ${quotedList(present.map(({ name }) => name))} restart identity`)
  for (const table of header.tables) await fillTable(client, archive, table)
  await setSequences(client, header)
  await resumeGuards()
  await client.query('analyze')
}

async function fillTable(client: Client, archive: Archive, table: Header['tables'][number]): Promise<void> {
  const incoming = client.query(copy.from(`copy ${quoted(table.name)} (${quotedList(table.columns)}) from stdin`))
  await pipeline(archive.take(table.bytes), incoming)
  const { rows, checksum } = await measure(client, table)
  if (rows !== table.rows) throw new BackupError(`Table ${table.name} would hold ${rows} rows after the restore instead of ${table.rows}.`)
  if (checksum !== table.checksum)
    throw new BackupError(`Table ${table.name} would not hold the rows of the backup after the restore: their checksums differ.`)
}

/** Sets the sequences. ALTER SEQUENCE gives each new storage, so that a rollback also undoes setval, which it would not by itself. */
async function setSequences(client: Client, { sequences }: Header): Promise<void> {
  const present = new Set((await readSequences(client)).map(({ name }) => name))
  for (const { name, last_value, is_called } of sequences) {
    if (!present.has(name)) throw new BackupError(`The database has no sequence ${name}, which the backup holds.`)
    await client.query(`alter sequence ${quoted(name)} restart`)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [quoted(name), last_value, is_called])
  }
}

async function demandSameMigrations(client: Client, header: Header): Promise<void> {
  const applied = await readMigrations(client)
  if (applied.join() === header.migrations.join()) return
  const last = (names: string[]) => names.at(-1) ?? 'none'
  throw new BackupError(
    `The backup is at migration ${last(header.migrations)}, this database at ${last(applied)}: restore it into an empty database.`,
  )
}

function demandSameTables(present: Table[], { tables }: Header): void {
  const shape = (list: Pick<Table, 'name' | 'columns'>[]) => new Map(list.map(({ name, columns }) => [name, columns.toSorted().join()]))
  const here = shape(present)
  const there = shape(tables)
  const differing = [...new Set([...here.keys(), ...there.keys()])].filter((name) => here.get(name) !== there.get(name))
  if (differing.length > 0) throw new BackupError(`These tables differ between the database and the backup: ${differing.join(', ')}.`)
}

async function demandEmpty(client: Client, tables: Table[]): Promise<void> {
  for (const table of tables) {
    const [row] = await select<{ filled: boolean }>(client, `select exists (select from ${source(table)}) as filled`)
    if (row?.filled)
      throw new BackupError(
        `The database is not empty (${table.name} has rows): restore into an empty one, or say that everything in it is to be replaced.`,
      )
  }
}
