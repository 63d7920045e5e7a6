import type { ConnectionRecord, DialRecord, LoginRecord, PageOf } from '@weft/contract'
import { type RawBuilder, sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'
import { all, containing, type Counted, pageOf } from '../../../db/search.ts'
import { fromUnix } from '../../../kernel/clock.ts'

/** The networks that the caller may see; undefined for all of the account. */
type Visible = ReadonlySet<string> | undefined

interface Paging {
  page: number
  limit: number
}
interface Searched extends Paging {
  search: string
}
export interface SessionSearch extends Searched {
  mode: 'p2p' | 'pop'
  router_name: string
  /** The session began at this time or later. */
  from: Date | undefined
  /** The session began before this time. */
  until: Date | undefined
}
export interface LoginSearch extends Paging {
  router_name: string
}

const NEWEST = sql`start_time desc, router_name, link_router_name, network_number`
/** Seconds that a session lasted; for an open one, until now. */
const ONLINE_TIME = sql`greatest(0, floor(extract(epoch from coalesce(end_time, now()) - start_time)))::bigint`

const within = (visible: Visible) => visible !== undefined && sql`t.network_number = any(${[...visible]}::text[])`
const anyLike = (search: string, columns: readonly RawBuilder<unknown>[]) =>
  search !== '' &&
  sql`(${sql.join(
    columns.map((column) => sql`${column} ilike ${containing(search)}`),
    sql` or `,
  )})`

/** Builds the condition that a row is of this member: rows from before it was created are of a former member of the same name. */
const sinceCreated = ({ account_id }: AccountDb, router_name: string, time: RawBuilder<unknown>) =>
  sql`${time} >= (select create_time from member where account_id = ${account_id} and router_name = ${router_name})`

interface Listed {
  /** Queries of the rows; several are merged by `order`. */
  parts: readonly RawBuilder<unknown>[]
  columns: RawBuilder<unknown>
  order: RawBuilder<unknown>
  searched: boolean
}

/**
 * Returns a page of rows and their number in all, in one statement, which returns a row even for a page past the end. Without a search each
 * part is counted in its index alone and read along it as far as the page reaches; with one, each row of the member is read once.
 */
async function paged<R extends object>(
  db: AccountDb,
  { parts, columns, order, searched }: Listed,
  { page, limit }: Paging,
): Promise<PageOf<R>> {
  const offset = (page - 1) * limit
  const name = (i: number) => sql.ref(`part${i}`)
  const found = parts.map((part, i) => sql`${name(i)} as ${searched ? sql`materialized` : sql`not materialized`} (${part})`)
  const heads = parts.map((_, i) => sql`(select * from ${name(i)} order by ${order} limit ${offset + limit})`)
  const counts = parts.map((_, i) => sql`(select count(*) from ${name(i)})`)
  const { rows } = await sql<Counted<R>>`
    with ${sql.join(found)},
      page as materialized (select *, row_number() over (order by ${order}) as place from (${sql.join(heads, sql` union all `)}) head
        order by ${order} limit ${limit} offset ${offset})
    select total.count, page.place, ${columns} from (select ${sql.join(counts, sql` + `)} as count) total left join page on true
    order by page.place`.execute(db.sql)
  return pageOf(rows)
}

const SESSION = sql`t.router_name, t.link_router_name, t.network_number, t.mode, t.area, t.orig, t.vpn_ip, t.start_time, t.end_time, t.input, t.out`

/**
 * Returns a page of a member's tunnel sessions with their bytes: those that it dialled and, for a center, those that were dialled to it.
 * A branch received the bytes that the session carried downstream.
 */
export function pageConnections(
  db: AccountDb,
  visible: Visible,
  { router_name, search, ...paging }: Searched & { router_name: string },
): Promise<PageOf<ConnectionRecord>> {
  const sessions = (of: RawBuilder<unknown>) =>
    sql`select ${SESSION} from tunnel_session t where ${all(sql`t.account_id = ${db.account_id}`, of, sinceCreated(db, router_name, sql`t.start_time`), within(visible), anyLike(search, [sql`t.orig`, sql`t.vpn_ip`]))}`
  // The name of a POP may be that of a member, so only sessions to centers are searched by their other end.
  const parts = [sessions(sql`t.router_name = ${router_name}`), sessions(sql`t.link_router_name = ${router_name} and t.mode = 'p2p'`)]
  const peer = sql`case when page.router_name = ${router_name} then page.link_router_name else page.router_name end`
  const columns = sql`vpn_ip as ip, orig as origin, network_number,
    coalesce((select n.network_name from network n where n.account_id = ${db.account_id} and n.network_number = page.network_number), '') as network_name,
    case when mode = 'p2p' then ${peer} end as peer,
    case when mode = 'p2p' then coalesce((select nullif(p.note, '') from member p where p.account_id = ${db.account_id} and p.router_name = ${peer}), ${peer})
      else coalesce(area, (select p.name from pop p where p.pop_name = page.link_router_name), page.link_router_name) end as peer_name, out as input, input as out, start_time as session_date, ${ONLINE_TIME} as online_time, end_time as stop_time`
  return paged(db, { parts, columns, order: NEWEST, searched: search !== '' }, paging)
}

/** Returns a page of a member's sessions to centers or to POPs. */
export function pageSessions(
  db: AccountDb,
  visible: Visible,
  { mode, router_name, search, from, until, ...paging }: SessionSearch,
): Promise<PageOf<DialRecord>> {
  const searchable = [sql`t.link_router_name`, sql`t.network_number`, sql`t.orig`, sql`t.vpn_ip`]
  const found = sql`select ${SESSION} from tunnel_session t where ${all(
    sql`t.account_id = ${db.account_id} and t.router_name = ${router_name} and ${sinceCreated(db, router_name, sql`t.start_time`)}`,
    sql`t.mode = ${mode}`,
    from !== undefined && sql`t.start_time >= ${from}::timestamptz`,
    until !== undefined && sql`t.start_time < ${until}::timestamptz`,
    within(visible),
    anyLike(search, searchable),
  )}`
  const toPop = mode === 'pop'
  const columns = sql`router_name, network_number, ${toPop ? sql`null` : sql`link_router_name`} as link_router_name,
    ${toPop ? sql`coalesce((select p.name from pop p where p.pop_name = link_router_name), link_router_name)` : sql`null`} as pop_name, area, orig, vpn_ip, start_time, end_time, ${ONLINE_TIME} as online_time`
  return paged(db, { parts: [found], columns, order: NEWEST, searched: search !== '' }, paging)
}

/** Returns the times since `from` in which a member had a tunnel, overlapping sessions joined, the earliest first. @param from Unix seconds */
export async function tunnelSpans(
  db: AccountDb,
  visible: Visible,
  router_name: string,
  from: number,
): Promise<{ start: number; end: number }[]> {
  const begin = sql`${fromUnix(from)}::timestamptz`
  const { rows } = await sql<{ start: number; end: number }>`
    select floor(extract(epoch from lower(span)))::bigint as start, floor(extract(epoch from upper(span)))::bigint as "end"
    from unnest((select range_agg(tstzrange(greatest(t.start_time, ${begin}), least(coalesce(t.end_time, now()), now()), '[]'))
      from tunnel_session t where ${all(
        sql`t.account_id = ${db.account_id} and t.router_name = ${router_name} and ${sinceCreated(db, router_name, sql`t.start_time`)}`,
        sql`t.start_time <= now() and coalesce(t.end_time, now()) > ${begin}`,
        within(visible),
      )})) as span order by 1`.execute(db.sql)
  return rows
}

/** Returns a page of the logins of a software member. */
export function pageLogins(db: AccountDb, { router_name, ...paging }: LoginSearch): Promise<PageOf<LoginRecord>> {
  const columns = sql`router_name, ip, os, version, sys_brand, sys_model, sys_version, create_time`
  const found = sql`select ${columns} from software_login_log t where t.account_id = ${db.account_id} and t.router_name = ${router_name}
    and ${sinceCreated(db, router_name, sql`t.create_time`)}`
  return paged(db, { parts: [found], columns, order: sql`create_time desc, router_name, ip`, searched: false }, paging)
}
