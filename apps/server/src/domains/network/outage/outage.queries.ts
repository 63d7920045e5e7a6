import type { AttentionState, Availability, DiagnosisCause, LastProblem, OutageRecord, PageOf } from '@weft/contract'
import { type RawBuilder, sql } from 'kysely'
import { builtOnce } from '../../../db/built-once.ts'
import type { AccountDb, ReadingDb } from '../../../db/client.ts'
import { fromUnix } from '../../../kernel/clock.ts'
import { hasFault } from './fault.queries.ts'
import { faults } from './fault.rules.ts'
import { type Past, type Span, WELL } from './outage.rules.ts'

/** The networks that the caller may see; undefined for all of the account. */
type Visible = ReadonlySet<string> | undefined

/**
 * True if the caller may know of outage `o`: that of a tunnel only if the member is in no network that is hidden from the caller, since
 * outages do not say which network they were in.
 */
const seen = ({ account_id }: Pick<ReadingDb, 'account_id'>, visible: Visible) => seenIn(account_id, visible && [...visible])
const seenIn = (account_id: number, visible: readonly string[] | undefined) =>
  visible === undefined
    ? sql`true`
    : sql`(${hasFault(faults.lost, 'o')} or not exists (select from network_member h
        where h.account_id = ${account_id} and h.router_name = o.router_name and not h.network_number = any(${visible}::text[])))`

const spans = sql`json_agg(json_build_object('state', o.state, 'start', floor(extract(epoch from o.start_time))::bigint,
  'end', floor(extract(epoch from o.end_time))::bigint))`

/** The columns of the last 24 hours of member `m` if nothing was wrong with it in them. */
export const wellDay = sql<Availability>`case when m.router_type = 1 and m.watched_since is not null then ${WELL.day} end as day,
  case when m.router_type = 1 and m.watched_since is not null then 100::float8 end as availability`

/** True if member column `name` is in a network that the caller may see. */
const inSight = ({ account_id }: AccountDb, visible: Visible, name: RawBuilder<unknown>) =>
  visible === undefined
    ? sql`true`
    : sql`exists (select from network_member v where v.account_id = ${account_id} and v.router_name = ${name}
        and v.network_number = any(${[...visible]}::text[]))`

/** Returns the hardware members that ever connected and that the caller may see. */
export async function listSites(db: AccountDb, visible: Visible): Promise<string[]> {
  const { rows } = await sql<{ router_name: string }>`
    select m.router_name from member m where m.account_id = ${db.account_id} and m.router_type = 1 and m.watched_since is not null
      and ${inSight(db, visible, sql`m.router_name`)}`.execute(db.sql)
  return rows.map((row) => row.router_name)
}

/** Returns the outage that ended last, of those that the caller may see; null if there is none. */
export async function lastOutage(db: AccountDb, visible: Visible): Promise<LastProblem | null> {
  const { rows } = await sql<LastProblem>`
    select o.router_name, m.note, o.state, o.cause, o.start_time, floor(extract(epoch from o.end_time - o.start_time))::bigint as seconds
    from outage o join member m on (m.account_id, m.router_name) = (o.account_id, o.router_name)
    where o.account_id = ${db.account_id} and o.end_time is not null and ${seen(db, visible)} and ${inSight(db, visible, sql`o.router_name`)}
    order by o.end_time desc limit 1`.execute(db.sql)
  return rows[0] ?? null
}

interface PastRow extends Past {
  router_name: string
}
type Unspanned<T> = Omit<T, 'spans'> & { spans: Span[] | null }
const withSpans = <T extends { spans: Span[] | null }>(row: T) => ({ ...row, spans: row.spans ?? [] })

interface Pasts {
  account_id: number
  from: Date
  seen: RawBuilder<unknown>
  /** Only these members; undefined for all. */
  names?: readonly string[] | undefined
  /** Further columns of member `m`. */
  more?: RawBuilder<unknown>
}

/**
 * Builds the query of the hardware members whose time from `from` on is not all well. The end without meaning tells PostgreSQL, before it knows
 * `from`, that few members are young: else it takes them for a third of all, and plans the statement anew at each call.
 */
function pasts<T extends PastRow>({ account_id, from, seen: visible, names, more = sql`` }: Pasts) {
  const among = (column: RawBuilder<unknown>) =>
    names === undefined ? sql`true` : sql`${column} in (select unnest(${[...names]}::text[]))`
  return sql<Unspanned<T>>`
    with troubled as (
      select o.router_name, ${spans} as spans from outage o
      where o.account_id = ${account_id} and (o.end_time is null or o.end_time > ${from}) and ${visible} and ${among(sql`o.router_name`)}
      group by o.router_name),
    young as (select router_name from member where account_id = ${account_id} and watched_since > ${from} and watched_since <= 'infinity' and ${among(sql`router_name`)})
    select m.router_name, m.watched_since as since, t.spans ${more}
    from (select router_name from troubled union select router_name from young) found join member m using (router_name)
      left join troubled t using (router_name)
    where m.account_id = ${account_id} and m.router_type = 1 and m.watched_since is not null`
}

/**
 * Returns the hardware members whose time from `from` on is not all well: with outages, or connected for the first time later.
 * @param names only these members; undefined for all
 */
export async function listPasts(db: AccountDb, names: readonly string[] | undefined, visible: Visible, from: number): Promise<PastRow[]> {
  const { account_id } = db
  const { rows } = await pasts<PastRow>({ account_id, from: fromUnix(from), seen: seen(db, visible), names }).execute(db.sql)
  return rows.map(withSpans)
}

const pastsInNetworks = builtOnce(
  (_db, { confined }: { confined: boolean }, { account_id, visible, from }: { account_id: number; visible: string[]; from: Date }) =>
    pasts<PastRow & { networks: string[] }>({
      account_id,
      from,
      seen: seenIn(account_id, confined ? visible : undefined),
      more: sql`, array(select network_number from network_member nm where (nm.account_id, nm.router_name) = (m.account_id, m.router_name)) as networks`,
    }),
)

/** Returns the same of all members, with the networks of each. */
export async function listPastsInNetworks(
  { account_id, sql: db }: AccountDb,
  visible: Visible,
  from: number,
): Promise<(PastRow & { networks: string[] })[]> {
  const rows = await pastsInNetworks(
    db,
    { confined: visible !== undefined },
    { account_id, visible: [...(visible ?? [])], from: fromUnix(from) },
  )
  return rows.map(withSpans)
}

/** Returns from when on the outages of a member are known; null if it never connected or is software, undefined if there is none. */
export async function watchedSince(db: AccountDb, router_name: string): Promise<number | null | undefined> {
  const row = await db.sql
    .selectFrom('member')
    .select(['router_type', 'watched_since'])
    .where('account_id', '=', db.account_id)
    .where('router_name', '=', router_name)
    .executeTakeFirst()
  return row && (row.router_type === 1 ? row.watched_since : null)
}

/** Returns the outages of a member that touch the time from `from` on, the oldest first. */
export async function listOutages(
  db: AccountDb,
  router_name: string,
  visible: Visible,
  from: number,
): Promise<(Span & { cause: DiagnosisCause })[]> {
  const { rows } = await sql<{ state: AttentionState; start: number; end: number | null; cause: DiagnosisCause }>`
    select o.state, o.cause, o.start_time as start, o.end_time as end from outage o
    where o.account_id = ${db.account_id} and o.router_name = ${router_name} and (o.end_time is null or o.end_time > ${fromUnix(from)})
      and ${seen(db, visible)} order by o.start_time`.execute(db.sql)
  return rows
}

/** A moment of a member, in Unix seconds. */
export interface Moment {
  router_name: string
  time: number
}
/** Seconds before the end of a control connection in which its outage may have begun, and after it. */
const AROUND = { before: 300, after: 60 }

/** Returns the outage that began around each of these moments, by its place among them. */
export async function listOutagesAt(
  db: ReadingDb,
  moments: readonly Moment[],
  visible: Visible,
  now: Date,
): Promise<Map<number, OutageRecord>> {
  const { account_id } = db
  const { rows } = await sql<OutageRecord & { place: number }>`
    select asked.place, o.state, o.cause, o.start_time, o.end_time, o.behind, c.note as behind_note,
      greatest(0, floor(extract(epoch from coalesce(o.end_time, ${now}) - o.start_time)))::bigint as seconds
    from unnest(${moments.map(({ router_name }) => router_name)}::text[], ${moments.map(({ time }) => time)}::bigint[])
        with ordinality asked(router_name, time, place)
      cross join lateral (select o.* from outage o
        where o.account_id = ${account_id} and o.router_name = asked.router_name
          and o.start_time between to_timestamp(asked.time - ${sql.lit(AROUND.before)}) and to_timestamp(asked.time + ${sql.lit(AROUND.after)})
          and ${seen(db, visible)} order by o.start_time desc limit 1) o
      left join member c on c.account_id = ${account_id} and c.router_name = o.behind`.execute(db.sql)
  return new Map(rows.map(({ place, ...row }) => [place - 1, row]))
}

/** Returns a page of the outages of a member, the newest first, with their number. */
export async function pageOutages(
  db: AccountDb,
  { router_name, before, page, limit }: { router_name: string; before?: number | undefined; page: number; limit: number },
  visible: Visible,
  now: Date,
): Promise<PageOf<OutageRecord>> {
  const { account_id } = db
  const own = sql`from outage o where o.account_id = ${account_id} and o.router_name = ${router_name} and ${seen(db, visible)}
    ${before === undefined ? sql`` : sql`and o.start_time < to_timestamp(${before + 1}::bigint)`}`
  const { rows } = await sql<OutageRecord & { count: number; outage_id: number | null }>`
    with page as (select o.* ${own} order by o.start_time desc, o.outage_id desc limit ${limit} offset ${(page - 1) * limit})
    select total.count, page.outage_id, page.state, page.cause, page.start_time, page.end_time, page.behind, c.note as behind_note,
      greatest(0, floor(extract(epoch from coalesce(page.end_time, ${now}) - page.start_time)))::bigint as seconds
    from (select count(*) ${own}) total left join page on true
      left join member c on c.account_id = ${account_id} and c.router_name = page.behind
    order by page.start_time desc, page.outage_id desc`.execute(db.sql)
  return {
    count: rows[0]?.count ?? 0,
    rows: rows.flatMap(({ count: _, outage_id, ...row }) => (outage_id === null ? [] : [row])),
  }
}
