import { sql } from 'kysely'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import type { NewRow } from '../../../db/schema.ts'

export const findAuthority = (db: AccountDb, network_number: string) =>
  db.sql
    .selectFrom('network_authority')
    .select(['certificate', 'former_certificate', 'expire_time', 'sealed_key', 'sealed_tls_crypt'])
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

/** Changes the certificates of an authority. Does nothing if another call has replaced the present one meanwhile. */
export const changeCertificates = (
  db: AccountDb,
  network_number: string,
  { present, ...certificates }: { present: string; certificate: string; former_certificate: string | null; expire_time: Date },
) =>
  db.sql
    .updateTable('network_authority')
    .set(certificates)
    .where('account_id', '=', db.account_id)
    .where('network_number', '=', network_number)
    .where('certificate', '=', present)
    .execute()

/** Returns the numbers of networks whose authority has a certificate that ends between these times, the first to end first. */
export async function authoritiesEnding({ sql: db }: SystemDb, { from, until }: { from: Date; until: Date }): Promise<string[]> {
  const rows = await db
    .selectFrom('network_authority')
    .select('network_number')
    .where(sql<boolean>`expire_time > ${from} and expire_time < ${until}`)
    .orderBy('expire_time')
    .orderBy('network_number')
    .execute()
  return rows.map((row) => row.network_number)
}
