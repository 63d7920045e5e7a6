import type { AccountDb } from '../../../db/client.ts'

const COLUMNS = ['username', 'nickname', 'birthday', 'industry', 'occupation', 'update_time'] as const

const login = ({ account_id, sql: db }: AccountDb, login_id: number) =>
  db.selectFrom('login').where('account_id', '=', account_id).where('login_id', '=', login_id).select(COLUMNS)

export const findProfile = (db: AccountDb, login_id: number) => login(db, login_id).executeTakeFirstOrThrow()

/** Returns the profile, and locks it until the transaction ends. */
export const lockProfile = (db: AccountDb, login_id: number) => login(db, login_id).forNoKeyUpdate().executeTakeFirstOrThrow()
