import { type contract, DEFAULT_AREA_CODE, type DeletionRow, deletionResults, type InputOf, type Language, shortName } from '@weft/contract'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { audit } from '../../foundation/audit/audit.service.ts'
import { requireUnmanaged } from './managed.service.ts'
import { holdLimits, signOfAccount } from '../../foundation/limits/limits.service.ts'
import { requireRoom } from './add.service.ts'
import { softwareAddedAll } from './member.audit.ts'
import { deleteSoftwareMembers } from './delete.service.ts'
import type { SealedPasswordService } from './sealed-password.service.ts'
import { insertMembers, namesTaken, phoneHolders, phoneKey } from './member.queries.ts'

export { deleteSoftwareMembers } from './delete.service.ts'

/** A software member to add, as a row of a list gives it. A phone without a dial code is a mainland one. */
export interface NewMember {
  /** The part before `@`; the account's sign follows it. */
  username: string
  password: string
  area_code: string | null
  phone: string | null
  note: string
}

/** Why a row cannot be added. */
export interface MemberProblem {
  /** Index of the row, from 0. */
  index: number
  field: 'username' | 'phone' | ''
  reason: 'memberNameTaken' | 'memberPhoneBound' | 'memberTwice' | 'phoneTwice'
}

const phoneOf = ({ area_code, phone }: NewMember) => (phone === null ? undefined : { area_code: area_code || DEFAULT_AREA_CODE, phone })

/**
 * Returns what keeps these rows from being added: names and phones that an earlier row has or that are taken. The problems are in the order
 * of the rows, at most one of the name and one of the phone of each row. Reads only; locks nothing.
 */
export async function problemsOf(db: AccountDb, rows: readonly NewMember[]): Promise<MemberProblem[]> {
  const sign = await signOfAccount(db)
  const named = rows.map((row) => `${row.username}@${sign}`.toLowerCase())
  const taken = await namesTaken(db, named)
  const bound = await phoneHolders(
    db,
    rows.flatMap((row) => phoneOf(row) ?? []),
  )
  const [names, phones] = [new Set<string>(), new Set<string>()]
  return rows.flatMap((row, index) => {
    const problems: MemberProblem[] = []
    const name = named[index]!
    if (names.has(name)) problems.push({ index, field: 'username', reason: 'memberTwice' })
    else if (taken.has(name)) problems.push({ index, field: 'username', reason: 'memberNameTaken' })
    names.add(name)
    const phone = phoneOf(row)
    if (!phone) return problems
    const key = phoneKey(phone)
    if (phones.has(key)) problems.push({ index, field: 'phone', reason: 'phoneTwice' })
    else if (bound.has(key)) problems.push({ index, field: 'phone', reason: 'memberPhoneBound' })
    phones.add(key)
    return problems
  })
}

/**
 * Adds all rows or none, with one audit row. The passwords are sealed now and hashed later.
 * @throws directoryManaged, softwareMemberLimit, and for the first row with a problem memberNameTaken, memberTwice or memberPhoneBound
 */
export async function addSoftwareMembers(
  sealing: SealedPasswordService,
  db: AccountDb,
  actor: Actor,
  rows: readonly NewMember[],
): Promise<void> {
  await requireUnmanaged(db)
  const held = await holdLimits(db)
  await requireRoom(db, held, rows.length)
  const nameOf = (row: NewMember | undefined) => `${row?.username}@${held.sign}`
  const [problem] = await problemsOf(db, rows)
  if (problem) throw refusalOf(problem, nameOf(rows[problem.index]))
  const sealed = await sealing.seal(
    db,
    rows.map(({ password }) => password),
  )
  const members = rows.map((row, index) => ({
    router_name: nameOf(row),
    router_type: 2 as const,
    note: row.note,
    password_sealed: sealed[index]!,
    ...phoneOf(row),
  }))
  const made = await insertMembers(db, members)
  // Only a name of another account can still conflict.
  const missing = members.find((member) => !made.has(member.router_name))
  if (missing) throw new Refusal('memberNameTaken', { name: missing.router_name })
  await audit(db, actor, softwareAddedAll(members))
}

function refusalOf({ reason }: MemberProblem, name: string): Refusal {
  if (reason === 'memberNameTaken' || reason === 'memberTwice') return new Refusal(reason, { name })
  return new Refusal('memberPhoneBound')
}

/** Serves `router/batch_delete`. */
export async function batchDelete(
  db: AccountDb,
  actor: Actor,
  { router_name }: InputOf<typeof contract.router.batch_delete>,
  language: Language,
): Promise<DeletionRow[]> {
  const rows = await deleteSoftwareMembers(db, actor, router_name)
  return rows.map((row) => ({
    name: shortName(row),
    router_name: row.router_name,
    result: deletionResults[row.result][language],
    deleted: row.result === 'deleted' ? 1 : 0,
  }))
}
