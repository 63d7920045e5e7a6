import {
  auditActionNames,
  auditAreaNames,
  type contract,
  type FileAnswer,
  type InputOf,
  operationValues,
  type OutputOf,
} from '@weft/contract'
import { workbookOfText } from '../../../adapters/spreadsheet/text-rows.ts'
import type { AccountDb, Db, ReadingDb } from '../../../db/client.ts'
import { type Clock, daysBetween, fromUnix, shanghaiDay, shanghaiTime } from '../../../kernel/clock.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { countOperations, loginsOf, type LogRange, operationsAfter, pageOperations } from './audit.queries.ts'
import { recordOf, type StoredOperation } from './operation-log.rules.ts'
import { actorKinds, fileName, headings, sheetName, sideOf, widths } from './operation-log.text.ts'

type Call = typeof contract.operationLog
const PAGE = 1000
/** The caller, whom its role may limit to some members; undefined reads all. */
type Reader = LogRange['reader']

const personOf = (person: string | undefined) =>
  person === undefined || person === 'operator' || person === 'system' ? person : Number(person)

const rangeOf = ({ ram_id, person, area, action, views, object, search, start_time, end_time }: InputOf<Call['file']>): LogRange => ({
  person: ram_id === undefined ? personOf(person) : Number(ram_id),
  area,
  action,
  views: views === 1,
  object,
  search,
  ...daysBetween({ start_time, end_time }),
})

/** Returns a page of operations, newest first. @param actions those that are shown, or left out */
export async function lists(
  db: AccountDb,
  reader: Reader,
  { page, limit, ...range }: InputOf<Call['lists']>,
  actions: Pick<LogRange, 'among' | 'apart'> = {},
): Promise<OutputOf<Call['lists']>> {
  const { rows, count } = await pageOperations(db, { ...rangeOf(range), ...actions, reader }, { page, limit })
  return { rows: rows.map(recordOf), count }
}

/** Returns how many operations of a range changed something, and how many are what operators only looked at. */
export async function counts(db: AccountDb, reader: Reader, input: InputOf<Call['counts']>): Promise<OutputOf<Call['counts']>> {
  const range = { ...rangeOf(input), reader, views: false }
  return { changes: await countOperations(db, range), views: await countOperations(db, { ...range, action: 'view' }) }
}

const LOGIN_KINDS = ['owner', 'sub_account', 'access_key'] as const

/** Returns the logins whose operations the log can be narrowed to. */
export async function people(db: AccountDb): Promise<OutputOf<Call['people']>> {
  const logins = await loginsOf(db)
  return logins.map(({ login_id, username, ram }) => ({ id: String(login_id), name: username, kind: LOGIN_KINDS[ram] }))
}

/**
 * Returns the operations of a range as a workbook, newest first. It is made while it is read, a page at a time, each in a transaction of
 * its own, so that a slow reader holds no connection.
 * @throws exportEmpty
 */
export async function exported(
  { db: pages, clock }: { db: Db; clock: Clock },
  db: ReadingDb,
  reader: Reader,
  input: InputOf<Call['file']>,
): Promise<FileAnswer> {
  const range = { ...rangeOf(input), reader }
  if ((await operationsAfter(db, range, undefined, 1)).length === 0) throw new Refusal('exportEmpty')
  return {
    file_name: fileName(shanghaiDay.format(clock.now()).replaceAll('-', '')),
    body: workbookOfText(sheetName, headings, widths, rowsOf(pages, db.account_id, range)),
  }
}

async function* rowsOf({ lagging }: Db, account_id: number, range: LogRange): AsyncGenerator<string[]> {
  let last: number | undefined
  for (;;) {
    const page = await lagging(account_id, (db) => operationsAfter(db, range, last, PAGE))
    for (const operation of page) yield rowOf(operation)
    if (page.length < PAGE) return
    last = page.at(-1)!.seq
  }
}

const timeOf = (seconds: number) => shanghaiTime.format(fromUnix(seconds))

function rowOf(stored: StoredOperation): string[] {
  const { create_time, actor, actor_kind, mode, action, message, address, values } = recordOf(stored)
  const said = operationValues({ mode, values }, 'zh-CN', timeOf)
  return [
    timeOf(create_time),
    fromUnix(create_time).toISOString().slice(0, 19).replace('T', ' '),
    `${actorKinds[actor_kind]} ${actor}`,
    auditAreaNames[mode]['zh-CN'],
    Object.hasOwn(auditActionNames, action) ? auditActionNames[action as keyof typeof auditActionNames]['zh-CN'] : action,
    message,
    sideOf(said, 'before'),
    sideOf(said, 'after'),
    address ?? '',
  ]
}
