import { attentionStates, type Availability, type NetworkSummary, PAGE_SIZE, type PageOf } from '@weft/contract'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { builtOnce } from '../../../db/built-once.ts'
import type { AccountDb } from '../../../db/client.ts'
import type { Database } from '../../../db/schema.ts'
import { containing } from '../../../db/search.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { isFresh, isPending, membershipsOf, needsAttention, onTrial, withState } from '../state/state.service.ts'
import { type ByMember, type ByMemberShape, type ByMemberValues, networksByMember } from './by-member.queries.ts'

/** The networks that the caller may see; undefined for all of the account. */
export type Visible = ReadonlySet<string> | undefined

export interface NetworkSearch {
  page: number
  limit: number
  search: string
  status?: '0' | '1' | undefined
  type?: '1' | '2' | '3' | undefined
  attention?: '1' | undefined
  order?: 'attention' | undefined
  /** Also the networks with a member that the search finds: by its name or serial number, or by an address in the range that it names. */
  by_member?: '1' | undefined
  range?: string | undefined
}

/**
 * The parts of a search that change the text of the statement; the rest are values. The limit of the console's pages is in the text: where
 * it is a value, PostgreSQL takes a page for a tenth of all rows, and plans the statement anew at each call.
 */
type Shape = Pick<NetworkSearch, 'status' | 'type' | 'attention' | 'order'> &
  ByMemberShape & {
    searched: boolean
    by_member: boolean
    limit: number | undefined
  }
interface Values extends ByMemberValues {
  visible: string[]
  text: string
  limit: number
  offset: number
}

const visibleNetworks = (db: Kysely<Database>, confined: boolean, { account_id, visible }: Pick<Values, 'account_id' | 'visible'>) =>
  db
    .selectFrom('network as n')
    .where('n.account_id', '=', account_id)
    .$if(confined, (query) => query.where(sql<boolean>`n.network_number = any(${visible})`))

/** True if the network of a row has a center. A point that listens has the segments of one, but is none. @param of the row's alias */
const hasCenter = (account: RawBuilder<unknown>, of: string) => sql<boolean>`exists (select from network_center c
  join network_member m using (account_id, network_number, router_name)
  where c.account_id = ${account} and c.network_number = ${sql.ref(`${of}.network_number`)} and m.member_type = 'center')`

const hasPop = sql<boolean>`exists (select from network_fr f where f.account_id = n.account_id and f.network_number = n.network_number)`

/** True if the name or the number of a network has what is searched for. @param of the row's alias */
const isNamed = (of: 'n' | 'page', { text }: Values) =>
  sql<boolean>`(${sql.ref(`${of}.network_name`)} ilike ${text} or ${sql.ref(`${of}.network_number`)} like ${text})`

function matching(db: Kysely<Database>, shape: Shape, values: Values) {
  const { confined, searched, by_member, status, type, attention } = shape
  let query = visibleNetworks(db, confined, values).innerJoin('account as a', 'a.account_id', 'n.account_id')
  if (searched)
    query = query.where(
      by_member ? sql<boolean>`(${isNamed('n', values)} or n.network_number in (select network_number from met))` : isNamed('n', values),
    )
  if (status) query = query.where('a.network_usable', '=', status === '1' ? 1 : 0)
  const center = hasCenter(sql`n.account_id`, 'n')
  if (type === '1') query = query.where(sql<boolean>`${center} and not ${hasPop}`)
  if (type === '2') query = query.where(sql<boolean>`not ${center} and not ${hasPop}`)
  if (type === '3') query = query.where(hasPop)
  if (attention) query = query.where(sql<boolean>`n.network_number in (select network_number from ${troubled(shape, values)} t)`)
  return query
}

/** What a row says of the members of a network. */
interface Held {
  member_count: number
  online_count: number
  /** How many need attention, in the order of these states. */
  ailing: number[]
  /** Its devices that ever connected. */
  watched: number
}
/** The SQL of how many of members `st` are in each of the states that need attention, in their order. */
const byState = sql<
  number[]
>`array[${sql.join(attentionStates.map((_, rank) => sql`count(*) filter (where st.rank = ${sql.lit(rank)})`))}]::int[]`

/** Builds the query that counts the members of the network of row `page`, as the caller may see them. */
const held = ({ confined }: Shape, { account_id, visible }: Values) => sql<Held>`(
  select count(*) as member_count, count(*) filter (where st.online = 1) as online_count, ${byState} as ailing,
    count(*) filter (where st.watched) as watched
  from ${membershipsOf(confined ? visible : undefined)} st where st.account_id = ${account_id} and st.network_number = page.network_number)`

/** The members that need attention, or did until a moment ago, in each of their networks. */
const ailingIn = (confined: boolean, visible: string[]) => sql`
  ${confined ? sql`(select m.account_id, m.router_name, st.state, st.rank, st.since from member m ${withState(visible)})` : sql`member_state`} st
    join network_member nm using (account_id, router_name)`

/** The networks with members that need attention: the worst of their states, and how many do. An index finds these members. */
const troubled = ({ confined }: Shape, { account_id, visible }: Values) => sql<{ network_number: string; worst: number; ailing: number }>`(
  select nm.network_number, min(st.rank) as worst, count(*) as ailing from ${ailingIn(confined, visible)}
  where st.account_id = ${account_id} and ${needsAttention} and not ${isFresh} group by nm.network_number)`

/** Counts the members of the networks of a page that broke a moment ago, which need nobody yet. */
const fresh = ({ confined }: Shape, { account_id, visible }: Values) => sql<{ network_number: string; young: number[] }>`(
  select nm.network_number, ${byState} as young from ${ailingIn(confined, visible)}
  where st.account_id = ${account_id} and ${needsAttention} and ${isFresh} and nm.network_number in (select network_number from page)
  group by nm.network_number)`

/** Members that failed of which the first ones that the caller may see are named. */
const MOST_SOUGHT = 100

/** What a row says of the members of a network that do not run its configuration: few, for which an index exists. */
interface Unsettled {
  network_number: string
  unsettled: number
  pending: number
  failed: number
  /** The first of those that failed. */
  refused: NetworkSummary['refused']
}
const unsettled = ({ account_id }: Values) => sql<Unsettled>`(
  select nm.network_number, count(*) as unsettled, count(*) filter (where ${isPending}) as pending,
    count(*) filter (where m.config_error is not null) as failed,
    to_jsonb((array_agg(jsonb_build_object('router_name', m.router_name, 'note', m.note) order by m.router_name)
      filter (where m.config_error is not null))[1:${sql.lit(MOST_SOUGHT)}]) as refused
  from member m join network_member nm on (nm.account_id, nm.router_name) = (m.account_id, m.router_name)
  where m.account_id = ${account_id} and (m.config_error is not null or m.applied_revision < m.config_revision)
    and nm.account_id = ${account_id} and nm.network_number in (select network_number from page)
  group by nm.network_number)`

/**
 * Runs one statement, which returns a row even for a page past the end: the console goes back from there by the count.
 * The page is limited before its members are counted.
 */
const page = builtOnce((db, shape: Shape, values: Values) =>
  db
    .with(
      (cte) => cte('met').materialized(),
      () => (shape.by_member ? networksByMember(shape, values) : sql<ByMember>`(select null as network_number where false)`),
    )
    .with(
      (cte) => (shape.searched ? cte('found').materialized() : cte('found').notMaterialized()),
      () =>
        matching(db, shape, values).select([
          'n.network_number',
          'n.network_name',
          'n.create_time',
          'n.revision',
          'a.network_usable as network_status',
        ]),
    )
    .with(
      (cte) => cte('page').materialized(),
      (of) =>
        of
          .selectFrom('found')
          .selectAll('found')
          .$if(shape.order === 'attention', (query) =>
            query
              .leftJoin(troubled(shape, values).as<'troubled'>('troubled'), (join) =>
                join.onRef('troubled.network_number', '=', 'found.network_number'),
              )
              .select(['worst', 'troubled.ailing as things'])
              .orderBy(sql`worst asc nulls last, troubled.ailing desc nulls last`),
          )
          .orderBy('create_time', 'desc')
          .orderBy('found.network_number')
          .limit(shape.limit === undefined ? values.limit : sql.lit(shape.limit))
          .offset(values.offset),
    )
    .selectFrom((of) =>
      of
        .selectFrom('found')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .as('total'),
    )
    .leftJoin('page', (join) => join.onTrue())
    .leftJoinLateral(held(shape, values).as<'held'>('held'), (join) => join.onTrue())
    .leftJoin(unsettled(values).as<'unsettled'>('unsettled'), (join) => join.onRef('unsettled.network_number', '=', 'page.network_number'))
    .leftJoin(fresh(shape, values).as<'fresh'>('fresh'), (join) => join.onRef('fresh.network_number', '=', 'page.network_number'))
    .leftJoin('network_fr as fr', (join) =>
      join.on('fr.account_id', '=', values.account_id).onRef('fr.network_number', '=', 'page.network_number'),
    )
    .select([
      hasCenter(sql`${values.account_id}::bigint`, 'page').as('has_center'),
      onTrial(sql`${values.account_id}::bigint`, sql`page.network_number`).as('on_trial'),
      'count',
      'page.network_number',
      'shortname',
      'network_name',
      'page.revision',
      'network_status',
      'member_count',
      'online_count',
      'ailing',
      'watched',
      'young',
      'unsettled',
      'pending',
      'failed',
      'refused',
    ])
    .$if(shape.by_member, (query) =>
      query
        .leftJoin('met', (join) => join.onRef('met.network_number', '=', 'page.network_number'))
        .select(
          sql<
            NetworkSummary['found_by']
          >`case when met.network_number is not null and not ${isNamed('page', values)} then jsonb_build_object(
          'router_name', met.router_name, 'note', met.note, 'router_type', met.router_type, 'address', met.address) end`.as('found_by'),
        ),
    )
    .$if(shape.order === 'attention', (query) => query.orderBy(sql`worst asc nulls last, things desc nulls last`))
    .orderBy('page.create_time', 'desc')
    .orderBy('page.network_number'),
)

/** A network of a page, and how many of its devices ever connected. */
type Found = Omit<NetworkSummary, 'network_service' | 'picture' | keyof Availability> & { watched: number }

export async function pageNetworks(
  db: AccountDb,
  { designated: visible, members: { networks, tags } = {} }: Pick<Actor, 'designated' | 'members'>,
  search: NetworkSearch,
): Promise<PageOf<Found>> {
  const { status, type, attention, order, by_member, range, limit } = search
  const searched = search.search !== ''
  const rows = await page(
    db.sql,
    {
      status,
      type,
      attention,
      order,
      confined: visible !== undefined,
      searched,
      by_member: searched && by_member !== undefined,
      ranged: range !== undefined,
      networks: networks !== undefined,
      tags: tags !== undefined,
      limit: limit === PAGE_SIZE ? limit : undefined,
    },
    {
      account_id: db.account_id,
      visible: [...(visible ?? [])],
      networks: [...(networks ?? [])],
      tags: [...(tags ?? [])],
      search: search.search,
      range: range ?? '',
      text: containing(search.search),
      limit,
      offset: (search.page - 1) * limit,
    },
  )
  return {
    count: rows[0]?.count ?? 0,
    rows: rows.flatMap(({ network_number, network_name, network_status, ...row }) => {
      if (network_number === null || network_name === null || network_status === null) return []
      const ailing = attentionStates.map((_, rank) => Math.max(0, (row.ailing?.[rank] ?? 0) - (row.young?.[rank] ?? 0)))
      return {
        network_number,
        network_name,
        revision: row.revision ?? 0,
        network_type: row.shortname !== null ? 3 : row.has_center ? 1 : 2,
        member_count: row.member_count ?? 0,
        fr_name: row.shortname ?? '',
        network_status,
        online_count: row.online_count ?? 0,
        attention: ailing.reduce((sum, count) => sum + count, 0),
        state: attentionStates[ailing.findIndex((count) => count > 0)] ?? 'up',
        revision_state: row.failed ? 'failed' : row.pending || row.on_trial ? 'pending' : 'applied',
        applied_count: (row.member_count ?? 0) - (row.unsettled ?? 0),
        pending_count: row.pending ?? 0,
        failed_count: row.failed ?? 0,
        refused: row.refused ?? [],
        watched: row.watched ?? 0,
        found_by: row.found_by ?? null,
      }
    }),
  }
}

export const selectNetworks = (db: AccountDb, visible: Visible) =>
  visibleNetworks(db.sql, visible !== undefined, { account_id: db.account_id, visible: [...(visible ?? [])] })
    .select(['n.network_number', 'n.network_name'])
    .orderBy('n.create_time', 'desc')
    .orderBy('n.network_number')
    .execute()

export async function existingNetworks(db: AccountDb, numbers: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.sql
    .selectFrom('network')
    .select('network_number')
    .where('account_id', '=', db.account_id)
    .where(sql<boolean>`network_number = any(${[...numbers]})`)
    .execute()
  return new Set(rows.map((row) => row.network_number))
}

const network = (db: AccountDb, network_number: string) =>
  db.sql
    .selectFrom('network')
    .select([
      'network_number',
      'network_name',
      'create_time',
      'revision',
      'fr_pending',
      sql<number>`extract(epoch from now())::bigint`.as('now'),
    ])
    .where('account_id', '=', db.account_id)
    .where('network_number', '=', network_number)

export const findNetwork = (db: AccountDb, network_number: string) => network(db, network_number).executeTakeFirst()

/** Returns a network and locks it. The account's limits are locked before (limits.service.ts), so networks never deadlock. */
export const lockNetwork = (db: AccountDb, network_number: string) => network(db, network_number).forUpdate().executeTakeFirst()

/** Returns whether another network of the account has this name, in any letter case. */
export async function nameTaken(db: AccountDb, network_name: string, except: string | undefined): Promise<boolean> {
  const row = await db.sql
    .selectFrom('network')
    .select('network_number')
    .where('account_id', '=', db.account_id)
    .where(sql<boolean>`lower(network_name) = lower(${network_name})`)
    .$if(except !== undefined, (query) => query.where('network_number', '<>', except!))
    .executeTakeFirst()
  return row !== undefined
}
