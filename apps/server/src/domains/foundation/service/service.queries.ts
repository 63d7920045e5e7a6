import { sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'
import type { NewRow } from '../../../db/schema.ts'

/** A service to insert; without a start it runs from now. */
type Sold = Omit<NewRow<'service'>, 'account_id' | 'start_time'> & { start_time?: Date }

export const insertServices = (db: AccountDb, services: Sold[]) =>
  db.sql
    .insertInto('service')
    .values(services.map((service) => ({ start_time: sql<Date>`now()`, ...service, account_id: db.account_id })))
    .returning('id')
    .execute()

export const findService = (db: AccountDb, id: number) =>
  db.sql
    .selectFrom('service')
    .select(['service_code', 'quantity', 'start_time', 'expired_time'])
    .where('account_id', '=', db.account_id)
    .where('id', '=', id)
    .where('revoke_time', 'is', null)
    .executeTakeFirst()

export const renewService = (db: AccountDb, id: number, expired_time: Date) =>
  db.sql.updateTable('service').set({ expired_time }).where('account_id', '=', db.account_id).where('id', '=', id).execute()

export const revokeService = (db: AccountDb, id: number) =>
  db.sql
    .updateTable('service')
    .set({ revoke_time: sql<Date>`now()` })
    .where('account_id', '=', db.account_id)
    .where('id', '=', id)
    .execute()
