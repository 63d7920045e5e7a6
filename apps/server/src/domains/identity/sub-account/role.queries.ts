import { foldTag, type PageOf } from '@weft/contract'
import { sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'
import type { NewRow } from '../../../db/schema.ts'
import { containing } from '../../../db/search.ts'
import type { RoleColumns } from './sub-account.rules.ts'

export interface Named {
  network_number: string
  network_name: string
}
export interface RoleRow extends RoleColumns {
  role_id: number
  name: string
  note: string
  confined: 0 | 1
  create_time: number
  update_time: number
  /** Number of logins that have it. */
  users: number
  networks: Named[]
  by_network: 0 | 1
  by_tag: 0 | 1
  tags: string[]
}

const roles = ({ account_id, sql: db }: AccountDb) =>
  db
    .selectFrom('role as r')
    .where('r.account_id', '=', account_id)
    .selectAll('r')
    .select((eb) => [
      eb
        .selectFrom('login as l')
        .whereRef('l.account_id', '=', 'r.account_id')
        .whereRef('l.role_id', '=', 'r.role_id')
        .select((on) => on.fn.countAll<number>().as('users'))
        .as('users'),
      sql<Named[]>`(select coalesce(json_agg(json_build_object('network_number', n.network_number, 'network_name', n.network_name)
          order by n.network_name, n.network_number), '[]')
        from role_network rn join network n using (account_id, network_number)
        where rn.account_id = r.account_id and rn.role_id = r.role_id)`.as('networks'),
      sql<string[]>`array(select tag from role_tag rt where rt.account_id = r.account_id and rt.role_id = r.role_id order by folded)`.as(
        'tags',
      ),
    ])

/** Returns a page of roles, newest first. */
export async function pageRoles(
  db: AccountDb,
  { page, limit, search }: { page: number; limit: number; search: string },
): Promise<PageOf<RoleRow>> {
  const found = search === '' ? undefined : containing(search)
  const rows = await roles(db)
    .$if(found !== undefined, (query) => query.where('r.name', 'ilike', found!))
    .orderBy('r.create_time', 'desc')
    .orderBy('r.role_id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const { count } = await db.sql
    .selectFrom('role')
    .where('account_id', '=', db.account_id)
    .$if(found !== undefined, (query) => query.where('name', 'ilike', found!))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { rows: rows as RoleRow[], count }
}

export const findRole = (db: AccountDb, role_id: number): Promise<RoleRow | undefined> =>
  roles(db).where('r.role_id', '=', role_id).executeTakeFirst() as Promise<RoleRow | undefined>

/** Locks a role until the transaction ends, so that two edits of it follow each other, and no login gets it meanwhile. */
export async function lockRole({ account_id, sql: db }: AccountDb, role_id: number): Promise<void> {
  await db.selectFrom('role').select('role_id').where('account_id', '=', account_id).where('role_id', '=', role_id).forUpdate().execute()
}

/** Returns ids and names of the roles, ordered by name. */
export const listRoleNames = ({ account_id, sql: db }: AccountDb) =>
  db.selectFrom('role').where('account_id', '=', account_id).select(['role_id', 'name']).orderBy('name').orderBy('role_id').execute()

/** Returns those of these ids that are roles of the account. */
export async function knownRoles({ account_id, sql: db }: AccountDb, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('role')
    .where('account_id', '=', account_id)
    .where('role_id', 'in', ids.map(Number))
    .select('role_id')
    .execute()
  return rows.map(({ role_id }) => String(role_id))
}

export async function countRoles({ account_id, sql: db }: AccountDb): Promise<number> {
  const { count } = await db
    .selectFrom('role')
    .where('account_id', '=', account_id)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns whether another role of the account has a name, in large or small letters. */
export async function isNameTaken({ account_id, sql: db }: AccountDb, name: string, but: number | undefined): Promise<boolean> {
  const named = await db
    .selectFrom('role')
    .select('role_id')
    .where('account_id', '=', account_id)
    .where(sql`lower(name)`, '=', sql`lower(${name})`)
    .$if(but !== undefined, (query) => query.where('role_id', '<>', but!))
    .executeTakeFirst()
  return named !== undefined
}

export async function insertRole({ account_id, sql: db }: AccountDb, role: Omit<NewRow<'role'>, 'account_id'>): Promise<number> {
  const row = await db
    .insertInto('role')
    .values({ ...role, account_id })
    .returning('role_id')
    .executeTakeFirstOrThrow()
  return row.role_id
}

export async function updateRole(
  { account_id, sql: db }: AccountDb,
  role_id: number,
  role: RoleColumns & { name: string; note: string; confined: 0 | 1; by_network: 0 | 1; by_tag: 0 | 1 },
): Promise<void> {
  await db
    .updateTable('role')
    .set({ ...role, update_time: sql`now()` })
    .where('account_id', '=', account_id)
    .where('role_id', '=', role_id)
    .execute()
}

export async function deleteRole({ account_id, sql: db }: AccountDb, role_id: number): Promise<void> {
  await db.deleteFrom('role').where('account_id', '=', account_id).where('role_id', '=', role_id).execute()
}

/** Replaces the designated networks of a role. */
export async function setRoleNetworks({ account_id, sql: db }: AccountDb, role_id: number, networks: readonly string[]): Promise<void> {
  await db.deleteFrom('role_network').where('account_id', '=', account_id).where('role_id', '=', role_id).execute()
  if (networks.length === 0) return
  await db
    .insertInto('role_network')
    .values(networks.map((network_number) => ({ account_id, role_id, network_number })))
    .execute()
}

/** Replaces the tags to whose members a role is limited. */
export async function setRoleTags({ account_id, sql: db }: AccountDb, role_id: number, tags: readonly string[]): Promise<void> {
  await db.deleteFrom('role_tag').where('account_id', '=', account_id).where('role_id', '=', role_id).execute()
  if (tags.length === 0) return
  await db
    .insertInto('role_tag')
    .values(tags.map((tag) => ({ account_id, role_id, tag, folded: foldTag(tag) })))
    .onConflict((same) => same.doNothing())
    .execute()
}

/** Returns a role and locks it, so that it is not deleted before the login that uses it is written. */
export const holdRole = ({ account_id, sql: db }: AccountDb, role_id: number) =>
  db
    .selectFrom('role')
    .select(['role_id', 'name'])
    .where('account_id', '=', account_id)
    .where('role_id', '=', role_id)
    .forKeyShare()
    .executeTakeFirst()
