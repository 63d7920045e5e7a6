import type {
  DefaultRoute,
  DialMode,
  Flag,
  MemberType,
  Metric,
  NetworkOptions,
  PrefixPermission,
  RouterType,
  RoutingType,
  ServicePort,
} from '@weft/contract'
import { newNetworkOptions } from '@weft/contract/network-values'
import type { z } from 'zod'

type Of<S extends z.ZodType> = z.output<S>

/**
 * The customer's settings of one network: everything that a revision changes. Keyed throughout, so that two versions differ by
 * paths, and a difference can be read, stored and undone. Segments are written `10.128.0.0/20`, addresses `10.128.0.2`.
 */
export interface NetworkSettings extends NetworkOptions {
  network_name: string
  /** The DNS servers, in order. */
  dns: string[]
  routing: Routing
  /** The tunnel between exactly two centers. */
  center_link: CenterLinkSettings
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

export interface CenterLinkSettings extends ServicePort {
  enable: Flag
  /** The center that listens. */
  center_router_name: string | null
  segment: string | null
}

/** A member's part in the network. */
export interface MemberSettings {
  member_type: MemberType
  default_route: DefaultRoute
  /** The metric of the default route that it advertises. */
  metric: Metric | null
  /** Dynamic routing: 1 if routes are learnt from its LAN. */
  quagga: Flag
  /** The dial mode of a software member that overrides the network's. */
  mode: Of<typeof DialMode> | null
  /** Its POP areas, by `ov_id`. */
  ov_main: string | null
  ov_backup: string | null
  /** The LANs behind it, in order. */
  prefix: PrefixRule[]
  /** Set for a center, and for a branch that others dial because the network has neither centers nor POPs. */
  center: CenterSettings | null
  /** A branch's tunnels, by the center or listening branch that it dials. */
  links: Record<string, LinkSettings>
  /** Its tunnels to POPs, by `ov_id`, with its address in the area's segment. */
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
  /** '' until the segments are assigned. */
  router_segment: string
  software_segment: string
  router_port: ServicePort
  software_port: ServicePort
}

export interface LinkSettings {
  /** '' until the address is assigned. */
  vpn_ip: string
  enable: Flag
}

/** Facts that the customer does not set: they come from the account, the devices and the operator. */
export interface NetworkFacts {
  network_number: string
  /** 0 takes all tunnels of the network down (docs/design/domain.md §2). */
  network_status: Flag
  /** The facts of every member that the settings name. */
  members: Record<string, MemberFacts>
  /** The areas of the network's POP resource, by `ov_id`; none while the resource cannot be used. */
  areas: Record<string, AreaFacts>
}

export interface MemberFacts {
  router_type: RouterType
  /** 0: the member is disabled, and no center or POP lets it in. */
  status: Flag
  /** Its public address, if it has one that is known. */
  address: string | null
}

export interface AreaFacts {
  area: string
  /** The name under which the POP's agent connects. */
  pop_name: string
  public_ip: string
  /** The POP's first port, and the number of this network's pair of ports, counted from it. */
  port: number
  slot: number
  router_segment: string
  software_segment: string
}

/**
 * A network, whole or in part. A part is enough for a member's document if it holds the member, every center or listening branch,
 * and, if the member is one of these, every branch that links to it.
 */
export interface NetworkIntent {
  settings: NetworkSettings
  facts: NetworkFacts
}

/** A service without a fixed port or address. */
export const DYNAMIC_PORT: ServicePort = { public_ip: null, public_port: null, static_port: null }
export const NO_CENTER_LINK: CenterLinkSettings = { ...DYNAMIC_PORT, enable: 0, center_router_name: null, segment: null }

/** Returns the settings of a new network, without members. */
export const newSettings = (network_name: string): NetworkSettings => ({
  network_name,
  ...newNetworkOptions,
  dns: [],
  routing: { type: 1, main_router: null, secondary_router: null },
  center_link: NO_CENTER_LINK,
  network_fr_id: null,
  members: {},
})
/** Returns the settings of a new center: two segments, assigned later if none is named, and no fixed ports. */
export const newCenter = (router_segment = '', software_segment = ''): CenterSettings => ({
  router_segment,
  software_segment,
  router_port: DYNAMIC_PORT,
  software_port: DYNAMIC_PORT,
})
/** Returns the settings of a new member. */
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
