import type { AccountDb } from '../../db/client.ts'

export const findDirectory = (db: AccountDb) =>
  db.sql.selectFrom('directory').select('sync_mode').where('account_id', '=', db.account_id).executeTakeFirst()
