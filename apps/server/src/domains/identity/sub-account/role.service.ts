import {
  type contract,
  type InputOf,
  type OutputOf,
  type Permission,
  rightsGranted,
  type Role,
  type RoleAuth,
  ROLES_MAX,
  usualRights,
  VIEW_SECONDS,
} from '@weft/contract'
import { publish } from '../../../adapters/bus/publish.ts'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { after, type Clock, unix } from '../../../kernel/clock.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { audit, auditBy, type Doer } from '../../foundation/audit/audit.service.ts'
import { resolveNetworks } from '../../network/detail/detail.service.ts'
import { holdAccount } from '../../foundation/limits/limits.service.ts'
import { writeView } from '../session/session.service.ts'
import * as queries from './role.queries.ts'
import { type LoggedRole, roleCreated, roleDeleted, roleEdited, viewBegun, viewEnded } from './sub-account.audit.ts'
import { authOf, columnsOf, flagsOf } from './sub-account.rules.ts'

type Call = typeof contract.roles
type In<K extends keyof Call> = InputOf<Call[K]>

export interface NewRole {
  name: string
  note?: string
  /** `network.create` is dropped where networks are designated. */
  flags: readonly Permission[]
  /** The networks that the role is confined to; none means all of the account. */
  networks: readonly string[]
  /** 1 to see the members of these networks alone. */
  by_network?: 0 | 1
  /** The tags of the members that the role sees; none means that tags limit nothing. */
  tags?: readonly string[]
}

const answered = ({ role_id, name, note, create_time, update_time, users, networks, tags, ...role }: queries.RoleRow): Role => ({
  id: String(role_id),
  name,
  note,
  create_time,
  update_time,
  users,
  auth: authOf(role, networks, tags),
})
const logged = ({ name, note, confined, networks, by_network, tags, ...role }: queries.RoleRow): LoggedRole => ({
  name,
  note,
  flags: flagsOf(role),
  confined,
  networks: networks.map(({ network_name }) => network_name),
  by_network,
  tags,
})
/**
 * Returns what a form asks for.
 * @param before the rights and limits that decide where the form leaves one out
 */
function askedOf(
  auth: RoleAuth,
  before: Pick<NewRole, 'flags' | 'by_network' | 'tags'>,
): Required<Pick<NewRole, 'flags' | 'networks' | 'by_network' | 'tags'>> {
  const { router, network } = auth.easylink
  const networks = network.confined === 0 ? [] : network.networks
  return {
    flags: rightsGranted(auth, before.flags),
    networks,
    // Without designated networks there are none to be limited to.
    by_network: networks.length === 0 ? 0 : (router.by_network ?? before.by_network ?? 0),
    tags: router.tags ?? before.tags ?? [],
  }
}

/** Returns the rights of a new role where its form leaves some out: those that every role had before they could be chosen. */
const usualFor = ({ easylink }: RoleAuth): Permission[] => [
  ...usualRights,
  ...(easylink.router.edit === 1 ? (['directory.edit'] as const) : []),
]

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
  return { id: String(await createRole(db, actor, { name, note, ...askedOf(auth, { flags: usualFor(auth) }) })) }
}

const limitsOf = (designated: readonly string[], by_network: 0 | 1, tags: readonly string[]) =>
  ({ confined: designated.length > 0 ? 1 : 0, by_network, by_tag: tags.length > 0 ? 1 : 0 }) as const

/** Creates a role and returns its id. @throws networkNotFound, roleLimit, roleNameTaken */
export async function createRole(
  db: AccountDb,
  by: Doer,
  { name, note = '', flags, networks, by_network = 0, tags = [] }: NewRole,
): Promise<number> {
  const designated = [...new Set(networks)]
  if ((await resolveNetworks(db, designated)).size < designated.length) throw new Refusal('networkNotFound')
  await holdAccount(db)
  if ((await queries.countRoles(db)) >= ROLES_MAX) throw new Refusal('roleLimit', { max: ROLES_MAX })
  if (await queries.isNameTaken(db, name, undefined)) throw new Refusal('roleNameTaken')
  const role_id = await queries.insertRole(db, { name, note, ...limitsOf(designated, by_network, tags), ...columnsOf(flags, designated) })
  await queries.setRoleNetworks(db, role_id, designated)
  await queries.setRoleTags(db, role_id, tags)
  await auditBy(db, by, roleCreated(logged(await found(db, role_id))))
  return role_id
}

/**
 * Edits a role; its logins have the new rights from the next call on.
 * @param expected its `update_time` as the caller read it; undefined where it sent none
 * @throws roleNotFound, changedElsewhere, roleNameTaken
 */
export async function edit(db: AccountDb, actor: Actor, { id, name, note, auth }: In<'edit'>, expected: number | undefined): Promise<void> {
  const role_id = Number(id)
  // The account is locked before the role, as it is when a role is created, so that two roles cannot get the same name at once.
  await holdAccount(db)
  await queries.lockRole(db, role_id)
  const before = await found(db, role_id)
  if (expected !== undefined && expected !== before.update_time) throw new Refusal('changedElsewhere')
  const { flags, networks, by_network, tags } = askedOf(auth, { ...before, flags: flagsOf(before) })
  if (await queries.isNameTaken(db, name, role_id)) throw new Refusal('roleNameTaken')
  const designated = [...new Set(networks)]
  await queries.updateRole(db, role_id, { name, note, ...limitsOf(designated, by_network, tags), ...columnsOf(flags, designated) })
  await queries.setRoleNetworks(db, role_id, designated)
  await queries.setRoleTags(db, role_id, tags)
  await audit(db, actor, roleEdited(logged(before), logged(await found(db, role_id))))
  await publish(db, { type: 'rights', account_id: db.account_id })
}

/** Makes the owner's session look at the account as a role, for half an hour. @throws roleNotFound */
export async function viewAs(db: AccountDb, actor: Actor, { id }: In<'view_as'>, clock: Clock): Promise<OutputOf<Call['view_as']>> {
  const role = await found(db, Number(id))
  const until = after(clock.now(), VIEW_SECONDS)
  await writeView(db, actor.session_id, { role_id: role.role_id, until })
  await audit(db, actor, viewBegun(role.name))
  await publish(db, { type: 'rights', account_id: db.account_id })
  return { until: unix(until) }
}

/** Makes an owner's session that looks as a role its own again; changes nothing for any other. */
export async function endView(db: AccountDb, actor: Actor): Promise<void> {
  if (!actor.viewing) return
  await writeView(db, actor.session_id, null)
  await audit(db, { ...actor, ram: 0 }, viewEnded(actor.viewing.role_name))
  await publish(db, { type: 'rights', account_id: db.account_id })
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
