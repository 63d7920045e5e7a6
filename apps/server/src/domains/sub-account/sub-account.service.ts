import type { Permission } from '@weft/contract'
import type { AccountDb } from '../../db/client.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { hashPassword } from '../../kernel/secrets.ts'
import { auditBy, type Doer } from '../audit/audit.service.ts'
import { resolveNetworks } from '../network/network.service.ts'
import { holdLimits } from '../service/limits.service.ts'
import { roleCreated, subAccountCreated } from './sub-account.audit.ts'
import * as queries from './sub-account.queries.ts'
import { columnsOf } from './sub-account.rules.ts'

export interface NewRole {
  name: string
  note?: string
  /** `monitor.view` comes with every role; `network.create` is dropped where networks are designated. */
  flags: readonly Permission[]
  /** The networks that the role is confined to; none means all of the account. */
  networks: readonly string[]
}

export interface NewSubAccount {
  role_id: number
  nickname: string
  /** Signs in as `username@account_number`. */
  username: string
  password: string
}

/** Answers the role's id. @throws networkNotFound */
export async function createRole(db: AccountDb, by: Doer, { name, note = '', flags, networks }: NewRole): Promise<number> {
  const designated = [...new Set(networks)]
  if ((await resolveNetworks(db, designated)).size < designated.length) throw new Refusal('networkNotFound')
  const role_id = await queries.insertRole(db, { name, note, confined: designated.length > 0 ? 1 : 0, ...columnsOf(flags, designated) })
  if (designated.length > 0) await queries.insertRoleNetworks(db, role_id, designated)
  await auditBy(db, by, roleCreated(name, flags, designated))
  return role_id
}

/** Answers the sub-account's login id. @throws subAccountLimit, roleNotFound, nameTaken */
export async function createSubAccount(db: AccountDb, by: Doer, { role_id, nickname, username, password }: NewSubAccount): Promise<number> {
  // Costly on purpose, so before the locks.
  const password_hash = await hashPassword(password)
  const { sub_accounts_max: count } = await holdLimits(db)
  const used = await queries.countSubAccounts(db)
  if (used >= count) throw new Refusal('subAccountLimit', { used, count })
  const role = await queries.holdRole(db, role_id)
  if (!role) throw new Refusal('roleNotFound')
  const row = await queries.insertSubAccount(db, { role_id, nickname, username, password_hash })
  if (!row) throw new Refusal('nameTaken')
  await auditBy(db, by, subAccountCreated(username, nickname, role.name))
  return row.login_id
}
