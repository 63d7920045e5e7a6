/**
 * Room observation/log: lists and files of the connection, tunnel and sign-in logs.
 * Tables: none.
 * Called by: ops.
 * Always: sessions of networks and members that the caller may not see are left out.
 */
import {
  type ConnectionLog,
  type contract,
  type FileAnswer,
  type InputOf,
  LOG_EXPORT_ROWS,
  type LoginLog,
  type LogType,
  type OutputOf,
  type SessionLog,
} from '@weft/contract'
import { csvOfText } from '../../../adapters/spreadsheet/csv.ts'
import { workbookOfText } from '../../../adapters/spreadsheet/text-rows.ts'
import type { Db, ReadingDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { type Clock, fileStamp } from '../../../kernel/clock.ts'
import { type Page, pagesOf } from '../../../kernel/pages.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Settings } from '../../../kernel/settings.ts'
import type { Turn } from '../../../kernel/turns.ts'
import { outagesAt } from '../../network/outage/outage.service.ts'
import { type Cursor, findRows, type LogFilter, type LogRows, pageLog, rowsAfter } from './log.queries.ts'
import { rangeOf } from './log.rules.ts'
import { logFiles } from './log.text.ts'

type Logs = typeof contract.logs
type In<K extends keyof Logs> = InputOf<Logs[K]>

export interface LogDependencies {
  db: Db
  clock: Clock
  settings: Pick<Settings, 'WEFT_LOG_DAYS'>
}
export interface LogExportDependencies extends LogDependencies {
  /** The queue in which pages of files are read: an account that exports many files at once waits for its own. */
  turn: Turn
}

const PAGE = 10_000
const mediaTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const

type Seer = Pick<Actor, 'designated' | 'members'>
type Asked = Pick<In<'connect'>, 'router_name' | 'network_number' | 'search' | 'start_time' | 'end_time' | 'range' | 'online'>
const filterOf = (
  { clock, settings }: LogDependencies,
  { designated, members }: Seer,
  { router_name, network_number, search, online, ...days }: Asked,
): LogFilter => ({
  ...rangeOf(days, clock.now(), settings.WEFT_LOG_DAYS),
  router_name,
  network_number,
  search,
  online,
  visible: designated,
  scope: members,
})

/**
 * Returns a page of a log, newest first. Sessions of networks and rows of members that the caller may not see are left out.
 * @throws logRangeTooWide
 */
export const page = <K extends LogType>(
  infrastructure: LogDependencies,
  { db, actor, input: { page: at, limit, ...asked } }: { db: ReadingDb; actor: Seer; input: In<'connect'> },
  type: K,
) => pageLog(db, type, filterOf(infrastructure, actor, asked), { page: at, limit })

/** Returns a page of the connections, each that ended with the outage that it began. */
export async function connections(
  infrastructure: LogDependencies,
  call: { db: ReadingDb; actor: Seer; input: In<'connect'> },
): Promise<OutputOf<Logs['connect']>> {
  const { rows, count } = await page(infrastructure, call, 'connect')
  return { rows: await withOutages(call.db, call.actor, rows, infrastructure.clock.now()), count }
}

async function withOutages(db: ReadingDb, actor: Seer, rows: readonly LogRows['connect'][], now: Date): Promise<ConnectionLog[]> {
  const ended = rows.flatMap(({ online, router_name, create_time }, row) => (online === 0 ? [{ row, router_name, time: create_time }] : []))
  const found = await outagesAt(db, actor, ended, now)
  const of = new Map(ended.map(({ row }, place) => [row, found.get(place)]))
  return rows.map((row, at) => ({ ...row, outage: of.get(at) ?? null }))
}

/**
 * Returns a log as rows, or as a file that is made while it is read: a page at a time, each in a transaction of its own, so that a slow
 * reader holds no connection.
 * @throws notPermitted if anyone but the owner asks for the logins; exportEmpty, for a file; logRangeTooWide
 */
export async function exported(
  infrastructure: LogExportDependencies,
  { db, actor, input: { type, format, ...asked } }: { db: ReadingDb; actor: Actor; input: In<'export'> },
): Promise<OutputOf<Logs['export']>> {
  if (type === 'software_login' && actor.ram !== 0) throw new Refusal('notPermitted')
  const filter = filterOf(infrastructure, actor, asked)
  const { name, columns } = logFiles[type]
  const file_name = `${name}_${fileStamp(infrastructure.clock.now())}.${format ?? 'xlsx'}`
  const found = await findRows(db, type, filter)
  const now = infrastructure.clock.now()
  const read = async (pageDb: ReadingDb, after: Cursor | undefined, limit: number): Promise<Page<Exported, Cursor>> => {
    const { rows, last } = await rowsAfter(pageDb, type, filter, found, after, limit)
    return { rows: type === 'connect' ? await withOutages(pageDb, actor, rows as LogRows['connect'][], now) : (rows as Exported[]), last }
  }
  if (format === undefined) {
    const { rows } = await read(db, undefined, LOG_EXPORT_ROWS + 1)
    return { file_name, data: rows.slice(0, LOG_EXPORT_ROWS), more: rows.length > LOG_EXPORT_ROWS ? 1 : 0 }
  }

  if ((await rowsAfter(db, type, filter, found, undefined, 1)).rows.length === 0) throw new Refusal('exportEmpty')
  const cells = columns as readonly { heading: string; width: number; cell(row: Exported): string | number | null }[]
  const pages = pagesOf(PAGE, (after: Cursor | undefined) =>
    infrastructure.turn(actor.account_id, () => infrastructure.db.lagging(actor.account_id, (pageDb) => read(pageDb, after, PAGE))),
  )
  const textsOf = (row: Exported) => cells.map(({ cell }) => String(cell(row) ?? ''))
  async function* texts(): AsyncGenerator<string[][]> {
    for await (const rows of pages) yield rows.map(textsOf)
  }
  async function* rowByRow(): AsyncGenerator<string[]> {
    for await (const rows of pages) for (const row of rows) yield textsOf(row)
  }
  const headings = cells.map(({ heading }) => heading)
  const widths = cells.map(({ width }) => width)
  const body = format === 'csv' ? csvOfText(headings, texts()) : workbookOfText(name, headings, widths, rowByRow())
  return { file_name, media_type: mediaTypes[format], body } satisfies FileAnswer
}

/** A row as it is exported. */
type Exported = ConnectionLog | LoginLog | SessionLog
