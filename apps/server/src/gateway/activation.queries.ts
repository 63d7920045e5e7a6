import { sql } from 'kysely'
import type { SystemDb } from '../db/client.ts'

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
