import type { contract, InputOf, NetworkConfig, NetworkInfo, NetworkState, NetworkSummary, OutputOf, PageOf } from '@weft/contract'
import { newSettings } from '@weft/member-config'
import { tellAll } from '../../adapters/bus/bus.queries.ts'
import type { AccountDb } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { digits } from '../../kernel/ids.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { audit } from '../audit/audit.service.ts'
import { holdLimits, limitsOf, refreshUsability, usageOf } from '../service/limits.service.ts'
import { created, deleted } from './network.audit.ts'
import { changed } from './network.change.rules.ts'
import { changeNetwork, finish, holdNetwork } from './network.change.service.ts'
import {
  findState,
  listLinks,
  listLinksAmong,
  listMemberNames,
  listMembers,
  listOnline,
  readSettings,
  segmentParts,
} from './network.detail.queries.ts'
import { deleteNetwork, existingNetworks, findNetwork, insertNetwork, nameTaken, pageNetworks, selectNetworks } from './network.queries.ts'
import { networkType, revisionStateOf } from './network.rules.ts'
import { findCandidates, raiseConfigs } from './network.seat.queries.ts'

export { revisionState } from './network.detail.queries.ts'
export { leaveAllNetworks, leaveNetworks } from './network.leave.service.ts'

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

async function found(db: AccountDb, network_number: string) {
  const network = await findNetwork(db, network_number)
  if (!network) throw new Refusal('networkNotFound')
  return network
}

export async function config(db: AccountDb): Promise<NetworkConfig> {
  const { network_router_count, network_level, network_center_count, dns_quantity } = await limitsOf(db)
  return { ...(await usageOf(db)), network_router_count, network_level, network_center_count, dns_quantity }
}

export const list = (db: AccountDb, actor: Pick<Actor, 'designated'>, input: In<'list'>): Promise<PageOf<NetworkSummary>> =>
  pageNetworks(db, actor.designated, input)

export const select = (db: AccountDb, actor: Actor) => selectNetworks(db, actor.designated)

export async function info(db: AccountDb, actor: Actor, { network_number }: In<'info'>): Promise<NetworkInfo> {
  const network = await readSettings(db, network_number)
  if (!network) throw new Refusal('networkNotFound')
  const { centers, center_link, network_fr, ...settings } = network
  const member = await listMembers(db, network_number, actor.designated)
  const { network_level } = await limitsOf(db)
  const { enable, segment, ...twin } = center_link
  return {
    ...settings,
    network_type: networkType(member, network_fr !== null),
    network_level,
    revision_state: revisionStateOf(member.map((m) => m.revision_state)),
    network_center_link: enable,
    network_center_link_show: centers === 2 ? 1 : 0,
    network_center_link_network: centers !== 2 || twin.center_router_name === null ? null : { ...twin, ...segmentParts(segment) },
    network_fr,
    member,
    link: await listLinksAmong(db, network_number, member),
  }
}

/** Seconds that what changed may take to be seen: a transaction's changes carry the time at which they were written, not committed. */
const LATE_SECONDS = 20

export async function status(db: AccountDb, { network_number, since }: In<'status'>): Promise<NetworkState> {
  const state = await findState(db, network_number, since)
  if (!state) throw new Refusal('networkNotFound')
  const { now, links_changed, members_changed, ...told } = state
  const online = members_changed ? await listOnline(db, network_number, since) : []
  return {
    ...told,
    time: now - LATE_SECONDS,
    link: links_changed ? await listLinks(db, network_number, since) : [],
    online: Object.fromEntries(online.map((m) => [m.router_name, m.online])),
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
  const candidates = await findCandidates(db, [...center, ...point])
  const facts = { network_number: '', network_status: room.network_usable, members: {}, areas: {} }
  // Without members yet: its first revision is what it is created with.
  const settings = newSettings(network_name)
  const input = { network_name, center, point }
  const wanted = changed(settings, [{ call: 'edit', input }], { facts, room, candidates, resources: new Map(), reviewed: undefined })
  if (await nameTaken(db, network_name, undefined)) throw new Refusal('networkNameTaken')
  const network_number = await newNetwork(db, network_name)
  const held = { network_number, revision: 0, room, fr_pending: null, intent: { settings, facts: { ...facts, network_number } } }
  await finish(db, actor, held, wanted, { title: '创建组网', entry: created({ network_number, network_name }, center, point) })
  return { network_number }
}

export async function edit(db: AccountDb, actor: Actor, input: In<'edit'>, expected: number | undefined): Promise<void> {
  const { network_number, revision, ...wanted } = input
  await changeNetwork(db, actor, network_number, [{ call: 'edit', input: wanted }], { expected: expected ?? revision })
}

export async function remove(db: AccountDb, actor: Actor, { network_number }: In<'delete'>, expected: number | undefined): Promise<void> {
  const { intent } = await holdNetwork(db, network_number, expected)
  const { settings } = intent
  const names = Object.keys(settings.members)
  await deleteNetwork(db, network_number)
  await raiseConfigs(db, names)
  await refreshUsability(db)
  const { account_id } = db
  await tellAll(db, [
    { type: 'revision', account_id, network_number },
    ...names.map((router_name) => ({ type: 'config', account_id, router_name }) as const),
  ])
  await audit(db, actor, deleted({ network_number, network_name: settings.network_name }, settings))
}
