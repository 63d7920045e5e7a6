import {
  type contract,
  exportColumns,
  type ExportField,
  exportFields,
  type FileAnswer,
  type InputOf,
  memberStatusNames,
  placeText,
  type RouterType,
} from '@weft/contract'
import { tell } from '../../../adapters/bus/bus.queries.ts'
import { workbookOfText } from '../../../adapters/spreadsheet/text-rows.ts'
import type { AccountDb, Db } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { type Clock, shanghaiDay } from '../../../kernel/clock.ts'
import { maskPhone } from '../../../kernel/mask.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { quantity } from '../member/member.service.ts'
import { fileNames, sheetNames } from './member-file.text.ts'
import { type ExportedMember, pageOfMembers } from './member-file.queries.ts'

const PAGE = 1000
/** Milliseconds between reports of an export's progress. */
const TELL_EVERY = 300

interface Column {
  /** In characters. */
  width: number
  text: (member: ExportedMember) => string | null
}
const columns: Record<ExportField, Column> = {
  router_name: { width: 34, text: ({ router_name }) => router_name },
  note: { width: 28, text: ({ note }) => note },
  place: { width: 16, text: placeText },
  tags: { width: 28, text: ({ tags }) => tags.join('、') },
  // Not `+86 …`: a leading plus would be taken for a formula.
  phone: { width: 20, text: ({ area_code, phone }) => (phone === null ? null : `${area_code} ${maskPhone(phone)}`) },
  router_model: { width: 16, text: ({ router_model }) => router_model },
  status: { width: 10, text: ({ status }) => memberStatusNames[status]['zh-CN'] },
  os: { width: 12, text: ({ os }) => os },
  version: { width: 12, text: ({ version }) => version },
  last_login: { width: 22, text: ({ last_login }) => last_login },
}
const WIDTHS = exportFields.map((field) => columns[field].width)

export interface ExportDependencies {
  db: Db
  clock: Clock
}

/**
 * Returns all members of the account, or those of one kind, as a workbook that is made while it is read: a page at a time, each in a transaction of its
 * own, so that a slow reader holds no connection.
 * @throws exportEmpty
 */
export async function exportMembers(
  { db: pages, clock }: ExportDependencies,
  { actor, db, input }: { actor: Actor; db: AccountDb; input: InputOf<typeof contract.memberFiles.export> },
): Promise<FileAnswer> {
  const kinds: readonly RouterType[] = input.type === undefined ? [1, 2] : [input.type === '1' ? 1 : 2]
  const { hardware, software } = await quantity(db)
  const total = kinds.reduce((sum, kind) => sum + { 1: hardware, 2: software }[kind], 0)
  if (total === 0) throw new Refusal('exportEmpty')
  const rows = rowsOf(pages, actor.account_id, kinds, progressOf(pages, actor, input.progress, total))
  return {
    file_name: fileNames.export(sheetNames[input.type ?? 'all'], shanghaiDay.format(clock.now()).replaceAll('-', '')),
    body: workbookOfText(sheetNames[input.type ?? 'all'], exportColumns, WIDTHS, rows),
  }
}

type Progress = (done: number, ended?: boolean) => Promise<void>

async function* rowsOf({ account }: Db, account_id: number, kinds: readonly RouterType[], progress: Progress): AsyncGenerator<string[]> {
  let done = 0
  let last = ''
  for (;;) {
    const page = await account(account_id, 'read', (db) => pageOfMembers(db, kinds, last, PAGE))
    for (const member of page) {
      yield exportFields.map((field) => columns[field].text(member) ?? '')
      done += 1
    }
    if (page.length < PAGE) break
    last = page.at(-1)!.router_name
    await progress(done)
  }
  await progress(done, true)
}

/** Reports the number of finished rows to the session that asked; does nothing if it did not ask. */
function progressOf({ systemNow }: Db, { account_id, session_id }: Actor, id: string | undefined, total: number): Progress {
  let lastReport = performance.now()
  return async (done, ended = false) => {
    if (id === undefined || (!ended && performance.now() - lastReport < TELL_EVERY)) return
    lastReport = performance.now()
    // Members may have come or gone since they were counted.
    const event = { type: 'progress', account_id, session_id, id, done, total: ended ? done : Math.max(total, done) } as const
    // The file is what was asked for; it comes even if this report fails.
    await tell(systemNow, event).catch(() => {})
  }
}
