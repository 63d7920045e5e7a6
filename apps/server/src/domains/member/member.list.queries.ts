import { type MemberOption, MOST_FOUND, type PageOf, type RouterType } from '@weft/contract'
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
const isNarrowed = ({ searched, online, online_status, status }: Shape) =>
  searched || [online, online_status, status].some((flag) => flag !== undefined)

/** A text that so many of so many members have, of the newest and of the oldest, is common. */
const SAMPLE = 300
const COMMON = 0.1

/**
 * The members of one kind that the filter leaves, newest first, `MOST_FOUND` and one more at most. What is common is found among the
 * newest soon; the index of words, which is asked for the rest, would first gather everybody who has it.
 */
function found(shape: Shape, { account_id, kind, search }: Values): RawBuilder<Found> {
  const flags = (['online', 'online_status', 'status'] as const).flatMap((column) =>
    shape[column] === undefined ? [] : sql`m.${sql.ref(column)} = ${sql.lit(Number(shape[column]))}`,
  )
  const newest = sql`order by create_time desc, router_name limit ${sql.lit(MOST_FOUND + 1)}`
  const has = sql`strpos(t.words, lower(${search}::text)) > 0`
  const ofKind = (from: RawBuilder<unknown>) => sql`${from}.account_id = ${account_id} and ${from}.router_type = ${kind}`
  const [m, t] = [sql`m`, sql`t`]
  if (!shape.searched)
    return sql`select m.router_name, m.create_time from member m where ${sql.join([ofKind(m), ...flags], sql` and `)} ${newest}`
  // By name, one at a time, as below.
  const walked =
    flags.length === 0
      ? sql`select t.router_name, t.create_time from member_text t where ${ofKind(t)} and ${has}`
      : sql`select m.router_name, m.create_time from member m, lateral (
          select from member_text t where t.account_id = ${account_id} and t.router_name = m.router_name and ${has} limit 1) as t
          where ${sql.join([ofKind(m), ...flags], sql` and `)}`
  const indexed =
    flags.length === 0
      ? sql`select f.router_name, f.create_time from ${searchedFor({ kind, search })} f where true`
      : sql`select f.router_name, f.create_time from ${searchedFor({ kind, search })} f
          join member m on m.account_id = ${account_id} and m.router_name = f.router_name where ${sql.join(flags, sql` and `)}`
  const atEnd = (order: RawBuilder<unknown>) =>
    sql`select avg((${has})::int) >= ${sql.lit(COMMON)} as common
      from (select words from member_text t where ${ofKind(t)} order by ${order} limit ${sql.lit(SAMPLE)}) t`
  return sql`with ends as materialized (${atEnd(sql`create_time desc, router_name`)} union all ${atEnd(sql`create_time, router_name desc`)}),
      sample as materialized (select bool_and(common) as common from ends)
    (${walked} and (select common from sample) ${newest}) union all (${indexed} and (select common from sample) is not true ${newest})`
}

/**
 * One statement, which answers a row even for a page past the end. Without a filter nothing is counted: the number is kept. What a
 * filter leaves is counted, and can be paged through, up to `MOST_FOUND` and one more.
 */
const page = builtOnce((db, shape: Shape, values: Values) => {
  const { account_id, kind } = values
  const narrowed = isNarrowed(shape)
  return (
    db
      .with(
        (cte) => (narrowed ? cte('found').materialized() : cte('found').notMaterialized()),
        (of) =>
          of
            .selectFrom(
              (narrowed
                ? sql<Found>`(${found(shape, values)})`
                : sql<Found>`(select router_name, create_time from member_text where account_id = ${account_id} and router_type = ${kind})`
              ).as('f'),
            )
            .select(['f.router_name', 'f.create_time']),
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
            where account_id = ${account_id} and router_type = ${kind})`
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
    .selectFrom(sql<Found>`(${found(shape, values)})`.as('f'))
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
