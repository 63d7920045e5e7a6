import type { RevisionState } from '@weft/contract'
import type { PatchEntry } from '@weft/member-config'
import { type RawBuilder, sql } from 'kysely'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import { isPending, onTrial, revisionState } from '../state/state.service.ts'
import type { Visible } from '../detail/network.queries.ts'

export interface RevisionRow {
  revision: number
  create_time: number
  by_name: string | null
  by_kind: 'login' | 'operator' | 'system'
  summary: string
  reverted: 0 | 1
  patch: PatchEntry[]
}

/** Returns a page of revisions, newest first, and the count of all. @param router_name only revisions that changed this member */
export async function pageRevisions(
  db: AccountDb,
  network_number: string,
  { page, limit, router_name }: { page: number; limit: number; router_name?: string | undefined },
): Promise<{ count: number; rows: RevisionRow[] }> {
  const own = db.sql
    .selectFrom('network_revision')
    .where('account_id', '=', db.account_id)
    .where('network_number', '=', network_number)
    .$if(router_name !== undefined, (query) =>
      query.where(sql<boolean>`exists (select from jsonb_array_elements(patch) entry where entry->'path' ? ${router_name})`),
    )
  const { count } = await own.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await own
    .select(['revision', 'create_time', 'by_name', 'by_kind', 'summary', 'reverted', 'patch'])
    .orderBy('revision', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { count, rows }
}

export interface RecentRow extends Omit<RevisionRow, 'patch'> {
  network_number: string
  network_name: string
  /** Null where it was not asked for: that of a new network is as large as the network. */
  patch: PatchEntry[] | null
  members: number
  /** The state of the network's newest revision, and how many of its members run it; null for an older revision. */
  state: RevisionState | null
  applied: number | null
}

/** The author of revision `r`: its kind, and the name of a login. An index holds it. */
const author = sql<string>`(r.by_kind || ':' || coalesce(r.by_name, ''))`
const inSight = (visible: Visible) => (visible ? sql`and r.network_number = any(${[...visible]}::text[])` : sql``)

/** Which revisions of an account are asked for. */
interface Asked {
  page: number
  limit: number
  network_number?: string | undefined
  author?: string | undefined
}

/**
 * Returns a page of the revisions of the networks that the caller may see, the newest first, and the count of all.
 * @param patches whether their patches are wanted
 */
export async function pageRecent(
  db: AccountDb,
  visible: Visible,
  { page, limit, network_number, author: by }: Asked,
  patches: boolean,
): Promise<{ count: number; rows: RecentRow[] }> {
  const asked = sql`from network_revision r where r.account_id = ${db.account_id} ${inSight(visible)}
    ${network_number === undefined ? sql`` : sql`and r.network_number = ${network_number}`} ${by === undefined ? sql`` : sql`and ${author} = ${by}`}`
  const counted = await sql<{ count: number }>`select count(*) ${asked}`.execute(db.sql)
  const { rows } = await sql<RecentRow>`
    with newest as materialized (
      select r.network_number, r.revision, r.create_time, r.by_name, r.by_kind, r.summary, r.reverted, ${patches ? sql`r.patch` : sql`null::jsonb`} as patch
      ${asked} order by r.create_time desc, r.network_number, r.revision desc limit ${limit} offset ${(page - 1) * limit}),
    held as materialized (
      select nm.network_number, count(*) as members, count(*) filter (where ${revisionState} = 'applied') as applied,
        case when bool_or(m.config_error is not null) then 'failed' when bool_or(${isPending})
          or ${onTrial(sql`nm.account_id`, sql`nm.network_number`)} then 'pending' else 'applied' end as state
      from network_member nm join member m using (account_id, router_name)
      where nm.account_id = ${db.account_id} and nm.network_number in (select network_number from newest) group by nm.network_number, nm.account_id)
    select newest.*, n.network_name, coalesce(held.members, 0) as members,
      case when newest.revision = n.revision then coalesce(held.state, 'applied') end as state,
      case when newest.revision = n.revision then coalesce(held.applied, 0) end as applied
    from newest join network n on (n.account_id, n.network_number) = (${db.account_id}::bigint, newest.network_number)
      left join held on held.network_number = newest.network_number
    order by newest.create_time desc, newest.network_number, newest.revision desc`.execute(db.sql)
  return { count: counted.rows[0]!.count, rows }
}

/** Returns the authors of the revisions that the caller may see. It jumps from author to author in the index, however many revisions there are. */
export async function listAuthors(
  db: AccountDb,
  visible: Visible,
  atMost: number,
): Promise<(Pick<RevisionRow, 'by_kind' | 'by_name'> & { author: string })[]> {
  const next = (than: RawBuilder<unknown>) =>
    sql`(select ${author} from network_revision r where r.account_id = ${db.account_id} ${inSight(visible)} ${than} order by 1 limit 1)`
  const { rows } = await sql<Pick<RevisionRow, 'by_kind' | 'by_name'> & { author: string }>`
    with recursive found as (
      select ${next(sql``)} as author union all select ${next(sql`and ${author} > found.author`)} from found where found.author is not null)
    select author, split_part(author, ':', 1) as by_kind, nullif(substr(author, strpos(author, ':') + 1), '') as by_name
    from found where author is not null limit ${atMost}`.execute(db.sql)
  return rows
}

/** Returns the patches that led from a revision to the newest, in their order. */
export async function patchesSince(db: AccountDb, network_number: string, revision: number): Promise<PatchEntry[][]> {
  const rows = await db.sql
    .selectFrom('network_revision')
    .select('patch')
    .where('account_id', '=', db.account_id)
    .where('network_number', '=', network_number)
    .where('revision', '>', revision)
    .orderBy('revision')
    .execute()
  return rows.map((row) => row.patch)
}

export async function revisionExists(db: AccountDb, network_number: string, revision: number): Promise<boolean> {
  const row = await db.sql
    .selectFrom('network_revision')
    .select('revision')
    .where('account_id', '=', db.account_id)
    .where('network_number', '=', network_number)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return row !== undefined
}

/** A revision that cost a center its connection. */
export interface Lost {
  account_id: number
  network_number: string
  revision: number
  /** The center's name. */
  router_name: string
  /** True if undoing it is not tried again. */
  last: boolean
}

/** Seconds after its creation during which undoing a revision is tried, once a minute. */
const TRIED_SECONDS = 3600

/**
 * Returns the watched revisions to be undone: a center went back to its former configuration by itself, or its time is over and it is
 * offline without having confirmed the new one.
 */
export async function findLost({ sql: db }: SystemDb): Promise<Lost[]> {
  const { rows } = await sql<Lost>`
    select distinct on (r.account_id, r.network_number) r.account_id, r.network_number, r.revision, m.router_name,
      r.create_time < now() - make_interval(secs => ${TRIED_SECONDS}) as last
    from network_revision r join network n using (account_id, network_number) join member m on m.account_id = r.account_id and m.router_name = any(r.guarded)
    where r.guard_until is not null and n.revision = r.revision and m.applied_revision < m.config_revision
      and (m.config_error like 'rolled_back%' or (r.guard_until <= now() and m.online_status = 0))
    order by r.account_id, r.network_number, m.router_name`.execute(db)
  return rows
}
