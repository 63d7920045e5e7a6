import { type ConnectionLog, type LoginLog, type LogType, MOST_FOUND, type PageOf, type SessionLog } from '@weft/contract'
import { type RawBuilder, sql } from 'kysely'
import type { ReadingDb } from '../../../db/client.ts'
import { memberInScope } from '../../../db/member-scope.ts'
import { all, any, countTo, hasText, isCommon } from '../../../db/search.ts'
import type { MemberScope } from '../../../kernel/actor.ts'
import { namesWith } from '../../foundation/member-name/member-name.service.ts'

/** The type of a row of each log. */
export interface LogRows {
  connect: Omit<ConnectionLog, 'outage'>
  software_login: LoginLog
  online: SessionLog
  pop_online: SessionLog
}

/** The filter of a log. */
export interface LogFilter {
  from: Date
  /** End of the time range, exclusive. */
  until: Date
  /** Only rows of this name, whichever member has it now; '' for all. */
  router_name: string
  /** Only sessions of this network, and what its present members did. */
  network_number?: string | undefined
  search: string
  /** Of connections: only those that began ('1') or ended ('0'). */
  online?: '0' | '1' | undefined
  /** The networks whose sessions the caller may see; undefined for all. */
  visible: ReadonlySet<string> | undefined
  /** The members whose rows the caller may see; undefined for all. */
  scope: MemberScope | undefined
}

interface Log {
  table: RawBuilder<unknown>
  time: RawBuilder<unknown>
  columns: RawBuilder<unknown>
  /** Columns that distinguish rows of one moment; none is ever null. */
  key: readonly string[]
  /** Columns with names that a search looks in. */
  names: readonly string[]
  of?: RawBuilder<unknown>
  sessions: boolean
}

const ONLINE_TIME = sql`greatest(0, floor(extract(epoch from coalesce(end_time, now()) - start_time)))::bigint`
const session = (mode: 'p2p' | 'pop', ends: RawBuilder<unknown>): Log => ({
  table: sql`tunnel_session`,
  time: sql`start_time`,
  columns: sql`router_name, network_number, ${ends}, area, orig, vpn_ip, start_time, end_time, ${ONLINE_TIME} as online_time`,
  key: ['router_name', 'link_router_name', 'network_number'],
  names: ['router_name', 'link_router_name'],
  of: sql`t.mode = ${mode}`,
  sessions: true,
})

/** Builds the names of the ends of a row, as they are now. @param row the alias of the row */
const namesOfRow = ({ sessions, table }: Log, row: 't' | 'found', { visible }: LogFilter) => {
  const memberOf = (column: string) =>
    sql`from member m where (m.account_id, m.router_name) = (${sql.ref(`${row}.account_id`)}, ${sql.ref(`${row}.${column}`)})`
  const former = sql`(select f.note from former_member f where (f.account_id, f.router_name) = (${sql.ref(`${row}.account_id`)}, ${sql.ref(`${row}.router_name`)}))`
  const networks = sql`, coalesce((select json_agg(json_build_object('network_number', n.network_number, 'network_name', n.network_name) order by n.network_name)
    from network_member nm join network n using (account_id, network_number)
    where (nm.account_id, nm.router_name) = (${sql.ref(`${row}.account_id`)}, ${sql.ref(`${row}.router_name`)})
      ${visible === undefined ? sql`` : sql`and nm.network_number = any(${[...visible]}::text[])`}), '[]') as networks`
  return sql`coalesce((select m.note ${memberOf('router_name')}), ${former}, '') as note,
    case when exists (select ${memberOf('router_name')}) then 0 else 1 end as deleted${
      sessions
        ? sql`, (select n.network_name from network n where (n.account_id, n.network_number) = (${sql.ref(`${row}.account_id`)}, ${sql.ref(`${row}.network_number`)})) as network_name,
          (select m.note ${memberOf('link_router_name')}) as link_note`
        : table === logs.connect.table
          ? networks
          : sql``
    }`
}

const logs: Record<LogType, Log> = {
  connect: {
    table: sql`connect_log`,
    time: sql`create_time`,
    columns: sql`router_name, remote_ip, remote_port, version, online, exceeded, create_time`,
    key: ['router_name', 'remote_ip', 'remote_port', 'online'],
    names: ['router_name'],
    sessions: false,
  },
  software_login: {
    table: sql`software_login_log`,
    time: sql`create_time`,
    columns: sql`router_name, ip, os, version, sys_brand, sys_model, sys_version, create_time`,
    key: ['router_name', 'ip'],
    names: ['router_name'],
    sessions: false,
  },
  online: session('p2p', sql`link_router_name, null as pop_name`),
  // A POP's agent has a technical name, so the name of the POP is shown instead.
  pop_online: session(
    'pop',
    sql`null as link_router_name, coalesce((select p.name from pop p where p.pop_name = link_router_name), link_router_name) as pop_name`,
  ),
}

const has = (column: string, search: string) => hasText(sql`lower(t.${sql.ref(column)})`, search)

/**
 * Returns the conditions of a filter except its search. Both ends of the time range are given, so that no other partition is even planned.
 */
const inRange = (
  { of, time, sessions, table }: Log,
  { account_id }: ReadingDb,
  { from, until, router_name, network_number, online, visible, scope }: LogFilter,
) =>
  all(
    sql`t.account_id = ${account_id} and t.${time} >= ${from}::timestamptz and t.${time} < ${until}::timestamptz`,
    of,
    router_name !== '' && sql`t.router_name = ${router_name}`,
    network_number !== undefined &&
      (sessions
        ? sql`t.network_number = ${network_number}`
        : sql`t.router_name in (select nm.router_name from network_member nm where nm.account_id = ${account_id} and nm.network_number = ${network_number})`),
    online !== undefined && table === logs.connect.table && sql`t.online = ${Number(online)}`,
    sessions && visible !== undefined && sql`t.network_number = any(${[...visible]}::text[])`,
    scope !== undefined && memberInScope(account_id, scope, sql`t.router_name`),
  )

/** Rows that have one of some values in a column. The rows of each value are read along an index, newest first. */
interface Lane {
  column: string
  values: readonly string[]
  /** Leaves out the rows of another lane. */
  but?: RawBuilder<unknown>
}
/** How a search finds its rows: by lanes, or by checking each row from the newest on. */
type Found = { lanes: readonly Lane[] } | { where: RawBuilder<unknown> | undefined }

/** Most members that are looked up one by one. */
const MOST_NAMES = 1000
/** A text is common if a share of COMMON of the SAMPLE newest rows has it: walking finds a page of it soon. */
const SAMPLE = 300
const COMMON = 0.1

const ADDRESS = /^(\d{1,3}(\.\d{1,3}){3}|[\da-f]*:[\da-f:.]*)$/i
const NETWORK = /^\d{10}$/

/**
 * Decides how a search finds its rows. A whole address is searched for as an address, everything else as a part of a name. A name is first
 * looked up among the members, also deleted ones: of ten million rows only theirs are read then.
 */
export async function findRows(db: ReadingDb, type: LogType, filter: LogFilter): Promise<Found> {
  const { search, router_name, network_number } = filter
  const log = logs[type]
  if (search === '') {
    const { visible } = filter
    if (network_number !== undefined && router_name === '') return ofNetwork(db, log, network_number)
    return log.sessions && visible && router_name === ''
      ? { lanes: [{ column: 'network_number', values: [...visible] }] }
      : { where: undefined }
  }
  if (ADDRESS.test(search)) return { lanes: addressLanes(type, search) }
  const named = any(...log.names.flatMap((column) => [has(column, search), sql`t.${sql.ref(column)} in (${namesWith(db, search)})`]))
  if (router_name !== '' || (await namesAreCommon(db, log, filter, named))) return { where: named }
  const names = await namesOf(db, search)
  if (names.length > MOST_NAMES) return { where: named }
  const [first, ...others] = log.names
  return {
    lanes: [
      { column: first!, values: names },
      ...others.map((column) => ({ column, values: names, but: sql`t.router_name <> all(${names}::text[])` })),
      ...(log.sessions && NETWORK.test(search)
        ? [
            {
              column: 'network_number',
              values: [search],
              but: all(...log.names.map((column) => sql`t.${sql.ref(column)} <> all(${names}::text[])`)),
            },
          ]
        : []),
    ],
  }
}

/** Reads the rows of a network along its number, and where rows have none, along the names of its members unless there are many. */
async function ofNetwork(db: ReadingDb, { sessions }: Log, network_number: string): Promise<Found> {
  if (sessions) return { lanes: [{ column: 'network_number', values: [network_number] }] }
  const { rows } = await sql<{ router_name: string }>`select router_name from network_member
    where account_id = ${db.account_id} and network_number = ${network_number} limit ${sql.lit(MOST_NAMES + 1)}`.execute(db.sql)
  return rows.length > MOST_NAMES
    ? { where: undefined }
    : { lanes: [{ column: 'router_name', values: rows.map((row) => row.router_name) }] }
}

function addressLanes(type: LogType, address: string): Lane[] {
  if (type === 'connect') return [{ column: 'remote_ip', values: [address] }]
  if (type === 'software_login') return [{ column: 'ip', values: [address] }]
  return [
    { column: 'vpn_ip', values: [address] },
    { column: 'orig', values: [address], but: sql`t.vpn_ip is distinct from ${address}` },
  ]
}

async function namesAreCommon(db: ReadingDb, log: Log, filter: LogFilter, named: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ common: boolean | null }>`
    select ${isCommon(named, COMMON)} as common
    from (select * from ${log.table} t where ${inRange(log, db, filter)} order by ${log.time} desc limit ${sql.lit(SAMPLE)}) t`.execute(
    db.sql,
  )
  return rows[0]?.common === true
}

/** Returns the names that a text may mean: of members, by their serial numbers or their names, SaaS devices and deleted ones included, and of POPs. */
async function namesOf(db: ReadingDb, search: string): Promise<string[]> {
  const { rows } = await sql<{ router_name: string }>`
    select distinct router_name from (${namesWith(db, search)}
      union all select t.pop_name from pop t where ${has('name', search)}
      union all select ${search}::text) named limit ${sql.lit(MOST_NAMES + 1)}`.execute(db.sql)
  return rows.map((row) => row.router_name)
}

/** Returns the condition that a column has one of the values. In `orig` the address may be followed by a port. */
function holds(column: string, values: readonly string[]): RawBuilder<unknown> {
  if (column !== 'orig') return sql`t.${sql.ref(column)} = any(${[...values]}::text[])`
  const [address = ''] = values
  const ends = [`${address}:`, `[${address}]:`].map(
    (begin) => sql`t.orig collate "C" >= ${begin} and t.orig collate "C" < ${`${begin.slice(0, -1)};`}`,
  )
  return any(sql`t.orig collate "C" = ${address}`, ...ends.map((one) => sql`(${one})`))
}

const orderOf = ({ time, key }: Log, from: 't' | 'found') =>
  sql`${sql.ref(from)}.${time} desc, ${sql.join(key.map((column) => sql`${sql.ref(from)}.${sql.ref(column)}`))}`

/** Builds the query of a filter in parts, one for each lane and value, that share no rows. @param tail order and limit of each part */
function parts(db: ReadingDb, log: Log, filter: LogFilter, found: Found, tail: RawBuilder<unknown>): RawBuilder<unknown> {
  const range = inRange(log, db, filter)
  const part = (...conditions: (RawBuilder<unknown> | undefined)[]) =>
    sql`select t.* from ${log.table} t where ${all(range, ...conditions)} ${tail}`
  if ('where' in found) return part(found.where)
  const lanes = found.lanes.map(({ column, values, but }) =>
    column === 'orig'
      ? sql`(${part(holds(column, values), but)})`
      : sql`select lane.* from unnest(${[...values]}::text[]) v(value), lateral (${part(sql`t.${sql.ref(column)} = v.value`, but)}) lane`,
  )
  return sql.join(lanes, sql` union all `)
}

/** Returns a page of a log, newest first, and the number of rows, counted up to `MOST_FOUND` and one more. */
export async function pageLog<K extends LogType>(
  db: ReadingDb,
  type: K,
  filter: LogFilter,
  { page, limit }: { page: number; limit: number },
): Promise<PageOf<LogRows[K]>> {
  const log = logs[type]
  const found = await findRows(db, type, filter)
  const offset = (page - 1) * limit
  const { rows } =
    offset > MOST_FOUND
      ? { rows: [] }
      : await sql<LogRows[K]>`
          -- Rows that are skipped need no names.
          with page as materialized (
            select found.* from (${parts(db, log, filter, found, sql`order by ${orderOf(log, 't')} limit ${offset + limit}`)}) found
            order by ${orderOf(log, 'found')} limit ${limit} offset ${offset})
          select ${log.columns}, ${namesOfRow(log, 'found', filter)} from page found order by ${orderOf(log, 'found')}`.execute(db.sql)
  if (offset === 0 && rows.length < limit) return { rows, count: rows.length }
  // Counted in any order: from the index alone, and only up to the limit.
  const counted = await sql<{ count: number }>`select ${countTo(MOST_FOUND, parts(db, log, filter, found, sql``))} as count`.execute(db.sql)
  return { rows, count: counted.rows[0]!.count }
}

/** The position of a reader in a log: after this row. */
export interface Cursor {
  at: string
  key: readonly (string | number)[]
}

/**
 * Returns the rows of a log after another one, newest first; from the newest if no other one is given.
 * @param found result of `findRows`
 */
export async function rowsAfter<K extends LogType>(
  db: ReadingDb,
  type: K,
  filter: LogFilter,
  found: Found,
  after: Cursor | undefined,
  limit: number,
): Promise<{ rows: LogRows[K][]; last: Cursor | undefined }> {
  const log = logs[type]
  const key = sql.join(log.key.map((column) => sql`t.${sql.ref(column)}`))
  const behind =
    after &&
    sql`t.${log.time} <= ${after.at}::timestamptz and (t.${log.time} < ${after.at}::timestamptz or (${key}) > (${sql.join(after.key)}))`
  const meant = 'where' in found ? found.where : any(...found.lanes.map(({ column, values }) => holds(column, values)))
  const { rows } = await sql<LogRows[K] & { at: string } & Record<string, string | number>>`
    select ${log.columns}, ${namesOfRow(log, 't', filter)}, t.${log.time}::text as at${log.sessions ? sql`, t.link_router_name as other_end` : sql``} from ${log.table} t
    where ${all(inRange(log, db, filter), meant, behind)} order by ${orderOf(log, 't')} limit ${limit}`.execute(db.sql)
  const last = rows.at(-1)
  const keyOf = (row: Record<string, string | number>) =>
    log.key.map((column) => row[column === 'link_router_name' ? 'other_end' : column]!)
  return { rows, last: last && { at: last.at, key: keyOf(last) } }
}
