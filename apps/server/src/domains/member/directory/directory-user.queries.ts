import { sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'
import { memberInScope } from '../../../db/member-scope.ts'
import type { MemberScope } from '../../../kernel/actor.ts'
import { containing } from '../../../db/search.ts'
import type { Difference, SnapshotUser } from './directory.rules.ts'
import { rowsOf } from '../../../db/rows-of.ts'

/** Most rows of one statement. */
const AT_ONCE = 5000

/** Replaces the users that were read before. */
export async function replaceUsers(db: AccountDb, users: readonly SnapshotUser[]): Promise<void> {
  await db.sql.deleteFrom('directory_user').where('account_id', '=', db.account_id).execute()
  for (let at = 0; at < users.length; at += AT_ONCE) {
    const part = users.slice(at, at + AT_ONCE)
    await sql`insert into directory_user (account_id, uuid, username, description, disabled, problem)
      select ${db.account_id}::bigint, * from unnest(${part.map((one) => one.uuid)}::text[], ${part.map((one) => one.username)}::text[],
        ${part.map((one) => one.description)}::text[], ${part.map((one) => one.disabled)}::smallint[],
        ${part.map((one) => one.problem)}::text[])`.execute(db.sql)
  }
}

/** Builds the query of the users, each with its member if there is one. */
const users = ({ account_id, sql: db }: AccountDb) =>
  db
    .selectFrom('directory_user as u')
    .leftJoin('directory_member as d', (join) => join.onRef('d.account_id', '=', 'u.account_id').onRef('d.uuid', '=', 'u.uuid'))
    .where('u.account_id', '=', account_id)

/** Builds the condition that a member of another origin has the name that a user would get. */
const taken = (account_id: number, sign: string) => sql<boolean>`d.uuid is null and exists (select from member m
  where m.account_id = ${account_id} and lower(m.router_name) = lower(u.username || '@' || ${sign}))`

const columns = ['u.uuid', 'u.username', 'u.description', 'u.disabled', 'u.problem', 'd.router_name'] as const

/** Builds the condition that a user is no member yet, or one that the caller may see. */
const userSeen = (account_id: number, scope: MemberScope | undefined) =>
  sql<boolean>`(d.uuid is null or ${memberInScope(account_id, scope, sql`d.router_name`)})`

export interface UserSearch {
  page: number
  limit: number
  search: string
  /** Users whose member the caller may not see are left out. */
  scope: MemberScope | undefined
  exist: boolean | undefined
}

/** Returns a page of users in the order of their names. */
export async function pageUsers(db: AccountDb, sign: string, { page, limit, search, scope, exist }: UserSearch) {
  const found = users(db)
    .where(userSeen(db.account_id, scope))
    .$if(search !== '', (query) =>
      query.where((eb) => eb.or([eb('u.username', 'ilike', containing(search)), eb('u.description', 'ilike', containing(search))])),
    )
    .$if(exist !== undefined, (query) => query.where('d.uuid', exist ? 'is not' : 'is', null))
  const { count } = await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await found
    .select([...columns, taken(db.account_id, sign).as('taken')])
    .orderBy(sql`lower(u.username)`)
    .orderBy('u.uuid')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, count }
}

export const findUser = (db: AccountDb, scope: MemberScope | undefined, sign: string, uuid: string) =>
  users(db)
    .where(userSeen(db.account_id, scope))
    .select([...columns, taken(db.account_id, sign).as('taken')])
    .where('u.uuid', '=', uuid)
    .executeTakeFirst()

/**
 * Returns the users and members that differ, in two queries however many there are. The names are compared here: without fresh statistics
 * of tables that were just filled, PostgreSQL may compare each with each.
 */
export async function findDifferences({ account_id, sql: db }: AccountDb, sign: string): Promise<Difference[]> {
  const { rows } = await sql<Omit<Difference, 'taken'>>`
    select coalesce(u.uuid, d.uuid) as uuid, u.username, u.description, u.disabled, u.problem,
      d.router_name, d.username as member_username, d.description as member_description, d.status, d.disabled as by_directory
    from (select * from directory_user where account_id = ${account_id}) u
    full join (select d.*, m.status from directory_member d join member m using (account_id, router_name) where d.account_id = ${account_id}) d
      on d.uuid = u.uuid
    where d.uuid is null and u.disabled = 0
      or d.uuid is not null and (u.uuid is null or u.disabled = 1) and d.status = 1
      or d.uuid is not null and u.disabled = 0
        and (lower(u.username) <> lower(d.username) or u.description <> d.description or d.status = 0 and d.disabled = 1)
    order by lower(u.username), uuid`.execute(db)
  if (rows.length === 0) return []
  const members = await db
    .selectFrom('member')
    .select(sql<string>`lower(router_name)`.as('name'))
    .where('account_id', '=', account_id)
    .where('router_type', '=', 2)
    .execute()
  const names = new Set(members.map((member) => member.name))
  const suffix = (router_name: string | null) => router_name?.slice(router_name.lastIndexOf('@') + 1) ?? sign
  return rows.map((row) => ({ ...row, taken: names.has(`${row.username}@${suffix(row.router_name)}`.toLowerCase()) }))
}

/** Returns the number of members that came from the directory; with `active`, only of those that are enabled. */
export async function countLinked({ account_id, sql: db }: AccountDb, { active = false } = {}): Promise<number> {
  const { count } = await db
    .selectFrom('directory_member as d')
    .$if(active, (query) =>
      query
        .innerJoin('member as m', (join) => join.onRef('m.account_id', '=', 'd.account_id').onRef('m.router_name', '=', 'd.router_name'))
        .where('m.status', '=', 1),
    )
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('d.account_id', '=', account_id)
    .executeTakeFirstOrThrow()
  return count
}

/** Returns the number of users that have a uuid: only they can be those that members came from. */
export const countUsers = async ({ account_id, sql: db }: AccountDb): Promise<number> => {
  const counted = db.selectFrom('directory_user').where('account_id', '=', account_id).where('problem', 'is distinct from', 'no_uuid')
  return (await counted.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()).count
}

export async function linkedNames({ account_id, sql: db }: AccountDb): Promise<string[]> {
  const rows = await db
    .selectFrom('directory_member')
    .select('router_name')
    .where('account_id', '=', account_id)
    .orderBy('router_name')
    .execute()
  return rows.map((row) => row.router_name)
}

/** Returns the uuid of the directory user that a member is. */
export const findLink = (db: AccountDb, router_name: string) =>
  db.sql
    .selectFrom('directory_member')
    .select('uuid')
    .where('account_id', '=', db.account_id)
    .where('router_name', '=', router_name)
    .executeTakeFirst()

export interface Link {
  uuid: string
  router_name: string
  username: string
  description: string
}

export async function insertLinks({ account_id, sql: db }: AccountDb, links: readonly Link[]): Promise<void> {
  await sql`insert into directory_member (account_id, uuid, router_name, username, description)
    select ${account_id}::bigint, * from unnest(${links.map((one) => one.uuid)}::text[], ${links.map((one) => one.router_name)}::text[],
      ${links.map((one) => one.username)}::text[], ${links.map((one) => one.description)}::text[])`.execute(db)
}

export async function deleteLinks({ account_id, sql: db }: AccountDb, uuids: readonly string[]): Promise<void> {
  await sql`delete from directory_member where account_id = ${account_id} and uuid = any(${[...uuids]}::text[])`.execute(db)
}

/** Stores whether the directory disabled these members. */
export async function markDisabled({ account_id, sql: db }: AccountDb, uuids: readonly string[], disabled: 0 | 1): Promise<void> {
  await sql`update directory_member set disabled = ${disabled} where account_id = ${account_id} and uuid = any(${[...uuids]}::text[])`.execute(
    db,
  )
}

/** Stores changed descriptions of users. @returns their members' names, by user */
export async function writeDescriptions(
  db: AccountDb,
  changes: readonly { uuid: string; description: string }[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ uuid: string; router_name: string }>`
    update directory_member d set description = g.description
    from ${rowsOf('g', changes, { uuid: 'text', description: 'text' })}
    where d.account_id = ${db.account_id} and d.uuid = g.uuid returning d.uuid, d.router_name`.execute(db.sql)
  return new Map(rows.map((row) => [row.uuid, row.router_name]))
}
