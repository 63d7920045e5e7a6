import { DialMode, NcpCiphers, NETWORK_NUMBER, ROUTER_NAME } from '@weft/contract'
import { contains, hubAddress, parseIpv4, parsePrefix } from '@weft/net'
import { z } from 'zod'

/** Grows when a reader of the version before could misunderstand a document. */
export const DOCUMENT_VERSION = 1

// Every text of a document has one of these shapes, so nothing that a person typed can reach a configuration file as syntax.
const NetworkNumber = z.string().regex(NETWORK_NUMBER)
const MemberName = z.string().regex(ROUTER_NAME)
const Address = z.string().refine((text) => parseIpv4(text) !== undefined)
const Segment = z.string().refine((text) => parsePrefix(text) !== undefined)

const Peer = z.strictObject({ router_name: MemberName, address: Address })
export type Peer = z.output<typeof Peer>

/** What a center listens with: one service for hardware members, one for software members. */
const Service = z
  .strictObject({
    segment: Segment,
    /** The center's own address in the segment. */
    gateway: Address,
    /** null: the agent chooses a free one. */
    port: z.number().int().min(1).max(65_535).nullable(),
    peers: z.array(Peer),
  })
  .refine(({ segment, gateway, peers }) => {
    const prefix = parsePrefix(segment)
    const addresses = [gateway, ...peers.map((peer) => peer.address)]
    return prefix && new Set(addresses).size === addresses.length && addresses.every((text) => contains(prefix, parseIpv4(text) ?? 0))
  }, 'addresses lie inside the segment, each once')
export type Service = z.output<typeof Service>

const Link = z
  .strictObject({
    center: MemberName,
    segment: Segment,
    gateway: Address,
    /** The point's own address in the segment. */
    address: Address,
    enable: z.boolean(),
  })
  .refine(({ segment, gateway, address }) => {
    const prefix = parsePrefix(segment)
    return prefix && parseIpv4(gateway) === hubAddress(prefix) && contains(prefix, parseIpv4(address) ?? 0) && address !== gateway
  }, 'the address lies inside the segment')
export type Link = z.output<typeof Link>

const network = { network_number: NetworkNumber, dial_mode: DialMode, ciphers: NcpCiphers }
const CenterSection = z.strictObject({
  ...network,
  position: z.literal('center'),
  services: z.strictObject({ hardware: Service, software: Service }),
})
export type CenterSection = z.output<typeof CenterSection>
const PointSection = z.strictObject({ ...network, position: z.literal('point'), links: z.array(Link) })
export type PointSection = z.output<typeof PointSection>

/** Everything that one member should run: one section per network (data-plane.md §1). An empty one runs nothing. */
export const MemberDocument = z.strictObject({
  version: z.literal(DOCUMENT_VERSION),
  router_name: MemberName,
  networks: z.array(z.discriminatedUnion('position', [CenterSection, PointSection])),
})
export type MemberDocument = z.output<typeof MemberDocument>
export type Section = MemberDocument['networks'][number]
