import { alertEvents } from '@weft/contract'
import { sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'
import { memberInScope } from '../../../db/member-scope.ts'
import type { NewRow, RowChange } from '../../../db/schema.ts'
import type { MemberScope } from '../../../kernel/actor.ts'

const flags = ['portal_confirm', 'email_confirm', 'webhook_confirm', 'watch_new', ...alertEvents] as const
export type MonitorFlags = Record<(typeof flags)[number], 0 | 1>

/** Returns the settings with what they depend on; the flags are null for an account that never turned monitoring on. */
export async function findConfig({ account_id, sql: db }: AccountDb) {
  return db
    .selectFrom('account as a')
    .leftJoin('monitor as m', 'm.account_id', 'a.account_id')
    .where('a.account_id', '=', account_id)
    .select((eb) => [
      'm.enable',
      ...flags.map((flag) => `m.${flag}` as const),
      eb.selectFrom('login').where('login.account_id', '=', account_id).where('ram', '=', 0).select('email').as('email'),
      eb.exists(eb.selectFrom('webhook').where('webhook.account_id', '=', account_id)).as('webhook'),
      sql<number>`(select count(*) from contact where account_id = ${account_id})`.as('contacts'),
      sql<number>`(select count(*) from contact where account_id = ${account_id} and email_verify = 1)`.as('contacts_verified'),
    ])
    .executeTakeFirstOrThrow()
}

/** Locks the settings until the transaction ends, so that two who save see each other. */
export const lockMonitor = ({ account_id, sql: db }: AccountDb) =>
  db
    .selectFrom('monitor')
    .where('account_id', '=', account_id)
    .select(['enable', ...flags])
    .forUpdate()
    .executeTakeFirst()

/** Creates the settings. @returns whether there were none */
export async function insertMonitor({ account_id, sql: db }: AccountDb): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('monitor')
    .values({ account_id })
    .onConflict((taken) => taken.column('account_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function updateMonitor({ account_id, sql: db }: AccountDb, change: RowChange<'monitor'>): Promise<void> {
  await db.updateTable('monitor').set(change).where('account_id', '=', account_id).execute()
}

/** Deletes what was seen and not alerted yet: what happens while monitoring is off is not alerted. */
export async function forgetWatched({ account_id, sql: db }: AccountDb): Promise<void> {
  await db.deleteFrom('alert_watch').where('account_id', '=', account_id).execute()
}

/** Returns the watched members that the caller may see. */
export async function watchedRouters({ account_id, sql: db }: AccountDb, scope: MemberScope | undefined): Promise<string[]> {
  const rows = await db
    .selectFrom('monitor_router')
    .where('account_id', '=', account_id)
    .where(memberInScope(account_id, scope, sql`monitor_router.router_name`))
    .select('router_name')
    .orderBy('router_name')
    .execute()
  return rows.map((row) => row.router_name)
}

/** Watches all hardware of the account. */
export async function watchAll({ account_id, sql: db }: AccountDb): Promise<void> {
  await sql`insert into monitor_router (account_id, router_name) select account_id, router_name from member
    where account_id = ${account_id} and router_type = 1 on conflict do nothing`.execute(db)
}

/** Watches new hardware, if the account watches what is added. */
export async function watchNew({ account_id, sql: db }: AccountDb, router_name: string): Promise<void> {
  await sql`insert into monitor_router (account_id, router_name) select account_id, ${router_name} from monitor
    where account_id = ${account_id} and watch_new = 1 on conflict do nothing`.execute(db)
}

/** Watches these members and no others of those that the caller may see. @returns how many were added and removed */
export async function writeRouters(
  { account_id, sql: db }: AccountDb,
  names: readonly string[],
  scope: MemberScope | undefined,
): Promise<{ added: number; removed: number }> {
  const gone = await db
    .deleteFrom('monitor_router')
    .where('account_id', '=', account_id)
    .where(sql<boolean>`router_name <> all(${names}::text[])`)
    .where(memberInScope(account_id, scope, sql`monitor_router.router_name`))
    .executeTakeFirst()
  const { rows } = await sql`insert into monitor_router (account_id, router_name)
    select ${account_id}, unnest(${names}::text[]) on conflict do nothing returning 1`.execute(db)
  return { added: rows.length, removed: Number(gone.numDeletedRows) }
}

/** Returns the hardware members that the caller may see, by name. */
export const hardwareMembers = ({ account_id, sql: db }: AccountDb, scope: MemberScope | undefined) =>
  db
    .selectFrom('member')
    .where('account_id', '=', account_id)
    .where('router_type', '=', 1)
    .where(memberInScope(account_id, scope, sql`member.router_name`))
    .select(['router_name', 'note', sql<1>`1`.as('router_type')])
    .orderBy('router_name')
    .execute()

/** Returns one of these members that is software, if any. */
export async function firstSoftware({ account_id, sql: db }: AccountDb, names: readonly string[]): Promise<string | undefined> {
  const row = await db
    .selectFrom('member')
    .where('account_id', '=', account_id)
    .where(sql<boolean>`router_name = any(${names}::text[])`)
    .where('router_type', '=', 2)
    .select('router_name')
    .limit(1)
    .executeTakeFirst()
  return row?.router_name
}

/** Returns the condition that a maintenance window is of a member that the caller may see, or of all. */
const windowSeen = (account_id: number, scope: MemberScope | undefined) =>
  scope === undefined
    ? sql<boolean>`true`
    : sql<boolean>`(router = '{}' or exists (select from unnest(router) r where ${memberInScope(account_id, scope, sql`r`)}))`

/** Returns a page of maintenance windows, the latest first, with those of their members that the caller may see. */
export async function pageMaintenance(
  { account_id, sql: db }: AccountDb,
  scope: MemberScope | undefined,
  { page, limit }: { page: number; limit: number },
) {
  const own = db.selectFrom('maintenance').where('account_id', '=', account_id).where(windowSeen(account_id, scope))
  const router = sql<string[]>`array(select r from unnest(router) r where ${memberInScope(account_id, scope, sql`r`)})`.as('router')
  const { count } = await own.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await own
    .select([sql<string>`id::text`.as('id'), 'name', 'start_time', 'end_time', router])
    .orderBy('start_time', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, count }
}

export async function countMaintenance({ account_id, sql: db }: AccountDb): Promise<number> {
  const { count } = await db
    .selectFrom('maintenance')
    .where('account_id', '=', account_id)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function insertMaintenance(
  { account_id, sql: db }: AccountDb,
  row: Omit<NewRow<'maintenance'>, 'account_id'>,
): Promise<string> {
  const { id } = await db
    .insertInto('maintenance')
    .values({ account_id, ...row })
    .returning(sql<string>`id::text`.as('id'))
    .executeTakeFirstOrThrow()
  return id
}

export async function knownMaintenance(
  { account_id, sql: db }: AccountDb,
  scope: MemberScope | undefined,
  ids: string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('maintenance')
    .where('account_id', '=', account_id)
    .where('id', 'in', ids.map(Number))
    .where(windowSeen(account_id, scope))
    .select(sql<string>`id::text`.as('id'))
    .execute()
  return rows.map((row) => row.id)
}

/** Returns whether a maintenance window is of members that the caller may see alone. */
export async function isOwnWindow({ account_id, sql: db }: AccountDb, scope: MemberScope, id: string): Promise<boolean> {
  const { rows } = await sql<{ own: boolean }>`select router <> '{}' and not exists (select from unnest(router) r
      where not ${memberInScope(account_id, scope, sql`r`)}) as own
    from maintenance where account_id = ${account_id} and id = ${Number(id)}`.execute(db)
  return rows[0]?.own ?? true
}

export const deleteMaintenance = ({ account_id, sql: db }: AccountDb, id: string) =>
  db.deleteFrom('maintenance').where('account_id', '=', account_id).where('id', '=', Number(id)).returning('name').executeTakeFirst()
