import {
  type BatchError,
  type contract,
  DELETE_COLUMN,
  deletionResults,
  type InputOf,
  type Language,
  type OutputOf,
  plain,
  refusalText,
  SHEET_PREVIEW_ROWS,
} from '@weft/contract'
import type { SheetRow } from '../../../adapters/spreadsheet/sheet.ts'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { requireUnmanaged } from '../member/managed.service.ts'
import { addSoftwareMembers, deleteSoftwareMembers, type MemberProblem, problemsOf } from '../member/batch.service.ts'
import type { SealedPasswordService } from '../member/sealed-password.service.ts'
import { quantity } from '../member/member.service.ts'
import { signOfAccount } from '../../foundation/limits/limits.service.ts'
import { type CheckedRow, checkRow, inOrder, problemOf } from './batch.rules.ts'

/** A list that was read, with its caller and language. */
interface Batch<I> {
  db: AccountDb
  actor: Actor
  input: I
  caller: { language: Language }
  /** The rows of the file. */
  made: SheetRow[]
}

/**
 * Adds all members of a list or none; with `check` only returns what would be added.
 * @throws directoryManaged, sheetEmpty, sheetRows with every problem of every row, softwareMemberLimit
 */
export const addFromSheet =
  (sealing: SealedPasswordService) =>
  async ({
    db,
    actor,
    input,
    caller,
    made,
  }: Batch<InputOf<typeof contract.memberFiles.batch>>): Promise<OutputOf<typeof contract.memberFiles.batch>> => {
    await requireUnmanaged(db)
    if (made.length === 0) throw new Refusal('sheetEmpty')
    const checked = made.map((row) => checkRow(row, caller.language))
    const errors = [...checked.flatMap((row) => row.errors), ...(await problemsAmong(db, checked, caller.language))]
    const bad = new Set(errors.map(({ row }) => row))
    const seen = checked.filter(({ shown }, at) => at < SHEET_PREVIEW_ROWS || bad.has(shown.row)).map(({ shown }) => shown)
    const total = checked.length
    refuseRows(errors, { rows: seen, total })
    const { max, software_surplus: surplus } = await quantity(db, {})
    if (total > surplus) throw new Refusal('softwareMemberLimit', { max, surplus })
    if (input.check === '1') return { added: 0, total, rows: seen }
    await addSoftwareMembers(
      sealing,
      db,
      actor,
      checked.map(({ member }) => member!),
    )
    return { added: total, total, rows: checked.map(({ shown }) => shown) }
  }

/** Returns the names and phones that occur twice in the list or are taken. Rows with wrong fields are checked as far as possible. */
async function problemsAmong(db: AccountDb, checked: readonly CheckedRow[], language: Language): Promise<BatchError[]> {
  const rows = checked.flatMap(({ shown, member }) => (member ? [{ row: shown.row, member }] : []))
  const problems = await problemsOf(
    db,
    rows.map(({ member }) => member),
  )
  return problems.map((problem) => sentenceOf(problem, rows[problem.index]!, language))
}

function sentenceOf(
  { reason }: MemberProblem,
  { row, member }: { row: number; member: { username: string } },
  language: Language,
): BatchError {
  switch (reason) {
    case 'memberTwice':
      return problemOf(row, 'username', 'twice', language)
    case 'phoneTwice':
      return problemOf(row, 'phone', 'twice', language)
    case 'memberNameTaken':
      return { row, field: 'username', msg: refusalText(reason, { name: member.username }, language) }
    case 'memberPhoneBound':
      return { row, field: 'phone', msg: refusalText(reason, undefined, language) }
  }
}

/** @throws sheetRows if there is a problem */
function refuseRows(errors: readonly BatchError[], seen: Pick<NonNullable<Refusal['data']>, 'rows' | 'total'>): void {
  const ordered = inOrder(errors)
  const [first] = ordered
  if (first) throw new Refusal('sheetRows', { row: first.row, problem: first.msg }, { errors: ordered, ...seen })
}

/**
 * Deletes the software members that a list names and returns a result for each. A name without `@` gets the account's sign.
 * @throws sheetEmpty, sheetRows if a name is a formula
 */
export async function deleteFromSheet({
  db,
  actor,
  caller,
  made,
}: Batch<unknown>): Promise<OutputOf<typeof contract.memberFiles.batch_delete>> {
  if (made.length === 0) throw new Refusal('sheetEmpty')
  refuseRows(
    made.flatMap(({ row, formulas }) => (formulas.length > 0 ? [problemOf(row, 'username', 'formula', caller.language)] : [])),
    { total: made.length },
  )
  const sign = await signOfAccount(db)
  const typed = new Map<string, string>()
  for (const { cells } of made) {
    const name = plain(cells[DELETE_COLUMN]!)
    const router_name = name.includes('@') ? name : `${name}@${sign}`
    if (!typed.has(router_name)) typed.set(router_name, name)
  }
  const deleted = await deleteSoftwareMembers(db, actor, [...typed.keys()])
  return deleted.map(({ router_name, note, result }) => ({
    name: note || (typed.get(router_name) ?? router_name),
    router_name,
    result: deletionResults[result][caller.language],
    deleted: result === 'deleted' ? 1 : 0,
  }))
}
