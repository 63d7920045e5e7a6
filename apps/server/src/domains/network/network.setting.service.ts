import type { contract, InputOf, OutputOf, PrefixRow } from '@weft/contract'
import { formatIpv4, freePrefix } from '@weft/net'
import type { AccountDb } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { findResources, type Hidden, surroundingsOf, writePending } from './network.change.queries.ts'
import { changeNetwork, hiddenFrom } from './network.change.service.ts'
import { claimsOf } from './network.claim.rules.ts'
import { listLinks, listMemberNames, segmentParts } from './network.detail.queries.ts'
import { loadIntents } from './network.intent.queries.ts'
import { correctedRule } from './network.prefix.rules.ts'
import { findNetwork } from './network.queries.ts'
import type { Change } from './network.scene.rules.ts'
import { SEGMENT_RANGE } from './network.settle.rules.ts'

type Call = typeof contract.networkSettings
type In<K extends keyof Call> = InputOf<Call[K]>
type Out<K extends keyof Call> = OutputOf<Call[K]>

/** Seconds for which a POP resource waits for the address pool to be looked at (api.md, network/fr). */
const PENDING_SECONDS = 600

/** One network's intent, whole. @throws networkNotFound */
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

/** What FRR calls the prefix list of a member. */
const listName = (router_name: string) => `pl-${router_name}`

async function claims(db: AccountDb, network_number: string, hidden?: Hidden) {
  const { settings, facts } = await intentOf(db, network_number)
  const around = await surroundingsOf(db, network_number, Object.keys(settings.members), settings.network_fr_id, hidden)
  return { own: claimsOf(settings, facts, around), others: around.others }
}

/** What takes addresses; of networks that the caller may not see nothing is told before it stands in the way. */
export async function segments(db: AccountDb, by: Actor, { network_number, elsewhere }: In<'segments'>): Promise<Out<'segments'>> {
  const { own, others } = await claims(db, network_number, hiddenFrom(by))
  const told = elsewhere === '1' ? others.filter(({ network }) => network !== '') : []
  return [...own, ...told].map(({ purpose, owner, prefix, source, network, shared }) => ({
    purpose,
    owner,
    ip: formatIpv4(prefix.network),
    mask: prefix.mask,
    source,
    ...(network !== undefined && { network }),
    ...(shared !== undefined && { shared }),
  }))
}

/** The lowest segment of this mask that overlaps nothing of the account. @throws segmentsExhausted */
export async function freeSegment(db: AccountDb, { network_number, mask }: In<'free_segment'>): Promise<Out<'free_segment'>> {
  const { own, others } = await claims(db, network_number)
  const free = freePrefix(
    SEGMENT_RANGE,
    mask,
    [...own, ...others].map((claim) => claim.prefix),
  )
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
  const links = await listLinks(db, network_number, undefined)
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
    // Of more centers than two the link waits, and its segment stands still.
    center_link_network: centers.length !== 2 || settings.center_link.segment === null ? null : segmentParts(settings.center_link.segment),
    center_network: Object.fromEntries(centers),
    other: pop ? segmentParts(pop.other_segment) : null,
    pending: pending && { network_fr_id: pending.network_fr_id, mode: pending.mode },
  }
}

const livePending = ({ fr_pending, now }: { fr_pending: { network_fr_id: string; mode: 1 | 2 | 3; until: number } | null; now: number }) =>
  fr_pending !== null && fr_pending.until > now ? fr_pending : null

/** Applies one call as a revision of its own. */
export async function change(
  db: AccountDb,
  actor: Actor,
  call: Change['call'],
  { network_number, revision: _, ...input }: { network_number: string; revision?: number | undefined },
  expected: number | undefined,
): Promise<void> {
  await changeNetwork(db, actor, network_number, [{ call, input } as unknown as Change], { expected })
}

export async function editPrefix(
  db: AccountDb,
  actor: Actor,
  input: In<'edit_prefix'>,
  expected: number | undefined,
): Promise<Out<'edit_prefix'>> {
  await change(db, actor, 'edit_prefix', input, expected)
  return {
    corrected: input.prefix.flatMap((typed) => {
      const { rule, from } = correctedRule(typed)
      return from === undefined ? [] : [{ from, to: `${rule.ip}/${rule.mask}` }]
    }),
  }
}

/**
 * Changes the POP resource. Another one in the place of the present one waits until the address pool was looked at.
 * @throws popReview (423), and keeps what was chosen for ten minutes
 */
export async function changeResource(db: AccountDb, actor: Actor, input: In<'fr'>, expected: number | undefined): Promise<void> {
  const { network_number, network_fr_id, mode } = input
  try {
    await change(db, actor, 'fr', input, expected)
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== 'popReview' || network_fr_id === null) throw error
    const { now } = (await findNetwork(db, network_number))!
    await writePending(db, network_number, { network_fr_id, mode, until: now + PENDING_SECONDS })
    throw error.keeping()
  }
}

/**
 * Saves the address pool, and with it the POP resource that waited for it.
 * @throws popResourceNotFound, popReviewOver where it no longer waits
 */
export async function editPool(
  db: AccountDb,
  actor: Actor,
  { network_number, network_fr_id, ...pool }: In<'edit_ip_address_pool'>,
  expected: number | undefined,
): Promise<void> {
  const edit: Change = { call: 'edit_ip_address_pool', input: { ...pool, network_fr_id } }
  const network = await findNetwork(db, network_number)
  if (!network) throw new Refusal('networkNotFound')
  if (network_fr_id === null) {
    await changeNetwork(db, actor, network_number, [edit], { expected })
    return
  }
  if ((await findResources(db, [network_fr_id])).size === 0) throw new Refusal('popResourceNotFound')
  const pending = livePending(network)
  if (pending?.network_fr_id !== network_fr_id) throw new Refusal('popReviewOver')
  const resource: Change = { call: 'fr', input: { network_fr_id, mode: pending.mode } }
  await changeNetwork(db, actor, network_number, [edit, resource], { expected, reviewed: network_fr_id })
}
