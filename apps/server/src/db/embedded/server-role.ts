import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { connectAsOwner } from '../client.ts'
import { endPool } from '../pool.ts'
import { APP_ROLE, createRoles, SYSTEM_ROLE } from '../row-security.ts'

/** The server's login at the embedded database: it owns nothing, and may only become one of the two roles that serve. */
export const SERVER_ROLE = 'weft_server'

export const serverPasswordFileOf = (dir: string) => path.join(dir, 'server-password')
const PASSWORD = /^[0-9a-f]{64}$/

/**
 * Creates or corrects the server's login, in a database of whatever age, and returns its password. A password that is lost, cut short
 * or readable by others is replaced. The caller holds the folder's lock and has no connection as the server yet.
 */
export async function admitServer(dir: string, owner_url: string): Promise<string> {
  const file = serverPasswordFileOf(dir)
  const password = (await readServerPassword(dir)) ?? (await writePassword(file))
  const { db, pool } = connectAsOwner(owner_url)
  try {
    await createRoles(db as never)
    // A failing statement would otherwise be in PostgreSQL's log, with the password.
    await sql
      .raw(
        `set log_min_error_statement = panic;
        do $$ begin
          if not exists (select from pg_roles where rolname = '${SERVER_ROLE}') then create role ${SERVER_ROLE}; end if;
        end $$;
        alter role ${SERVER_ROLE} login noinherit nosuperuser nocreaterole nocreatedb noreplication nobypassrls valid until 'infinity'
          password '${password}';
        grant ${APP_ROLE}, ${SYSTEM_ROLE} to ${SERVER_ROLE}`,
      )
      .execute(db)
    return password
  } finally {
    await endPool(pool)
  }
}

/** Returns the password that the file holds; undefined if it is missing, cut short, or readable by others. */
export async function readServerPassword(dir: string): Promise<string | undefined> {
  try {
    await using file = await fs.open(serverPasswordFileOf(dir))
    const { mode } = await file.stat()
    const text = (await file.readFile('utf8')).trim()
    return PASSWORD.test(text) && (mode & 0o077) === 0 ? text : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Writes a new password to another file and renames that, so that a process with the old file open does not read the new password. */
async function writePassword(file: string): Promise<string> {
  const password = randomBytes(32).toString('hex')
  await fs.rm(`${file}.new`, { force: true })
  await fs.writeFile(`${file}.new`, `${password}\n`, { mode: 0o600, flag: 'wx', flush: true })
  await fs.rename(`${file}.new`, file)
  return password
}
