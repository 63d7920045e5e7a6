import type { AccountDb } from '../../../db/client.ts'
import type { NewRow } from '../../../db/schema.ts'

export const findAuthority = (db: AccountDb, network_number: string) =>
  db.sql
    .selectFrom('network_authority')
    .select(['certificate', 'sealed_key', 'sealed_tls_crypt'])
    .where('account_id', '=', db.account_id)
    .where('network_number', '=', network_number)
    .executeTakeFirst()

/** Inserts an authority. An existing one stays as it is; one that another transaction is inserting is waited for. */
export const insertAuthority = (db: AccountDb, authority: Omit<NewRow<'network_authority'>, 'account_id'>) =>
  db.sql
    .insertInto('network_authority')
    .values({ ...authority, account_id: db.account_id })
    .onConflict((conflict) => conflict.columns(['account_id', 'network_number']).doNothing())
    .execute()
