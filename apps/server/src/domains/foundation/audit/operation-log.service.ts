import {
  auditActionNames,
  auditAreaNames,
  type contract,
  type FileAnswer,
  type InputOf,
  type OperationRecord,
  type OutputOf,
} from '@weft/contract'
import { workbookOfText } from '../../../adapters/spreadsheet/text-rows.ts'
import type { AccountDb, Db } from '../../../db/client.ts'
import { type Clock, daysBetween, fromUnix, shanghaiDay, shanghaiTime } from '../../../kernel/clock.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { type LogRange, operationsAfter, pageOperations } from './audit.queries.ts'
import { actorKinds, fileName, headings, sheetName, widths } from './operation-log.text.ts'

type Call = typeof contract.operationLog
const PAGE = 1000

const rangeOf = ({ ram_id, area, search, start_time, end_time }: InputOf<Call['file']>): LogRange => ({
  login_id: ram_id === undefined ? undefined : Number(ram_id),
  area,
  search,
  ...daysBetween({ start_time, end_time }),
})

export const lists = (db: AccountDb, { page, limit, ...range }: InputOf<Call['lists']>): Promise<OutputOf<Call['lists']>> =>
  pageOperations(db, rangeOf(range), { page, limit })

/**
 * Returns the operations of a range as a workbook, newest first. It is made while it is read, a page at a time, each in a transaction of
 * its own, so that a slow reader holds no connection.
 * @throws exportEmpty
 */
export async function exported(
  { db: pages, clock }: { db: Db; clock: Clock },
  db: AccountDb,
  input: InputOf<Call['file']>,
): Promise<FileAnswer> {
  const range = rangeOf(input)
  if ((await operationsAfter(db, range, undefined, 1)).length === 0) throw new Refusal('exportEmpty')
  return {
    file_name: fileName(shanghaiDay.format(clock.now()).replaceAll('-', '')),
    body: workbookOfText(sheetName, headings, widths, rowsOf(pages, db.account_id, range)),
  }
}

async function* rowsOf({ account }: Db, account_id: number, range: LogRange): AsyncGenerator<string[]> {
  let last: number | undefined
  for (;;) {
    const page = await account(account_id, 'read', (db) => operationsAfter(db, range, last, PAGE))
    for (const operation of page) yield rowOf(operation)
    if (page.length < PAGE) return
    last = page.at(-1)!.seq
  }
}

const rowOf = ({ create_time, actor, actor_kind, mode, action, message, address }: OperationRecord): string[] => [
  shanghaiTime.format(fromUnix(create_time)),
  `${actorKinds[actor_kind]} ${actor}`,
  auditAreaNames[mode]['zh-CN'],
  Object.hasOwn(auditActionNames, action) ? auditActionNames[action as keyof typeof auditActionNames]['zh-CN'] : action,
  message,
  address ?? '',
]
