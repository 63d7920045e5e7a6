import { isDeepStrictEqual } from 'node:util'
import {
  type Draftable,
  type draftable,
  type InputOf,
  type Language,
  type PrefixInput,
  refusalText,
  type ServicePort,
  type SegmentInput,
} from '@weft/contract'
import {
  type CenterSettings,
  type MemberSettings,
  type NetworkFacts,
  type NetworkSettings,
  newMember,
  type PrefixRule,
} from '@weft/member-config'
import { formatIpv4, formatPrefix, memberAddresses, networkAddress, parseIpv4, type Prefix } from '@weft/net'
import { Refusal } from '../../kernel/refusal.ts'
import {
  type Candidate,
  checkNameLength,
  checkRoom,
  namesOf,
  type Plan,
  planAdded,
  planRemoved,
  planSeats,
  pointsOf,
  type Room,
  type Seat,
} from './network.rules.ts'
import { centerUses } from './network.text.ts'

/** A change of one network: a call that may stand in a draft, and its input. */
export type Change<K extends Draftable = Draftable> = { [N in K]: { call: N; input: Wanted<N> } }[K]
type Wanted<K extends Draftable> = Omit<InputOf<(typeof draftable)[K]>, 'network_number'>

/** A POP resource of the account that a change names. */
export interface Resource {
  network_fr_id: string
  /** The name of the network that uses it. */
  network_name: string | null
  network_number: string | null
  usable: boolean
  areas: NetworkFacts['areas']
}

/** What decides about a change besides the network itself. */
export interface Scene {
  facts: NetworkFacts
  room: Room & { dns_quantity: number; quagga: 0 | 1; quagga_advanced: 0 | 1; default_route: 0 | 1 }
  /** The account's members that the changes name. */
  candidates: ReadonlyMap<string, Candidate>
  resources: ReadonlyMap<string, Resource>
  /** A resource whose address pool was looked at, or need not be: it may replace another. */
  reviewed: string | undefined
}

type Apply<K extends Draftable> = (settings: NetworkSettings, input: Wanted<K>, scene: Scene) => NetworkSettings

/** The network after these changes, one after the other; what follows from them comes with `settle`. */
export const changed = (settings: NetworkSettings, changes: readonly Change[], scene: Scene): NetworkSettings =>
  changes.reduce((now, change) => afterOne(now, change, scene), settings)

const afterOne = (settings: NetworkSettings, { call, input }: Change, scene: Scene): NetworkSettings =>
  (rules[call] as Apply<Draftable>)(settings, input, scene)

/**
 * The same of a draft, whose every change can be mended by itself.
 * @throws changeInvalid, naming the change and why it is refused
 */
export const drafted = (settings: NetworkSettings, changes: readonly Change[], scene: Scene, language: Language): NetworkSettings =>
  changes.reduce((now, change, i) => {
    try {
      return afterOne(now, change, scene)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const problem = refusalText(error.reason, error.params, language)
      throw new Refusal('changeInvalid', { row: i + 1, problem }, { errors: [{ field: `changes.${i}`, msg: problem }] })
    }
  }, settings)

const seatsOf = (settings: NetworkSettings, { facts, candidates }: Pick<Scene, 'facts' | 'candidates'>): Seat[] =>
  Object.entries(settings.members).map(([router_name, { member_type }]) => ({
    router_name,
    router_type: facts.members[router_name]?.router_type ?? candidates.get(router_name)?.router_type ?? 1,
    member_type,
  }))

function seated(settings: NetworkSettings, { added, removed, moved }: Plan): NetworkSettings {
  const members = { ...settings.members }
  for (const { router_name } of removed) delete members[router_name]
  for (const { router_name, member_type } of added) members[router_name] = newMember(member_type)
  for (const { router_name, member_type } of moved)
    members[router_name] = { ...members[router_name]!, member_type, center: null, links: {} }
  return { ...settings, members }
}

/** @throws memberNotInNetwork */
function memberOf(settings: NetworkSettings, router_name: string): MemberSettings {
  const member = settings.members[router_name]
  if (!member) throw new Refusal('memberNotInNetwork')
  return member
}
/** @throws memberNotInNetwork, memberNotCenter */
function centerOf(settings: NetworkSettings, router_name: string): CenterSettings {
  const { center } = memberOf(settings, router_name)
  if (!center) throw new Refusal('memberNotCenter', { name: router_name })
  return center
}
const withMember = (settings: NetworkSettings, router_name: string, part: Partial<MemberSettings>): NetworkSettings => ({
  ...settings,
  members: { ...settings.members, [router_name]: { ...memberOf(settings, router_name), ...part } },
})
const isSoftware = (router_name: string, { facts, candidates }: Scene) =>
  (facts.members[router_name] ?? candidates.get(router_name))?.router_type === 2
const centerNames = (settings: NetworkSettings) =>
  Object.keys(settings.members).filter((name) => settings.members[name]!.member_type === 'center')

const prefixOf = ({ gateway, mask }: SegmentInput): Prefix => ({ network: parseIpv4(gateway)!, mask })
const written = (segment: SegmentInput) => formatPrefix(prefixOf(segment))

/** @throws segmentTooSmall: the members that stand in it would not fit */
function roomFor(segment: SegmentInput, needed: number): string {
  const { count: room } = memberAddresses(prefixOf(segment))
  if (needed > room) throw new Refusal('segmentTooSmall', { segment: written(segment), room, needed })
  return written(segment)
}

function withSegments(settings: NetworkSettings, router_name: string, router: SegmentInput, software: SegmentInput, scene: Scene) {
  const center = centerOf(settings, router_name)
  const points = pointsOf(seatsOf(settings, scene))
  const soft = points.filter((seat) => seat.router_type === 2).length
  return withMember(settings, router_name, {
    center: { ...center, router_segment: roomFor(router, points.length - soft), software_segment: roomFor(software, soft) },
  })
}

/** A typed rule as it will stand: its network number corrected to the true one of its mask. */
export function correctedRule({ ip, mask, permission, ge, le }: PrefixInput): { rule: PrefixRule; from: string | undefined } {
  const true_ip = formatIpv4(networkAddress(parseIpv4(ip)!, mask))
  // With ge alone, everything up to /32 is meant (specification 2 §5).
  const rule = { ip: true_ip, mask, permission: permission ?? 'permit', ge: ge ?? null, le: le ?? (ge == null ? null : 32) } as const
  return { rule, from: true_ip === ip ? undefined : `${ip}/${mask}` }
}

const isAdvanced = ({ permission, ge, le }: PrefixRule) => permission === 'deny' || ge !== null || le !== null

/** @throws prefixTwice, naming both rows */
function refuseRepeated(rules: readonly PrefixRule[]): void {
  const seen = new Map<string, number>()
  for (const [i, { ip, mask, ge, le }] of rules.entries()) {
    const key = `${ip}/${mask} ${ge} ${le}`
    const other = seen.get(key)
    if (other !== undefined) throw new Refusal('prefixTwice', { row: i + 1, other })
    seen.set(key, i + 1)
  }
}

/** @throws portsEqual, publicPortsEqual */
function refuseEqualPorts(router: ServicePort, software: ServicePort): void {
  if (router.static_port !== null && router.static_port === software.static_port) throw new Refusal('portsEqual')
  if (router.public_ip !== null && router.public_ip === software.public_ip && router.public_port === software.public_port)
    throw new Refusal('publicPortsEqual')
}

/**
 * What keeps a center from leaving: others that depend on it, in words; nothing where none does (the console lists them with links).
 * @param leaving all members that leave with it: branches whose every link goes with them are left alone
 */
export function usesOf(settings: NetworkSettings, name: string, leaving: ReadonlySet<string> = new Set([name])): string[] {
  const { routing, center_link, members } = settings
  const alone = Object.entries(members).filter(
    ([point, { links }]) =>
      !leaving.has(point) &&
      links[name]?.enable === 1 &&
      Object.entries(links).every(([center, { enable }]) => leaving.has(center) || enable === 0),
  ).length
  const others = centerNames(settings).some((center) => !leaving.has(center))
  return [
    ...(routing.main_router === name ? [centerUses.main] : []),
    ...(routing.secondary_router === name ? [centerUses.secondary] : []),
    ...(center_link.enable === 1 ? [centerUses.centerLink] : []),
    ...(others && alone > 0 ? [centerUses.branches(alone)] : []),
  ]
}

/** @throws centerInUse for the first of the centers among them that others depend on */
function refuseUsed(settings: NetworkSettings, leaving: readonly Seat[]): void {
  const names = new Set(namesOf(leaving))
  for (const { router_name: name } of leaving) {
    if (settings.members[name]?.member_type !== 'center') continue
    const uses = usesOf(settings, name, names)
    if (uses.length > 0) throw new Refusal('centerInUse', { name, uses: uses.join('、') })
  }
}

function planned(settings: NetworkSettings, plan: Plan, scene: Scene): NetworkSettings {
  // Other changes of the same draft may have taken and given seats.
  const taken = Object.keys(settings.members).length - Object.keys(scene.facts.members).length
  checkRoom(seatsOf(settings, scene), plan, { ...scene.room, network_router_use: scene.room.network_router_use + taken })
  refuseUsed(settings, [...plan.removed, ...pointsOf(plan.moved)])
  return seated(settings, plan)
}

const allPoints = (settings: NetworkSettings, quagga: 0 | 1, scene: Scene): NetworkSettings => ({
  ...settings,
  members: Object.fromEntries(
    Object.entries(settings.members).map(([name, member]) => [
      name,
      member.member_type === 'point' && !isSoftware(name, scene) ? { ...member, quagga } : member,
    ]),
  ),
})

const rules: { [K in Draftable]: Apply<K> } = {
  name: (settings, { network_name }) => {
    checkNameLength(network_name, settings.network_fr_id !== null)
    return { ...settings, network_name }
  },
  edit: (settings, { network_name, center, point }, scene) => {
    const plan = planSeats(seatsOf(settings, scene), { center, point }, scene.candidates)
    const next = rules.name(settings, { network_name }, scene)
    return planned(next, plan, scene)
  },
  add_member: (settings, input, scene) => {
    const candidate = scene.candidates.get(input.router_name)
    if (!candidate) throw new Refusal('memberNotFound')
    return planned(settings, planAdded(seatsOf(settings, scene), input, candidate), scene)
  },
  remove_member: (settings, { router_name }, scene) => {
    const plan = planRemoved(settings.network_name, seatsOf(settings, scene), router_name)
    // As when a network is saved: one without members is to be deleted, not emptied.
    if (plan.after.length === 0) throw new Refusal('networkNeedsMember')
    return planned(settings, plan, scene)
  },
  edit_prefix: (settings, { router_name, prefix }, scene) => {
    memberOf(settings, router_name)
    if (isSoftware(router_name, scene)) throw new Refusal('prefixOfHardwareOnly', { name: router_name })
    const wanted = prefix.map((typed) => correctedRule(typed).rule)
    if (scene.room.quagga_advanced === 0 && wanted.some(isAdvanced)) throw new Refusal('prefixAdvancedOff')
    refuseRepeated(wanted)
    return withMember(settings, router_name, { prefix: wanted })
  },
  dns: (settings, { dns }, { room }) => {
    if (dns.length > room.dns_quantity) throw new Refusal('dnsLimit', { n: room.dns_quantity })
    if (new Set(dns).size !== dns.length) throw new Refusal('dnsTwice')
    return { ...settings, dns }
  },
  edit_routing: (settings, { type, main_router, secondary_router }) => {
    if (type === 1) return { ...settings, routing: { type, main_router: null, secondary_router: null } }
    const centers = centerNames(settings)
    if (centers.length < 2) throw new Refusal('routingNeedsTwo')
    // Choosing one of exactly two sets the other (domain.md §3).
    const other = (name: string | null) => (centers.length === 2 ? (centers.find((center) => center !== name) ?? null) : null)
    const main = main_router ?? (secondary_router === null ? null : other(secondary_router))
    const secondary = secondary_router ?? (main_router === null ? null : other(main_router))
    if (main === null || secondary === null) throw new Refusal('routingChoose')
    if (main === secondary) throw new Refusal('routingSame')
    for (const name of [main, secondary]) centerOf(settings, name)
    return { ...settings, routing: { type, main_router: main, secondary_router: secondary } }
  },
  default_route: (settings, { router_name, model, metric }, { room }) => {
    if (room.default_route === 0) throw new Refusal('defaultRouteOff')
    return withMember(settings, router_name, { default_route: model, metric: model === 1 ? (metric ?? 30) : null })
  },
  fixed_port: (settings, { router_name, router_service, software_service }) => {
    const center = centerOf(settings, router_name)
    refuseEqualPorts(router_service, software_service)
    return withMember(settings, router_name, { center: { ...center, router_port: router_service, software_port: software_service } })
  },
  edit_center_gateway: (settings, { router_name, router_network, software_network }, scene) =>
    withSegments(settings, router_name, router_network, software_network, scene),
  enable_center_link: (settings, { enable }) => {
    twoCenters(settings)
    if (enable === 1 && settings.center_link.center_router_name === null) throw new Refusal('centerLinkNotSet')
    return { ...settings, center_link: { ...settings.center_link, enable } }
  },
  center_link: (settings, { enable, center_router_name, public_ip, public_port, static_port, gateway, mask }) => {
    twoCenters(settings)
    if (center_router_name === null) throw new Refusal('centerLinkServer')
    centerOf(settings, center_router_name)
    if ((gateway === null) !== (mask === null)) throw new Refusal('centerLinkSegment')
    const segment = gateway === null || mask === null ? null : segmentTyped(gateway, mask)
    const ports = [public_ip, public_port, static_port]
    // With a public IP both ports, without one a segment (specification 2 §5).
    if (ports.some((part) => part !== null)) {
      if (ports.some((part) => part === null)) throw new Refusal('centerLinkPorts')
    } else if (segment === null) throw new Refusal('centerLinkSegment')
    return {
      ...settings,
      center_link: { enable, center_router_name, public_ip, public_port, static_port, segment: segment ?? settings.center_link.segment },
    }
  },
  edit_center_link_gateway: (settings, { gateway, mask }) => {
    twoCenters(settings)
    if (settings.center_link.center_router_name === null) throw new Refusal('centerLinkNotSet')
    return { ...settings, center_link: { ...settings.center_link, segment: segmentTyped(gateway, mask) } }
  },
  edit_point_link: (settings, { router_name, link_config }) => {
    const { member_type, links } = memberOf(settings, router_name)
    if (member_type === 'center') throw new Refusal('memberNotPoint', { name: router_name })
    const next = { ...links }
    for (const { center_router_name, enable } of link_config) {
      const link = next[center_router_name]
      if (!link) throw new Refusal('memberNotCenter', { name: center_router_name })
      next[center_router_name] = { ...link, enable }
    }
    if (Object.values(next).every(({ enable }) => enable === 0)) throw new Refusal('lastLink', { name: router_name })
    return withMember(settings, router_name, { links: next })
  },
  edit_ip_address_pool: (settings, { center_link_network, center_network }, scene) => {
    const next = Object.entries(center_network).reduce(
      (now, [name, { router, software }]) => withSegments(now, name, router, software, scene),
      settings,
    )
    if (center_link_network === null) return next
    return rules.edit_center_link_gateway(next, center_link_network, scene)
  },
  ciphers: (settings, { ncp_ciphers }) => ({ ...settings, ncp_ciphers }),
  software_mode: (settings, { router_name, mode }, scene) => {
    memberOf(settings, router_name)
    if (!isSoftware(router_name, scene)) throw new Refusal('softwareMemberOnly', { name: router_name })
    return withMember(settings, router_name, { mode })
  },
  fr: (settings, { network_fr_id, mode }, { resources, reviewed, facts }) => {
    if (network_fr_id === null || network_fr_id === settings.network_fr_id) return { ...settings, network_fr_id, mode }
    const resource = resources.get(network_fr_id)
    if (!resource) throw new Refusal('popResourceNotFound')
    checkResource(resource, facts)
    // Other POPs, other segments: the pool is looked at first (screens.md §7.5, 8).
    if (settings.network_fr_id !== null && reviewed !== network_fr_id) throw new Refusal('popReview')
    return { ...settings, network_fr_id, mode }
  },
  member_ov: (settings, { router_name, ov_id_main, ov_id_backup }, { facts, resources }) => {
    memberOf(settings, router_name)
    if (settings.network_fr_id === null) throw new Refusal('popResourceNone')
    const areas = resources.get(settings.network_fr_id)?.areas ?? facts.areas
    for (const ov_id of [ov_id_main, ov_id_backup]) if (ov_id !== null && !areas[ov_id]) throw new Refusal('popAreaUnknown')
    if (ov_id_backup !== null) {
      // The backup area is offered with more than two areas and a main one (specification 2 §4).
      if (Object.keys(areas).length <= 2 || ov_id_main === null) throw new Refusal('popBackupNotOffered')
      if (ov_id_main === ov_id_backup) throw new Refusal('popAreasSame')
    }
    return withMember(settings, router_name, { ov_main: ov_id_main, ov_backup: ov_id_backup })
  },
  quagga: (settings, { router_name, enable }, scene) => {
    if (scene.room.quagga === 0) throw new Refusal('quaggaOff')
    memberOf(settings, router_name)
    if (isSoftware(router_name, scene)) throw new Refusal('quaggaOfHardwareOnly', { name: router_name })
    return withMember(settings, router_name, { quagga: enable })
  },
  quagga_enable: (settings, _, scene) => {
    if (scene.room.quagga === 0) throw new Refusal('quaggaOff')
    return allPoints(settings, 1, scene)
  },
  quagga_disable: (settings, _, scene) => {
    if (scene.room.quagga === 0) throw new Refusal('quaggaOff')
    return allPoints(settings, 0, scene)
  },
}

/** @throws centerLinkNeedsTwo */
function twoCenters(settings: NetworkSettings): void {
  if (centerNames(settings).length !== 2) throw new Refusal('centerLinkNeedsTwo')
}

/** @throws segmentNotNetwork where the address is not the first of its mask */
function segmentTyped(gateway: string, mask: number): string {
  if (networkAddress(parseIpv4(gateway)!, mask) !== parseIpv4(gateway)) throw new Refusal('segmentNotNetwork', { segment: gateway, mask })
  return written({ gateway, mask })
}

/** Whether the network may have the resource. @throws popResourceElsewhere, popResourceEnded */
export function checkResource(resource: Resource, { network_number }: Pick<NetworkFacts, 'network_number'>): void {
  if (resource.network_number !== null && resource.network_number !== network_number)
    throw new Refusal('popResourceElsewhere', { network: resource.network_name ?? '' })
  if (!resource.usable) throw new Refusal('popResourceEnded')
}

/**
 * What a former revision had and the account no longer allows; what the network has now may stay.
 * @throws networkNeedsMember, memberLimit, centerLimit, dnsLimit, prefixAdvancedOff, quaggaOff, defaultRouteOff
 */
export function refuseBeyond(now: NetworkSettings, wanted: NetworkSettings, room: Scene['room']): void {
  const growth = Object.keys(wanted.members).length - Object.keys(now.members).length
  if (growth < 0 && Object.keys(wanted.members).length === 0) throw new Refusal('networkNeedsMember')
  if (growth > 0 && room.network_router_use + growth > room.network_router_count)
    throw new Refusal('memberLimit', { used: room.network_router_use, count: room.network_router_count })
  if (centerNames(wanted).length > Math.max(room.network_center_count, centerNames(now).length))
    throw new Refusal('centerLimit', { n: room.network_center_count })
  if (wanted.dns.length > Math.max(room.dns_quantity, now.dns.length)) throw new Refusal('dnsLimit', { n: room.dns_quantity })
  for (const [name, member] of Object.entries(wanted.members)) {
    const had = now.members[name]
    if (room.quagga === 0 && member.quagga > (had?.quagga ?? 0)) throw new Refusal('quaggaOff')
    if (room.default_route === 0 && member.default_route !== 0 && member.default_route !== had?.default_route)
      throw new Refusal('defaultRouteOff')
    if (room.quagga_advanced === 0 && member.prefix.some(isAdvanced) && !isDeepStrictEqual(member.prefix, had?.prefix))
      throw new Refusal('prefixAdvancedOff')
  }
}

/** The calls that take members away, which an unusable network still admits (domain.md §2). */
const shrinking: ReadonlySet<Draftable> = new Set(['edit', 'remove_member', 'name'])
/** @throws networkUnusable: until members left or services were renewed, its configuration stands still */
export function checkUsable(changes: readonly Pick<Change, 'call'>[], { network_usable }: Pick<Room, 'network_usable'>): void {
  if (network_usable === 0 && changes.some(({ call }) => !shrinking.has(call))) throw new Refusal('networkUnusable')
}

/**
 * A network that one of its members leaves because it is deleted or taken back; the last member may leave it empty.
 * @throws lastCenterNeeded, centerInUse
 */
export function withoutMember(settings: NetworkSettings, router_name: string, facts: NetworkFacts): NetworkSettings {
  const plan = planRemoved(settings.network_name, seatsOf(settings, { facts, candidates: new Map() }), router_name)
  refuseUsed(settings, plan.removed)
  return seated(settings, plan)
}

/** The members that changes name, in any of their fields. */
export const namedBy = (changes: readonly Change[]): string[] =>
  changes.flatMap(({ call, input }) => {
    if (call === 'edit') return [...input.center, ...input.point]
    return call === 'add_member' ? [input.router_name] : []
  })
