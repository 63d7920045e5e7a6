import { sql } from 'kysely'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import type { NewRow, RowChange } from '../../../db/schema.ts'

const device = (db: SystemDb, router_name: string) =>
  db.sql
    .selectFrom('device')
    .select(['router_name', 'account_id', 'kind', 'router_model', 'router_mac', 'activation_hash'])
    .select(['expire_date', 'service_id', 'temp_bandwidth'])
    .where('router_name', '=', router_name)

export const findDevice = (db: SystemDb, router_name: string) => device(db, router_name).executeTakeFirst()

/** Locks a device until the transaction ends. To give it to an account or take it back, lock the account's limits before. */
export const lockDevice = (db: SystemDb, router_name: string) => device(db, router_name).forUpdate().executeTakeFirst()

export const giveDevice = (db: SystemDb, router_name: string, account_id: number) =>
  db.sql.updateTable('device').set({ account_id }).where('router_name', '=', router_name).execute()

/** Puts a device back into stock, to be activated again with another code. */
export const takeDeviceBack = (db: SystemDb, router_name: string, activation_hash: Buffer) =>
  db.sql
    .updateTable('device')
    .set({ account_id: null, activation_hash, activate_time: null, csr: null })
    .where('router_name', '=', router_name)
    .execute()

/** Puts a device back into stock for its account: `weft_return_device` in the migration of the members. No code activates it then. */
export const returnDevice = (db: AccountDb, router_name: string) => sql`select weft_return_device(${router_name})`.execute(db.sql)

/** Activates a device with its code: once, and only while an account holds it. @returns the account */
export async function activateDevice(
  { sql: db }: SystemDb,
  { router_name, activation_hash, csr, now }: { router_name: string; activation_hash: Buffer; csr: string | null; now: Date },
): Promise<number | undefined> {
  const row = await db
    .updateTable('device')
    .set({ activate_time: now, csr })
    .where('router_name', '=', router_name)
    .where('activation_hash', '=', activation_hash)
    .where('activate_time', 'is', null)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('member')
          .whereRef('member.account_id', '=', 'device.account_id')
          .whereRef('member.router_name', '=', 'device.router_name')
          .select('member.router_name'),
      ),
    )
    .returning('account_id')
    .executeTakeFirst()
  return row?.account_id ?? undefined
}

/** Returns the signing request that came with a device's activation; undefined if this code did not activate it for this account. */
export async function requestOfDevice(
  { sql: db }: SystemDb,
  { account_id, router_name, activation_hash }: { account_id: number; router_name: string; activation_hash: Buffer },
): Promise<{ csr: string | null } | undefined> {
  return db
    .selectFrom('device')
    .select('csr')
    .where('router_name', '=', router_name)
    .where('account_id', '=', account_id)
    .where('activation_hash', '=', activation_hash)
    .where('activate_time', 'is not', null)
    .executeTakeFirst()
}

/** Returns those of these names that are registered in whatever case: the registered name by its lower-case form. */
export async function namesTaken({ sql: db }: SystemDb, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const folded = names.map((name) => name.toLowerCase())
  const rows = await db
    .selectFrom('device')
    .select('router_name')
    .where(sql<boolean>`lower(router_name) = any(${folded}::text[])`)
    .execute()
  return new Map(rows.map(({ router_name }) => [router_name.toLowerCase(), router_name]))
}

/** Inserts devices and returns the names of the new ones: one that is registered already, in whatever case, is left out. */
export async function insertDevices({ sql: db }: SystemDb, rows: readonly NewRow<'device'>[]): Promise<ReadonlySet<string>> {
  const inserted = await db
    .insertInto('device')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('router_name')
    .execute()
  return new Set(inserted.map(({ router_name }) => router_name))
}

export async function writeDevice({ sql: db }: SystemDb, router_name: string, change: RowChange<'device'>): Promise<void> {
  await db.updateTable('device').set(change).where('router_name', '=', router_name).execute()
}
