import { z } from 'zod'
import { says } from '../done.ts'
import { PageQuery } from '../endpoint.ts'
import { memberLabels } from '../fields/member-labels.ts'
import { CenterName, Flag, NetworkName, NetworkNumber, neverEmpty, RouterName, UnixTime } from '../fields/schemas.ts'
import { attentionStates, linkStates } from '../fields/state.ts'
import { DefaultRoute, DialMode, MemberType, Metric, NetworkOptions, RoutingType, ServicePort } from '../network-values.ts'
import { get, list, post } from './api.ts'
import { NetworkPicture } from './network-picture.ts'
import { Availability, MemberCondition } from './state.ts'

/** Derived (docs/design/domain.md §3): 1 center–point, 2 point-to-point, 3 POP network. */
export const NetworkType = z.union([z.literal(1), z.literal(2), z.literal(3)])
/** 1 basic, 2 standard: with a running `level_standard` service. */
export const NetworkLevel = z.union([z.literal(1), z.literal(2)])
/** 1 hardware, 2 software. */
export const RouterType = z.union([z.literal(1), z.literal(2)])
export type RouterType = z.output<typeof RouterType>
/** The progress of the newest revision on the members: 下发中, 已生效, 失败. */
export const RevisionState = z.enum(['pending', 'applied', 'failed'])
export type RevisionState = z.output<typeof RevisionState>
export const LinkKind = z.enum(['center', 'twin', 'pop', 'p2p'])

/** The default pool of interconnect segments and their mask (docs/design/domain.md §3). */
export const SEGMENT_POOL = { network: '10.128.0.0', mask: 9 } as const
export const SEGMENT_MASK = 20
/** The most members that one create, edit or lists call may name. */
export const MAX_MEMBERS_PER_CALL = 5000

/** The most members that a row of a list names which could not apply their configuration. */
export const MOST_REFUSED = 3

export const NetworkSummary = z.object({
  network_number: z.string(),
  network_name: z.string(),
  network_type: NetworkType,
  member_count: z.number().int(),
  fr_name: z.string(),
  network_status: Flag,
  /** The service level of the account, as `network_level` of `network/config`. */
  network_service: NetworkLevel,
  online_count: z.number().int(),
  revision_state: RevisionState,
  /** The number of its members that run their newest configuration. */
  applied_count: z.number().int(),
  /** Of the others, those that are connected and have not answered yet, and those that could not apply it. The rest are away. */
  pending_count: z.number().int().default(0),
  failed_count: z.number().int().default(0),
  /** The first of those that could not apply it, as far as the caller may see them. */
  refused: z.array(z.object({ router_name: z.string(), note: z.string() })).default([]),
  /** Number of its members that need attention. */
  attention: z.number().int(),
  /** The worst state of a member, of those that need attention. */
  state: z.enum(['up', ...attentionStates]).default('up'),
  /** Its newest revision; 0 from a server of the version before. */
  revision: z.number().int().default(0),
  /** Its loom in small, if it was asked for. */
  picture: NetworkPicture.nullable().default(null),
  ...Availability.shape,
})
export type NetworkSummary = z.output<typeof NetworkSummary>

export const NetworkConfig = z.object({
  network_router_use: z.number().int(),
  network_router_count: z.number().int(),
  network_level: NetworkLevel,
  network_center_count: z.number().int(),
  dns_quantity: z.number().int(),
})
export type NetworkConfig = z.output<typeof NetworkConfig>

/** A segment of the network: `gateway` is its network address. */
export const Segment = z.object({ gateway: z.string(), mask: z.number().int() })
export type Segment = z.output<typeof Segment>

/** The default priority of a POP area (specification 2 §4). */
export const POP_PRIORITY = 3

/** One region of a POP resource. */
export const PopArea = z.object({ ov_id: z.string(), area: z.string() })
export type PopArea = z.output<typeof PopArea>
/** Access that the account bought: to POP regions, with a bandwidth, until an expiry (docs/design/domain.md §1). */
export const PopResource = z.object({
  network_fr_id: z.string(),
  shortname: z.string(),
  /** In Mbit/s. */
  bandwidth: z.number().int(),
  /** 1 while its service runs, else 0. */
  status: Flag,
  /** Whole days left; 0 means expired. */
  expire_day: z.number().int(),
  expire_time: UnixTime,
})
export type PopResource = z.output<typeof PopResource>

export const NetworkMember = z.object({
  router_name: z.string(),
  ...memberLabels,
  router_type: RouterType,
  member_type: MemberType,
  online: Flag,
  online_status: Flag,
  status: Flag,
  version: z.string().nullable(),
  os: z.string().nullable(),
  revision_state: RevisionState,
  /** The reason why it does not run the newest revision, as the device reports it. */
  config_error: z.string().nullable(),
  /** Set for a software member that overrides the network's dial mode. */
  mode: DialMode.nullable(),
  default_route: DefaultRoute,
  metric: Metric.nullable(),
  quagga: Flag,
  /** 1 main, 0 backup; null if the network does not distinguish centers. */
  routing: Flag.nullable(),
  ov_id: z
    .object({
      main: z.string(),
      backup: z.string().nullable(),
      main_name: z.string(),
      backup_name: z.string().nullable(),
      priority: z.number().int(),
    })
    .nullable(),
  /** Only for a center. */
  fixed_port: z.object({ router: ServicePort, software: ServicePort }).nullable(),
  gateway: z.object({ router: Segment, software: Segment }).nullable(),
  /** What the center is called that carries its traffic, or would; '' for a center, and for a branch without one. */
  center_router_name_note: z.string(),
  prefix_count: z.number().int(),
  ...MemberCondition.shape,
  ...Availability.shape,
})
export type NetworkMember = z.output<typeof NetworkMember>

export const NetworkLink = z.object({
  router_name: z.string(),
  router_name_note: z.string(),
  center_router_name: z.string(),
  center_router_name_note: z.string(),
  kind: LinkKind,
  enable: Flag,
  vpn_online: Flag,
  vpn_ip: z.string().nullable(),
  /** Seconds since the tunnel came up. */
  vpn_online_time: z.number().int().nullable(),
  state: z.enum(linkStates),
  /** When it came up, or when it went down; null if that is not known. */
  since: UnixTime.nullable(),
})
export type NetworkLink = z.output<typeof NetworkLink>

/** The tunnel between exactly two centers; `center_router_name` names the one that listens. */
export const CenterLink = ServicePort.extend({
  gateway: z.string().nullable(),
  mask: z.number().int().nullable(),
  center_router_name: z.string().nullable(),
})
export type CenterLink = z.output<typeof CenterLink>

export const NetworkInfo = z.object({
  network_number: z.string(),
  network_name: z.string(),
  create_time: UnixTime,
  network_type: NetworkType,
  member_count: z.number().int(),
  /** What its POP resource is called; '' without one. */
  fr_name: z.string(),
  network_status: Flag,
  /** The same as `network_level`. */
  network_service: NetworkLevel,
  network_level: NetworkLevel,
  revision: z.number().int(),
  revision_state: RevisionState,
  ...NetworkOptions.shape,
  /** 1 while the center link is on; `show` is 1 while the network has exactly two centers. */
  network_center_link: Flag,
  network_center_link_show: Flag,
  network_center_link_network: CenterLink.nullable(),
  network_dns: z.array(z.string()),
  network_fr: PopResource.extend({ areas: z.array(PopArea) }).nullable(),
  routing: z.object({ type: RoutingType, main_router: z.string().nullable(), secondary_router: z.string().nullable() }),
  member: z.array(NetworkMember),
  link: z.array(NetworkLink),
})
export type NetworkInfo = z.output<typeof NetworkInfo>

/** How a member is. */
const MemberState = NetworkMember.pick({ router_name: true, state: true, cause: true, since: true })

export const NetworkState = z.object({
  /** The caller sends it as `since` with the next call, which then answers only links and members that changed. */
  time: UnixTime,
  network_status: Flag,
  revision: z.number().int(),
  revision_state: RevisionState,
  link: z.array(NetworkLink),
  online: z.record(z.string(), Flag),
  member: z.array(MemberState),
})
export type NetworkState = z.output<typeof NetworkState>

/** How members are that have just changed, and all links that they dial. */
export const MemberChanges = z.object({
  member: z.array(
    NetworkMember.pick({
      router_name: true,
      note: true,
      online: true,
      online_status: true,
      status: true,
      version: true,
      os: true,
      revision_state: true,
      config_error: true,
      state: true,
      cause: true,
      since: true,
    }),
  ),
  link: z.array(NetworkLink.extend({ network_number: z.string() })),
})
export type MemberChanges = z.output<typeof MemberChanges>
/** Members of one account, and links of them, that an event may carry; of more at once it says only that they changed. */
export const MOST_CHANGES = { members: 200, links: 1000 } as const

const MemberNames = z.array(RouterName).max(MAX_MEMBERS_PER_CALL)
const Builder = z.strictObject({ network_name: NetworkName, center: MemberNames, point: MemberNames })
export type NetworkBuilder = z.output<typeof Builder>
/** The input of a call about one network. */
export const OneNetwork = z.strictObject({ network_number: NetworkNumber })
const One = OneNetwork

export const network = {
  config: get('network/config', { access: 'network.view', summary: '组网用量与上限', output: NetworkConfig }),
  list: list('network/lists', {
    access: 'network.view',
    summary: '组网列表',
    input: PageQuery.extend({
      status: z.enum(['0', '1']).optional(),
      type: z.enum(['1', '2', '3']).optional(),
      /** Only those with a member that needs attention. */
      attention: z.literal('1').optional(),
      /** `attention`: the worst first; left out, the newest first. */
      order: z.literal('attention').optional(),
      /** With the `picture` of each, of the first `PAGE_SIZE` at most. */
      picture: z.literal('1').optional(),
    }),
    row: NetworkSummary,
  }),
  select: get('network/select', {
    access: 'network.view',
    summary: '组网选项',
    output: z.array(z.object({ network_number: z.string(), network_name: z.string() })),
  }),
  info: get('network/info', { access: 'network.view', summary: '组网详情', input: One, output: NetworkInfo }),
  status: get('network/status', {
    access: 'network.view',
    summary: '组网状态',
    input: One.extend({ since: z.coerce.number().pipe(UnixTime).optional() }),
    output: NetworkState,
  }),
  member: get('network/member', {
    access: 'network.view',
    summary: '组网成员',
    input: One.extend({ member_type: MemberType.optional() }),
    output: z.array(NetworkMember.pick({ router_name: true, note: true, router_type: true, member_type: true, online: true })),
  }),
  create: post('network/create', {
    access: 'network.create',
    summary: '创建组网',
    done: says.created,
    // A form that creates and edits alike may send the number that there is not yet.
    input: Builder.extend({ network_number: z.literal('').optional() }),
    output: z.object({ network_number: z.string() }),
    audit: 'network',
    idempotent: true,
  }),
  edit: post('network/edit', {
    access: 'network.edit',
    summary: '管理成员',
    done: says.saved,
    // Of the present centers the caller may know some by name alone, and sends them back.
    input: Builder.extend({
      center: z.array(CenterName).max(MAX_MEMBERS_PER_CALL),
      network_number: NetworkNumber,
      revision: neverEmpty(z.number().int().optional()),
    }),
    audit: 'network',
  }),
  delete: post('network/delete', { access: 'network.delete', summary: '删除组网', done: says.deleted, input: One, audit: 'network' }),
  rename: post('network/name', {
    access: 'network.edit',
    summary: '重命名组网',
    done: says.saved,
    input: One.extend({ network_name: NetworkName }),
    audit: 'network',
  }),
  add_member: post('network/add_member', {
    access: 'network.edit',
    summary: '添加成员',
    done: says.added,
    input: One.extend({ router_name: RouterName, member_type: MemberType }),
    audit: 'network',
  }),
  remove_member: post('network/remove_member', {
    access: 'network.edit',
    summary: '移出成员',
    done: says.removed,
    input: One.extend({ router_name: RouterName }),
    audit: 'network',
  }),
}
