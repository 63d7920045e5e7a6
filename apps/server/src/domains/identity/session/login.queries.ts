import { sql } from 'kysely'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import type { NewRow, RowChange } from '../../../db/schema.ts'
import type { LoginKey } from './second-factor.queries.ts'

export const insertOwner = ({ sql: db }: SystemDb, row: NewRow<'login'>) =>
  db.insertInto('login').values(row).returning('login_id').executeTakeFirstOrThrow()

/** Inserts a sub-account and returns its login id; undefined where the account has a sub-account of that name. */
export const insertSubAccount = ({ account_id, sql: db }: AccountDb, login: Omit<NewRow<'login'>, 'account_id' | 'ram'>) =>
  db
    .insertInto('login')
    .values({ ...login, account_id, ram: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('login_id')
    .executeTakeFirst()

export async function insertKeyLogin({ account_id, sql: db }: AccountDb, name: string, role_id: number, now: Date): Promise<number> {
  const row = await db
    .insertInto('login')
    // No password fits it: none has this hash.
    .values({ account_id, ram: 2, username: name, nickname: name, password_hash: '', role_id, create_time: now })
    .returning('login_id')
    .executeTakeFirstOrThrow()
  return row.login_id
}

const change = ({ sql: db }: AccountDb | SystemDb, { account_id, login_id }: LoginKey) =>
  db.updateTable('login').where('account_id', '=', account_id).where('login_id', '=', login_id)

/** Writes a login's password, contacts or default contact. */
export async function writeCredentials(db: AccountDb, login_id: number, credentials: RowChange<'login'>): Promise<void> {
  await change(db, { account_id: db.account_id, login_id }).set(credentials).execute()
}

/** Writes a password that replaces a forgotten one. */
export async function writeRecoveredPassword(db: SystemDb, login: LoginKey, password_hash: string, now: Date): Promise<void> {
  await change(db, login).set({ password_hash, update_time: now }).execute()
}

/** Writes a profile. Its time of change grows by a whole second at least: later edits are compared with it in whole seconds. */
export async function writeProfile(db: AccountDb, login_id: number, profile: RowChange<'login'>): Promise<void> {
  await change(db, { account_id: db.account_id, login_id })
    .set({
      ...profile,
      update_time: sql<Date>`greatest(date_trunc('second', update_time) + interval '1 second', date_trunc('second', now()))`,
    })
    .execute()
}

export async function updateSubAccount(
  db: AccountDb,
  login_id: number,
  subAccount: { role_id: number; nickname: string; password_hash?: string },
): Promise<void> {
  await change(db, { account_id: db.account_id, login_id })
    .set({ ...subAccount, update_time: sql`now()` })
    .execute()
}

/** Disables (0) or enables (1) a login. */
export async function writeLoginStatus(db: AccountDb, login_id: number, status: 0 | 1): Promise<void> {
  await change(db, { account_id: db.account_id, login_id }).set({ status, update_time: sql`now()` }).execute()
}

/** Deletes a login with its sessions. */
export async function deleteLogin({ account_id, sql: db }: AccountDb, login_id: number): Promise<void> {
  await db.deleteFrom('login').where('account_id', '=', account_id).where('login_id', '=', login_id).execute()
}
