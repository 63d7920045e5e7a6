import { foldTag, memberLabelNames, type MemberOption, MOST_FOUND, type PageOf, type RouterType } from '@weft/contract'
import { formatPrefix, maskBits, parseIpv4, prefixOf } from '@weft/net'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { builtOnce } from '../../../db/built-once.ts'
import type { AccountDb } from '../../../db/client.ts'
import { memberInScope } from '../../../db/member-scope.ts'
import type { Database } from '../../../db/schema.ts'
import { all, hasText, isCommon } from '../../../db/search.ts'
import type { Actor, MemberScope } from '../../../kernel/actor.ts'

type Switch = '0' | '1' | undefined
/** The filter of the list. */
export interface MemberFilter {
  /** Both kinds if it is left out. */
  type?: '1' | '2' | undefined
  search: string
  online?: Switch
  online_status?: Switch
  status?: Switch
  province?: string
  tag?: string
}

/** The filter of the list of one kind, in the order of age. */
export type OfKind = MemberFilter & { type: '1' | '2' }

/** What a filter narrows besides a text: the flags with their values, place and tag only by whether they are given. */
type Flags = Pick<MemberFilter, 'online' | 'online_status' | 'status'> & { province: boolean; tag: boolean }
/** The two ways to find a text: walk the members from the newest, or use the word index. */
type Way = 'walked' | 'indexed'
interface Values {
  account_id: number
  kind: number
  search: string
  province: string
  /** In small letters. */
  tag: string
  limit: number
  offset: number
}

const flagsOf = ({ online, online_status, status, province, tag }: MemberFilter): Flags => ({
  online,
  online_status,
  status,
  province: province !== undefined,
  tag: tag !== undefined,
})
const valuesOf = ({ account_id }: AccountDb, { type, search, province = '', tag = '' }: OfKind, limit: number, offset = 0): Values => ({
  account_id,
  kind: Number(type),
  search,
  province,
  tag: foldTag(tag),
  limit,
  offset,
})

const NEWEST = sql`order by create_time desc, router_name`
const ofKind = (from: RawBuilder<unknown>, { account_id, kind }: Values) =>
  sql`${from}.account_id = ${account_id} and ${from}.router_type = ${kind}`
const has = ({ search }: Values) => hasText(sql`t.words`, search)
const searchedFor = ({ kind, search }: Pick<Values, 'kind' | 'search'>) => sql`weft_find_members(${kind}::smallint, ${search}::text)`
const conditionsOf = (flags: Flags, { account_id, province, tag }: Pick<Values, 'account_id' | 'province' | 'tag'>) => [
  ...(['online', 'online_status', 'status'] as const).flatMap((column) =>
    flags[column] === undefined ? [] : sql`m.${sql.ref(column)} = ${sql.lit(Number(flags[column]))}`,
  ),
  ...(flags.province ? [isIn(province)] : []),
  ...(flags.tag ? [isTagged(account_id, tag)] : []),
]

/** Returns the condition that member `m` is in a province; it is named twice, so that the index of those who have one serves. */
export const isIn = (province: string) => sql`(m.province <> '' and m.province = ${province})`
/** Returns the condition that member `m` has a tag. @param folded the tag in small letters */
export const isTagged = (account_id: number, folded: string) =>
  sql`exists (select from member_tag g where g.account_id = ${account_id} and g.folded = ${folded} and g.router_name = m.router_name)`

/** Builds the query of the members of one kind that match the filter, in no order; `way` is set if a text is searched for. */
function found(flags: Flags, way: Way | undefined, values: Values): RawBuilder<unknown> {
  const wanted = conditionsOf(flags, values)
  const [m, t] = [sql`m`, sql`t`]
  const ofName = (words: RawBuilder<unknown>) => sql`${words}.account_id = ${values.account_id} and ${words}.router_name`
  if (way === 'indexed')
    return wanted.length === 0
      ? sql`select f.router_name, f.create_time from ${searchedFor(values)} f`
      : sql`select f.router_name, f.create_time from ${searchedFor(values)} f join member m on ${ofName(m)} = f.router_name where ${all(...wanted)}`
  if (wanted.length === 0)
    return sql`select t.router_name, t.create_time from member_text t where ${all(ofKind(t, values), ...(way ? [has(values)] : []))}`
  // By name, one member at a time: a cached plan does not know how few rows are wanted and would read all members at once.
  const text = way && sql`, lateral (select from member_text t where ${ofName(t)} = m.router_name and ${has(values)} limit 1) t`
  return sql`select m.router_name, m.create_time from member m${text ?? sql``} where ${all(ofKind(m, values), ...wanted)}`
}

/** Numbers of the newest and of the oldest members that are sampled before a text is searched for. */
const ENDS = { newest: 600, oldest: 300 }
/** A text is common if at least this share of both samples has it. */
const COMMON = 0.1

interface Look {
  common: boolean
  /** Number of the sampled newest members that match the filter. */
  near: number
}
const lookAtEnds = builtOnce((_db, flags: Flags, values: Values) => {
  const wanted = conditionsOf(flags, values)
  const left =
    wanted.length === 0
      ? sql``
      : sql` and exists (select from member m where m.account_id = ${values.account_id} and m.router_name = t.router_name and ${all(...wanted)})`
  const end = (columns: RawBuilder<unknown>, order: RawBuilder<unknown>, size: number) => sql`
    select ${isCommon(has(values), COMMON)} as common, ${columns}
    from (select router_name, words from member_text t where ${ofKind(sql`t`, values)} ${order} limit ${sql.lit(size)}) t`
  return sql<Look>`select coalesce(newest.common and oldest.common, false) as common, near from
    (${end(sql`count(*) filter (where ${has(values)}${left}) as near`, NEWEST, ENDS.newest)}) newest,
    (${end(sql`count(*)`, sql`order by create_time, router_name desc`, ENDS.oldest)}) oldest`
})
const look = async (...asked: Parameters<typeof lookAtEnds>): Promise<Look> => (await lookAtEnds(...asked))[0]!

/** The columns of a row of the list. */
const LISTED = [
  'router_name',
  ...memberLabelNames,
  'router_type',
  'online',
  'online_status',
  'status',
  'version',
  'os',
  'phone',
  'area_code',
  'router_model',
  'router_ipv4',
  'report_time',
] as const
export type ListRow = Pick<Selectable<Database['member']>, (typeof LISTED)[number]>
interface Ways {
  page: Way | undefined
  count: Way | undefined
}
const isNarrowed = ({ count, ...flags }: Flags & Pick<Ways, 'count'>) =>
  count !== undefined || Object.values(flags).some((flag) => flag !== undefined && flag !== false)

/**
 * One statement, which returns a row even for a page past the end. Without a filter nothing is counted, since the number is stored. The
 * matches of a filter are counted, and can be paged through, up to `MOST_FOUND` and one more.
 */
const page = builtOnce((_db, { page: way, count, ...flags }: Flags & Ways, values: Values) => {
  const { account_id, kind, limit, offset } = values
  const most = sql`limit ${sql.lit(MOST_FOUND + 1)}`
  // Gathered once if the page and the count both come from the index.
  const gathered = way === 'indexed'
  const counted = gathered ? sql`gathered` : sql`(${found(flags, count, values)} ${count === 'indexed' ? sql`` : NEWEST} ${most}) counted`
  return sql<{ count: number } & (ListRow | { router_name: null })>`
    with ${gathered ? sql`gathered as materialized (${found(flags, way, values)} ${NEWEST} ${most}), ` : sql``}
      page as materialized (
        select router_name from ${gathered ? sql`gathered` : sql`(${found(flags, way, values)}) found`} ${NEWEST} limit ${limit} offset ${offset})
    select total.count, ${sql.join(LISTED.map((column) => sql.ref(`m.${column}`)))}
    from (${isNarrowed({ count, ...flags }) ? sql`select count(*) from ${counted}` : sql`select coalesce(sum(members), 0)::bigint as count from member_count where account_id = ${account_id} and router_type = ${kind}`}) total
    left join page on true
    left join lateral (
      select * from member m where m.account_id = ${account_id} and m.router_name = page.router_name limit 1) m on true
    order by m.create_time desc, m.router_name`
})

/**
 * Returns a page of the members of one kind, newest first. A common text is soon found among the newest; the word index would first gather
 * every match. A rare text is counted by the index, but a page that the sampled newest members fill is read from them.
 */
export async function pageMembers(db: AccountDb, { offset, limit, ...filter }: OfKind & { offset: number; limit: number }) {
  const flags = flagsOf(filter)
  const values = valuesOf(db, filter, limit, offset)
  const ways: Ways = { page: undefined, count: undefined }
  if (filter.search !== '') {
    const { common, near } = await look(db.sql, flags, values)
    ways.count = common ? 'walked' : 'indexed'
    ways.page = near >= offset + limit ? 'walked' : ways.count
  }
  const rest = isNarrowed({ ...flags, ...ways }) ? Math.max(0, MOST_FOUND + 1 - offset) : limit
  const rows = await page(db.sql, { ...flags, ...ways }, { ...values, limit: Math.min(limit, rest) })
  return {
    count: rows[0]?.count ?? 0,
    rows: rows.flatMap(({ count: _, ...row }) => (row.router_name === null ? [] : row)),
  }
}

const names = builtOnce(
  (_db, { way, ...flags }: Flags & { way: Way | undefined }, values: Values) =>
    sql<{ router_name: string }>`${found(flags, way, values)} ${NEWEST} limit ${values.limit}`,
)

/** Returns the names of the newest `most` members that match the filter. */
export async function listNames(db: AccountDb, filter: OfKind, most: number): Promise<string[]> {
  const flags = flagsOf(filter)
  const values = valuesOf(db, filter, most)
  const way = filter.search === '' ? undefined : (await look(db.sql, flags, values)).common ? 'walked' : 'indexed'
  const rows = await names(db.sql, { ...flags, way }, values)
  return rows.map((row) => row.router_name)
}

/** Returns these members, in their order. */
export async function listRows(db: AccountDb, names: readonly string[]): Promise<ListRow[]> {
  const rows = await db.sql
    .selectFrom('member')
    .select(LISTED)
    .where('account_id', '=', db.account_id)
    .where(sql<boolean>`router_name = any(${[...names]}::text[])`)
    .execute()
  const found = new Map(rows.map((row) => [row.router_name, row]))
  return names.flatMap((name) => found.get(name) ?? [])
}

export async function countMembers(db: AccountDb): Promise<{ hardware: number; software: number }> {
  const rows = await db.sql.selectFrom('member_count').select(['router_type', 'members']).where('account_id', '=', db.account_id).execute()
  const of = (kind: RouterType) => rows.find((row) => row.router_type === kind)?.members ?? 0
  return { hardware: of(1), software: of(2) }
}

/** Counts the members to which the caller is limited. */
export async function countInScope(db: AccountDb, scope: MemberScope): Promise<{ hardware: number; software: number }> {
  const { rows } = await sql<{ hardware: number; software: number }>`
    select count(*) filter (where m.router_type = 1) as hardware, count(*) filter (where m.router_type = 2) as software
    from member m where m.account_id = ${db.account_id} and ${memberInScope(db.account_id, scope, sql`m.router_name`)}`.execute(db.sql)
  return rows[0]!
}

/** Returns the network of a device's address and mask, as its text. */
function lanOf({ ip, mask }: { ip: string; mask: string }): string[] {
  const [address, bits] = [parseIpv4(ip), maskBits(mask)]
  return address === undefined || bits === undefined ? [] : [formatPrefix(prefixOf(address, bits))]
}

export interface OptionSearch {
  page: number
  limit: number
  search: string
  /** A network whose members are left out. */
  network_number?: string | undefined
}

/**
 * Returns a page of the members of one kind that a network may still take, newest first, in one statement like the list of networks.
 * @param designated the networks that the caller may see, and so may count
 */
export async function pageOptions(
  db: AccountDb,
  router_type: RouterType,
  { designated: visible, members: scope }: Pick<Actor, 'designated' | 'members'>,
  { page: number, limit, search, network_number }: OptionSearch,
): Promise<PageOf<MemberOption>> {
  let options = db.sql
    .selectFrom('member as m')
    .where('m.account_id', '=', db.account_id)
    .where('m.router_type', '=', router_type)
    .where('m.status', '=', 1)
    .where(memberInScope(db.account_id, scope, sql`m.router_name`))
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
      sql<
        MemberOption['networks']
      >`coalesce((select json_agg(json_build_object('network_number', n.network_number, 'network_name', n.network_name)
          order by n.network_name) from network_member nm join network n using (account_id, network_number)
        where nm.account_id = ${db.account_id} and nm.router_name = page.router_name ${counted}), '[]')`.as('networks'),
      sql<{ ip: string; mask: string }[]>`coalesce((select json_agg(json_build_object('ip', i->>'ipv4', 'mask', i->>'ipv4_subnet_mask'))
        from member r, lateral jsonb_array_elements(r.interfaces) i
        where r.account_id = ${db.account_id} and r.router_name = page.router_name and r.router_type = 1 and i->>'interface' ~ '^(br-)?lan'
          and i->>'ipv4' is not null and i->>'ipv4_subnet_mask' is not null), '[]')`.as('lans'),
      sql<string | null>`(select r.router_ipv4 from member r
        where r.account_id = ${db.account_id} and r.router_name = page.router_name and r.router_type = 1)`.as('address'),
    ])
    .orderBy('page.create_time', 'desc')
    .orderBy('page.router_name')
    .execute()
  return {
    count: rows[0]?.count ?? 0,
    rows: rows.flatMap(({ router_name, note, online, count: _, network_number: of, lans, ...rest }) =>
      router_name === null || note === null || online === null
        ? []
        : { router_name, note, online, network_number: of, ...rest, lan: lans.flatMap(lanOf) },
    ),
  }
}
