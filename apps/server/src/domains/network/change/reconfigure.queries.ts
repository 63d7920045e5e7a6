import { sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'

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

/** Marks networks whose members' documents change without a revision. Locks the networks; their members are locked later. */
export async function touchNetworks(db: AccountDb, numbers: readonly string[]): Promise<void> {
  await sql`
    with held as (
      select network_number from network where account_id = ${db.account_id} and network_number = any(${[...numbers]}) order by network_number for no key update
    )
    update network n set update_time = clock_timestamp()
    from held where n.account_id = ${db.account_id} and n.network_number = held.network_number`.execute(db.sql)
}

/** Returns the members that admit others to these networks: the centers, or every member of a network without centers. */
export async function listAdmitting(db: AccountDb, numbers: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ router_name: string }>`
    select distinct router_name from network_member s where account_id = ${db.account_id} and network_number = any(${[...numbers]})
      and (member_type = 'center' or not exists (select from network_member c
        where (c.account_id, c.network_number) = (s.account_id, s.network_number) and c.member_type = 'center'))`.execute(db.sql)
  return rows.map((row) => row.router_name)
}
