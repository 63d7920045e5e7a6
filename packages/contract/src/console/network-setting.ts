import { formatPrefix, networkAddress, parseIpv4, type Prefix, reservedBlock } from '@weft/net'
import { z } from 'zod'
import { says } from '../done.ts'
import { CenterName, Flag, neverEmpty, PopResourceId, RouterName, RowId } from '../fields/schemas.ts'
import type { Language } from '../language.ts'
import { plain } from '../reading.ts'
import { DefaultRoute, DialMode, Metric, NcpCiphers, PrefixPermission, RoutingType } from '../network-values.ts'
import { get, post } from './api.ts'
import { CenterLink, OneNetwork, Segment } from './network.ts'

/** A whole number, or the text of one from a form-encoded field, where '' means none. */
const Int = (min: number, max: number) =>
  z.preprocess(
    (value) => {
      const typed = typeof value === 'string' ? plain(value) : value
      return typed === '' ? undefined : typeof typed === 'string' && /^\d{1,9}$/.test(typed) ? Number(typed) : typed
    },
    z.number().int().min(min, `range.${min}.${max}`).max(max, `range.${min}.${max}`),
  )
/** Reads '' as null, as for every optional text and number (docs/design/api.md §1). */
const orEmpty = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' || value === undefined ? null : value), schema.nullable())

const reservedOf = (text: string): Prefix | undefined => {
  const address = parseIpv4(text)
  return address === undefined ? undefined : reservedBlock(address)
}
/** Four parts from 0 to 255, the first not 0 (specification 2 §5), outside the reserved blocks. */
export const Ipv4Text = z
  .string()
  .overwrite(plain)
  .min(1, { error: 'required', abort: true })
  .refine((text) => (parseIpv4(text) ?? 0) >= 2 ** 24, { error: 'ipv4', abort: true })
  .refine((text) => reservedOf(text) === undefined, {
    error: ({ input }) => `reserved.${formatPrefix(reservedOf(input as string)!)}`,
  })
/** The masks of interconnect and POP segments (specification 2 §9). */
export const SEGMENT_MASKS = { min: 16, max: 24 } as const
export const PREFIX_MASKS = { min: 8, max: 32 } as const
export const PORTS = { min: 1025, max: 65_535 } as const
/** What a call asks devices to do: its result is read by this id for an hour. */
export const BegunOperation = z.object({ operation_id: z.uuid() })
/** Why a device has not done, or did not do, what it was asked for. `refused` comes with the device's own words. */
export const operationReasons = ['away', 'asked', 'silent', 'refused', 'removed'] as const
/** How far an operation is: the devices that did it, that may still do it, and that did not, with those that have not done it. */
export const OperationState = z.object({
  done: z.number().int(),
  waiting: z.number().int(),
  failed: z.number().int(),
  members: z.array(
    z.object({
      router_name: z.string(),
      state: z.enum(['waiting', 'failed']),
      reason: z.enum(operationReasons),
      error: z.string().nullable(),
    }),
  ),
})
export type OperationState = z.output<typeof OperationState>
/** The most prefix rules per member. */
export const MAX_PREFIXES = 500
/** The most changes that one call applies as one revision. */
export const MAX_CHANGES = 200

/** A typed segment: `gateway` must be the network address for its mask. */
export const SegmentInput = z
  .strictObject({ gateway: Ipv4Text, mask: Int(SEGMENT_MASKS.min, SEGMENT_MASKS.max) })
  .refine(
    ({ gateway, mask }) =>
      mask < SEGMENT_MASKS.min || mask > SEGMENT_MASKS.max || networkAddress(parseIpv4(gateway) ?? 0, mask) === parseIpv4(gateway),
    {
      error: ({ input }) => {
        const { gateway, mask } = input as { gateway: string; mask: number }
        return `segment.${mask}.${gateway}`
      },
      path: ['gateway'],
    },
  )
export type SegmentInput = z.output<typeof SegmentInput>

/** A port that a user may choose. */
export const PortNumber = Int(PORTS.min, PORTS.max)
/** All three empty: dynamic ports; otherwise all three are needed (specification 2 §5). */
export const ServicePortInput = z
  .strictObject({ public_ip: orEmpty(Ipv4Text), public_port: orEmpty(PortNumber), static_port: orEmpty(PortNumber) })
  .refine(
    ({ public_ip, public_port, static_port }) =>
      [public_ip, public_port, static_port].every((part) => (part === null) === (public_ip === null)),
    {
      error: 'portsTogether',
      path: ['public_ip'],
    },
  )
export type ServicePortInput = z.output<typeof ServicePortInput>

/**
 * One rule of a prefix list as typed. Its address need not be the network address of the mask: the server corrects it.
 * mask < ge ≤ le ≤ 32 (specification 2 §5).
 */
export const PrefixInput = z
  .strictObject({
    ip: Ipv4Text,
    mask: Int(PREFIX_MASKS.min, PREFIX_MASKS.max),
    permission: PrefixPermission.optional(),
    ge: orEmpty(Int(PREFIX_MASKS.min, PREFIX_MASKS.max)).optional(),
    le: orEmpty(Int(PREFIX_MASKS.min, PREFIX_MASKS.max)).optional(),
  })
  .superRefine(({ mask, ge, le }, context) => {
    if (ge != null && ge <= mask) context.addIssue({ code: 'custom', message: 'geAboveMask', path: ['ge'] })
    if (ge != null && le != null && le < ge) context.addIssue({ code: 'custom', message: 'geAboveLe', path: ['ge'] })
    if (ge == null && le != null && le <= mask) context.addIssue({ code: 'custom', message: 'leAboveMask', path: ['le'] })
  })
export type PrefixInput = z.output<typeof PrefixInput>

/** A stored rule; `name` is the name of its prefix list, made by the server. */
export const PrefixRow = z.object({
  router_name: z.string(),
  note: z.string(),
  ip: z.string(),
  mask: z.number().int(),
  name: z.string(),
  permission: PrefixPermission,
  ge: z.number().int().nullable(),
  le: z.number().int().nullable(),
})
export type PrefixRow = z.output<typeof PrefixRow>

/** The uses of a network's segments. */
export const segmentPurposes = [
  'center_hardware',
  'center_software',
  'center_link',
  'pop',
  'pop_software',
  'other',
  'prefix',
  'lan',
] as const
export type SegmentPurpose = (typeof segmentPurposes)[number]
/** Names the owner and the use of an address range within a sentence. */
export const segmentOwners: Record<Language, Record<SegmentPurpose, (owner: string) => string>> = {
  'zh-CN': {
    center_hardware: (owner) => `中心 ${owner} 的硬件互联网段`,
    center_software: (owner) => `中心 ${owner} 的软件互联网段`,
    center_link: () => '双中心互联网段',
    pop: () => 'POP 网段',
    pop_software: (owner) => `POP 区域 ${owner} 的软件网段`,
    other: () => 'POP 骨干网段',
    prefix: (owner) => `成员 ${owner} 的路由前缀`,
    lan: (owner) => `成员 ${owner} 的内网`,
  },
  en: {
    center_hardware: (owner) => `the hardware segment of hub ${owner}`,
    center_software: (owner) => `the software segment of hub ${owner}`,
    center_link: () => 'the hub interconnect segment',
    pop: () => 'the POP segment',
    pop_software: (owner) => `the software segment of POP area ${owner}`,
    other: () => 'the POP backbone segment',
    prefix: (owner) => `the prefixes of member ${owner}`,
    lan: (owner) => `the LAN of member ${owner}`,
  },
}
/** The origin of the segment: the server on creation, a person's edit, a device's report of its LAN, the operator. */
export const segmentSources = ['allocated', 'edited', 'reported', 'operator'] as const
export const NetworkSegment = z.object({
  purpose: z.enum(segmentPurposes),
  /** A member's name, a POP's area, or '' for the network itself. */
  owner: z.string(),
  ip: z.string(),
  mask: z.number().int(),
  source: z.enum(segmentSources),
  /** The other network, or the POP resource of another network, that uses it; absent if this network uses it. */
  network: z.string().optional(),
  /** For a segment of another network: true if a hardware member is in both networks, so that the segments it reaches must not overlap. */
  shared: z.boolean().optional(),
})
export type NetworkSegment = z.output<typeof NetworkSegment>

const One = OneNetwork
const OneMember = One.extend({ router_name: RouterName })
const CenterNetworks = z.record(RouterName, z.strictObject({ router: SegmentInput, software: SegmentInput }))

/**
 * The calls that change one part of a network's settings, or of its members'. Each raises the revision, and can be one of the `changes`
 * that are applied together.
 */
export const settingChanges = {
  edit_prefix: post('network/edit_prefix', {
    access: 'network.edit',
    summary: '修改路由前缀',
    done: says.saved,
    input: OneMember.extend({ prefix: neverEmpty(z.array(PrefixInput).max(MAX_PREFIXES).default([])) }),
    output: z.object({ corrected: z.array(z.object({ from: z.string(), to: z.string() })) }),
    body: { kind: 'form' },
    audit: 'network',
  }),
  dns: post('network/dns', {
    access: 'network.edit',
    summary: '修改 DNS',
    done: says.saved,
    input: One.extend({ dns: neverEmpty(z.array(Ipv4Text).max(100).default([])) }),
    body: { kind: 'form' },
    audit: 'network',
  }),
  edit_routing: post('network/edit_routing', {
    access: 'network.edit',
    summary: '修改主备线路',
    done: says.saved,
    input: One.extend({ type: RoutingType, main_router: orEmpty(CenterName), secondary_router: orEmpty(CenterName) }),
    audit: 'network',
  }),
  default_route: post('network/default_route', {
    access: 'network.edit',
    summary: '修改默认路由',
    done: says.saved,
    input: OneMember.extend({ model: DefaultRoute, metric: orEmpty(Metric) }),
    audit: 'network',
  }),
  fixed_port: post('network/fixed_port', {
    access: 'network.edit',
    summary: '修改固定端口',
    done: says.saved,
    input: OneMember.extend({ router_service: ServicePortInput, software_service: ServicePortInput }),
    audit: 'network',
  }),
  edit_center_gateway: post('network/edit_center_gateway', {
    access: 'network.edit',
    summary: '修改互联网段',
    done: says.saved,
    input: OneMember.extend({ router_network: SegmentInput, software_network: SegmentInput }),
    audit: 'network',
  }),
  enable_center_link: post('network/enable_center_link', {
    access: 'network.edit',
    summary: '启用或关闭双中心互联',
    done: says.saved,
    input: One.extend({ enable: Flag }),
    audit: 'network',
  }),
  center_link: post('network/center_link', {
    access: 'network.edit',
    summary: '修改双中心互联',
    done: says.saved,
    input: One.extend({
      enable: Flag,
      center_router_name: orEmpty(CenterName),
      public_ip: orEmpty(Ipv4Text),
      public_port: orEmpty(PortNumber),
      static_port: orEmpty(PortNumber),
      gateway: orEmpty(Ipv4Text),
      mask: orEmpty(Int(SEGMENT_MASKS.min, SEGMENT_MASKS.max)),
    }),
    audit: 'network',
  }),
  edit_center_link_gateway: post('network/edit_center_link_gateway', {
    access: 'network.edit',
    summary: '修改双中心互联网段',
    done: says.saved,
    input: One.extend(SegmentInput.shape),
    audit: 'network',
  }),
  edit_point_link: post('network/edit_point_link', {
    access: 'network.edit',
    summary: '修改接入中心',
    done: says.saved,
    input: OneMember.extend({
      link_config: z
        .array(z.strictObject({ center_router_name: CenterName, enable: Flag }))
        .min(1)
        .max(100),
    }),
    audit: 'network',
  }),
  edit_ip_address_pool: post('network/edit_ip_address_pool', {
    access: 'network.edit',
    summary: '修改 IP 地址池',
    done: says.saved,
    input: One.extend({
      center_link_network: orEmpty(SegmentInput),
      center_network: CenterNetworks,
      network_fr_id: orEmpty(PopResourceId),
    }),
    audit: 'network',
  }),
  ciphers: post('network/ciphers', {
    access: 'network.edit',
    summary: '修改加密算法',
    done: says.saved,
    input: One.extend({ ncp_ciphers: NcpCiphers }),
    audit: 'network',
  }),
  software_mode: post('network/software_mode', {
    access: 'network.edit',
    summary: '修改软件成员拨号方式',
    done: says.saved,
    input: OneMember.extend({ mode: DialMode }),
    audit: 'network',
  }),
  fr: post('network/fr', {
    access: 'network.edit',
    summary: '修改 POP 资源',
    done: says.saved,
    input: One.extend({ network_fr_id: orEmpty(PopResourceId), mode: DialMode }),
    audit: 'network',
  }),
  member_ov: post('network/member_ov', {
    access: 'network.edit',
    summary: '修改 POP 区域',
    done: says.saved,
    input: OneMember.extend({ ov_id_main: orEmpty(RowId), ov_id_backup: orEmpty(RowId) }),
    audit: 'network',
  }),
  quagga: post('network/quagga', {
    access: 'network.edit',
    summary: '启用或停用动态路由',
    done: says.saved,
    input: OneMember.extend({ enable: Flag }),
    audit: 'network',
  }),
  quagga_enable: post('network/quagga_enable', {
    access: 'network.edit',
    summary: '批量启用动态路由',
    done: says.saved,
    input: One,
    audit: 'network',
  }),
  quagga_disable: post('network/quagga_disable', {
    access: 'network.edit',
    summary: '批量停用动态路由',
    done: says.saved,
    input: One,
    audit: 'network',
  }),
}

export const networkSettings = {
  prefix: get('network/prefix', {
    access: 'network.view',
    summary: '路由前缀',
    input: One.extend({ router_name: RouterName.optional() }),
    output: z.array(PrefixRow),
  }),
  segments: get('network/segments', {
    access: 'network.view',
    summary: '网段总览',
    // 1 adds the conflicting segments of other networks that the caller may see.
    input: One.extend({ elsewhere: z.enum(['0', '1']).optional() }),
    output: z.array(NetworkSegment),
  }),
  free_segment: get('network/free_segment', {
    access: 'network.view',
    summary: '空闲网段',
    input: One.extend({ mask: Int(SEGMENT_MASKS.min, SEGMENT_MASKS.max) }),
    output: Segment,
  }),
  routing: get('network/routing', {
    access: 'network.view',
    summary: '主备线路',
    input: One,
    output: z.object({
      type: RoutingType,
      main_router: z.string().nullable(),
      secondary_router: z.string().nullable(),
      centers: z.array(z.object({ router_name: z.string(), note: z.string() })),
    }),
  }),
  center_link_network: get('network/center_link_network', {
    access: 'network.view',
    summary: '双中心互联配置',
    input: One,
    output: CenterLink.extend({ enable: Flag }),
  }),
  point_link: get('network/point_link', {
    access: 'network.view',
    summary: '接入中心',
    input: OneMember,
    output: z.array(z.object({ center_router_name: z.string(), center_router_name_note: z.string(), enable: Flag, vpn_online: Flag })),
  }),
  ip_address_pool: get('network/ip_address_pool', {
    access: 'network.view',
    summary: 'IP 地址池',
    input: One,
    output: z.object({
      pop: Segment.nullable(),
      pop_software: z.array(Segment),
      center_link_network: Segment.nullable(),
      center_network: z.record(z.string(), z.object({ router: Segment, software: Segment })),
      other: Segment.nullable(),
      /** A POP resource that waits until this pool has been reviewed (423), and the dial mode chosen with it. */
      pending: z.object({ network_fr_id: z.string(), mode: DialMode }).nullable(),
    }),
  }),
  ...settingChanges,
  re_send_config: post('network/re_send_config', {
    access: 'network.edit',
    summary: '重新下发配置',
    input: One.extend({ router_name: orEmpty(RouterName).optional() }),
    audit: 'network',
  }),
  reset_respawn: post('network/reset_respawn', {
    access: 'network.edit',
    summary: '重新拨号',
    input: OneMember,
    output: BegunOperation,
    audit: 'network',
  }),
  kill_user: post('network/kill_user', {
    access: 'network.edit',
    summary: '强制下线',
    input: OneMember,
    output: BegunOperation,
    audit: 'network',
  }),
  operation: get('network/operation', {
    access: 'network.view',
    summary: '操作结果',
    input: One.extend({ operation_id: z.uuid() }),
    output: OperationState,
  }),
}
