/**
 * Room member/member-file: workbooks of members: templates, lists to add or delete, exports.
 * Tables: none.
 * Called by: its routes alone.
 * Always: a list is added whole or not at all; an export holds no connection while the reader is slow.
 */
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
import { publish } from '../../../adapters/bus/publish.ts'
import { workbookOfText } from '../../../adapters/spreadsheet/text-rows.ts'
import type { AccountDb, Db } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { type Clock, shanghaiDay } from '../../../kernel/clock.ts'
import { maskPhone } from '../../../kernel/mask.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { allNames, quantity } from '../member/member.service.ts'
import { fileNames, sheetNames } from './member-file.text.ts'
import { type ExportedMember, listNamed, pageOfMembers } from './member-file.queries.ts'

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
 * Returns the members that a filter of the list finds, as a workbook that is made while it is read: a page at a time, each in a transaction
 * of its own, so that a slow reader holds no connection. All members of a kind come in the order of their names, those of a narrower
 * filter in that of the list.
 * @throws exportEmpty
 */
export async function exportMembers(
  { db: pages, clock }: ExportDependencies,
  { actor, db, input: { progress, ...filter } }: { actor: Actor; db: AccountDb; input: InputOf<typeof contract.memberFiles.export> },
): Promise<FileAnswer> {
  const { type, ...narrower } = filter
  const sheet = sheetNames[type ?? 'all']
  const narrowed = actor.members !== undefined || Object.values(narrower).some((value) => value !== undefined && value !== '')
  if (narrowed) return fileOf(pages, clock, actor, { sheet, progress, ...ofNames(await allNames(db, actor, filter)) })
  const kinds: readonly RouterType[] = type === undefined ? [1, 2] : [type === '1' ? 1 : 2]
  const { hardware, software } = await quantity(db, actor)
  const total = kinds.reduce((sum, kind) => sum + { 1: hardware, 2: software }[kind], 0)
  return fileOf(pages, clock, actor, {
    sheet,
    progress,
    total,
    read: (pageDb, _, last) => pageOfMembers(pageDb, kinds, last?.router_name ?? '', PAGE),
  })
}

/** Returns these members as a workbook, in their order. @throws exportEmpty */
export const exportSelected = (
  { db: pages, clock }: ExportDependencies,
  { actor, input: { progress, router_name } }: { actor: Actor; input: InputOf<typeof contract.memberFiles.export_selected> },
): Promise<FileAnswer> => fileOf(pages, clock, actor, { sheet: sheetNames.all, progress, ...ofNames(router_name) })

/** The members of a file, read a page at a time. */
interface Source {
  total: number
  /** Reads page number `at`, which follows the member `last`; an empty page is the end. */
  read: (db: AccountDb, at: number, last: ExportedMember | undefined) => Promise<ExportedMember[]>
}

const ofNames = (names: readonly string[]): Source => ({
  total: names.length,
  // A page whose members were all deleted meanwhile is not the end.
  read: async (db, at) => {
    for (let page = at; page * PAGE < names.length; page++) {
      const rows = await listNamed(db, names.slice(page * PAGE, (page + 1) * PAGE))
      if (rows.length > 0) return rows
    }
    return []
  },
})

async function fileOf(
  pages: Db,
  clock: Clock,
  actor: Actor,
  { sheet, progress, ...source }: Source & { sheet: string; progress: string | undefined },
): Promise<FileAnswer> {
  if (source.total === 0) throw new Refusal('exportEmpty')
  const rows = rowsOf(pages, actor.account_id, source, progressOf(pages, actor, progress, source.total))
  return {
    file_name: fileNames.export(sheet, shanghaiDay.format(clock.now()).replaceAll('-', '')),
    body: workbookOfText(sheet, exportColumns, WIDTHS, rows),
  }
}

type Progress = (done: number, ended?: boolean) => Promise<void>

async function* rowsOf({ account }: Db, account_id: number, { read }: Source, progress: Progress): AsyncGenerator<string[]> {
  let done = 0
  let last: ExportedMember | undefined
  for (let at = 0; ; at++) {
    const page = await account(account_id, 'read', (db) => read(db, at, last))
    if (page.length === 0) break
    for (const member of page) {
      yield exportFields.map((field) => columns[field].text(member) ?? '')
      done += 1
    }
    last = page.at(-1)
    await progress(done)
  }
  await progress(done, true)
}

/** Reports the number of finished rows to the session that asked; does nothing if it did not ask. */
function progressOf({ systemNow }: Db, { account_id, session_id }: Actor, id: string | undefined, total: number): Progress {
  let lastReport = performance.now()
  return async (done, ended = false) => {
    // Members may have come or gone since they were counted: only the end has finished all.
    if (id === undefined || (!ended && (done >= total || performance.now() - lastReport < TELL_EVERY))) return
    lastReport = performance.now()
    const event = { type: 'progress', account_id, session_id, id, done, total: ended ? done : total } as const
    // The file is what was asked for; it comes even if this report fails.
    await publish(systemNow, event).catch(() => {})
  }
}
