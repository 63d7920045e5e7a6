import { DefaultRoute, DialMode, Metric, NcpCiphers, NETWORK_NUMBER, PrefixPermission, ROUTER_NAME } from '@weft/contract/network-values'
import { contains, listenerAddress, parseIpv4, parsePrefix } from '@weft/net'
import { z } from 'zod'

/** Grows whenever a reader of the previous version could misunderstand a document. */
export const DOCUMENT_VERSION = 3

// Every string of a document matches one of these patterns, so nothing that a person typed can become syntax in a configuration file.
const NetworkNumber = z.string().regex(NETWORK_NUMBER)
const MemberName = z.string().regex(ROUTER_NAME)
const AreaId = z.string().regex(/^\d{1,18}$/)
const Address = z.string().refine((text) => parseIpv4(text) !== undefined)
const Segment = z.string().refine((text) => parsePrefix(text) !== undefined)
const Port = z.number().int().min(1).max(65_535)
const MaskBits = z.number().int().min(0).max(32)

const Remote = z.strictObject({ address: Address, port: Port })
export type Remote = z.output<typeof Remote>

/** A line of a prefix list, with mask < ge ≤ le ≤ 32. */
const Rule = z
  .strictObject({ prefix: Segment, permission: PrefixPermission, ge: MaskBits.nullable(), le: MaskBits.nullable() })
  .refine(({ prefix, ge, le }) => {
    const mask = parsePrefix(prefix)?.mask ?? 32
    return (ge === null || (mask < ge && ge <= (le ?? 32))) && (le === null || mask < le)
  }, 'mask < ge ≤ le')
export type Rule = z.output<typeof Rule>

/** Seen from the member: it advertises a default route with this metric, or receives one. */
const DefaultRouting = z.strictObject({ model: DefaultRoute, metric: Metric.nullable() })

/** tun carries only prefixes configured at its ends; tap, for dynamic routing, whatever they learn (docs/design/data-plane.md §2). */
const Device = z.enum(['tun', 'tap'])

const Peer = z.strictObject({
  router_name: MemberName,
  address: Address,
  /** The prefixes that its list permits: packets to them are sent to this peer. */
  prefixes: z.array(Segment),
  /** True if it also announces the routes that it learns from its LAN. */
  quagga: z.boolean(),
  default_route: DefaultRouting,
})
export type Peer = z.output<typeof Peer>

/** Returns whether the addresses lie inside the segment, none occurs twice, and the gateway is the segment's first host. */
const fits = (segment: string, gateway: string, addresses: readonly string[]): boolean => {
  const prefix = parsePrefix(segment)
  const all = [gateway, ...addresses]
  return (
    prefix !== undefined &&
    parseIpv4(gateway) === listenerAddress(prefix) &&
    new Set(all).size === all.length &&
    all.every((text) => contains(prefix, parseIpv4(text) ?? 0))
  )
}

/** A service of a center, a POP or a listening branch: each runs one for hardware members and one for software members. */
const Service = z
  .strictObject({
    segment: Segment,
    /** The service's own address in the segment. */
    gateway: Address,
    port: Port,
    device: Device,
    /** The networks that its software members reach through it. Hardware members learn them by BGP. */
    routes: z.array(Segment),
    peers: z.array(Peer),
  })
  .refine(({ segment, gateway, peers }) => {
    const addresses = peers.map((peer) => peer.address)
    return fits(segment, gateway, addresses)
  }, 'addresses lie inside the segment, each once')
export type Service = z.output<typeof Service>
const Services = z.strictObject({ hardware: Service, software: Service })

/**
 * The rank of a center for traffic: `equal` centers share it, otherwise `main` comes before `backup`, and `backup` before `last`.
 */
const Preference = z.enum(['main', 'backup', 'last', 'equal'])
export type Preference = z.output<typeof Preference>

const tunnel = {
  /** Null while the address of the other end is unknown. */
  remote: Remote.nullable(),
  segment: Segment,
  gateway: Address,
  /** The member's own address in the segment. */
  address: Address,
}
const inside = ({ segment, gateway, address }: { segment: string; gateway: string; address: string }) => fits(segment, gateway, [address])

/** A branch's tunnel to a center, or to another branch that listens. */
const Link = z
  .strictObject({ ...tunnel, center: MemberName, device: Device, enable: z.boolean(), preference: Preference })
  .refine(inside, 'the address lies inside the segment')
export type Link = z.output<typeof Link>

/** A member's tunnel to a POP. */
const PopLink = z
  .strictObject({ ...tunnel, pop_name: MemberName, ov_id: AreaId, preference: z.enum(['main', 'backup']) })
  .refine(inside, 'the address lies inside the segment')
export type PopLink = z.output<typeof PopLink>

/** One end of the tunnel between two centers: the end that listens has a port, the other dials the remote. */
const CenterLinkEnd = z
  .strictObject({
    role: z.enum(['listen', 'dial']),
    peer: MemberName,
    port: Port.nullable(),
    remote: Remote.nullable(),
    segment: Segment,
    address: Address,
    peer_address: Address,
  })
  .refine(({ role, segment, address, peer_address }) => {
    const [listener, dialler] = role === 'listen' ? [address, peer_address] : [peer_address, address]
    return fits(segment, listener, [dialler])
  }, 'both addresses lie inside the segment')
  .refine(({ role, port, remote }) => (role === 'listen' ? port !== null && remote === null : port === null), 'one listens, one dials')
export type CenterLinkEnd = z.output<typeof CenterLinkEnd>

const head = {
  network_number: NetworkNumber,
  ciphers: NcpCiphers,
  /** The DNS servers, in order. */
  dns: z.array(Address),
}
const ofMember = {
  ...head,
  /** The member's own dial mode where it overrides the network's. */
  dial_mode: DialMode,
  quagga: z.boolean(),
  default_route: DefaultRouting,
  /** The member's own prefix list, in order. */
  prefixes: z.array(Rule),
  pop_links: z.array(PopLink),
}
const CenterSection = z.strictObject({
  ...ofMember,
  position: z.literal('center'),
  services: Services,
  preference: Preference,
  twin: CenterLinkEnd.nullable(),
})
export type CenterSection = z.output<typeof CenterSection>
const PointSection = z.strictObject({
  ...ofMember,
  position: z.literal('point'),
  kind: z.enum(['hardware', 'software']),
  /** Its tunnels to centers; in a point-to-point network, to the branches that listen. */
  links: z.array(Link),
  /** Null unless the branch listens in a point-to-point network. */
  services: Services.nullable(),
})
export type PointSection = z.output<typeof PointSection>
/** A network as a POP runs it. */
const PopSection = z.strictObject({ ...head, position: z.literal('pop'), ov_id: AreaId, services: Services })
export type PopSection = z.output<typeof PopSection>

/** Everything that one member or one POP should run: a section per network (docs/design/data-plane.md §1). None means nothing. */
export const MemberDocument = z.strictObject({
  version: z.literal(DOCUMENT_VERSION),
  router_name: MemberName,
  networks: z.array(z.discriminatedUnion('position', [CenterSection, PointSection, PopSection])),
})
export type MemberDocument = z.output<typeof MemberDocument>
export type Section = MemberDocument['networks'][number]
