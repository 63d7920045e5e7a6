import type { Flag, RouterType } from '@weft/contract'
import { contains, formatIpv4, hubAddress, parseIpv4, parsePrefix } from '@weft/net'
import { DOCUMENT_VERSION, type MemberDocument, type Peer, type Section, type Service } from './document.ts'

/** What the customer wants of one network, as the database holds it. The order of its lists means nothing. */
export interface NetworkIntent {
  network_number: string
  mode: 1 | 2 | 3
  ncp_ciphers: 'default' | 'sm'
  /** 0 takes all tunnels of the network down (domain.md §2). */
  network_status: Flag
  center: readonly CenterIntent[]
  point: readonly PointIntent[]
  link: readonly LinkIntent[]
}
export interface CenterIntent {
  router_name: string
  router_segment: string
  software_segment: string
}
export interface PointIntent {
  router_name: string
  router_type: RouterType
  /** 0: a disabled member, which no center lets in. */
  status: Flag
}
export interface LinkIntent {
  center_router_name: string
  router_name: string
  vpn_ip: string
  enable: Flag
}

/** The intent contradicts itself, so no document of the network could be right. */
export class ContradictoryIntent extends Error {}

/**
 * The documents of the members named, of all members of the networks by default. Pure: the same intent in any order gives the
 * same documents. A member's document is right as soon as the intent holds all its networks with all its links.
 * @throws ContradictoryIntent where an address is outside its segment, the center's own, or given twice
 */
export function compile(networks: readonly NetworkIntent[], names?: Iterable<string>): Map<string, MemberDocument> {
  const sections = new Map<string, Section[]>()
  const wanted = names === undefined ? undefined : new Set(names)
  for (const name of wanted ?? networks.flatMap(memberNames)) sections.set(name, [])
  for (const network of networks.toSorted((a, b) => compare(a.network_number, b.network_number)))
    if (network.network_status === 1) for (const [name, section] of sectionsOf(network)) sections.get(name)?.push(section)
  return new Map([...sections].map(([router_name, own]) => [router_name, { version: DOCUMENT_VERSION, router_name, networks: own }]))
}

const memberNames = ({ center, point }: NetworkIntent) => [...center, ...point].map((member) => member.router_name)
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

function* sectionsOf(network: NetworkIntent): Generator<[string, Section]> {
  const { network_number, mode: dial_mode, ncp_ciphers: ciphers } = network
  const head = { network_number, dial_mode, ciphers }
  const centers = new Map(network.center.map((center) => [center.router_name, servicesOf(center)]))
  const points = new Map(network.point.map((point) => [point.router_name, point]))
  const links = new Map<string, Extract<Section, { position: 'point' }>['links']>()

  for (const link of network.link.toSorted((a, b) => compare(a.center_router_name, b.center_router_name))) {
    const services = centers.get(link.center_router_name)
    const point = points.get(link.router_name)
    if (!services || !point) continue
    const service = point.router_type === 1 ? services.hardware : services.software
    admit(service, link, point)
    const own = links.get(link.router_name) ?? []
    const { segment, gateway } = service
    own.push({ center: link.center_router_name, segment, gateway, address: link.vpn_ip, enable: link.enable === 1 })
    links.set(link.router_name, own)
  }
  for (const [name, { hardware, software }] of centers)
    yield [name, { ...head, position: 'center', services: { hardware: sorted(hardware), software: sorted(software) } }]
  for (const name of points.keys()) if (!centers.has(name)) yield [name, { ...head, position: 'point', links: links.get(name) ?? [] }]
}

interface ServiceDraft extends Omit<Service, 'peers'> {
  /** By address. Also of links that are off: they keep their address. */
  taken: Map<string, Peer & { admitted: boolean }>
}

function servicesOf({ router_name, router_segment, software_segment }: CenterIntent) {
  const draft = (segment: string): ServiceDraft => {
    const prefix = parsePrefix(segment)
    if (!prefix) throw new ContradictoryIntent(`a segment of ${router_name} is not a network`)
    return { segment, gateway: formatIpv4(hubAddress(prefix)), port: null, taken: new Map() }
  }
  return { hardware: draft(router_segment), software: draft(software_segment) }
}

function admit(service: ServiceDraft, link: LinkIntent, point: PointIntent): void {
  const prefix = parsePrefix(service.segment)
  const address = parseIpv4(link.vpn_ip)
  if (!prefix || address === undefined || !contains(prefix, address) || link.vpn_ip === service.gateway)
    throw new ContradictoryIntent(`the address of ${link.router_name} does not fit ${service.segment}`)
  if (service.taken.has(link.vpn_ip)) throw new ContradictoryIntent(`an address of ${service.segment} is given twice`)
  const { router_name, vpn_ip } = link
  service.taken.set(vpn_ip, { router_name, address: vpn_ip, admitted: link.enable === 1 && point.status === 1 })
}

const sorted = ({ taken, ...service }: ServiceDraft): Service => ({
  ...service,
  peers: [...taken.values()]
    .filter((peer) => peer.admitted)
    .map(({ router_name, address }) => ({ router_name, address }))
    .toSorted((a, b) => compare(a.router_name, b.router_name)),
})
