import type {
  DefaultRoute,
  DialMode,
  Flag,
  MemberType,
  Metric,
  NcpCiphers,
  PrefixPermission,
  RouterType,
  RoutingType,
  ServicePort,
} from '@weft/contract'
import type { z } from 'zod'

type Of<S extends z.ZodType> = z.output<S>

/**
 * What the customer wants of one network: all that a revision changes. Keyed throughout, so that two of them differ by paths, and
 * a difference can be read, stored and undone. Segments are written `10.128.0.0/20`, addresses `10.128.0.2`.
 */
export interface NetworkSettings {
  network_name: string
  mode: Of<typeof DialMode>
  ncp_ciphers: Of<typeof NcpCiphers>
  /** In order. */
  dns: string[]
  routing: Routing
  /** The tunnel between exactly two centers. */
  center_link: TwinLink
  /** The POP resource that the network uses. */
  network_fr_id: string | null
  members: Record<string, MemberSettings>
}

export interface Routing {
  type: Of<typeof RoutingType>
  /** Both null unless the type is 2. */
  main_router: string | null
  secondary_router: string | null
}

export interface TwinLink extends ServicePort {
  enable: Flag
  /** The center that listens. */
  center_router_name: string | null
  segment: string | null
}

/** A member's part in the network. */
export interface MemberSettings {
  member_type: MemberType
  default_route: DefaultRoute
  /** Of a default route that it advertises. */
  metric: Metric | null
  /** Dynamic routing: routes are learnt from its LAN. */
  quagga: Flag
  /** Of a software member that overrides the network's dial mode. */
  mode: Of<typeof DialMode> | null
  /** Its POP areas, by `ov_id`. */
  ov_main: string | null
  ov_backup: string | null
  /** The LANs behind it, in order. */
  prefix: PrefixRule[]
  /** Of a center, and of a point that others dial because the network has neither centers nor POPs. */
  center: CenterSettings | null
  /** Of a point: its tunnels by the center, or the listening point, that it dials. */
  links: Record<string, LinkSettings>
  /** Its tunnels to POPs by `ov_id`: the address in the area's segment. */
  pop_links: Record<string, { vpn_ip: string }>
}

export interface PrefixRule {
  ip: string
  mask: number
  permission: Of<typeof PrefixPermission>
  ge: number | null
  le: number | null
}

/** The two services of a center, for hardware and for software members, each with its segment and port. */
export interface CenterSettings {
  /** '' until they are given. */
  router_segment: string
  software_segment: string
  router_port: ServicePort
  software_port: ServicePort
}

export interface LinkSettings {
  /** '' until it is given. */
  vpn_ip: string
  enable: Flag
}

/** What is so, whatever the customer wants: from the account, the devices and the operator. */
export interface NetworkFacts {
  network_number: string
  /** 0 takes all tunnels of the network down (docs/design/domain.md §2). */
  network_status: Flag
  /** Of every member that the settings name. */
  members: Record<string, MemberFacts>
  /** The areas of the network's POP resource, by `ov_id`; none while it is not usable. */
  areas: Record<string, AreaFacts>
}

export interface MemberFacts {
  router_type: RouterType
  /** 0: a disabled member, which nobody lets in. */
  status: Flag
  /** Its own public address, where it has one that is known. */
  address: string | null
}

export interface AreaFacts {
  area: string
  /** The POP's name as its agent's. */
  pop_name: string
  public_ip: string
  /** The POP's first port, and which pair of ports from there on is this network's. */
  port: number
  slot: number
  router_segment: string
  software_segment: string
}

/**
 * A network, whole or in part: right for a member as soon as it holds the member, every center or listening point, and, where the
 * member is one, every point that links to it.
 */
export interface NetworkIntent {
  settings: NetworkSettings
  facts: NetworkFacts
}

/** Neither port nor address fixed. */
export const DYNAMIC_PORT: ServicePort = { public_ip: null, public_port: null, static_port: null }
export const NO_TWIN_LINK: TwinLink = { ...DYNAMIC_PORT, enable: 0, center_router_name: null, segment: null }

/** A network as it begins, without members. */
export const newSettings = (network_name: string): NetworkSettings => ({
  network_name,
  mode: 1,
  ncp_ciphers: 'default',
  dns: [],
  routing: { type: 1, main_router: null, secondary_router: null },
  center_link: NO_TWIN_LINK,
  network_fr_id: null,
  members: {},
})
/** What is a center's own as it begins: two segments, which are given later where none is named, and ports that its services choose. */
export const newCenter = (router_segment = '', software_segment = ''): CenterSettings => ({
  router_segment,
  software_segment,
  router_port: DYNAMIC_PORT,
  software_port: DYNAMIC_PORT,
})
/** A member's part as it begins. */
export const newMember = (member_type: MemberType): MemberSettings => ({
  member_type,
  default_route: 0,
  metric: null,
  quagga: 0,
  mode: null,
  ov_main: null,
  ov_backup: null,
  prefix: [],
  center: null,
  links: {},
  pop_links: {},
})
