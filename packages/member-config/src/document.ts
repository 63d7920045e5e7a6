import { DefaultRoute, DialMode, Metric, NcpCiphers, NETWORK_NUMBER, PrefixPermission, ROUTER_NAME } from '@weft/contract/network-values'
import { contains, hubAddress, parseIpv4, parsePrefix } from '@weft/net'
import { z } from 'zod'

/** Grows when a reader of the version before could misunderstand a document. */
export const DOCUMENT_VERSION = 3

// Every text of a document has one of these shapes, so nothing that a person typed can reach a configuration file as syntax.
const NetworkNumber = z.string().regex(NETWORK_NUMBER)
const MemberName = z.string().regex(ROUTER_NAME)
const AreaId = z.string().regex(/^\d{1,18}$/)
const Address = z.string().refine((text) => parseIpv4(text) !== undefined)
const Segment = z.string().refine((text) => parsePrefix(text) !== undefined)
const Port = z.number().int().min(1).max(65_535)
const MaskBits = z.number().int().min(0).max(32)

const Remote = z.strictObject({ address: Address, port: Port })
export type Remote = z.output<typeof Remote>

/** One line of a prefix list, mask < ge ≤ le ≤ 32. */
const Rule = z
  .strictObject({ prefix: Segment, permission: PrefixPermission, ge: MaskBits.nullable(), le: MaskBits.nullable() })
  .refine(({ prefix, ge, le }) => {
    const mask = parsePrefix(prefix)?.mask ?? 32
    return (ge === null || (mask < ge && ge <= (le ?? 32))) && (le === null || mask < le)
  }, 'mask < ge ≤ le')
export type Rule = z.output<typeof Rule>

/** Both from the member's own side: it advertises a default route with this metric, or receives one. */
const DefaultRouting = z.strictObject({ model: DefaultRoute, metric: Metric.nullable() })

/** tun carries what its ends were told of; tap, for dynamic routing, whatever they learn (docs/design/data-plane.md §2). */
const Device = z.enum(['tun', 'tap'])

const Peer = z.strictObject({
  router_name: MemberName,
  address: Address,
  /** What it permits of its prefix list: what is sent its way. */
  prefixes: z.array(Segment),
  /** It announces what it learns from its LAN as well. */
  quagga: z.boolean(),
  default_route: DefaultRouting,
})
export type Peer = z.output<typeof Peer>

/** Addresses lie inside the segment, each once, and the gateway is its first host. */
const fits = (segment: string, gateway: string, addresses: readonly string[]): boolean => {
  const prefix = parsePrefix(segment)
  const all = [gateway, ...addresses]
  return (
    prefix !== undefined &&
    parseIpv4(gateway) === hubAddress(prefix) &&
    new Set(all).size === all.length &&
    all.every((text) => contains(prefix, parseIpv4(text) ?? 0))
  )
}

/** What a center, a POP or a listening point listens with: one service for hardware members, one for software members. */
const Service = z
  .strictObject({
    segment: Segment,
    /** Its own address in the segment. */
    gateway: Address,
    port: Port,
    device: Device,
    /** What its members reach beyond it. Hardware members are told by BGP. */
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
 * How traffic chooses among centers: `equal` shares, otherwise `main` before `backup` before `last`.
 */
const Preference = z.enum(['main', 'backup', 'last', 'equal'])
export type Preference = z.output<typeof Preference>

const tunnel = {
  /** Null while nobody knows where the other end is. */
  remote: Remote.nullable(),
  segment: Segment,
  gateway: Address,
  /** The own address in the segment. */
  address: Address,
}
const inside = ({ segment, gateway, address }: { segment: string; gateway: string; address: string }) => fits(segment, gateway, [address])

/** A point's tunnel to a center, or to another point that listens. */
const Link = z
  .strictObject({ ...tunnel, center: MemberName, device: Device, enable: z.boolean(), preference: Preference })
  .refine(inside, 'the address lies inside the segment')
export type Link = z.output<typeof Link>

/** A member's tunnel to a POP. */
const PopLink = z
  .strictObject({ ...tunnel, pop_name: MemberName, ov_id: AreaId, preference: z.enum(['main', 'backup']) })
  .refine(inside, 'the address lies inside the segment')
export type PopLink = z.output<typeof PopLink>

/** The tunnel between two centers. The one that listens has a port, the other dials the remote. */
const Twin = z
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
export type Twin = z.output<typeof Twin>

const head = {
  network_number: NetworkNumber,
  ciphers: NcpCiphers,
  /** In order. */
  dns: z.array(Address),
}
const ofMember = {
  ...head,
  /** Its own where it overrides the network's. */
  dial_mode: DialMode,
  quagga: z.boolean(),
  default_route: DefaultRouting,
  /** Its own prefix list, in order. */
  prefixes: z.array(Rule),
  pop_links: z.array(PopLink),
}
const CenterSection = z.strictObject({
  ...ofMember,
  position: z.literal('center'),
  services: Services,
  preference: Preference,
  twin: Twin.nullable(),
})
export type CenterSection = z.output<typeof CenterSection>
const PointSection = z.strictObject({
  ...ofMember,
  position: z.literal('point'),
  kind: z.enum(['hardware', 'software']),
  /** Of a point-to-point network: its tunnels to the points that listen are links as well. */
  links: z.array(Link),
  /** Of a point that listens in a point-to-point network. */
  services: Services.nullable(),
})
export type PointSection = z.output<typeof PointSection>
/** A network at a POP. */
const PopSection = z.strictObject({ ...head, position: z.literal('pop'), ov_id: AreaId, services: Services })
export type PopSection = z.output<typeof PopSection>

/** All that one member, or one POP, should run: one section per network (docs/design/data-plane.md §1). An empty one runs nothing. */
export const MemberDocument = z.strictObject({
  version: z.literal(DOCUMENT_VERSION),
  router_name: MemberName,
  networks: z.array(z.discriminatedUnion('position', [CenterSection, PointSection, PopSection])),
})
export type MemberDocument = z.output<typeof MemberDocument>
export type Section = MemberDocument['networks'][number]
