import {
  type Availability,
  foldTag,
  type MemberCondition,
  memberLabelNames,
  type MemberOption,
  memberStates,
  MOST_FOUND,
  type NetworkInfo,
  type PageOf,
  type RouterType,
} from '@weft/contract'
import { formatPrefix, maskBits, parseIpv4, prefixOf } from '@weft/net'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { builtOnce } from '../../../db/built-once.ts'
import type { AccountDb } from '../../../db/client.ts'
import { memberInScope } from '../../../db/member-scope.ts'
import type { Database } from '../../../db/schema.ts'
import { all, countTo, hasText, isCommon } from '../../../db/search.ts'
import type { Actor, MemberScope } from '../../../kernel/actor.ts'
import { conditionColumns, needsAttention, statesOf, withState } from '../../network/state/state.service.ts'
import { wellDay } from '../../network/outage/outage.service.ts'

type Switch = '0' | '1' | undefined
/** The filter of the list, and who asks. */
export interface MemberFilter {
  /** Both kinds if it is left out. */
  type?: '1' | '2' | undefined
  attention?: '1' | undefined
  online?: Switch
  online_status?: Switch
  status?: Switch
  search: string
  province?: string
  tag?: string
  /** The networks that the caller may see; undefined for all. */
  visible: ReadonlySet<string> | undefined
  /** The members to which the caller is limited; undefined for all. */
  scope?: MemberScope | undefined
}

type Looked = 'search' | 'province' | 'tag' | 'networks' | 'tags'
/** What decides the text of a statement: the kind and the flags with their values, all else by whether it is given. */
type Shape = Pick<MemberFilter, 'type' | 'attention' | 'online' | 'online_status' | 'status'> & Record<Looked | 'confined', boolean>
interface Values {
  account_id: number
  search: string
  province: string
  /** In small letters. */
  tag: string
  visible: readonly string[]
  networks: readonly string[]
  tags: readonly string[]
  limit: number
  offset: number
}
/** The two ways to what other tables know: look it up member after member, in the order of the list, or gather all that have it by an index. */
type Way = 'walked' | 'gathered'

const shapeOf = ({ type, attention, online, online_status, status, search, province, tag, visible, scope }: MemberFilter): Shape => ({
  type,
  attention,
  online,
  online_status,
  status,
  search: search !== '',
  province: province !== undefined,
  tag: tag !== undefined,
  networks: scope?.networks !== undefined,
  tags: scope?.tags !== undefined,
  confined: visible !== undefined,
})
const valuesOf = (
  { account_id }: AccountDb,
  { search, province = '', tag = '', visible = new Set(), scope: { networks = [], tags = [] } = {} }: MemberFilter,
  { limit, offset }: Window,
): Values => ({ account_id, search, province, tag: foldTag(tag), visible: [...visible], networks, tags, limit, offset })

/** The order of every list: the worst first, and members that are alike by their names. */
const WORST = sql`order by rank, name, router_name`
const BEST = sql`order by rank desc, name desc, router_name desc`
const ENABLED = sql`st.rank < ${sql.lit(memberStates.indexOf('disabled'))}`

const isLooked = ({ search, province, tag, networks, tags }: Shape) => search || province || tag || networks || tags
const isFlagged = ({ online, online_status, status }: Shape) => [online, online_status, status].some((one) => one !== undefined)
const isNarrowed = (shape: Shape) => isLooked(shape) || isFlagged(shape)

const kindsOf = ({ type }: Pick<Shape, 'type'>) => (type === undefined ? [1, 2] : [Number(type)]).map((kind) => sql.lit(kind))
const searchedFor = (kind: RawBuilder<unknown>, search: string) => sql`weft_find_members(${kind}::smallint, ${search}::text)`

/** Builds the query of the members in the order's own table, or as the networks of the caller have them, of which a condition is true. */
const states = (shape: Shape, { account_id, visible }: Values, condition: RawBuilder<unknown> | false) => sql`
  select st.router_name, st.rank, st.name from ${statesOf(account_id, shape.confined ? visible : undefined)} st where ${all(
    sql`st.account_id = ${account_id}`,
    shape.type && sql`st.router_type = ${sql.lit(Number(shape.type))}`,
    shape.attention && needsAttention,
    shape.online && sql`st.online = ${sql.lit(Number(shape.online))}`,
    shape.online_status && sql`st.online_status = ${sql.lit(Number(shape.online_status))}`,
    shape.status && (shape.status === '1' ? ENABLED : sql`not ${ENABLED}`),
    condition,
  )}`

/** Returns the condition on member `st` by its province, its tags and the caller's role, which are in other tables; false if the filter has none. */
function known(shape: Shape, { account_id, province, tag, networks, tags }: Values): RawBuilder<boolean> | false {
  const has = (table: string, condition: RawBuilder<unknown>) =>
    sql`exists (select from ${sql.table(table)} o where o.account_id = ${account_id} and o.router_name = st.router_name and ${condition})`
  const scope = { networks: shape.networks ? networks : undefined, tags: shape.tags ? tags : undefined }
  const conditions = [
    // Named twice, so that the index of those who have a province serves.
    shape.province && has('member', sql`o.province <> '' and o.province = ${province}`),
    shape.tag && has('member_tag', sql`o.folded = ${tag}`),
    (shape.networks || shape.tags) && memberInScope(account_id, scope, sql`st.router_name`),
  ]
  return conditions.some(Boolean) && all(...conditions)
}

/** Returns whether member `st` has all that is looked for. It is a select, so that the planner asks it of one member at a time and not of all. */
const isFound = (shape: Shape, values: Values) =>
  sql`(select ${all(
    shape.search &&
      sql`exists (select from member_text t
      where t.account_id = ${values.account_id} and t.router_name = st.router_name and ${hasText(sql`t.words`, values.search)})`,
    known(shape, values),
  )})`

/** Builds the query of the names that have all that is looked for, by indexes. */
function gathered(shape: Shape, values: Values): RawBuilder<unknown> {
  const ofText = sql.join(
    kindsOf(shape).map((kind) => sql`select router_name from ${searchedFor(kind, values.search)}`),
    sql` union all `,
  )
  const condition = known(shape, values)
  return sql`select st.router_name from (${shape.search ? ofText : sql`select router_name from member_state where account_id = ${values.account_id}`}) st
    ${condition ? sql`where ${condition}` : sql``}`
}

/** More gathered members than this are found by a walk through all: looking each of them up would take longer. */
const MANY = 4000

/** Builds the query of the members that a filter finds, in no order. */
function found(shape: Shape, values: Values, way: Way): RawBuilder<unknown> {
  if (way === 'walked') return states(shape, values, isLooked(shape) && isFound(shape, values))
  const isGathered = sql`st.router_name in (select router_name from gathered)`
  const areMany = sql`(select count(*) from gathered) > ${sql.lit(MANY)}`
  // Only one of the two finds members. Within `case`, `in` is no join: all members of the order are compared with a hash of the gathered names.
  return sql`${states(shape, values, sql`${isGathered} and not ${areMany}`)} union all
    ${states(shape, values, sql`case when ${isGathered} then true end and ${areMany}`)}`
}

/** Builds how many members a filter finds. Their number is stored, if it is not narrowed; else it is counted up to `MOST_FOUND` and one more. */
function counted(shape: Shape, values: Values, way: Way): RawBuilder<unknown> {
  const { account_id, search } = values
  const { attention, online, online_status, status } = shape
  const kinds = sql.join(kindsOf(shape))
  const matches = way === 'gathered' ? sql`select from found` : found(shape, values, way)
  if (!isNarrowed(shape))
    return attention
      ? sql`(select count(*) from (${matches}) matches)`
      : sql`(select coalesce(sum(members), 0)::bigint from member_count where account_id = ${account_id} and router_type in (${kinds}))`
  // What one table knows alone is counted there.
  const ofKinds = (m: string) => sql`${sql.ref(`${m}.account_id`)} = ${account_id} and ${sql.ref(`${m}.router_type`)} in (${kinds})`
  if (shape.search && !attention && !isFlagged(shape) && !known(shape, values))
    return countTo(
      MOST_FOUND,
      way === 'gathered'
        ? sql`select from gathered`
        : // Newest first, so that the index is walked and reading stops at the limit.
          sql`select from member_text t where ${ofKinds('t')} and ${hasText(sql`t.words`, search)} order by t.router_type, t.create_time desc, t.router_name`,
    )
  if (isLooked(shape) || attention) return countTo(MOST_FOUND, matches)
  const flags = Object.entries({ online, online_status, status }).map(
    ([flag, value]) => value && sql`${sql.ref(`m.${flag}`)} = ${sql.lit(Number(value))}`,
  )
  return countTo(MOST_FOUND, sql`select from member m where ${all(ofKinds('m'), ...flags)}`)
}

/** Numbers of the first and of the last members that are sampled before a page is read. */
const ENDS = { first: 200, last: 100 }
/** A filter is common if at least this share of the members of both samples match it. */
const COMMON = 0.1
const look = builtOnce((_db, { type, ...shape }: Shape, values: Values) => {
  const end = (order: RawBuilder<unknown>, size: number) => sql`(select ${isCommon(sql`has`, COMMON)} from (
    select ${isFound({ type, ...shape }, values)} as has from member_state st
    where ${all(sql`st.account_id = ${values.account_id}`, type && sql`st.router_type = ${sql.lit(Number(type))}`)} ${order} limit ${sql.lit(size)}) sampled)`
  return sql<{ common: boolean }>`select coalesce(${end(WORST, ENDS.first)} and ${end(BEST, ENDS.last)}, false) as common`
})

/**
 * Returns how the matches of a filter are read. A common filter is read in the order of the list, because a page is soon full and an index
 * would first gather every match. A rare one is gathered by an index. For a caller who sees some networks alone no index has the order, so a walk gains nothing.
 */
async function wayOf(db: AccountDb, shape: Shape, values: Values): Promise<Way> {
  if (!isLooked(shape)) return 'walked'
  if (shape.confined) return 'gathered'
  return (await look(db.sql, shape, values))[0]?.common ? 'walked' : 'gathered'
}

interface Window {
  limit: number
  offset: number
}

interface Reading {
  way: Way
  /** The window is counted from the end of the list. */
  from_end: boolean
  /** The matches are counted. */
  counts: boolean
}

/** One statement, which returns a row even for a page past the end. */
const page = builtOnce((_db, { way, from_end, counts, ...shape }: Shape & Reading, values: Values) => {
  const matches = found(shape, values, way)
  const ctes =
    way === 'gathered'
      ? sql`gathered as materialized (${gathered(shape, values)}), found as materialized (${matches}), page as materialized (select * from found`
      : sql`page as materialized (${matches}`
  return sql<{ count: number; router_name: string | null }>`
    with ${ctes} ${from_end ? BEST : WORST} limit ${values.limit} offset ${values.offset})
    select total.count, page.router_name from (select ${counts ? counted(shape, values, way) : sql`0`} as count) total left join page on true ${WORST}`
})

/** Reads a window; one far down from the end of the list if that is nearer. */
async function read(
  db: AccountDb,
  filter: MemberFilter,
  { limit, offset }: Window,
  { counts }: Pick<Reading, 'counts'>,
): Promise<{ count: number; names: string[] }> {
  const shape = shapeOf(filter)
  const from_start = valuesOf(db, filter, { limit, offset })
  const left = offset > MOST_FOUND && !isNarrowed(shape) && !shape.attention ? (await countOf(db, shape)) - offset : Infinity
  const from_end = left < offset
  const values = from_end ? { ...from_start, limit: Math.max(0, Math.min(limit, left)), offset: Math.max(0, left - limit) } : from_start
  const rows = await page(db.sql, { ...shape, way: await wayOf(db, shape, values), from_end, counts }, values)
  return { count: rows[0]?.count ?? 0, names: rows.flatMap(({ router_name }) => router_name ?? []) }
}
async function countOf(db: AccountDb, { type }: Shape): Promise<number> {
  const { hardware, software } = await countMembers(db)
  return (type === '2' ? 0 : hardware) + (type === '1' ? 0 : software)
}

/** Returns the names on a page of the members that a filter finds, the worst first, and how many it finds; of a narrowed filter at most `MOST_FOUND` and one. */
export function pageNames(db: AccountDb, filter: MemberFilter, { limit, offset }: Window): Promise<{ count: number; names: string[] }> {
  const most = isNarrowed(shapeOf(filter)) ? Math.max(0, MOST_FOUND + 1 - offset) : limit
  return read(db, filter, { limit: Math.min(limit, most), offset }, { counts: true })
}

/** Returns the names of the first `most` members that a filter finds, the worst first. */
export const firstNames = async (db: AccountDb, filter: MemberFilter, most: number): Promise<string[]> =>
  (await read(db, filter, { limit: most, offset: 0 }, { counts: false })).names

/** The columns of a member in a row of the list. */
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
export interface ListRow extends Pick<Selectable<Database['member']>, (typeof LISTED)[number]>, MemberCondition, Availability {
  networks: Pick<NetworkInfo, 'network_number' | 'network_name'>[]
}

/**
 * Returns these members, in their order, with how they are, their last 24 hours filled with "ok" (`troubledDays` corrects them), and
 * their networks, as far as the caller may see them.
 */
export async function listRows(db: AccountDb, names: readonly string[], visible: ReadonlySet<string> | undefined): Promise<ListRow[]> {
  if (names.length === 0) return []
  const { rows } = await sql<ListRow>`
    select ${sql.join(LISTED.map((column) => sql.ref(`m.${column}`)))}, ${conditionColumns}, ${wellDay}, coalesce((
        select json_agg(json_build_object('network_number', n.network_number, 'network_name', n.network_name) order by n.network_name, n.network_number)
        from network_member nm join network n using (account_id, network_number)
        where (nm.account_id, nm.router_name) = (m.account_id, m.router_name)
          ${visible === undefined ? sql`` : sql`and n.network_number = any(${[...visible]}::text[])`}), '[]') as networks
    from member m ${withState(visible && [...visible])}
    where m.account_id = ${db.account_id} and m.router_name = any(${[...names]}::text[])`.execute(db.sql)
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
  if (search) options = options.where(sql<boolean>`m.router_name in (select router_name from ${searchedFor(sql`${router_type}`, search)})`)
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
