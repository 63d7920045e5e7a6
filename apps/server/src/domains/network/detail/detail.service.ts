/**
 * Room network/detail: what pages show of networks: cards, details, settings, and which networks and members a caller may see.
 * Tables: none.
 * Called by: identity, member, network, observation, ops.
 * Always: a network or member that the caller may not see is answered as if it did not exist.
 */
import {
  type contract,
  type InputOf,
  type NetworkConfig,
  type NetworkInfo,
  type NetworkLink,
  type NetworkPicture,
  type NetworkState,
  type NetworkSummary,
  type OutputOf,
  PAGE_SIZE,
  type PageOf,
  phaseOf,
  MOST_REFUSED,
} from '@weft/contract'
import { twoCentersProblem } from '@weft/network-rules'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { limitsOf, usageOf } from '../../foundation/limits/limits.service.ts'
import { daysOfNetworks, troubledDays } from '../outage/outage.service.ts'
import {
  findState,
  isOnTrial,
  listConditions,
  listLinks,
  listLinksAmong,
  listMemberNames,
  listMembers,
  readSettings,
  segmentParts,
} from './detail.queries.ts'
import { pictures } from './card.service.ts'
import { type Sees, sightOf } from './visibility.service.ts'
import { existingNetworks, findNetwork, pageNetworks, selectNetworks } from './network.queries.ts'
import { centerNotes, withLinkStates } from '../rules/link.rules.ts'
import { networkType, revisionStateOf } from '../rules/network.rules.ts'

type Call = typeof contract.network
type In<K extends keyof Call> = InputOf<Call[K]>

/** Returns those of the networks that belong to the account. */
export const resolveNetworks = (db: AccountDb, names: string[]): Promise<ReadonlySet<string>> => existingNetworks(db, names)

async function found(db: AccountDb, network_number: string) {
  const network = await findNetwork(db, network_number)
  if (!network) throw new Refusal('networkNotFound')
  return network
}

export async function config(db: AccountDb): Promise<NetworkConfig> {
  const { network_router_count, network_level, network_center_count, dns_quantity } = await limitsOf(db)
  return { ...(await usageOf(db)), network_router_count, network_level, network_center_count, dns_quantity }
}

export async function list(
  db: AccountDb,
  actor: Pick<Actor, 'designated' | 'members'>,
  input: In<'list'>,
  now: Date,
): Promise<PageOf<NetworkSummary>> {
  // Sent together, which takes one round trip.
  const [{ count, rows }, dayOf, { network_level: network_service }] = await Promise.all([
    pageNetworks(db, actor.designated, input),
    daysOfNetworks(db, actor, now),
    limitsOf(db),
  ])
  const picture = input.picture
    ? await pictures(
        db,
        actor,
        rows.slice(0, PAGE_SIZE).map((row) => row.network_number),
      )
    : new Map<string, NetworkPicture>()
  const sees = await sightOf(
    db,
    actor.members,
    rows.flatMap(({ refused }) => refused.map((one) => one.router_name)),
  )
  return {
    count,
    rows: rows.map(({ watched, refused, ...row }) => ({
      ...row,
      refused: refused.filter((one) => sees(one.router_name)).slice(0, MOST_REFUSED),
      network_service,
      picture: picture.get(row.network_number) ?? null,
      ...dayOf(row.network_number, watched),
    })),
  }
}

export const select = (db: AccountDb, actor: Actor) => selectNetworks(db, actor.designated)

export async function info(db: AccountDb, actor: Actor, { network_number }: In<'info'>, now: Date): Promise<NetworkInfo> {
  const network = await readSettings(db, network_number)
  if (!network) throw new Refusal('networkNotFound')
  const { centers, center_link, network_fr, ...settings } = network
  const member = await listMembers(db, network_number, actor.designated)
  const troubled = await troubledDays(
    db,
    actor,
    member.map((one) => one.router_name),
    now,
  )
  // Set in place, like the groups: most members were well.
  for (const one of member) Object.assign(one, troubled.get(one.router_name))
  const { network_level } = await limitsOf(db)
  const { enable, segment, ...linked } = center_link
  const two = twoCentersProblem(centers) === undefined
  const sees = await sightOf(
    db,
    actor.members,
    member.map((one) => one.router_name),
  )
  const seen = (name: string | null) => (name !== null && sees(name) ? name : null)
  const { routing } = settings
  const link = withLinkStates(
    await listLinksAmong(db, network_number, member),
    { ...settings, pops: network_fr?.status ?? 1 },
    new Map(member.map(({ router_name, state, mode, ov_id }) => [router_name, { state, mode, ov_main: ov_id?.main ?? null }])),
  ).filter((one) => bothEnds(one, sees))
  const centerOf = centerNotes(link, routing)
  return {
    ...settings,
    network_type: networkType(member, network_fr !== null),
    member_count: member.length,
    fr_name: network_fr?.shortname ?? '',
    network_service: network_level,
    network_level,
    revision_state: revisionStateOf([...member.map(phaseOf), ...((await isOnTrial(db, network_number)) ? ['pending' as const] : [])]),
    network_center_link: enable,
    network_center_link_show: two ? 1 : 0,
    network_center_link_network:
      !two || linked.center_router_name === null
        ? null
        : { ...linked, center_router_name: seen(linked.center_router_name), ...segmentParts(segment) },
    network_fr,
    routing: { ...routing, main_router: seen(routing.main_router), secondary_router: seen(routing.secondary_router) },
    member: member
      .filter((one) => sees(one.router_name))
      .map((one) => ({ ...one, center_router_name_note: centerOf.get(one.router_name) ?? '' })),
    link,
  }
}

/** Returns whether the caller may know both ends of a link; the far end of one to a POP is no member. */
const bothEnds = (
  { router_name, center_router_name, kind }: Pick<NetworkLink, 'router_name' | 'center_router_name' | 'kind'>,
  sees: Sees,
) => sees(router_name) && (kind === 'pop' || sees(center_router_name))

/** Seconds after which a change is visible at the latest: changes carry the time at which they were written, not committed. */
const LATE_SECONDS = 20

export async function status(
  db: AccountDb,
  { designated, members }: Actor,
  { network_number, since }: In<'status'>,
): Promise<NetworkState> {
  const state = await findState(db, network_number, since)
  if (!state) throw new Refusal('networkNotFound')
  const { now, links_changed, members_changed, routing, mode, pops, ...shown } = state
  const changed = links_changed || members_changed ? await listConditions(db, network_number, designated, since) : []
  // Which of a member's links carries may change with each of them, so they are answered together.
  const diallers = new Map(changed.map((one) => [one.router_name, one]))
  const links = changed.length > 0 ? await listLinks(db, network_number, since === undefined ? undefined : [...diallers.keys()]) : []
  const sees = await sightOf(db, members, [...diallers.keys(), ...links.map((link) => link.center_router_name)])
  const seen = changed.filter((one) => sees(one.router_name))
  return {
    ...shown,
    time: now - LATE_SECONDS,
    link: withLinkStates(links, { routing, mode, pops, network_status: shown.network_status }, diallers).filter((link) =>
      bothEnds(link, sees),
    ),
    online: Object.fromEntries(seen.map((m) => [m.router_name, m.online])),
    member: seen.map(({ router_name, state: own, cause, since: from }) => ({ router_name, state: own, cause, since: from })),
  }
}

export async function member(
  db: AccountDb,
  { members }: Pick<Actor, 'members'>,
  { network_number, member_type }: In<'member'>,
): Promise<OutputOf<Call['member']>> {
  await found(db, network_number)
  return seenOf(db, members, await listMemberNames(db, network_number, member_type))
}

/** Returns those of these members that the caller may know. */
export async function seenOf<T extends { router_name: string }>(db: AccountDb, scope: Actor['members'], rows: readonly T[]): Promise<T[]> {
  const sees = await sightOf(
    db,
    scope,
    rows.map((row) => row.router_name),
  )
  return rows.filter((row) => sees(row.router_name))
}
