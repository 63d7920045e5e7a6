import { sql } from 'kysely'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import type { NewRow } from '../../../db/schema.ts'

export const findAuthority = (db: AccountDb, network_number: string) =>
  db.sql
    .selectFrom('network_authority')
    .select(['certificate', 'former_certificate', 'sealed_key', 'sealed_tls_crypt'])
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

/**
 * Returns the authorities of which the certificates are to be looked at: those that end before `soon` and were not renewed, those with a
 * former certificate that has ended, and those of which the end is not known yet.
 */
export const authoritiesDue = ({ sql: db }: SystemDb, { now, soon }: { now: Date; soon: Date }) =>
  db
    .selectFrom('network_authority')
    .select(['account_id', 'network_number'])
    .where(sql<boolean>`expire_time is null or expire_time <= ${now} or (expire_time < ${soon} and former_certificate is null)`)
    .orderBy('network_number')
    .execute()

/**
 * Returns the networks whose authority has a certificate that ends before this time, or has ended, the first to end first; then those of
 * which the end is not known, because nobody has looked at them yet.
 */
export const authoritiesEnding = ({ sql: db }: SystemDb, until: Date) =>
  db
    .selectFrom('network_authority')
    .select(['network_number', 'expire_time'])
    .where(sql<boolean>`expire_time is null or expire_time < ${until}`)
    .orderBy('expire_time', (order) => order.asc().nullsLast())
    .orderBy('network_number')
    .execute()
