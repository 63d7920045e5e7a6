import { sql } from 'kysely'
import { moment, type SystemDb } from '../../../db/client.ts'
import { after } from '../../../kernel/clock.ts'

const credentials = (db: SystemDb['sql']) =>
  db
    .selectFrom('login as l')
    .innerJoin('account as a', 'a.account_id', 'l.account_id')
    .select([
      'l.login_id',
      'l.account_id',
      'l.ram',
      'l.username',
      'l.nickname',
      'l.password_hash',
      'l.status as login_status',
      'l.totp_time',
      'a.account_number',
      'a.status as account_status',
    ])
    // An access key cannot be used to sign in.
    .where('l.ram', '<', 2)
    .$narrowType<{ ram: 0 | 1 }>()

/** Finds an owner by username, phone or e-mail. */
export const findOwner = ({ sql: db }: SystemDb, name_key: string) =>
  credentials(db)
    .innerJoin('login_name as n', 'n.login_id', 'l.login_id')
    .where('n.name_key', '=', name_key)
    .where('l.ram', '=', 0)
    .executeTakeFirst()

/** Finds a sub-account by its name in an account. */
export const findSubAccount = ({ sql: db }: SystemDb, account_number: string, username: string) =>
  credentials(db)
    .where('a.account_number', '=', account_number)
    .where('l.ram', '=', 1)
    .where((eb) => eb(eb.fn<string>('lower', ['l.username']), '=', username.toLowerCase()))
    .executeTakeFirst()

export const findLogin = ({ sql: db }: SystemDb, account_id: number, login_id: number) =>
  credentials(db).where('l.account_id', '=', account_id).where('l.login_id', '=', login_id).executeTakeFirst()
export type CredentialRow = NonNullable<Awaited<ReturnType<typeof findOwner>>>

export interface NewSignIn {
  account_id: number
  login_id: number
  /** The hash that the password was found right against. */
  password_hash: string
  session_id: string
  cookie_hash: Buffer
  token_hash: Buffer
  device_hash: Buffer
  now: Date
  expire_time: Date
  address: string
  user_agent: string
}

/**
 * Writes a sign-in in one statement: the session with its first token, time and address of the login, and the browser. Returns whether the
 * browser is new to the login, and whether the login had signed in before; undefined where the password was changed meanwhile. The
 * transaction must then be rolled back, since everything else is written.
 */
export async function insertSignIn(
  { sql: db }: SystemDb,
  row: NewSignIn,
): Promise<{ new_device: boolean; came_before: boolean } | undefined> {
  const { account_id, login_id, session_id, now, address } = row
  const { rows } = await sql<{ new_device: boolean; came_before: boolean }>`
    with opened as (
      insert into session (session_id, account_id, login_id, kind, cookie_hash, create_time, last_time, expire_time, address, user_agent)
      values (${session_id}, ${account_id}, ${login_id}, 'password', ${row.cookie_hash}, ${now}, ${now}, ${row.expire_time}, ${address}, ${row.user_agent})
    ), issued as (
      insert into session_token (token_hash, account_id, session_id, issue_time) values (${row.token_hash}, ${account_id}, ${session_id}, ${now})
    ), noted as (
      update login set previous_login_time = login_time, previous_login_address = login_address, login_time = ${now}, login_address = ${address}
      where account_id = ${account_id} and login_id = ${login_id} and password_hash = ${row.password_hash}
      returning previous_login_time
    ), browser as (
      insert into login_device (account_id, login_id, device_hash, create_time, last_time)
      values (${account_id}, ${login_id}, ${row.device_hash}, ${now}, ${now})
      on conflict (account_id, login_id, device_hash) do update set last_time = excluded.last_time
      returning xmax = 0 as new_device
    )
    select browser.new_device, noted.previous_login_time is not null as came_before from browser, noted`.execute(db)
  return rows[0]
}

/** The reason of sessions that were ended to make room for a newer one. */
export const REPLACED = 'replaced'

/**
 * Ends the sessions of a login beyond `most`, those that were used longest ago, and returns their ids. Must follow `insertSignIn` in the
 * same transaction, which locks the login: of several sign-ins at once each sees the sessions of those before it.
 */
export async function endOldest(
  { sql: db }: SystemDb,
  { account_id, login_id, session_id, now }: Pick<NewSignIn, 'account_id' | 'login_id' | 'session_id' | 'now'>,
  most: number,
): Promise<string[]> {
  const ended = await db
    .updateTable('session')
    .set({ revoke_time: now, revoke_reason: REPLACED })
    .where('account_id', '=', account_id)
    .where('session_id', 'in', (eb) =>
      eb
        .selectFrom('session')
        .where('account_id', '=', account_id)
        .where('login_id', '=', login_id)
        .where('kind', '=', 'password')
        .where('revoke_time', 'is', null)
        .where('expire_time', '>', moment(now))
        .where('session_id', '<>', session_id)
        .orderBy('last_time', 'desc')
        .orderBy('create_time', 'desc')
        .orderBy('session_id')
        // The new session is not among them.
        .offset(most - 1)
        .select('session_id'),
    )
    .returning('session_id')
    .execute()
  return ended.map((row) => row.session_id)
}

/** Deletes browsers without a sign-in for so many seconds. */
export async function deleteUnusedDevices({ sql: db }: SystemDb, now: Date, seconds: number): Promise<void> {
  await db
    .deleteFrom('login_device')
    .where('last_time', '<', moment(after(now, -seconds)))
    .execute()
}
