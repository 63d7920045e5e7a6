import type { contract, InputOf, NetworkConfig, NetworkInfo, NetworkState, NetworkSummary, OutputOf, PageOf } from '@weft/contract'
import { tellAll } from '../../adapters/bus/bus.queries.ts'
import type { AccountDb } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { digits } from '../../kernel/ids.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { audit } from '../audit/audit.service.ts'
import { holdLimits, limitsOf, networkStatus, refreshUsability, usageOf } from '../service/limits.service.ts'
import { created, deleted, edited, memberAdded, memberRemoved, renamed } from './network.audit.ts'
import { listLinks, listMemberNames, listMembers } from './network.detail.queries.ts'
import {
  deleteNetwork,
  existingNetworks,
  findNetwork,
  insertNetwork,
  nameTaken,
  pageNetworks,
  raiseRevision,
  selectNetworks,
} from './network.queries.ts'
import {
  changesNothing,
  checkNameLength,
  checkRoom,
  namesOf,
  networkType,
  planAdded,
  planRemoved,
  planSeats,
  revisionStateOf,
} from './network.rules.ts'
import { findCandidates, raiseConfigs } from './network.seat.queries.ts'
import { applyPlan, holdNetwork, tellChange } from './network.seat.service.ts'

export { revisionState } from './network.detail.queries.ts'
export { leaveAllNetworks, reconfigureMembers } from './network.leave.service.ts'
export { leaveNetworks } from './network.seat.service.ts'

type Call = typeof contract.network
type In<K extends keyof Call> = InputOf<Call[K]>

/** Which of these networks are the account's. */
export const resolveNetworks = (db: AccountDb, names: string[]): Promise<ReadonlySet<string>> => existingNetworks(db, names)

const NUMBER_LENGTH = 10

async function newNetwork(db: AccountDb, network_name: string): Promise<string> {
  for (;;) {
    const network_number = digits(NUMBER_LENGTH)
    if (await insertNetwork(db, network_number, network_name)) return network_number
  }
}

/** @throws networkNameTooLong, networkNameTaken */
async function checkName(db: AccountDb, network_name: string, except: string | undefined): Promise<void> {
  checkNameLength(network_name)
  if (await nameTaken(db, network_name, except)) throw new Refusal('networkNameTaken')
}

async function found(db: AccountDb, network_number: string) {
  const network = await findNetwork(db, network_number)
  if (!network) throw new Refusal('networkNotFound')
  return network
}

export async function config(db: AccountDb): Promise<NetworkConfig> {
  const { network_router_count, network_level, network_center_count, dns_quantity } = await limitsOf(db)
  return { ...(await usageOf(db)), network_router_count, network_level, network_center_count, dns_quantity }
}

export const list = (db: AccountDb, actor: Actor, input: In<'list'>): Promise<PageOf<NetworkSummary>> =>
  pageNetworks(db, actor.designated, input)

export const select = (db: AccountDb, actor: Actor) => selectNetworks(db, actor.designated)

export async function info(db: AccountDb, { network_number }: In<'info'>): Promise<NetworkInfo> {
  const network = await found(db, network_number)
  const member = await listMembers(db, network_number)
  const { network_level } = await limitsOf(db)
  return {
    ...network,
    network_type: networkType(member),
    network_status: await networkStatus(db),
    network_level,
    revision_state: revisionStateOf(member.map((m) => m.revision_state)),
    member,
    link: await listLinks(db, network_number),
  }
}

export async function status(db: AccountDb, { network_number }: In<'status'>): Promise<NetworkState> {
  const { revision } = await found(db, network_number)
  const member = await listMembers(db, network_number)
  return {
    network_status: await networkStatus(db),
    revision,
    revision_state: revisionStateOf(member.map((m) => m.revision_state)),
    link: await listLinks(db, network_number),
    online: Object.fromEntries(member.map((m) => [m.router_name, m.online])),
  }
}

export async function member(db: AccountDb, { network_number, member_type }: In<'member'>): Promise<OutputOf<Call['member']>> {
  await found(db, network_number)
  return listMemberNames(db, network_number, member_type)
}

export async function create(
  db: AccountDb,
  actor: Actor,
  { network_name, center, point }: In<'create'>,
): Promise<{ network_number: string }> {
  const room = await holdLimits(db)
  const plan = planSeats([], { center, point }, await findCandidates(db, [...center, ...point]))
  await checkName(db, network_name, undefined)
  checkRoom([], plan, room)
  const network_number = await newNetwork(db, network_name)
  await applyPlan(db, network_number, [], plan)
  await tellAll(db, tellChange(db, network_number, []))
  await audit(db, actor, created({ network_number, network_name }, plan))
  return { network_number }
}

export async function edit(db: AccountDb, actor: Actor, input: In<'edit'>, expected: number | undefined): Promise<void> {
  const { network_number, network_name, center, point } = input
  const { room, network, before } = await holdNetwork(db, network_number, expected)
  const plan = planSeats(before, { center, point }, await findCandidates(db, [...center, ...point]))
  const named = network_name !== network.network_name
  if (named) await checkName(db, network_name, network_number)
  checkRoom(before, plan, room)
  const seated = !changesNothing(plan)
  if (!named && !seated) return
  if (seated) await applyPlan(db, network_number, before, plan)
  await raiseRevision(db, network_number, network_name)
  await tellAll(db, tellChange(db, network_number, namesOf(plan.removed)))
  await audit(db, actor, edited(network, before, network_name, plan))
}

export async function rename(
  db: AccountDb,
  actor: Actor,
  { network_number, network_name }: In<'rename'>,
  expected: number | undefined,
): Promise<void> {
  const { network } = await holdNetwork(db, network_number, expected)
  if (network_name === network.network_name) return
  await checkName(db, network_name, network_number)
  await raiseRevision(db, network_number, network_name)
  await tellAll(db, [{ type: 'revision', account_id: db.account_id, network_number }])
  await audit(db, actor, renamed(network, network_name))
}

export async function remove(db: AccountDb, actor: Actor, { network_number }: In<'delete'>, expected: number | undefined): Promise<void> {
  const { network, before } = await holdNetwork(db, network_number, expected)
  await deleteNetwork(db, network_number)
  await raiseConfigs(db, namesOf(before))
  await refreshUsability(db)
  await tellAll(db, tellChange(db, network_number, namesOf(before)))
  await audit(db, actor, deleted(network, before))
}

export async function addMember(db: AccountDb, actor: Actor, input: In<'add_member'>, expected: number | undefined): Promise<void> {
  const { network_number, router_name } = input
  const { room, network, before } = await holdNetwork(db, network_number, expected)
  const candidate = (await findCandidates(db, [router_name])).get(router_name)
  if (!candidate) throw new Refusal('memberNotFound')
  const plan = planAdded(before, input, candidate)
  checkRoom(before, plan, room)
  await applyPlan(db, network_number, before, plan)
  await raiseRevision(db, network_number, network.network_name)
  await tellAll(db, tellChange(db, network_number, []))
  await audit(db, actor, memberAdded(network, plan))
}

export async function removeMember(db: AccountDb, actor: Actor, input: In<'remove_member'>, expected: number | undefined): Promise<void> {
  const { network_number, router_name } = input
  const { network, before } = await holdNetwork(db, network_number, expected)
  const plan = planRemoved(network.network_name, before, router_name)
  // As when a network is saved: one without members is to be deleted, not emptied.
  if (plan.after.length === 0) throw new Refusal('networkNeedsMember')
  await applyPlan(db, network_number, before, plan)
  await raiseRevision(db, network_number, network.network_name)
  await tellAll(db, tellChange(db, network_number, [router_name]))
  await audit(db, actor, memberRemoved(network, plan))
}
