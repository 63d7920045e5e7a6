import { sql } from 'kysely'
import type { AccountDb } from '../../db/client.ts'

export async function listNamesIn(db: AccountDb, numbers: readonly string[]): Promise<string[]> {
  const rows = await db.sql
    .selectFrom('network_member')
    .select('router_name')
    .distinct()
    .where('account_id', '=', db.account_id)
    .where(sql<boolean>`network_number = any(${[...numbers]})`)
    .execute()
  return rows.map((row) => row.router_name)
}

/** Whoever admits members of these networks: the hubs, or everybody where there is none. */
export async function listAdmitting(db: AccountDb, numbers: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ router_name: string }>`
    select distinct router_name from network_member s where account_id = ${db.account_id} and network_number = any(${[...numbers]})
      and (member_type = 'center' or not exists (select from network_member c
        where (c.account_id, c.network_number) = (s.account_id, s.network_number) and c.member_type = 'center'))`.execute(db.sql)
  return rows.map((row) => row.router_name)
}
