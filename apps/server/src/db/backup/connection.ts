import pg from 'pg'
import { cut, openClient } from '../hosts.ts'

/** Settings by which the text form of a value does not depend on the server or the role: checksums are computed from it. */
const settings = `
  set search_path to public;
  set timezone to 'UTC';
  set datestyle to 'ISO, YMD';
  set intervalstyle to 'postgres';
  set extra_float_digits to 1;
  set bytea_output to 'hex';
  set xmloption to 'content';
  set standard_conforming_strings to on;
  set statement_timeout to 0;
  set idle_in_transaction_session_timeout to 0;
  set lock_timeout to '5s'`

/**
 * Runs `work` in one transaction on a connection of its own. If it throws, the transaction is undone and the connection cut:
 * a connection that broke off during a COPY cannot be asked to roll back.
 */
export async function inTransaction<T>(url: string, begin: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await openClient(url, { connectionTimeoutMillis: 10_000, application_name: 'weft backup' })
  try {
    await client.query(settings)
    await client.query(begin)
    const result = await work(client)
    await client.query('commit')
    await client.end()
    return result
  } finally {
    cut(client)
  }
}

/** Returns the rows of a query whose columns are all cast to text or boolean, so that type parsers set elsewhere do not matter. */
export async function select<T extends object>(client: pg.Client, sql: string, values: unknown[] = []): Promise<T[]> {
  return (await client.query<T>(sql, values)).rows
}

export const quoted = (name: string) => pg.escapeIdentifier(name)
export const quotedList = (names: readonly string[]) => names.map(quoted).join(', ')
