/**
 * Room identity/sub-account: sub-accounts and the roles that say what they may do, on which networks and members.
 * Tables: role, role_network, role_tag.
 * Called by: identity, observation.
 * Always: a changed role has effect with the next call of its logins.
 */
import { type contract, type InputOf, type OutputOf, refusals, type SubAccount } from '@weft/contract'
import { publish } from '../../../adapters/bus/publish.ts'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { hashPassword } from '../../../kernel/secrets.ts'
import { audit, auditBy, type Doer } from '../../foundation/audit/audit.service.ts'
import { holdLimits, limitsOf } from '../../foundation/limits/limits.service.ts'
import { deleteLogin, insertSubAccount, updateSubAccount, writeLoginStatus } from '../session/login.service.ts'
import type { SessionService } from '../session/session.service.ts'
import { holdRole } from './role.queries.ts'
import {
  type LoggedSubAccount,
  subAccountCreated,
  subAccountDeleted,
  subAccountDisabled,
  subAccountEdited,
  subAccountEnabled,
} from './sub-account.audit.ts'
import * as queries from './sub-account.queries.ts'

type Call = typeof contract.subAccounts
type In<K extends keyof Call> = InputOf<Call[K]>

export interface NewSubAccount {
  role_id: number
  nickname: string
  /** Signs in as `username@account_number`. */
  username: string
  password: string
}

const answered = ({ login_id, role_id, ...row }: queries.SubAccountRow): SubAccount => ({
  id: String(login_id),
  role_id: String(role_id),
  ...row,
})
const logged = ({ username, nickname, role_name }: queries.SubAccountRow): LoggedSubAccount => ({ username, nickname, role: role_name })

export async function quantity(db: AccountDb): Promise<OutputOf<Call['quantity']>> {
  const { sub_accounts_max } = await limitsOf(db)
  return { use: await queries.countLogins(db, 1), max: sub_accounts_max }
}

export async function lists(db: AccountDb, input: In<'lists'>): Promise<OutputOf<Call['lists']>> {
  const { rows, count } = await queries.pageSubAccounts(db, input)
  return { rows: rows.map(answered), count }
}

/** @throws subAccountNotFound */
export const info = async (db: AccountDb, { id }: In<'info'>): Promise<SubAccount> => answered(await found(db, Number(id)))

/** Creates a sub-account and returns its login id. @throws subAccountLimit, roleNotFound, nameTaken */
export async function createSubAccount(db: AccountDb, by: Doer, { role_id, nickname, username, password }: NewSubAccount): Promise<number> {
  // Hashing is slow on purpose, so it comes before the locks.
  const password_hash = await hashPassword(password)
  const { sub_accounts_max: count } = await holdLimits(db)
  const used = await queries.countLogins(db, 1)
  if (used >= count) throw new Refusal('subAccountLimit', { used, count })
  const role = await holdRole(db, role_id)
  if (!role) throw new Refusal('roleNotFound')
  const row = await insertSubAccount(db, { role_id, nickname, username, password_hash })
  if (!row) throw new Refusal('nameTaken')
  await auditBy(db, by, subAccountCreated({ username, nickname, role: role.name }))
  return row.login_id
}

/** Edits a sub-account: a new password ends its sessions, a new role applies at its next call. @throws subAccountNotFound, roleNotFound */
export async function edit(
  db: AccountDb,
  actor: Actor,
  { id, role_id, nickname, password }: In<'edit'>,
  sessions: Pick<SessionService, 'revoke'>,
): Promise<void> {
  const login_id = Number(id)
  const password_hash = password === '' ? undefined : await hashPassword(password)
  await queries.lockLogin(db, login_id)
  const before = await found(db, login_id)
  if (!(await holdRole(db, Number(role_id)))) throw new Refusal('roleNotFound')
  await updateSubAccount(db, login_id, {
    role_id: Number(role_id),
    nickname,
    ...(password_hash !== undefined && { password_hash }),
  })
  await audit(db, actor, subAccountEdited(logged(before), logged(await found(db, login_id)), password_hash !== undefined))
  if (password_hash !== undefined) await sessions.revoke(db, db.account_id, { login_id }, refusals.sessionRevoked.code, 'password')
  await publish(db, { type: 'rights', account_id: db.account_id })
}

/** Disables a sub-account: its sessions end at once, and it may not sign in until it is enabled. @throws subAccountNotFound */
export async function disable(db: AccountDb, actor: Actor, { id }: In<'disable'>, sessions: Pick<SessionService, 'revoke'>): Promise<void> {
  const login_id = Number(id)
  await queries.lockLogin(db, login_id)
  const before = await found(db, login_id)
  if (before.status === 0) return
  await writeLoginStatus(db, login_id, 0)
  await sessions.revoke(db, db.account_id, { login_id }, refusals.subAccountDisabledInSession.code, 'disabled')
  await audit(db, actor, subAccountDisabled(logged(before)))
}

/** Enables a disabled sub-account. @throws subAccountNotFound */
export async function enable(db: AccountDb, actor: Actor, { id }: In<'enable'>): Promise<void> {
  const login_id = Number(id)
  await queries.lockLogin(db, login_id)
  const before = await found(db, login_id)
  if (before.status === 1) return
  await writeLoginStatus(db, login_id, 1)
  await audit(db, actor, subAccountEnabled(logged(before)))
}

/** Deletes a sub-account. Its sessions end at once; its entries remain in the operation log. @throws subAccountNotFound */
export async function remove(db: AccountDb, actor: Actor, { id }: In<'delete'>, sessions: Pick<SessionService, 'revoke'>): Promise<void> {
  const login_id = Number(id)
  await queries.lockLogin(db, login_id)
  const before = await found(db, login_id)
  await sessions.revoke(db, db.account_id, { login_id }, refusals.sessionRevoked.code, 'deleted')
  await deleteLogin(db, login_id)
  await audit(db, actor, subAccountDeleted(logged(before)))
}

async function found(db: AccountDb, login_id: number): Promise<queries.SubAccountRow> {
  const row = await queries.findSubAccount(db, login_id)
  if (!row) throw new Refusal('subAccountNotFound')
  return row
}

export const resolveSubAccounts = async (db: AccountDb, ids: string[]): Promise<ReadonlySet<string>> =>
  new Set(await queries.knownLogins(db, 1, ids))

/** Access keys use this too: each is a login with a role, like a sub-account. */
export { holdRole } from './role.queries.ts'
export { countLogins, knownLogins, lockLogin } from './sub-account.queries.ts'
