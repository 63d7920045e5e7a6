import { sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'

/** Returns the configuration revision that each of these members should run; deleted members are missing. */
export async function desiredRevisions(
  db: AccountDb,
  names: readonly string[],
): Promise<{ router_name: string; config_revision: number }[]> {
  return db.sql
    .selectFrom('member')
    .select(['router_name', 'config_revision'])
    .where('account_id', '=', db.account_id)
    .where('router_name', '=', sql<string>`any(${[...names]})`)
    .execute()
}

/** Raises the configuration revision of members and clears their error, which was about the former one. Locks in the order of names. */
export async function raiseConfigs(db: AccountDb, names: readonly string[]): Promise<void> {
  await sql`
    with held as (
      select router_name from member where account_id = ${db.account_id} and router_name = any(${[...names]}) order by router_name for no key update
    )
    update member m set config_revision = m.config_revision + 1, config_error = null
    from held where m.account_id = ${db.account_id} and m.router_name = held.router_name`.execute(db.sql)
}

/** Raises the configuration revision of every networked member of the account. */
export async function raiseEveryConfig(db: AccountDb): Promise<void> {
  await sql`
    with held as (
      select router_name from member m
      where account_id = ${db.account_id}
        and exists (select from network_member nm where nm.account_id = m.account_id and nm.router_name = m.router_name)
      order by router_name for no key update
    )
    update member m set config_revision = m.config_revision + 1, config_error = null
    from held where m.account_id = ${db.account_id} and m.router_name = held.router_name`.execute(db.sql)
}
