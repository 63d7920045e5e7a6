import { type AccountDb, moment, type SystemDb } from '../../../db/client.ts'
import type { NewRow } from '../../../db/schema.ts'

export async function insertLink({ sql: db }: AccountDb, row: NewRow<'profile_link'>): Promise<void> {
  await db.insertInto('profile_link').values(row).execute()
}

/** Ends the links that a login made to a profile and that nobody has used. */
export async function endLinks(
  { sql: db, account_id }: AccountDb,
  { network_number, router_name, login_id }: Pick<NewRow<'profile_link'>, 'network_number' | 'router_name' | 'login_id'>,
  now: Date,
): Promise<void> {
  await db
    .updateTable('profile_link')
    .set({ expire_time: now })
    .where('account_id', '=', account_id)
    .where('network_number', '=', network_number)
    .where('router_name', '=', router_name)
    .where('login_id', '=', login_id)
    .where('use_time', 'is', null)
    .where('expire_time', '>', moment(now))
    .execute()
}

/** Returns how a link to a profile of a member is; undefined if there is no such link, or it was deleted some time after its end. */
export const linkState = ({ sql: db, account_id }: AccountDb, router_name: string, link_id: string) =>
  db
    .selectFrom('profile_link')
    .where('account_id', '=', account_id)
    .where('router_name', '=', router_name)
    .where('link_id', '=', link_id)
    .select(['expire_time', 'use_time', 'use_system'])
    .executeTakeFirst()

/** Returns the link of a token, and the name of the login that made it. */
export const findLink = ({ sql: db }: SystemDb, link_hash: Buffer) =>
  db
    .selectFrom('profile_link as k')
    .innerJoin('login as l', (join) => join.onRef('l.account_id', '=', 'k.account_id').onRef('l.login_id', '=', 'k.login_id'))
    .where('k.link_hash', '=', link_hash)
    .select(['k.account_id', 'k.network_number', 'k.router_name', 'k.session_id', 'k.expire_time', 'k.use_time', 'l.username'])
    .executeTakeFirst()

/** Marks a link used, unless it is used or over. Of calls at the same time one alone succeeds. @returns whether this call did */
export async function takeLink({ sql: db, account_id }: AccountDb, link_hash: Buffer, now: Date, use_system: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('profile_link')
    .set({ use_time: now, use_system })
    .where('account_id', '=', account_id)
    .where('link_hash', '=', link_hash)
    .where('use_time', 'is', null)
    .where('expire_time', '>', moment(now))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteLinks({ sql: db }: SystemDb, before: Date): Promise<void> {
  await db.deleteFrom('profile_link').where('expire_time', '<', moment(before)).execute()
}
