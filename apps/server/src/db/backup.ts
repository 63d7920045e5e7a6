import type { Client } from 'pg'
import * as copy from 'pg-copy-streams'
import { type Contents, type Protection, writeArchive } from './backup/archive.ts'
import { BackupError, explain } from './backup/backup-error.ts'
import { measure, readMigrations, readSequences, readTables, source } from './backup/catalog.ts'
import { inTransaction, quotedList, select } from './backup/connection.ts'
import { demandEveryRow, lockTables } from './backup/row-access.ts'

export { BackupError }
export { createKeys, identitiesOf } from './backup/encryption.ts'
export { restore } from './backup/restore.ts'

/**
 * Writes every row of the schema `public` as of one moment into `file`, while the server goes on working. Memory does not grow with
 * the data. Other schemas, such as that of the job queue, are not part of it.
 * @param protection encrypts the rows, and adds the installation's secret; without it the file is plain and has no secret
 * @throws BackupError with one sentence for the operator; `file` is then as it was before
 */
export async function backup(url: string, file: string, protection?: Protection): Promise<{ tables: number; rows: number; bytes: number }> {
  try {
    return await inTransaction(url, 'begin isolation level repeatable read read only', async (client) => {
      const contents = await survey(client)
      const { data } = await writeArchive(file, contents, () => allRows(client, contents), protection)
      return { tables: contents.tables.length, rows: contents.tables.reduce((sum, { rows }) => sum + rows, 0), bytes: data.bytes }
    })
  } catch (error) {
    throw explain(error, file)
  }
}

async function survey(client: Client): Promise<Contents> {
  const tables = await readTables(client)
  // No partition may be dropped and no policy changed until the rows are written.
  await lockTables(
    client,
    tables.map(({ name }) => name),
    'access share',
  )
  await demandEveryRow(client)
  const measured: Contents['tables'] = []
  for (const table of tables) measured.push({ ...table, ...(await measure(client, table)), bytes: 0 })
  const [server] = await select<{ version: string }>(client, `select current_setting('server_version') as version`)
  return {
    created_time: Math.floor(Date.now() / 1000),
    postgres: server?.version ?? '',
    migrations: await readMigrations(client),
    tables: measured,
    sequences: await readSequences(client),
  }
}

/** Yields all tables' rows as COPY text, and writes into `contents` how many bytes each table took. */
async function* allRows(client: Client, contents: Contents): AsyncGenerator<Buffer> {
  for (const table of contents.tables) {
    const rows = client.query(copy.to(`copy (select ${quotedList(table.columns)} from ${source(table)}) to stdout`))
    // Cutting the connection during a COPY fails the stream, which by then has no other listener.
    rows.on('error', () => {})
    for await (const chunk of rows as AsyncIterable<Buffer>) {
      table.bytes += chunk.length
      yield chunk
    }
    // The count may arrive after the last row; it is there once another query is answered.
    await client.query('select')
    if (rows.rowCount !== table.rows) throw new BackupError(`Table ${table.name} gave ${rows.rowCount} rows instead of ${table.rows}.`)
  }
}
