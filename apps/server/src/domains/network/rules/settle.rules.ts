import { SEGMENT_MASK, SEGMENT_POOL } from '@weft/contract'
import {
  type AreaFacts,
  type CenterSettings,
  type LinkSettings,
  type MemberSettings,
  type NetworkFacts,
  type NetworkSettings,
  newCenter,
  NO_CENTER_LINK,
} from '@weft/member-config'
import { contains, formatIpv4, formatPrefix, freePrefix, maskFor, memberAddresses, parseIpv4, parsePrefix, type Prefix } from '@weft/net'
import { Refusal } from '../../../kernel/refusal.ts'
import { diallersOf, isPointToPoint, listenersOf } from './point-to-point.rules.ts'

/** The range from which segments are allocated. */
export const SEGMENT_RANGE: Prefix = { network: parseIpv4(SEGMENT_POOL.network)!, mask: SEGMENT_POOL.mask }
/** Mask of the widest interconnect segment (docs/design/domain.md §3). */
const WIDEST = 16
const CENTER_LINK_MASK = 24
/** Mask of a listening branch's segments, unless they must be wider. */
const POINT_MASK = 22

/** Facts of a network's members and areas, and the ranges that are in use. */
export interface SettleFacts {
  facts: Pick<NetworkFacts, 'members'>
  /** All areas of the network's POP resource, also while its service does not run: a lapse deletes nothing. */
  areas: NetworkFacts['areas']
  /** Ranges that no new segment may overlap. */
  taken: readonly Prefix[]
}

/**
 * Adds the values that follow from the settings: new centers get segments, every branch a link to every center with an address in its
 * segment, members their addresses at their POPs; in a network without centers and POPs, branches link to those that can be dialled.
 * Removes values that are no longer valid. Settling a settled network changes nothing.
 * @throws segmentFull, segmentsExhausted
 */
export function settle(settings: NetworkSettings, facts: SettleFacts): NetworkSettings {
  const names = Object.keys(settings.members).toSorted()
  const isCenter = (name: string | null) => name !== null && settings.members[name]?.member_type === 'center'
  const centers = names.filter(isCenter)
  const used = [...facts.taken]
  const allocate = (mask: number | undefined): string => {
    const found = mask === undefined ? undefined : freePrefix(SEGMENT_RANGE, mask, used)
    if (!found) throw new Refusal('segmentsExhausted')
    used.push(found)
    return formatPrefix(found)
  }
  const kind = (name: string) => facts.facts.members[name]?.router_type ?? 1
  const points = names.filter((name) => !isCenter(name))
  const hardware = points.filter((name) => kind(name) === 1).length
  const pointToPoint = isPointToPoint(settings)
  const usual = pointToPoint ? POINT_MASK : SEGMENT_MASK
  const segmentOf = (dialling: number) => allocate(maskFor(dialling, { usual, widest: WIDEST }))
  const allocated = ({ router_segment, software_segment, ...ports }: CenterSettings): CenterSettings => ({
    ...ports,
    router_segment: router_segment || segmentOf(hardware),
    software_segment: software_segment || segmentOf(points.length - hardware),
  })
  const listeners = pointToPoint ? listenersOf(settings, facts.facts) : centers
  const listening = new Map(listeners.map((name) => [name, allocated(settings.members[name]!.center ?? newCenter())]))

  const links = new Map<string, Record<string, LinkSettings>>()
  for (const [center, { router_segment, software_segment }] of listening) {
    const addresses = { 1: new Addresses(router_segment), 2: new Addresses(software_segment) }
    const give = (name: string, vpn_ip: string) => {
      const enable = settings.members[name]!.links[center]?.enable ?? 1
      links.set(name, { ...links.get(name), [center]: { vpn_ip, enable } })
    }
    giveAddresses(
      pointToPoint ? diallersOf(center, points, listeners) : points,
      (name) => addresses[kind(name)],
      (name) => settings.members[name]!.links[center]?.vpn_ip,
      give,
    )
  }

  const { areas } = facts
  const attached = settings.network_fr_id !== null
  const members = Object.fromEntries(
    names.map((name): [string, MemberSettings] => {
      const member = settings.members[name]!
      const soft = kind(name) === 2
      const area = (ov_id: string | null) => (attached && ov_id !== null && areas[ov_id] ? ov_id : null)
      const [ov_main, ov_backup] = [area(member.ov_main), area(member.ov_backup)]
      return [
        name,
        {
          ...member,
          metric: member.default_route === 1 ? member.metric : null,
          quagga: soft ? 0 : member.quagga,
          ov_main,
          ov_backup: ov_main === null ? null : ov_backup,
          center: listening.get(name) ?? null,
          links: links.get(name) ?? {},
          pop_links: {},
        },
      ]
    }),
  )
  linkPops(members, settings, areas, kind)

  const routable = settings.routing.type === 2 && isCenter(settings.routing.main_router) && isCenter(settings.routing.secondary_router)
  return {
    ...settings,
    routing: routable ? settings.routing : { type: 1, main_router: null, secondary_router: null },
    center_link: settledCenterLink(settings.center_link, centers.length, isCenter, () => allocate(CENTER_LINK_MASK)),
    members,
  }
}

/** Returns the center link: removed with fewer than two centers, off with more, until there are two again. */
function settledCenterLink(
  link: NetworkSettings['center_link'],
  centers: number,
  isCenter: (name: string | null) => boolean,
  allocate: () => string,
): NetworkSettings['center_link'] {
  if (centers < 2 || !isCenter(link.center_router_name)) return NO_CENTER_LINK
  if (centers > 2) return { ...link, enable: 0 }
  return link.enable === 1 && link.segment === null ? { ...link, segment: allocate() } : link
}

function linkPops(
  members: Record<string, MemberSettings>,
  before: NetworkSettings,
  areas: Record<string, AreaFacts>,
  kind: (name: string) => 1 | 2,
): void {
  for (const [ov_id, { router_segment, software_segment }] of Object.entries(areas)) {
    const addresses = { 1: new Addresses(router_segment), 2: new Addresses(software_segment) }
    const here = Object.entries(members).filter(([, member]) => member.ov_main === ov_id || member.ov_backup === ov_id)
    giveAddresses(
      here.map(([name]) => name),
      (name) => addresses[kind(name)],
      (name) => before.members[name]?.pop_links[ov_id]?.vpn_ip,
      (name, vpn_ip) => (members[name]!.pop_links[ov_id] = { vpn_ip }),
    )
  }
}

/** Gives each member an address: one that is still valid is kept, the others get free ones. @throws segmentFull */
function giveAddresses(
  names: readonly string[],
  segmentOf: (name: string) => Addresses,
  heldBy: (name: string) => string | undefined,
  give: (name: string, vpn_ip: string) => void,
): void {
  const without = names.filter((name) => {
    const held = heldBy(name)
    if (held === undefined || !segmentOf(name).take(held)) return true
    give(name, held)
    return false
  })
  for (const name of without) give(name, segmentOf(name).next())
}

/** The member addresses of one segment, each given once. */
class Addresses {
  readonly #text: string
  readonly #segment: Prefix
  readonly #taken = new Set<number>()
  #lowest: number

  constructor(text: string) {
    const segment = parsePrefix(text)
    if (!segment) throw new Error(`not a segment: ${text}`)
    this.#text = text
    this.#segment = segment
    this.#lowest = memberAddresses(segment).first
  }

  /** Takes the address and returns true if it is a free member address of this segment, else returns false. */
  take(text: string): boolean {
    const address = parseIpv4(text)
    if (address === undefined || !contains(this.#segment, address) || this.#taken.has(address)) return false
    const { first, last } = memberAddresses(this.#segment)
    if (address < first || address > last) return false
    this.#taken.add(address)
    return true
  }

  /** @throws segmentFull */
  next(): string {
    const { last } = memberAddresses(this.#segment)
    while (this.#taken.has(this.#lowest)) this.#lowest += 1
    if (this.#lowest > last) throw new Refusal('segmentFull', { segment: this.#text })
    this.#taken.add(this.#lowest)
    return formatIpv4(this.#lowest)
  }
}
