import { type contract, type InputOf, type OutputOf, type Permission, type Role, type RoleAuth, ROLES_MAX } from '@weft/contract'
import { tell } from '../../../adapters/bus/tell.ts'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { audit, auditBy, type Doer } from '../../foundation/audit/audit.service.ts'
import { resolveNetworks } from '../../network/detail/detail.service.ts'
import { holdAccount } from '../../foundation/limits/limits.service.ts'
import * as queries from './role.queries.ts'
import { type LoggedRole, roleCreated, roleDeleted, roleEdited } from './sub-account.audit.ts'
import { authOf, columnsOf, flagsAsked, flagsOf } from './sub-account.rules.ts'

type Call = typeof contract.roles
type In<K extends keyof Call> = InputOf<Call[K]>

export interface NewRole {
  name: string
  note?: string
  /** `monitor.view` comes with every role; `network.create` is dropped where networks are designated. */
  flags: readonly Permission[]
  /** The networks that the role is confined to; none means all of the account. */
  networks: readonly string[]
}

const answered = ({ role_id, name, note, create_time, update_time, users, networks, ...role }: queries.RoleRow): Role => ({
  id: String(role_id),
  name,
  note,
  create_time,
  update_time,
  users,
  auth: authOf(role, networks),
})
const logged = ({ name, note, confined, networks, ...role }: queries.RoleRow): LoggedRole => ({
  name,
  note,
  flags: flagsOf(role),
  confined,
  networks: networks.map(({ network_name }) => network_name),
})
const askedOf = (auth: RoleAuth): Pick<NewRole, 'flags' | 'networks'> => ({
  flags: flagsAsked(auth),
  networks: auth.easylink.network.confined === 0 ? [] : auth.easylink.network.networks,
})

export async function lists(db: AccountDb, input: In<'lists'>): Promise<OutputOf<Call['lists']>> {
  const { rows, count } = await queries.pageRoles(db, input)
  return { rows: rows.map(answered), count }
}

/** @throws roleNotFound */
export const info = async (db: AccountDb, { id }: In<'info'>): Promise<Role> => answered(await found(db, Number(id)))

export async function select(db: AccountDb): Promise<OutputOf<Call['select']>> {
  const rows = await queries.listRoleNames(db)
  return rows.map(({ role_id, name }) => ({ id: String(role_id), name }))
}

export async function create(db: AccountDb, actor: Actor, { name, note, auth }: In<'create'>): Promise<{ id: string }> {
  return { id: String(await createRole(db, actor, { name, note, ...askedOf(auth) })) }
}

/** Creates a role and returns its id. @throws networkNotFound, roleLimit */
export async function createRole(db: AccountDb, by: Doer, { name, note = '', flags, networks }: NewRole): Promise<number> {
  const designated = [...new Set(networks)]
  if ((await resolveNetworks(db, designated)).size < designated.length) throw new Refusal('networkNotFound')
  await holdAccount(db)
  if ((await queries.countRoles(db)) >= ROLES_MAX) throw new Refusal('roleLimit', { max: ROLES_MAX })
  const role_id = await queries.insertRole(db, { name, note, confined: designated.length > 0 ? 1 : 0, ...columnsOf(flags, designated) })
  await queries.setRoleNetworks(db, role_id, designated)
  await auditBy(db, by, roleCreated(logged(await found(db, role_id))))
  return role_id
}

/**
 * Edits a role; its logins have the new rights from the next call on.
 * @param expected its `update_time` as the caller read it; undefined where it sent none
 * @throws roleNotFound, changedElsewhere
 */
export async function edit(db: AccountDb, actor: Actor, { id, name, note, auth }: In<'edit'>, expected: number | undefined): Promise<void> {
  const role_id = Number(id)
  await queries.lockRole(db, role_id)
  const before = await found(db, role_id)
  if (expected !== undefined && expected !== before.update_time) throw new Refusal('changedElsewhere')
  const { flags, networks } = askedOf(auth)
  const designated = [...new Set(networks)]
  await queries.updateRole(db, role_id, { name, note, confined: designated.length > 0 ? 1 : 0, ...columnsOf(flags, designated) })
  await queries.setRoleNetworks(db, role_id, designated)
  await audit(db, actor, roleEdited(logged(before), logged(await found(db, role_id))))
  await tell(db, { type: 'rights', account_id: db.account_id })
}

/** @throws roleNotFound, roleInUse */
export async function remove(db: AccountDb, actor: Actor, { id }: In<'delete'>): Promise<void> {
  const role_id = Number(id)
  await queries.lockRole(db, role_id)
  const role = await found(db, role_id)
  if (role.users > 0) throw new Refusal('roleInUse', { name: role.name, count: role.users })
  await queries.deleteRole(db, role_id)
  await audit(db, actor, roleDeleted(logged(role)))
}

async function found(db: AccountDb, role_id: number): Promise<queries.RoleRow> {
  const role = await queries.findRole(db, role_id)
  if (!role) throw new Refusal('roleNotFound')
  return role
}

export const resolveRoles = async (db: AccountDb, ids: string[]): Promise<ReadonlySet<string>> => new Set(await queries.knownRoles(db, ids))
