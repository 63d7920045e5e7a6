import { parseIpv4, parsePrefix } from '@weft/net'
import type { CenterSection, MemberDocument, Peer, PointSection, PopSection, Preference, Rule, Section } from '../document.ts'
import { asnOf, linkAsn } from './names.ts'

/** Local preferences by rank: of several routes to a prefix the highest wins. Unranked routes have 100. */
const LOCAL_PREFERENCE: Record<Preference, number> = { main: 200, equal: 150, backup: 100, last: 50 }
const UNRANKED = 100
/** Local preferences of POPs: before or behind all centers, as the dial mode says. */
const POP_PREFERENCE = { before: { main: 300, backup: 250 }, behind: { main: 40, backup: 30 } } as const
const CENTER_LINK_PREFERENCE = 90
/** Returns the local preference of a default route: a lower metric wins. */
const defaultPreference = (metric: number) => 300 - metric
/** Number of AS numbers that a branch adds to its path towards a center or POP of this rank. */
const PREPENDED: Record<Preference, number> = { main: 0, equal: 0, backup: 2, last: 3 }

type Routed = CenterSection | PointSection | PopSection
/** Returns whether a section runs BGP. A software member's does not: OpenVPN pushes its routes. */
const isRouted = (section: Section): section is Routed => section.position !== 'point' || section.kind === 'hardware'

interface Neighbour {
  address: string
  /** The device's own address in the tunnel to it. */
  own: string
  /** A branch's AS number towards its center or POP. */
  local_as?: number
  in: string
  out: string
  /** The route map of the default route that is sent to it. */
  originate?: string | undefined
}
interface Policy {
  /** Prefix lists, community lists and route maps. */
  lines: string[]
  neighbours: Neighbour[]
  networks: string[]
  router_id: string | undefined
}

/** Returns the integrated configuration of zebra, bgpd and bfdd; undefined if no section of the document is routed. */
export function frrConfig({ router_name, networks }: MemberDocument): string | undefined {
  const routed = networks.filter(isRouted)
  if (routed.length === 0) return undefined
  const policies = routed.map(policyOf)
  const quagga = routed.some((section) => section.position !== 'pop' && section.quagga)
  const neighbours = policies.flatMap((policy) => policy.neighbours)
  const router_id = policies.find((policy) => policy.router_id !== undefined)?.router_id
  return [
    'frr defaults traditional',
    `hostname ${router_name}`,
    'service integrated-vtysh-config',
    // Seconds before changed lists and maps apply, and before neighbours in a file are dialled; by default five.
    'bgp route-map delay-timer 1',
    '!',
    'ip prefix-list PL-DEFAULT seq 5 permit 0.0.0.0/0',
    'ip prefix-list PL-ANY seq 5 permit 0.0.0.0/0 ge 1',
    '!',
    ...policies.flatMap((policy) => policy.lines),
    `router bgp ${asnOf(router_name)}`,
    ...(router_id ? [` bgp router-id ${router_id}`] : []),
    ' no bgp default ipv4-unicast',
    ' no bgp network import-check',
    ' bgp always-compare-med',
    ' bgp bestpath as-path multipath-relax',
    // Milliseconds before a new neighbour is sent all routes; by default a second or more, with many neighbours ten.
    ' coalesce-time 100',
    ...neighbours.flatMap(session),
    ' !',
    ' address-family ipv4 unicast',
    ...[...new Set(policies.flatMap((policy) => policy.networks))].map((network) => `  network ${network}`),
    ...(quagga ? ['  redistribute kernel', '  redistribute connected'] : []),
    ...neighbours.flatMap(exchange),
    '  maximum-paths 4',
    ' exit-address-family',
    'exit',
    '!',
    'bfd',
    ...bfdProfile('wan', 3),
    // For a lossy or slow line: the agent chooses it by what it measures (bfd-guard.ts).
    ...bfdProfile('rough', 8),
    'exit',
    '!',
    '',
  ].join('\n')
}

/** @param missing packets in a row without which the other end counts this one as dead */
const bfdProfile = (name: string, missing: number) => [
  ` profile ${name}`,
  `  detect-multiplier ${missing}`,
  '  transmit-interval 300',
  '  receive-interval 300',
  ' exit',
  ' !',
]
const session = ({ address, own, local_as }: Neighbour) => [
  ` neighbor ${address} remote-as external`,
  ...(local_as === undefined ? [] : [` neighbor ${address} local-as ${local_as} no-prepend replace-as`]),
  // Set here, because otherwise BFD restarts when the address becomes known, which ends the session that has just come up.
  ` neighbor ${address} update-source ${own}`,
  ` neighbor ${address} bfd`,
  ` neighbor ${address} bfd profile wan`,
  ` neighbor ${address} timers 3 9`,
  // Seconds for the answer to a first packet, which takes three on a line whose buffers are full. The kernel repeats the packet meanwhile.
  ` neighbor ${address} timers connect 10`,
]
const exchange = ({ address, in: from, out, originate }: Neighbour) => [
  `  neighbor ${address} activate`,
  `  neighbor ${address} next-hop-self`,
  ...(originate === undefined ? [] : [`  neighbor ${address} default-originate route-map ${originate}`]),
  `  neighbor ${address} soft-reconfiguration inbound`,
  `  neighbor ${address} route-map ${from} in`,
  `  neighbor ${address} route-map ${out} out`,
]

const prefixList = (name: string, entries: readonly string[]) => [
  ...(entries.length > 0 ? entries : ['deny any']).map((entry, i) => `ip prefix-list ${name} seq ${(i + 1) * 5} ${entry}`),
  '!',
]
interface Clause {
  match?: string | undefined
  set?: readonly string[]
}
const routeMap = (name: string, clauses: readonly Clause[]) =>
  clauses.flatMap(({ match, set = [] }, i) => [
    `route-map ${name} permit ${(i + 1) * 10}`,
    ...(match === undefined ? [] : [` match ${match}`]),
    ...set.map((what) => ` set ${what}`),
    'exit',
    '!',
  ])
const inList = (name: string) => `ip address prefix-list ${name}`

const ruleLine = ({ prefix, permission, ge, le }: Rule) =>
  `${permission} ${prefix}${ge === null ? '' : ` ge ${ge}`}${le === null ? '' : ` le ${le}`}`
/** Returns the part of a rule that matches a prefix and everything inside it. */
const within = (prefix: string) => `${prefix}${parsePrefix(prefix)?.mask === 32 ? '' : ' le 32'}`
const permitted = (prefix: string) => `permit ${within(prefix)}`
const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16'].map(permitted)

/** Returns the community that marks routes of a network, so that the device does not announce them in another network. */
const markOf = (network_number: string) => `4200000000:${Number(network_number.slice(0, 5))}:${Number(network_number.slice(5))}`

function policyOf(section: Routed): Policy {
  const { network_number: number } = section
  const own = ownEntries(section)
  const mark = `large-community ${markOf(number)}`
  const lines = [
    ...prefixList(`PL-${number}-OWN`, own),
    `bgp large-community-list standard CL-${number} seq 5 permit ${markOf(number)}`,
    '!',
  ]
  const neighbours: Neighbour[] = []
  const networks = announced(section)
  const metric = section.position !== 'pop' && section.default_route.model === 1 ? (section.default_route.metric ?? 30) : undefined
  const originate = metric === undefined ? undefined : `RM-${number}-DEFAULT`
  if (originate) lines.push(...routeMap(originate, [{ set: [`metric ${metric}`] }]))

  const { services } = section
  // Branches that listen have the same rank: the shorter path wins. Each announces the routes learnt from members that dial it, but
  // none learnt by dialling, because packets would not find the way back.
  const forgotten = section.position === 'point' && services ? [`large-comm-list CL-${number} delete`] : []
  if (section.position === 'point') {
    const receives = section.default_route.model === 2
    const point = (other: string, address: string, gateway: string, preference: number, prepended: number) => {
      const local_as = linkAsn(parseIpv4(address) ?? 0)
      const set = [`local-preference ${preference}`, ...forgotten]
      const path = Array.from({ length: prepended }, () => local_as).join(' ')
      const [from, out] = [`RM-${number}-IN-${other}`, `RM-${number}-OUT-${other}`]
      lines.push(
        ...routeMap(from, [{ match: inList('PL-ANY'), set }, ...(receives ? [{ match: inList('PL-DEFAULT'), set }] : [])]),
        ...routeMap(out, [{ match: inList(`PL-${number}-OWN`), set: prepended > 0 ? [`as-path prepend ${path}`] : [] }]),
      )
      neighbours.push({ address: gateway, own: address, local_as, in: from, out, originate })
    }
    const links = section.links.filter((link) => link.enable)
    for (const { center, address, gateway, preference } of links)
      point(center, address, gateway, services ? UNRANKED : LOCAL_PREFERENCE[preference], services ? 0 : PREPENDED[preference])
    for (const { pop_name, address, gateway, preference } of section.pop_links)
      point(pop_name, address, gateway, popPreference(section)[preference], PREPENDED[preference])
    if (!services) return { lines, neighbours, networks, router_id: links[0]?.address ?? section.pop_links[0]?.address }
  }
  if (!services) return { lines, neighbours, networks, router_id: undefined }

  // Members are sent the section's own prefixes and the routes learnt in the network; a default route only if they receive one.
  const [out, withDefault] = [`RM-${number}-OUT`, `RM-${number}-OUT-DEFAULT`]
  const learnt = `large-community CL-${number}`
  lines.push(
    ...routeMap(withDefault, [{ match: inList(`PL-${number}-OWN`) }, { match: learnt }]),
    `route-map ${out} deny 5`,
    ` match ${inList('PL-DEFAULT')}`,
    'exit',
    '!',
    ...routeMap(out, [{ match: inList(`PL-${number}-OWN`) }, { match: learnt }]),
  )
  for (const peer of services.hardware.peers) {
    const name = `RM-${number}-IN-${peer.router_name}`
    lines.push(...admitted(name, number, mark, peer, defaultOf(section, peer)))
    const receives = peer.default_route.model === 2
    neighbours.push({
      address: peer.address,
      own: services.hardware.gateway,
      in: name,
      out: receives ? withDefault : out,
      originate: receives ? originate : undefined,
    })
  }
  if (section.position === 'center') {
    const beside = (name: string, own: string, address: string, preference: number) => {
      lines.push(...routeMap(name, [{ set: [mark, `local-preference ${preference}`] }]))
      neighbours.push({ address, own, in: name, out: withDefault, originate })
    }
    if (section.twin) beside(`RM-${number}-IN-TWIN`, section.twin.address, section.twin.peer_address, CENTER_LINK_PREFERENCE)
    for (const { pop_name, address, gateway, preference } of section.pop_links)
      beside(`RM-${number}-IN-${pop_name}`, address, gateway, popPreference(section)[preference])
  }
  return { lines, neighbours, networks, router_id: services.hardware.gateway }
}

const popPreference = ({ dial_mode }: CenterSection | PointSection) => POP_PREFERENCE[dial_mode === 3 ? 'before' : 'behind']

/**
 * Returns the attributes set on a member's default route; undefined if the route is not accepted. A center or POP accepts it for the
 * members that receive one, a listening branch only if it receives one itself.
 */
function defaultOf(section: Routed, { default_route: { model, metric } }: Peer): readonly string[] | undefined {
  if (model !== 1) return undefined
  if (section.position !== 'point') return [`local-preference ${defaultPreference(metric ?? 30)}`]
  return section.default_route.model === 2 ? [`local-preference ${UNRANKED}`, `metric ${metric ?? 30}`] : undefined
}

/** Returns the filters for routes from one member: they accept the LANs that it has or learns, and its default route. */
function admitted(
  name: string,
  number: string,
  mark: string,
  { router_name, prefixes, quagga }: Peer,
  advertised: readonly string[] | undefined,
): string[] {
  const list = `PL-${number}-${router_name}`
  return [
    ...prefixList(list, [...prefixes.map(permitted), ...(quagga ? PRIVATE : [])]),
    ...routeMap(name, [
      { match: inList(list), set: [mark] },
      ...(advertised ? [{ match: inList('PL-DEFAULT'), set: [mark, ...advertised] }] : []),
    ]),
  ]
}

/**
 * Returns the entries of the list of prefixes that a member may announce: its rules and its software members' segment. With dynamic routing
 * and no rules, this segment and all private addresses except the tunnels' segments.
 */
function ownEntries(section: Routed): string[] {
  const clients = section.services ? [`permit ${section.services.software.segment}`] : []
  if (section.position === 'pop') return clients
  const { prefixes, quagga } = section
  const rules = prefixes.map(ruleLine)
  if (!quagga || rules.length > 0) return [...rules, ...clients]
  const tunnels = [
    ...(section.services ? [section.services.hardware.segment] : []),
    ...(section.position === 'center'
      ? section.twin
        ? [section.twin.segment]
        : []
      : section.links.filter((link) => link.enable).map((link) => link.segment)),
    ...section.pop_links.map((link) => link.segment),
  ]
  return [...clients, ...tunnels.map((segment) => `deny ${within(segment)}`), ...PRIVATE]
}

/** Returns the networks announced even without a kernel route: those that rules without `ge` permit, and the software members' segment. */
function announced(section: Routed): string[] {
  const clients = section.services ? [section.services.software.segment] : []
  if (section.position === 'pop') return clients
  return [
    ...section.prefixes.filter(({ permission, ge }) => permission === 'permit' && ge === null).map(({ prefix }) => prefix),
    ...clients,
  ]
}
