import { sql } from 'kysely'
import type { SystemDb } from '../db/client.ts'

/** A device takes its activation code: once, and only while an account holds it. @returns the account */
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

export async function findSoftwareMember({ sql: db }: SystemDb, router_name: string) {
  return db
    .selectFrom('member')
    .select(['account_id', 'router_name', 'password_hash', 'password_sealed', 'status'])
    .where('router_name', '=', router_name)
    .where('router_type', '=', 2)
    .executeTakeFirst()
}

export interface LoginLogRow {
  account_id: number
  router_name: string
  ip: string
  os: string | null
  version: string | null
  sys_brand: string | null
  sys_model: string | null
  sys_version: string | null
  create_time: Date
}

export async function insertLoginLog({ sql: db }: SystemDb, row: LoginLogRow): Promise<void> {
  await sql`insert into software_login_log ${sql.raw('(account_id, router_name, ip, os, version, sys_brand, sys_model, sys_version, create_time)')}
    values (${row.account_id}, ${row.router_name}, ${row.ip}, ${row.os}, ${row.version}, ${row.sys_brand}, ${row.sys_model}, ${row.sys_version}, ${row.create_time})`.execute(
    db,
  )
}
