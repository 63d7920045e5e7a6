import { sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'

/** The revision that each of these members should run; members that are gone are missing. */
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

/** These members should run another configuration; a former failure is about the one before. Locks in one order, as every writer of several does. */
export async function raiseConfigs(db: AccountDb, names: readonly string[]): Promise<void> {
  await sql`
    with held as (
      select router_name from member where account_id = ${db.account_id} and router_name = any(${[...names]}) order by router_name for no key update
    )
    update member m set config_revision = m.config_revision + 1, config_error = null
    from held where m.account_id = ${db.account_id} and m.router_name = held.router_name`.execute(db.sql)
}

/** Every networked member of the account should run another configuration. */
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
