import {
  contains,
  formatIpv4,
  formatPrefix,
  listenerAddress,
  overlapping,
  type Prefix,
  parseIpv4,
  parsePrefix,
  prefixOf,
  summary,
  without,
} from '@weft/net'
import {
  DOCUMENT_VERSION,
  type Link,
  type MemberDocument,
  type Peer,
  type PopLink,
  type Preference,
  type Rule,
  type Section,
  type Service,
  type CenterLinkEnd,
} from './document.ts'
import { type End, endsOf } from './ends.ts'
import type { AreaFacts, MemberSettings, NetworkIntent } from './intent.ts'
import { assignedPort, popPorts, remoteOf } from './ports.ts'

/** The intent contradicts itself, so no document of the network could be right. */
export class ContradictoryIntent extends Error {}

/**
 * Returns the documents of the named members and POPs, by default of all in the networks. Pure: the same intents in any order give the
 * same documents. NetworkIntent says what an intent must hold for a member's document; a POP's needs all networks whole.
 * @throws ContradictoryIntent if addresses or segments do not fit each other, or something refers to a name that does not exist
 */
export function compile(intents: readonly NetworkIntent[], names?: Iterable<string>): Map<string, MemberDocument> {
  const sections = new Map<string, Section[]>()
  for (const name of names ?? intents.flatMap(namesOf)) sections.set(name, [])
  for (const intent of intents.toSorted((a, b) => compare(a.facts.network_number, b.facts.network_number)))
    for (const [name, section] of sectionsOf(intent)) sections.get(name)?.push(section)
  return new Map([...sections].map(([router_name, networks]) => [router_name, { version: DOCUMENT_VERSION, router_name, networks }]))
}

const namesOf = ({ settings, facts }: NetworkIntent) => [
  ...Object.keys(settings.members),
  ...Object.values(facts.areas).map((area) => area.pop_name),
]
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => compare(a, b)

/**
 * Returns one network's sections of the documents of its members and POPs; none while the network is down.
 * @throws ContradictoryIntent as `compile` does
 */
export function sectionsOf(intent: NetworkIntent): Map<string, Section> {
  const { settings, facts } = intent
  const sections = new Map<string, Section>()
  if (facts.network_status === 0) return sections

  const members = Object.entries(settings.members).toSorted(byName)
  const ends = endsOf(intent)
  const admitted = new Map(
    members.flatMap(([name, member]) => (facts.members[name]?.status === 1 ? [[name, peerOf(name, member, ends)]] : [])),
  )
  const listeners = listenersIn(intent, routesTo([...admitted.values()]))
  const { network_number } = facts
  const { ncp_ciphers: ciphers, dns, mode } = settings
  const head = { network_number, ciphers, dns }

  for (const [name, member] of members) {
    const kind = factsOf(intent, name).router_type === 1 ? 'hardware' : 'software'
    const { quagga, default_route: model, metric } = member
    const own = {
      ...head,
      dial_mode: member.mode ?? mode,
      quagga: quagga === 1,
      default_route: { model, metric },
      prefixes: member.prefix.flatMap((rule) => rulesOf(rule, ends)),
      pop_links: Object.entries(member.pop_links).flatMap(([ov_id, { vpn_ip }]): PopLink[] => {
        const [area, listener] = [facts.areas[ov_id], listeners.areas.get(ov_id)]
        if (!area || !listener) return []
        admit(listener[kind], name, vpn_ip, admitted.get(name))
        const { segment, gateway, port } = listener[kind].service
        const preference = ov_id === member.ov_main ? 'main' : 'backup'
        return [
          { pop_name: area.pop_name, ov_id, remote: { address: area.public_ip, port }, segment, gateway, address: vpn_ip, preference },
        ]
      }),
    }
    own.pop_links.sort((a, b) => compare(a.pop_name, b.pop_name))
    const listening = listeners.centers.get(name)
    if (listening && member.member_type === 'center') {
      const { preference, twin } = listening
      sections.set(name, { ...own, position: 'center', services: servicesOf(listening), preference, twin })
    } else {
      const peer = dialling(admitted.get(name), listening)
      const links = Object.entries(member.links).map(([center, { vpn_ip, enable }]): Link => {
        const listener = listeners.centers.get(center)
        if (!listener) contradiction(`${name} is linked to ${center}, which does not listen`)
        const { [kind]: draft, preference, remotes } = listener
        admit(draft, name, vpn_ip, enable === 1 ? peer : undefined)
        const { segment, gateway, device } = draft.service
        return { center, remote: remotes[kind], segment, gateway, address: vpn_ip, device, enable: enable === 1, preference }
      })
      links.sort((a, b) => compare(a.center, b.center))
      sections.set(name, { ...own, position: 'point', kind, links, services: listening ? servicesOf(listening) : null })
    }
  }
  for (const listener of listeners.areas.values())
    sections.set(listener.pop_name, { ...head, position: 'pop', ov_id: listener.ov_id, services: servicesOf(listener) })
  return sections
}

function contradiction(what: string): never {
  throw new ContradictoryIntent(what)
}
const factsOf = ({ facts }: NetworkIntent, name: string) => facts.members[name] ?? contradiction(`nothing is known of ${name}`)
const segmentOf = (text: string): Prefix => parsePrefix(text) ?? contradiction(`${JSON.stringify(text)} is not a network`)
const addressOf = (text: string) => parseIpv4(text) ?? contradiction(`${JSON.stringify(text)} is not an address`)

type Typed = MemberSettings['prefix'][number]
const rangeOf = ({ ip, mask }: Typed) => prefixOf(addressOf(ip), mask)
const inside = (range: Prefix, ends: readonly End[]) => ends.filter(({ address }) => contains(range, address))
/** Returns a range without the ends of tunnels, which are reached outside them: a tunnel cannot carry packets to its own end. */
const outside = (range: Prefix, ends: readonly End[]) =>
  inside(range, ends).reduce((parts, { address }) => parts.flatMap((part) => without(part, address)), [range])

/** Returns a rule without the ends of tunnels in its network: the rest of the network or, with `ge`, a deny of each range with an end. */
function rulesOf(typed: Typed, ends: readonly End[]): Rule[] {
  const { permission, ge, le } = typed
  const range = rangeOf(typed)
  const held = inside(range, ends)
  const rule: Rule = { prefix: formatPrefix(range), permission, ge, le }
  if (permission === 'deny' || held.length === 0) return [rule]
  if (ge === null)
    return outside(range, held).map((part) => ({ ...rule, prefix: formatPrefix(part), le: le !== null && part.mask < le ? le : null }))
  const masks = Array.from({ length: (le ?? 32) - ge + 1 }, (_, i) => ge + i)
  const holders = new Set(held.flatMap(({ address }) => masks.map((mask) => formatPrefix(prefixOf(address, mask)))))
  return [...[...holders].map((prefix): Rule => ({ prefix, permission: 'deny', ge: null, le: null })), rule]
}

type Admission = Omit<Peer, 'address'>
function peerOf(router_name: string, member: MemberSettings, ends: readonly End[]): Admission {
  const { prefix, quagga, default_route: model, metric } = member
  const permitted = prefix.filter(({ permission }) => permission === 'permit')
  const prefixes = [...new Set(permitted.flatMap((rule) => outside(rangeOf(rule), ends).map(formatPrefix)))]
  return { router_name, prefixes, quagga: quagga === 1, default_route: { model, metric } }
}

/** Returns what a center must know about a branch that dials it: a listening branch adds the segment of its own software members. */
const dialling = (peer: Admission | undefined, listener: Listener | undefined): Admission | undefined =>
  peer && listener ? { ...peer, prefixes: [...peer.prefixes, listener.software.service.segment] } : peer

/** Returns the networks that software members reach: the LANs behind all members, in as few networks as hold the same addresses. */
const routesTo = (peers: readonly Admission[]): string[] =>
  summary(peers.flatMap((peer) => peer.prefixes.map(segmentOf)).filter((prefix) => prefix.mask > 0)).map(formatPrefix)

/** A service while its peers are added, in the order of their names. */
interface Draft {
  service: Service
  prefix: Prefix
  /** The addresses in use, also those of links that are off, which keep them. */
  taken: Set<string>
}
interface Listener {
  hardware: Draft
  software: Draft
}
interface Center extends Listener {
  remotes: Record<'hardware' | 'software', Link['remote']>
  preference: Preference
  twin: CenterLinkEnd | null
}

/** Returns the centers, or listening branches, and POPs before any peer is added. */
function listenersIn(
  intent: NetworkIntent,
  routes: string[],
): { centers: Map<string, Center>; areas: Map<string, Listener & Pick<AreaFacts, 'pop_name'> & { ov_id: string }> } {
  const { settings, facts } = intent
  const { network_number } = facts
  const isCenter = (name: string) => settings.members[name]?.member_type === 'center'
  const names = Object.keys(settings.members)
    .filter((name) => isCenter(name) || settings.members[name]?.center)
    .toSorted(compare)
  const ends = centerLinkOf(intent, names.filter(isCenter))
  const centers = new Map(
    names.map((name): [string, Center] => {
      const { center, quagga } = settings.members[name] ?? contradiction(name)
      if (!center) contradiction(`${name} is a center without segments`)
      const { router_segment, software_segment, router_port, software_port } = center
      const { address } = factsOf(intent, name)
      const [hardware, software] = [assignedPort(network_number, 'hardware'), assignedPort(network_number, 'software')]
      return [
        name,
        {
          hardware: draftOf(router_segment, router_port.static_port ?? hardware, quagga === 1 ? 'tap' : 'tun', []),
          software: draftOf(software_segment, software_port.static_port ?? software, 'tun', routes),
          remotes: { hardware: remoteOf(router_port, address, hardware), software: remoteOf(software_port, address, software) },
          preference: preferenceOf(settings.routing, name, names),
          twin: ends.get(name) ?? null,
        },
      ]
    }),
  )
  const areas = new Map(
    Object.entries(facts.areas)
      .toSorted(byName)
      .map(([ov_id, { pop_name, port, slot, router_segment, software_segment }]) => {
        const ports = popPorts(port, slot)
        const hardware = draftOf(router_segment, ports.hardware, 'tun', [])
        const software = draftOf(software_segment, ports.software, 'tun', routes)
        return [ov_id, { ov_id, pop_name, hardware, software }]
      }),
  )
  const segments = [...centers.values(), ...areas.values()].flatMap((listener) => [listener.hardware.prefix, listener.software.prefix])
  const linked = ends.size > 0 ? [segmentOf(settings.center_link.segment ?? '')] : []
  const { value: pair } = overlapping([...segments, ...linked]).next()
  if (pair) contradiction(`the segments ${pair.map(formatPrefix).join(' and ')} overlap`)
  return { centers, areas }
}

function draftOf(segment: string, port: number, device: Service['device'], routes: string[]): Draft {
  const prefix = segmentOf(segment)
  const service = { segment, gateway: formatIpv4(listenerAddress(prefix)), port, device, routes, peers: [] }
  return { service, prefix, taken: new Set() }
}
const servicesOf = ({ hardware, software }: Listener) => ({ hardware: hardware.service, software: software.service })

/** Returns a center's rank for traffic: `equal` if it is the only one or all share the traffic. */
function preferenceOf(
  { type, main_router, secondary_router }: NetworkIntent['settings']['routing'],
  name: string,
  centers: readonly string[],
): Preference {
  if (type === 1 || centers.length < 2) return 'equal'
  if (main_router === null || !centers.includes(main_router)) contradiction('the main router is no center')
  return name === main_router ? 'main' : name === secondary_router ? 'backup' : 'last'
}

/** Returns the two ends of the center link; none while it is off or incomplete, or there are not exactly two centers. */
function centerLinkOf({ settings, facts }: NetworkIntent, centers: readonly string[]): Map<string, CenterLinkEnd> {
  const { enable, center_router_name: listener, segment, ...ports } = settings.center_link
  if (enable === 0 || listener === null || segment === null || centers.length !== 2) return new Map()
  const dialler = centers.find((name) => name !== listener)
  if (!centers.includes(listener) || dialler === undefined) contradiction('the center link listens at no center')
  const gateway = listenerAddress(segmentOf(segment))
  const [first, second] = [formatIpv4(gateway), formatIpv4(gateway + 1)]
  const assigned = assignedPort(facts.network_number, 'twin')
  const remote = remoteOf(ports, facts.members[listener]?.address ?? null, assigned)
  return new Map<string, CenterLinkEnd>([
    [
      listener,
      { role: 'listen', peer: dialler, port: ports.static_port ?? assigned, remote: null, segment, address: first, peer_address: second },
    ],
    [dialler, { role: 'dial', peer: listener, port: null, remote, segment, address: second, peer_address: first }],
  ])
}

/** Reserves an address in a service and adds its peer. @param peer undefined if the address is only reserved */
function admit({ service, prefix, taken }: Draft, name: string, address: string, peer: Admission | undefined): void {
  const { segment, gateway, peers } = service
  if (!contains(prefix, addressOf(address)) || address === gateway) contradiction(`the address of ${name} does not fit ${segment}`)
  if (taken.has(address)) contradiction(`an address of ${segment} is given twice`)
  taken.add(address)
  if (peer) peers.push({ ...peer, address })
}
