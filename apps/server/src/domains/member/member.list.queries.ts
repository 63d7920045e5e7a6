import type { MemberOption, PageOf, RouterType } from '@weft/contract'
import { type RawBuilder, sql } from 'kysely'
import { builtOnce } from '../../db/built-once.ts'
import type { AccountDb } from '../../db/client.ts'

type Switch = '0' | '1' | undefined
/** What narrows the list down. */
export interface MemberFilter {
  type: '1' | '2'
  search: string
  online?: Switch
  online_status?: Switch
  status?: Switch
}

/** What tells one list's statement from another's; the rest are values. */
interface Shape {
  searched: boolean
  online: Switch
  online_status: Switch
  status: Switch
}
interface Values {
  account_id: number
  kind: number
  search: string
  limit: number
  offset: number
}
interface Found {
  router_name: string
  create_time: number
}

const shapeOf = ({ search, online, online_status, status }: MemberFilter): Shape => ({
  searched: search !== '',
  online,
  online_status,
  status,
})
const valuesOf = ({ account_id }: AccountDb, { type, search }: MemberFilter, limit: number, offset: number): Values => ({
  account_id,
  kind: Number(type),
  search,
  limit,
  offset,
})

const searchedFor = ({ kind, search }: Pick<Values, 'kind' | 'search'>) => sql`weft_find_members(${kind}::smallint, ${search}::text)`
const isFiltered = ({ online, online_status, status }: Shape) => [online, online_status, status].some((flag) => flag !== undefined)
const flagsOf = (shape: Shape) =>
  (['online', 'online_status', 'status'] as const).flatMap((column) =>
    shape[column] === undefined ? [] : sql`m.${sql.ref(column)} = ${sql.lit(Number(shape[column]))}`,
  )

/** The members of one kind that the filter leaves, whatever it asks for read as narrowly as can be. */
function matching(shape: Shape, values: Values): RawBuilder<Found> {
  const { account_id, kind } = values
  const filtered = isFiltered(shape)
  if (shape.searched && !filtered) return sql`${searchedFor(values)}`
  if (shape.searched)
    return sql`(select f.router_name, f.create_time from ${searchedFor(values)} f
      join member m on m.account_id = ${account_id} and m.router_name = f.router_name where ${sql.join(flagsOf(shape), sql` and `)})`
  if (filtered)
    return sql`(select m.router_name, m.create_time from member m
      where m.account_id = ${account_id} and m.router_type = ${kind} and ${sql.join(flagsOf(shape), sql` and `)})`
  return sql`(select router_name, create_time from member_text where account_id = ${account_id} and router_type = ${kind})`
}

/** One statement, which answers a row even for a page past the end. Without a filter nothing is counted: the number is kept. */
const page = builtOnce((db, shape: Shape, values: Values) => {
  const narrowed = shape.searched || isFiltered(shape)
  return (
    db
      .with(
        (cte) => (narrowed ? cte('found').materialized() : cte('found').notMaterialized()),
        (of) => of.selectFrom(matching(shape, values).as('f')).select(['f.router_name', 'f.create_time']),
      )
      .with(
        (cte) => cte('page').materialized(),
        (of) =>
          of
            .selectFrom('found')
            .selectAll()
            .orderBy('create_time', 'desc')
            .orderBy('router_name')
            .limit(values.limit)
            .offset(values.offset),
      )
      .selectFrom(
        (narrowed
          ? sql<{ count: number }>`(select count(*) as count from found)`
          : sql<{ count: number }>`(select coalesce(sum(members), 0)::bigint as count from member_count
            where account_id = ${values.account_id} and router_type = ${values.kind})`
        ).as('total'),
      )
      .leftJoin('page', (join) => join.onTrue())
      // By name, one at a time: a plan that is kept does not know how short the page is, and would read all of the members at once.
      .leftJoinLateral(
        (eb) =>
          eb
            .selectFrom('member as m')
            .where('m.account_id', '=', values.account_id)
            .whereRef('m.router_name', '=', 'page.router_name')
            .select([
              'm.router_name',
              'm.note',
              'm.router_type',
              'm.online',
              'm.online_status',
              'm.status',
              'm.version',
              'm.os',
              'm.phone',
              'm.area_code',
            ])
            .limit(1)
            .as('m'),
        (join) => join.onTrue(),
      )
      .select(['total.count'])
      .selectAll('m')
      .orderBy('page.create_time', 'desc')
      .orderBy('page.router_name')
  )
})

/** The members of one kind, newest first. */
export async function pageMembers(db: AccountDb, { page: number, limit, ...filter }: MemberFilter & { page: number; limit: number }) {
  const rows = await page(db.sql, shapeOf(filter), valuesOf(db, filter, limit, (number - 1) * limit))
  return {
    count: rows[0]?.count ?? 0,
    rows: rows.flatMap(({ count: _, router_name, note, router_type, online, online_status, status, ...facts }) =>
      router_name === null || note === null || router_type === null || online === null || online_status === null || status === null
        ? []
        : { router_name, note, router_type, online, online_status, status, ...facts },
    ),
  }
}

const names = builtOnce((db, shape: Shape, values: Values) =>
  db
    .selectFrom(matching(shape, values).as('f'))
    .select('f.router_name')
    .orderBy('f.create_time', 'desc')
    .orderBy('f.router_name')
    .limit(values.limit),
)

/** The names of the same, the newest `most` of them. */
export async function listNames(db: AccountDb, filter: MemberFilter, most: number): Promise<string[]> {
  const rows = await names(db.sql, shapeOf(filter), valuesOf(db, filter, most, 0))
  return rows.map((row) => row.router_name)
}

export async function countMembers(db: AccountDb): Promise<{ hardware: number; software: number }> {
  const rows = await db.sql.selectFrom('member_count').select(['router_type', 'members']).where('account_id', '=', db.account_id).execute()
  const of = (kind: RouterType) => rows.find((row) => row.router_type === kind)?.members ?? 0
  return { hardware: of(1), software: of(2) }
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
  { page: number, limit, search, network_number }: OptionSearch,
): Promise<PageOf<MemberOption>> {
  let options = db.sql
    .selectFrom('member as m')
    .where('m.account_id', '=', db.account_id)
    .where('m.router_type', '=', router_type)
    .where('m.status', '=', 1)
  if (search)
    options = options.where(sql<boolean>`m.router_name in (select router_name from ${searchedFor({ kind: router_type, search })})`)
  if (network_number)
    options = options.where(sql<boolean>`not exists (select from network_member nm
      where nm.account_id = m.account_id and nm.network_number = ${network_number} and nm.router_name = m.router_name)`)
  const counted = visible ? sql`and nm.network_number = any(${[...visible]})` : sql``
  const rows = await db.sql
    .with(
      (cte) => (search ? cte('found').materialized() : cte('found').notMaterialized()),
      () => options.select(['m.router_name', 'm.note', 'm.online', 'm.create_time']),
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
          .offset((number - 1) * limit),
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
