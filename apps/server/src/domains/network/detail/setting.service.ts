import type { contract, InputOf, OutputOf, PrefixRow } from '@weft/contract'
import { formatIpv4, freePrefix } from '@weft/net'
import { claimsOf, type SourcedClaim } from '@weft/network-rules'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { findResources, type Hidden, surroundingsOf } from './surroundings.queries.ts'
import { changeableOf, hiddenFrom, sightOf } from './visibility.service.ts'
import { seenOf } from './detail.service.ts'
import { listLinks, listMemberNames, segmentParts } from './detail.queries.ts'
import { loadIntents } from '../configuration/intent.queries.ts'
import { findNetwork } from './network.queries.ts'
import { SEGMENT_RANGE } from '../rules/settle.rules.ts'

type Call = typeof contract.networkSettings
type In<K extends keyof Call> = InputOf<Call[K]>
type Out<K extends keyof Call> = OutputOf<Call[K]>
type Seer = Pick<Actor, 'members'>

/** Returns the whole intent of one network. @throws networkNotFound */
async function intentOf(db: AccountDb, network_number: string) {
  const [intent] = await loadIntents(db, { network_number })
  if (!intent) throw new Refusal('networkNotFound')
  return intent
}

export async function prefix(db: AccountDb, by: Seer, { network_number, router_name }: In<'prefix'>): Promise<PrefixRow[]> {
  const { settings } = await intentOf(db, network_number)
  const notes = new Map((await listMemberNames(db, network_number, undefined)).map((member) => [member.router_name, member.note]))
  const sees = await sightOf(db, by.members, Object.keys(settings.members))
  const names = router_name === undefined ? Object.keys(settings.members).filter(sees) : [router_name]
  return names.flatMap((name) => {
    const member = settings.members[name]
    if (!member) throw new Refusal('memberNotInNetwork')
    return member.prefix.map((rule) => ({ router_name: name, note: notes.get(name) ?? '', name: listName(name), ...rule }))
  })
}

/** Returns the name that a member's prefix list has in FRR. */
const listName = (router_name: string) => `pl-${router_name}`

async function claims(db: AccountDb, network_number: string, hidden?: Hidden) {
  const { settings, facts } = await intentOf(db, network_number)
  const around = await surroundingsOf(db, network_number, Object.keys(settings.members), settings.network_fr_id, hidden)
  return { own: claimsOf(settings, facts, around), others: around.others }
}

/** The claims whose owner is a member. */
export const OF_MEMBERS: ReadonlySet<SourcedClaim['purpose']> = new Set(['center_hardware', 'center_software', 'prefix', 'lan'])

/** Returns the ranges in use. Those of networks and members that the caller may not see are left out, although an overlap with them is refused. */
export async function segments(db: AccountDb, by: Actor, { network_number, elsewhere }: In<'segments'>): Promise<Out<'segments'>> {
  const { own, others } = await claims(db, network_number, hiddenFrom(by))
  const claimsElsewhere = elsewhere === '1' ? others.filter(({ network_name }) => network_name !== '') : []
  const claimed = [...own, ...claimsElsewhere]
  const sees = await sightOf(
    db,
    by.members,
    claimed.map(({ owner }) => owner),
  )
  const seen = claimed.filter(({ purpose, owner }) => !OF_MEMBERS.has(purpose) || sees(owner))
  return seen.map(({ purpose, owner, network, mask, source, network_name, shared }) => ({
    purpose,
    owner,
    ip: formatIpv4(network),
    mask,
    source,
    ...(network_name !== undefined && { network: network_name }),
    ...(shared !== undefined && { shared }),
  }))
}

/** Returns the lowest segment of this mask that overlaps nothing of the account. @throws segmentsExhausted */
export async function freeSegment(db: AccountDb, { network_number, mask }: In<'free_segment'>): Promise<Out<'free_segment'>> {
  const { own, others } = await claims(db, network_number)
  const free = freePrefix(SEGMENT_RANGE, mask, [...own, ...others])
  if (!free) throw new Refusal('segmentsExhausted')
  return { gateway: formatIpv4(free.network), mask }
}

export async function routing(db: AccountDb, by: Seer, { network_number }: In<'routing'>): Promise<Out<'routing'>> {
  const { settings } = await intentOf(db, network_number)
  const centers = await seenOf(db, by.members, await listMemberNames(db, network_number, 'center'))
  const seen = (name: string | null) => (centers.some(({ router_name }) => router_name === name) ? name : null)
  const { type, main_router, secondary_router } = settings.routing
  return {
    type,
    main_router: seen(main_router),
    secondary_router: seen(secondary_router),
    centers: centers.map(({ router_name, note }) => ({ router_name, note })),
  }
}

export async function centerLinkNetwork(
  db: AccountDb,
  by: Seer,
  { network_number }: In<'center_link_network'>,
): Promise<Out<'center_link_network'>> {
  const { settings } = await intentOf(db, network_number)
  const { segment, center_router_name, ...link } = settings.center_link
  const sees = await sightOf(db, by.members, center_router_name === null ? [] : [center_router_name])
  return {
    ...link,
    center_router_name: center_router_name !== null && sees(center_router_name) ? center_router_name : null,
    ...segmentParts(segment),
  }
}

export async function pointLink(db: AccountDb, by: Seer, { network_number, router_name }: In<'point_link'>): Promise<Out<'point_link'>> {
  const members = await listMemberNames(db, network_number, undefined)
  if (!members.some((member) => member.router_name === router_name)) throw new Refusal('memberNotInNetwork')
  const links = (await listLinks(db, network_number)).filter(
    (link) => (link.kind === 'center' || link.kind === 'p2p') && link.router_name === router_name,
  )
  const sees = await sightOf(
    db,
    by.members,
    links.map((link) => link.center_router_name),
  )
  return links
    .filter((link) => sees(link.center_router_name))
    .map(({ center_router_name, center_router_name_note, enable, vpn_online }) => ({
      center_router_name,
      center_router_name_note,
      enable,
      vpn_online,
    }))
}

export async function ipAddressPool(db: AccountDb, by: Seer, { network_number }: In<'ip_address_pool'>): Promise<Out<'ip_address_pool'>> {
  const network = await findNetwork(db, network_number)
  if (!network) throw new Refusal('networkNotFound')
  const { settings } = await intentOf(db, network_number)
  const pending = livePending(network)
  const shown = pending?.network_fr_id ?? settings.network_fr_id
  const { pop } = await surroundingsOf(db, network_number, [], shown)
  const areas = shown === null ? {} : ((await findResources(db, [shown])).get(shown)?.areas ?? {})
  const centers = Object.entries(settings.members).flatMap(([name, { center }]) =>
    center ? [[name, { router: segmentParts(center.router_segment), software: segmentParts(center.software_segment) }] as const] : [],
  )
  // Saving the pool sends every row back, so centers that the caller may not change are left out.
  const own = await changeableOf(
    db,
    by.members,
    centers.map(([name]) => name),
  )
  return {
    pop: pop ? segmentParts(pop.segment) : null,
    pop_software: Object.values(areas).map((area) => segmentParts(area.software_segment)),
    // Unless there are two centers the center link waits, and its segment cannot change.
    center_link_network: centers.length !== 2 || settings.center_link.segment === null ? null : segmentParts(settings.center_link.segment),
    center_network: Object.fromEntries(centers.filter(([name]) => own.has(name))),
    other: pop ? segmentParts(pop.other_segment) : null,
    pending: pending && { network_fr_id: pending.network_fr_id, mode: pending.mode },
  }
}

/** Returns the POP resource that waits until the address pool is reviewed, null if none waits or it waited too long. */
export const livePending = ({
  fr_pending,
  now,
}: {
  fr_pending: { network_fr_id: string; mode: 1 | 2 | 3; until: number } | null
  now: number
}) => (fr_pending !== null && fr_pending.until > now ? fr_pending : null)
