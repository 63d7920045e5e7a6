import type { Language } from '../language.ts'
import type { DefaultRoute, MemberType, Metric, NetworkOptions, RoutingType, ServicePort } from '../network-values.ts'
import { type Field, type Words, words } from './field.ts'

export const dialModeNames = {
  1: words('默认（同时连接，中心优先）', 'Default (both at once, hubs preferred)'),
  2: words('中心优先', 'Hubs first'),
  3: words('POP 优先', 'POPs first'),
} satisfies Record<NetworkOptions['mode'], Words>
export const cipherNames = {
  default: words('默认算法', 'Default ciphers'),
  sm: words('国密算法（SM 系列）', 'National ciphers (SM series)'),
} satisfies Record<NetworkOptions['ncp_ciphers'], Words>
export const defaultRouteNames = {
  0: words('不启用', 'Off'),
  1: words('发布', 'Advertise'),
  2: words('接收', 'Receive'),
} satisfies Record<DefaultRoute, Words>
export const metricNames = {
  30: words('优先级 1（最高）', 'Priority 1 (highest)'),
  60: words('优先级 2', 'Priority 2'),
  90: words('优先级 3', 'Priority 3'),
  120: words('优先级 4', 'Priority 4'),
  150: words('优先级 5', 'Priority 5'),
} satisfies Record<Metric, Words>
export const memberTypeNames = {
  center: words('中心', 'Hub'),
  point: words('分支', 'Branch'),
} satisfies Record<MemberType, Words>
export const routingTypeNames = {
  1: words('双主', 'Dual primary'),
  2: words('主备', 'Main and backup'),
} satisfies Record<RoutingType, Words>
const switchNames = { 0: words('停用', 'Off'), 1: words('启用', 'On') }
const interconnectNames = { 0: words('关闭', 'Off'), 1: words('启用', 'On') }
const linkNames = { 0: words('关闭', 'Off'), 1: words('开启', 'On') }

const portParts = {
  public_ip: { name: words('公网 IP', 'Public IP'), kind: 'address' },
  public_port: { name: words('公网端口', 'Public port'), kind: 'port' },
  static_port: { name: words('本地端口', 'Local port'), kind: 'port' },
} as const satisfies Record<keyof ServicePort, Field>

/** All that a revision of a network changes: its own settings, those of its members, and those of its centers. */
export const networkFields = {
  network_name: { name: words('组网名称', 'Network name'), kind: 'text' },
  mode: { name: words('拨号方式', 'Dial mode'), kind: 'choice', values: dialModeNames },
  ncp_ciphers: { name: words('加密算法', 'Ciphers'), kind: 'choice', values: cipherNames },
  dns: { name: words('DNS', 'DNS'), kind: 'addresses' },
  network_fr_id: { name: words('POP 资源', 'POP resource'), kind: 'pop_resource' },
  routing: {
    name: words('主备线路', 'Main and backup lines'),
    kind: 'parts',
    parts: {
      type: { name: words('线路模式', 'Line mode'), kind: 'choice', values: routingTypeNames },
      main_router: { name: words('主中心', 'Main hub'), kind: 'name' },
      secondary_router: { name: words('备中心', 'Backup hub'), kind: 'name' },
    },
  },
  center_link: {
    name: words('双中心互联', 'Hub interconnect'),
    kind: 'parts',
    parts: {
      enable: { name: words('状态', 'State'), kind: 'switch', values: interconnectNames },
      center_router_name: { name: words('服务端', 'Listening hub'), kind: 'name' },
      segment: { name: words('网段', 'Segment'), kind: 'segment' },
      ...portParts,
    },
  },
  member: { name: words('成员', 'Member'), kind: 'choice', values: memberTypeNames },
  member_type: { name: words('成员位置', 'Position'), kind: 'choice', values: memberTypeNames },
  link: { name: words('中心链路', 'Hub link'), kind: 'switch', values: linkNames },
  listens: { name: words('接受拨入', 'Accepts dialling members'), kind: 'switch', values: switchNames },
  router_segment: { name: words('硬件互联网段', 'Hardware segment'), kind: 'segment' },
  software_segment: { name: words('软件互联网段', 'Software segment'), kind: 'segment' },
  router_port: { name: words('硬件服务端口', 'Hardware service port'), kind: 'parts', parts: portParts },
  software_port: { name: words('软件服务端口', 'Software service port'), kind: 'parts', parts: portParts },
  default_route: { name: words('默认路由', 'Default route'), kind: 'choice', values: defaultRouteNames },
  metric: { name: words('默认路由优先级', 'Default route priority'), kind: 'choice', values: metricNames },
  quagga: { name: words('动态路由', 'Dynamic routing'), kind: 'switch', values: switchNames },
  ov_main: { name: words('主用区域', 'Main area'), kind: 'pop_area' },
  ov_backup: { name: words('备用区域', 'Backup area'), kind: 'pop_area' },
  prefix: { name: words('路由前缀', 'Route prefixes'), kind: 'prefixes' },
} as const satisfies Record<string, Field> & Record<keyof NetworkOptions, Field>
export type NetworkField = keyof typeof networkFields

export const isNetworkField = (key: string): key is NetworkField => Object.hasOwn(networkFields, key)

export const prefixPermissionNames = { permit: words('允许', 'Permit'), deny: words('拒绝', 'Deny') }

interface PrefixRule {
  ip: string
  /** Bits. */
  mask: number
  permission: keyof typeof prefixPermissionNames
  ge: number | null
  le: number | null
}

/** Returns a prefix rule as one line: `10.1.0.0/16 拒绝 ge 17 le 18`. */
export const prefixRuleText = ({ ip, mask, permission, ge, le }: PrefixRule, language: Language): string =>
  [
    `${ip}/${mask}`,
    ...(permission === 'deny' ? [prefixPermissionNames.deny[language].toLowerCase()] : []),
    ...(ge === null ? [] : [`ge ${ge}`]),
    ...(le === null ? [] : [`le ${le}`]),
  ].join(' ')

const none = words('无', 'None')
const attached = words('已关联', 'Attached')
const part = { 'zh-CN': (name: string, value: string) => `${name}：${value}`, en: (name: string, value: string) => `${name}: ${value}` }

/** Finds what a member, a POP resource or an area of the network is called; undefined where the reader may not know it. */
export type NameOf = (kind: 'name' | 'pop_resource' | 'pop_area', id: string) => string | undefined

/** Returns the members that a field's value names. */
export function membersNamed(field: Field, value: unknown): string[] {
  if (field.kind === 'name') return typeof value === 'string' && value !== '' ? [value] : []
  if (!field.parts || isNothing(value)) return []
  return Object.entries(field.parts).flatMap(([key, one]) => membersNamed(one, (value as Record<string, unknown>)[key]))
}

/** Returns a field's value as its reader would say it, one line for each of several things. */
export function valueLines(field: Field, value: unknown, language: Language, nameOf: NameOf = () => undefined): string[] {
  if (isNothing(value)) return [none[language]]
  if (Array.isArray(value))
    return value.length === 0
      ? [none[language]]
      : value.map((one: unknown) => (field.kind === 'prefixes' ? prefixRuleText(one as PrefixRule, language) : textOf(one)))
  if (field.parts) {
    const known = Object.entries(field.parts).filter(([key]) => Object.hasOwn(value, key))
    return known.flatMap(([key, one]) =>
      valueLines(one, (value as Record<string, unknown>)[key], language, nameOf).map((line) => part[language](one.name[language], line)),
    )
  }
  if (field.kind === 'pop_resource') return [nameOf(field.kind, textOf(value)) ?? attached[language]]
  if (field.kind === 'pop_area' || field.kind === 'name') return [nameOf(field.kind, textOf(value)) ?? textOf(value)]
  return [valueText(field, value, language)]
}

/** Returns a single value of a field in words: that of its table, 无 for nothing, and otherwise the value as it is. */
export const valueText = (field: Field, value: unknown, language: Language): string =>
  isNothing(value) ? none[language] : (field.values?.[textOf(value)]?.[language] ?? textOf(value))

const isNothing = (value: unknown): value is null | undefined | '' => value === null || value === undefined || value === ''
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
