import { sql } from 'kysely'
import type { AccountDb, SystemDb } from '../../../db/client.ts'

const device = (db: SystemDb, router_name: string) =>
  db.sql
    .selectFrom('device')
    .select(['router_name', 'account_id', 'kind', 'router_model', 'router_mac', 'activation_hash'])
    .where('router_name', '=', router_name)

export const findDevice = (db: SystemDb, router_name: string) => device(db, router_name).executeTakeFirst()

/** The account's limits are held before. */
export const lockDevice = (db: SystemDb, router_name: string) => device(db, router_name).forUpdate().executeTakeFirst()

export const giveDevice = (db: SystemDb, router_name: string, account_id: number) =>
  db.sql.updateTable('device').set({ account_id }).where('router_name', '=', router_name).execute()

/** Back to stock, to be activated anew with another code. */
export const takeDeviceBack = (db: SystemDb, router_name: string, activation_hash: Buffer) =>
  db.sql
    .updateTable('device')
    .set({ account_id: null, activation_hash, activate_time: null, csr: null })
    .where('router_name', '=', router_name)
    .execute()

/** The account gives it back to stock itself: `weft_return_device` in the migration of the members. No code opens it then. */
export const returnDevice = (db: AccountDb, router_name: string) => sql`select weft_return_device(${router_name})`.execute(db.sql)
