import type { FieldChange, ServicePort } from '@weft/contract'
import type { CenterSettings, MemberSettings, PatchEntry, PrefixRule, Routing, TwinLink } from '@weft/member-config'
import { listed, listedAs } from '../../../kernel/listed.ts'

const modes: Record<string, string> = { 1: '默认（中心优先）', 2: '中心优先', 3: 'POP 优先' }
const ciphers: Record<string, string> = { default: '默认算法', sm: '国密算法' }
const routes: Record<string, string> = { 0: '不启用', 1: '发布', 2: '接收' }
const or = (value: unknown, none = '无') =>
  value === null || value === undefined || value === '' ? none : typeof value === 'string' ? value : JSON.stringify(value)

const rule = ({ ip, mask, permission, ge, le }: PrefixRule) =>
  [
    `${ip}/${mask}`,
    ...(permission === 'deny' ? ['拒绝'] : []),
    ...(ge === null ? [] : [`ge ${ge}`]),
    ...(le === null ? [] : [`le ${le}`]),
  ].join(' ')
function prefixes(from: readonly PrefixRule[], to: readonly PrefixRule[]): string {
  const [had, has] = [from.map(rule), to.map(rule)]
  const parts = [
    ...listedAs(
      '新增',
      has.filter((text) => !had.includes(text)),
    ),
    ...listedAs(
      '删除',
      had.filter((text) => !has.includes(text)),
    ),
  ]
  return parts.length > 0 ? parts.join('，') : '调整顺序'
}
/** A service's port, or what of it changed. */
function port({ public_ip, public_port, static_port }: Partial<ServicePort>): string {
  const parts = [
    ...(public_ip ? [`公网 IP ${public_ip}`] : []),
    ...(public_port ? [`公网端口 ${public_port}`] : []),
    ...(static_port ? [`本地端口 ${static_port}`] : []),
  ]
  return parts.length > 0 ? parts.join('，') : '动态端口'
}

/** What happened to several members alike, by the part of their settings. */
const memberTexts: { [K in keyof MemberSettings]?: (names: string, to: MemberSettings[K], from: MemberSettings[K]) => string | undefined } =
  {
    member_type: (names, to) => (to === 'center' ? `分支改为中心 ${names}` : `中心改为分支 ${names}`),
    default_route: (names, to) => `${names} 的默认路由改为「${routes[to]}」`,
    metric: (names, to) => (to === null ? undefined : `${names} 的默认路由度量改为 ${to}`),
    quagga: (names, to) => `${to === 1 ? '启用' : '停用'}动态路由 ${names}`,
    mode: (names, to) => `${names} 的拨号方式改为「${to === null ? '跟随组网' : modes[to]}」`,
    ov_main: (names, to) => (to === null ? `${names} 不再使用 POP 区域` : `${names} 更换主用 POP 区域`),
    ov_backup: (names, to) => (to === null ? `${names} 取消备用 POP 区域` : `${names} 更换备用 POP 区域`),
    prefix: (names, to, from) => `${names} 的路由前缀：${prefixes(from, to)}`,
  }
const centerTexts: { [K in keyof CenterSettings]: (name: string, to: CenterSettings[K], from: CenterSettings[K]) => string } = {
  router_segment: (name, to, from) => `${name} 的硬件互联网段由 ${from} 改为 ${to}`,
  software_segment: (name, to, from) => `${name} 的软件互联网段由 ${from} 改为 ${to}`,
  router_port: (name, to) => `${name} 的硬件服务端口改为${port(to)}`,
  software_port: (name, to) => `${name} 的软件服务端口改为${port(to)}`,
}

type Grouped = { field: string; names: string[]; from: unknown; to: unknown; say: (names: string) => string | undefined }

/** Puts entries below one key together again, as far as they tell of them: `routing.type` and `routing.main_router` make one `routing`. */
function gathered(entries: readonly PatchEntry[], depth: number): { from: Record<string, unknown>; to: Record<string, unknown> } {
  const whole = entries.find(({ path }) => path.length === depth)
  if (whole) return { from: (whole.from ?? {}) as Record<string, unknown>, to: (whole.to ?? {}) as Record<string, unknown> }
  const side = (key: 'from' | 'to') => Object.fromEntries(entries.map((entry) => [entry.path[depth]!, entry[key]]))
  return { from: side('from'), to: side('to') }
}

function routingText(to: Partial<Routing>): string {
  if (to.type === 1) return '主备线路改为双主'
  const chosen = [
    ...(to.main_router ? [`主中心 ${to.main_router}`] : []),
    ...(to.secondary_router ? [`备中心 ${to.secondary_router}`] : []),
  ]
  return ['主备线路改为主备', ...chosen].join('，')
}
function twinText(to: Partial<TwinLink>): string {
  const parts = [
    ...(to.enable === undefined ? [] : [to.enable === 1 ? '启用' : '关闭']),
    ...(to.center_router_name ? [`服务端 ${to.center_router_name}`] : []),
    ...(to.segment ? [`网段 ${to.segment}`] : []),
    ...(to.public_ip ? [`公网 IP ${to.public_ip}`] : []),
  ]
  return `双中心互联：${parts.length > 0 ? parts.join('，') : '修改端口'}`
}

function networkGroups(patch: readonly PatchEntry[]): Grouped[] {
  const byKey = Map.groupBy(
    patch.filter(({ path }) => path[0] !== 'members'),
    ({ path }) => path[0]!,
  )
  return [...byKey].map(([field, entries]) => {
    const [{ from, to, path }] = entries as [PatchEntry]
    const plain = (text: string): Grouped => ({ field, names: [], from: from ?? null, to: to ?? null, say: () => text })
    if (field === 'routing' || field === 'center_link') {
      const both = gathered(entries, 1)
      return { field, names: [], ...both, say: () => (field === 'routing' ? routingText(both.to) : twinText(both.to)) }
    }
    if (field === 'network_name') return plain(`名称改为「${or(to)}」`)
    if (field === 'mode') return plain(`拨号模式由「${modes[String(from)]}」改为「${modes[String(to)]}」`)
    if (field === 'ncp_ciphers') return plain(`加密算法由「${ciphers[String(from)]}」改为「${ciphers[String(to)]}」`)
    if (field === 'dns') return plain(`DNS 由 ${or((from as string[] | undefined)?.join('、'))} 改为 ${or((to as string[]).join('、'))}`)
    if (field === 'network_fr_id') return plain(to === null ? '解除 POP 资源' : from === null ? '关联 POP 资源' : '更换 POP 资源')
    return plain(path.join('.'))
  })
}

/** Members that come, go or change; what follows for their links by itself is left out. */
function memberGroups(patch: readonly PatchEntry[]): Grouped[] {
  const groups = new Map<string, Grouped>()
  const add = (key: string, name: string, group: Omit<Grouped, 'names'>) => {
    const present = groups.get(key)
    if (present) present.names.push(name)
    else groups.set(key, { ...group, names: [name] })
  }
  for (const { path, from, to } of patch) {
    const [kind, name, field, below, leaf] = path
    if (kind !== 'members' || name === undefined) continue
    if (field === undefined) {
      const came = to as MemberSettings | undefined
      const left = from as MemberSettings | undefined
      if (came)
        add(`+${came.member_type}`, name, {
          field: 'member',
          from: null,
          to: came.member_type,
          say: (names) => `新增${came.member_type === 'center' ? '中心' : '分支'} ${names}`,
        })
      else add('-', name, { field: 'member', from: left?.member_type, to: null, say: (names) => `移出 ${names}` })
      continue
    }
    if (field === 'links' && below !== undefined && leaf === 'enable')
      add(`link ${below} ${String(to)}`, name, {
        field: 'link',
        from,
        to,
        say: (names) => `${to === 1 ? '开启' : '关闭'} ${names} 到 ${below} 的链路`,
      })
    if (field === 'center' && below !== undefined) {
      const key = below as keyof CenterSettings
      const text = centerTexts[key] as ((name: string, to: unknown, from: unknown) => string) | undefined
      const whole = leaf === undefined ? { from, to } : portOf(patch, name, below)
      if (!groups.has(`${name} ${below}`))
        add(`${name} ${below}`, name, { field: below, ...whole, say: (names) => text?.(names, whole.to, whole.from) })
    }
    // A center is told of by its part; this is about points that listen.
    if (field === 'center' && below === undefined && !describes(patch, name))
      add(`listens ${to === null}`, name, {
        field: 'listens',
        from: from ? 1 : 0,
        to: to ? 1 : 0,
        say: (names) => (to ? `${names} 可被其他成员拨入` : `${names} 不再被其他成员拨入`),
      })
    const text = memberTexts[field as keyof MemberSettings] as
      | ((names: string, to: unknown, from: unknown) => string | undefined)
      | undefined
    if (text) add(JSON.stringify([field, from, to]), name, { field, from, to, say: (names) => text(names, to, from) })
  }
  return [...groups.values()]
}

/** Whether the member's part in the network changed. */
const describes = (patch: readonly PatchEntry[], name: string) => patch.some(({ path }) => path[1] === name && path[2] === 'member_type')

const portOf = (patch: readonly PatchEntry[], name: string, key: string) =>
  gathered(
    patch.filter(({ path }) => path[1] === name && path[2] === 'center' && path[3] === key),
    4,
  )

/** What a patch changes, in sentences a customer reads; members that change alike share one. */
export const sentencesOf = (patch: readonly PatchEntry[]): FieldChange[] =>
  [...networkGroups(patch), ...memberGroups(patch)].flatMap(({ field, names, from, to, say }) => {
    const text = say(listed(names))
    return text === undefined ? [] : [{ field, from: from ?? null, to: to ?? null, text }]
  })

/** All of it in one line. */
export const summaryOf = (changes: readonly FieldChange[]): string =>
  listed(
    changes.map(({ text }) => text),
    { between: '，', unit: '项' },
  )
