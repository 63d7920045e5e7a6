import type { MemberOption, PageOf, RouterType } from '@weft/contract'
import { sql } from 'kysely'
import { type AccountDb, containing, type SystemDb } from '../../db/client.ts'
import type { NewRow } from '../../db/schema.ts'

export async function existingMembers(db: AccountDb, names: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.sql
    .selectFrom('member')
    .select('router_name')
    .where('account_id', '=', db.account_id)
    .where(sql<boolean>`router_name = any(${[...names]})`)
    .execute()
  return new Set(rows.map((row) => row.router_name))
}

export interface OptionSearch {
  page: number
  limit: number
  search: string
  /** Leaves this network's members out. */
  network_number?: string | undefined
}

/**
 * The members of one kind that a network may still take, newest first; one statement, as for the list of networks.
 * @param visible the networks that the caller may see, and so may count; undefined for all
 */
export async function pageOptions(
  db: AccountDb,
  router_type: RouterType,
  visible: ReadonlySet<string> | undefined,
  { page, limit, search, network_number }: OptionSearch,
): Promise<PageOf<MemberOption>> {
  let matching = db.sql
    .selectFrom('member as m')
    .where('m.account_id', '=', db.account_id)
    .where('m.router_type', '=', router_type)
    .where('m.status', '=', 1)
  if (search) {
    const text = containing(search)
    matching = matching.where((eb) => eb.or([eb('m.router_name', 'ilike', text), eb('m.note', 'ilike', text)]))
  }
  if (network_number)
    matching = matching.where(sql<boolean>`not exists (select from network_member nm
      where nm.account_id = m.account_id and nm.network_number = ${network_number} and nm.router_name = m.router_name)`)
  const counted = visible ? sql`and nm.network_number = any(${[...visible]})` : sql``
  const rows = await db.sql
    .with(
      (cte) => (search ? cte('found').materialized() : cte('found').notMaterialized()),
      () => matching.select(['m.router_name', 'm.note', 'm.online', 'm.create_time']),
    )
    .with(
      (cte) => cte('page').materialized(),
      (of) =>
        of
          .selectFrom('found')
          .selectAll()
          .orderBy('create_time', 'desc')
          .orderBy('router_name')
          .limit(limit)
          .offset((page - 1) * limit),
    )
    .selectFrom((of) =>
      of
        .selectFrom('found')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .as('total'),
    )
    .leftJoin('page', (join) => join.onTrue())
    .select([
      'count',
      'page.router_name',
      'page.note',
      'page.online',
      sql<number>`(select count(*) from network_member nm
        where nm.account_id = ${db.account_id} and nm.router_name = page.router_name ${counted})`.as('network_count'),
      sql<string | null>`(select min(nm.network_number) from network_member nm
        where nm.account_id = ${db.account_id} and nm.router_name = page.router_name ${counted})`.as('network_number'),
    ])
    .orderBy('page.create_time', 'desc')
    .orderBy('page.router_name')
    .execute()
  return {
    count: rows[0]?.count ?? 0,
    rows: rows.flatMap(({ router_name, note, online, network_count, network_number: of }) =>
      router_name === null || note === null || online === null ? [] : { router_name, note, online, network_count, network_number: of },
    ),
  }
}

export async function countMembers(db: AccountDb): Promise<{ hardware: number; software: number }> {
  return db.sql
    .selectFrom('member')
    .select([
      sql<number>`count(*) filter (where router_type = 1)`.as('hardware'),
      sql<number>`count(*) filter (where router_type = 2)`.as('software'),
    ])
    .where('account_id', '=', db.account_id)
    .executeTakeFirstOrThrow()
}

export const lockMember = (db: AccountDb, router_name: string) =>
  db.sql
    .selectFrom('member')
    .select(['router_name', 'router_type', 'note', 'status'])
    .where('account_id', '=', db.account_id)
    .where('router_name', '=', router_name)
    .forNoKeyUpdate()
    .executeTakeFirst()

export async function phoneBound(db: AccountDb, area_code: string, phone: string): Promise<boolean> {
  const row = await db.sql
    .selectFrom('member')
    .select('router_name')
    .where('account_id', '=', db.account_id)
    .where('area_code', '=', area_code)
    .where('phone', '=', phone)
    .executeTakeFirst()
  return row !== undefined
}

/** False where the name is taken: names are unique over all accounts. */
export async function insertMember(db: AccountDb, member: Omit<NewRow<'member'>, 'account_id'>): Promise<boolean> {
  const made = await db.sql
    .insertInto('member')
    .values({ ...member, account_id: db.account_id })
    .onConflict((conflict) => conflict.column('router_name').doNothing())
    .returning('router_name')
    .executeTakeFirst()
  return made !== undefined
}

/** Its credentials go with it. */
export const deleteMember = (db: AccountDb, router_name: string) =>
  db.sql.deleteFrom('member').where('account_id', '=', db.account_id).where('router_name', '=', router_name).execute()

export const writeStatus = (db: AccountDb, router_name: string, status: 0 | 1) =>
  db.sql.updateTable('member').set({ status }).where('account_id', '=', db.account_id).where('router_name', '=', router_name).execute()

const device = (db: SystemDb, router_name: string) =>
  db.sql
    .selectFrom('device')
    .select(['router_name', 'account_id', 'kind', 'router_model', 'router_mac'])
    .where('router_name', '=', router_name)

export const findDevice = (db: SystemDb, router_name: string) => device(db, router_name).executeTakeFirst()

/** The account's limits are held before. */
export const lockDevice = (db: SystemDb, router_name: string) => device(db, router_name).forUpdate().executeTakeFirst()

export const giveDevice = (db: SystemDb, router_name: string, account_id: number) =>
  db.sql.updateTable('device').set({ account_id }).where('router_name', '=', router_name).execute()

/** Back to stock, to be activated anew with another code. */
export const takeDeviceBack = (db: SystemDb, router_name: string, activation_hash: Buffer) =>
  db.sql
    .updateTable('device')
    .set({ account_id: null, activation_hash, activate_time: null, csr: null })
    .where('router_name', '=', router_name)
    .execute()
