import type { Availability, NetworkSummary, PageOf } from '@weft/contract'
import { type Kysely, sql } from 'kysely'
import { builtOnce } from '../../../db/built-once.ts'
import type { AccountDb } from '../../../db/client.ts'
import type { Database } from '../../../db/schema.ts'
import { containing } from '../../../db/search.ts'
import { needsAttention, onTrial, revisionState, withState } from '../state/state.service.ts'

/** The networks that the caller may see; undefined for all of the account. */
export type Visible = ReadonlySet<string> | undefined

export interface NetworkSearch {
  page: number
  limit: number
  search: string
  status?: '0' | '1' | undefined
  type?: '1' | '2' | '3' | undefined
}

/** The parts of a search that change the text of the statement; the rest are values. */
type Shape = Pick<NetworkSearch, 'status' | 'type'> & { confined: boolean; searched: boolean }
interface Values {
  account_id: number
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

const hasCenter = sql<boolean>`exists (select from network_member c
  where c.account_id = n.account_id and c.network_number = n.network_number and c.member_type = 'center')`

const hasPop = sql<boolean>`exists (select from network_fr f where f.account_id = n.account_id and f.network_number = n.network_number)`

function matching(db: Kysely<Database>, { confined, searched, status, type }: Shape, values: Values) {
  let query = visibleNetworks(db, confined, values).innerJoin('account as a', 'a.account_id', 'n.account_id')
  if (searched)
    query = query.where((eb) => eb.or([eb('n.network_name', 'ilike', values.text), eb('n.network_number', 'like', values.text)]))
  if (status) query = query.where('a.network_usable', '=', status === '1' ? 1 : 0)
  if (type === '1') query = query.where(sql<boolean>`${hasCenter} and not ${hasPop}`)
  if (type === '2') query = query.where(sql<boolean>`not ${hasCenter} and not ${hasPop}`)
  if (type === '3') query = query.where(hasPop)
  return query
}

/** What a row says of the members of a network. */
interface Held {
  member_count: number
  online_count: number
  attention: number
  has_center: boolean
  failed: boolean
  pending: boolean
  applied_count: number
}
/** Builds the query that counts the members of the network of row `page`, as the caller may see them. */
const held = ({ confined }: Shape, { account_id, visible }: Values) => sql<Held>`(
  select count(*) as member_count, count(*) filter (where m.online = 1) as online_count, count(*) filter (where ${needsAttention}) as attention,
    bool_or(nm.member_type = 'center') as has_center, bool_or(m.config_error is not null) as failed,
    count(*) filter (where ${revisionState} = 'applied') as applied_count,
    bool_or(m.applied_revision < m.config_revision) or ${onTrial(sql`${account_id}::bigint`, sql`page.network_number`)} as pending
  from network_member nm join member m using (account_id, router_name) ${withState(confined ? visible : undefined)}
  where nm.account_id = ${account_id} and nm.network_number = page.network_number)`

/**
 * Runs one statement, which returns a row even for a page past the end: the console goes back from there by the count.
 * The page is limited before its members are counted.
 */
const page = builtOnce((db, shape: Shape, values: Values) =>
  db
    .with(
      (cte) => (shape.searched ? cte('found').materialized() : cte('found').notMaterialized()),
      () =>
        matching(db, shape, values).select(['n.network_number', 'n.network_name', 'n.create_time', 'a.network_usable as network_status']),
    )
    .with(
      (cte) => cte('page').materialized(),
      (of) =>
        of
          .selectFrom('found')
          .selectAll()
          .orderBy('create_time', 'desc')
          .orderBy('network_number')
          .limit(values.limit)
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
    .leftJoin('network_fr as fr', (join) =>
      join.on('fr.account_id', '=', values.account_id).onRef('fr.network_number', '=', 'page.network_number'),
    )
    .select([
      'count',
      'page.network_number',
      'shortname',
      'network_name',
      'network_status',
      'member_count',
      'online_count',
      'attention',
      'has_center',
      'failed',
      'pending',
      'applied_count',
    ])
    .orderBy('page.create_time', 'desc')
    .orderBy('page.network_number'),
)

export async function pageNetworks(
  db: AccountDb,
  visible: Visible,
  search: NetworkSearch,
): Promise<PageOf<Omit<NetworkSummary, 'network_service' | keyof Availability>>> {
  const { status, type, limit } = search
  const rows = await page(
    db.sql,
    { status, type, confined: visible !== undefined, searched: search.search !== '' },
    {
      account_id: db.account_id,
      visible: [...(visible ?? [])],
      text: containing(search.search),
      limit,
      offset: (search.page - 1) * limit,
    },
  )
  return {
    count: rows[0]?.count ?? 0,
    rows: rows.flatMap(({ network_number, network_name, network_status, ...row }) =>
      network_number === null || network_name === null || network_status === null
        ? []
        : {
            network_number,
            network_name,
            network_type: row.shortname !== null ? 3 : row.has_center ? 1 : 2,
            member_count: row.member_count ?? 0,
            fr_name: row.shortname ?? '',
            network_status,
            online_count: row.online_count ?? 0,
            attention: row.attention ?? 0,
            revision_state: row.failed ? 'failed' : row.pending ? 'pending' : 'applied',
            applied_count: row.applied_count ?? 0,
          },
    ),
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
