import type { DeletionResult } from '@weft/contract'
import type { AccountDb } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'

/** A software member to add, as its row of a list has it. `area_code` and `phone` are both null or both given. */
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
  /** Of the row, from 0. */
  index: number
  field: 'username' | 'phone' | ''
  reason: 'memberNameTaken' | 'memberPhoneBound' | 'memberTwice' | 'phoneTwice'
}

/** What became of one name of a deletion of many. */
export interface DeletedMember {
  router_name: string
  /** '' where there is no such member. */
  note: string
  result: DeletionResult
}

/**
 * What keeps these rows from being added: names and phones that occur twice among them or are taken already. In the order of the
 * rows, the first problem of each. Reads only; locks nothing.
 */
export function problemsOf(_db: AccountDb, _rows: readonly NewMember[]): Promise<MemberProblem[]> {
  throw new Error('not built yet')
}

/**
 * Adds all of them or none, with one audit row. Passwords are hashed before the locks; the rows are checked anew under them.
 * @throws directoryManaged, softwareMemberLimit, memberNameTaken, memberPhoneBound, memberTwice (of the first row that has a problem)
 */
export function addSoftwareMembers(_db: AccountDb, _actor: Actor, _rows: readonly NewMember[]): Promise<void> {
  throw new Error('not built yet')
}

/**
 * Deletes those that may be deleted, and says what became of each: one row a name, in the order asked, a repeated name once.
 * One audit row for all; none where nothing was deleted.
 */
export function deleteSoftwareMembers(_db: AccountDb, _actor: Actor, _names: readonly string[]): Promise<DeletedMember[]> {
  throw new Error('not built yet')
}
