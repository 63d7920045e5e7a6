import type { contract, InputOf, OutputOf, PrefixRow } from '@weft/contract'
import { formatIpv4, freePrefix } from '@weft/net'
import { claimsOf } from '@weft/network-rules'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { findResources, type Hidden, surroundingsOf } from './surroundings.queries.ts'
import { hiddenFrom } from './visibility.service.ts'
import { listLinks, listMemberNames, segmentParts } from './detail.queries.ts'
import { loadIntents } from '../configuration/intent.queries.ts'
import { findNetwork } from './network.queries.ts'
import { SEGMENT_RANGE } from '../rules/settle.rules.ts'

type Call = typeof contract.networkSettings
type In<K extends keyof Call> = InputOf<Call[K]>
type Out<K extends keyof Call> = OutputOf<Call[K]>

/** Returns the whole intent of one network. @throws networkNotFound */
async function intentOf(db: AccountDb, network_number: string) {
  const [intent] = await loadIntents(db, { network_number })
  if (!intent) throw new Refusal('networkNotFound')
  return intent
}

export async function prefix(db: AccountDb, { network_number, router_name }: In<'prefix'>): Promise<PrefixRow[]> {
  const { settings } = await intentOf(db, network_number)
  const notes = new Map((await listMemberNames(db, network_number, undefined)).map((member) => [member.router_name, member.note]))
  const names = router_name === undefined ? Object.keys(settings.members) : [router_name]
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

/** Returns the ranges in use. Those of networks that the caller may not see are left out, although an overlap with them is refused. */
export async function segments(db: AccountDb, by: Actor, { network_number, elsewhere }: In<'segments'>): Promise<Out<'segments'>> {
  const { own, others } = await claims(db, network_number, hiddenFrom(by))
  const claimsElsewhere = elsewhere === '1' ? others.filter(({ network_name }) => network_name !== '') : []
  return [...own, ...claimsElsewhere].map(({ purpose, owner, network, mask, source, network_name, shared }) => ({
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

export async function routing(db: AccountDb, { network_number }: In<'routing'>): Promise<Out<'routing'>> {
  const { settings } = await intentOf(db, network_number)
  const centers = await listMemberNames(db, network_number, 'center')
  return { ...settings.routing, centers: centers.map(({ router_name, note }) => ({ router_name, note })) }
}

export async function centerLinkNetwork(db: AccountDb, { network_number }: In<'center_link_network'>): Promise<Out<'center_link_network'>> {
  const { settings } = await intentOf(db, network_number)
  const { segment, ...twin } = settings.center_link
  return { ...twin, ...segmentParts(segment) }
}

export async function pointLink(db: AccountDb, { network_number, router_name }: In<'point_link'>): Promise<Out<'point_link'>> {
  const members = await listMemberNames(db, network_number, undefined)
  if (!members.some((member) => member.router_name === router_name)) throw new Refusal('memberNotInNetwork')
  const links = await listLinks(db, network_number)
  return links
    .filter((link) => (link.kind === 'center' || link.kind === 'p2p') && link.router_name === router_name)
    .map(({ center_router_name, center_router_name_note, enable, vpn_online }) => ({
      center_router_name,
      center_router_name_note,
      enable,
      vpn_online,
    }))
}

export async function ipAddressPool(db: AccountDb, { network_number }: In<'ip_address_pool'>): Promise<Out<'ip_address_pool'>> {
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
  return {
    pop: pop ? segmentParts(pop.segment) : null,
    pop_software: Object.values(areas).map((area) => segmentParts(area.software_segment)),
    // Unless there are two centers the twin link waits, and its segment cannot change.
    center_link_network: centers.length !== 2 || settings.center_link.segment === null ? null : segmentParts(settings.center_link.segment),
    center_network: Object.fromEntries(centers),
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
