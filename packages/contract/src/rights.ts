import { z } from 'zod'
import { type Words, words } from './fields/field.ts'
import { Flag } from './fields/schemas.ts'
import type { Language } from './language.ts'
import { spaced } from './spacing.ts'

/** The areas of an account, and what a role may grant in each: `area.verb` is a permission. */
export const rightAreas = {
  member: ['view', 'create', 'edit', 'delete'],
  network: ['view', 'create', 'edit', 'delete'],
  monitor: ['view', 'create', 'edit', 'delete'],
  /** A login always sees and deletes its own tickets; `view`, `edit` and `delete` are about those of others. */
  ticket: ['view', 'create', 'edit', 'delete'],
  log: ['view'],
  service: ['view'],
  saas: ['view'],
  directory: ['view', 'edit'],
  download: ['view'],
  operation_log: ['view'],
} as const
export type RightArea = keyof typeof rightAreas
export type RightVerb = (typeof rightAreas)[RightArea][number]
/** A right that a sub-account's role may grant; owners hold all. */
export type Permission = { [A in RightArea]: `${A}.${(typeof rightAreas)[A][number]}` }[RightArea]
export const areasOfRights = Object.keys(rightAreas) as RightArea[]
export const verbsOf = (area: RightArea): readonly RightVerb[] => rightAreas[area]
export const permissions: readonly Permission[] = areasOfRights.flatMap((area) =>
  verbsOf(area).map((verb) => `${area}.${verb}` as Permission),
)

export const rightAreaNames: Record<RightArea, Words> = {
  member: words('成员', 'Members'),
  network: words('组网', 'Networks'),
  monitor: words('监控', 'Monitoring'),
  ticket: words('售后工单', 'Support tickets'),
  log: words('日志', 'Logs'),
  service: words('服务', 'Services'),
  saas: words('SaaS 设备', 'SaaS devices'),
  directory: words('LDAP 目录', 'LDAP directory'),
  download: words('客户端下载', 'Client downloads'),
  operation_log: words('操作日志', 'Operation log'),
}

const verbs: Record<RightVerb, Words> = {
  view: words('查看', 'View'),
  create: words('创建', 'Create'),
  edit: words('编辑', 'Edit'),
  delete: words('删除', 'Delete'),
}
/** Verbs that an area calls otherwise. */
const otherVerbs: Partial<Record<Permission, Words>> = {
  'monitor.create': words('开启', 'Turn on'),
  'monitor.edit': words('设置', 'Set up'),
  'monitor.delete': words('关闭', 'Turn off'),
  'ticket.create': words('提交', 'Submit'),
  'ticket.edit': words('处理', 'Handle'),
  'directory.edit': words('配置', 'Set up'),
}
export const verbNames = verbs
export const verbName = (area: RightArea, verb: RightVerb): Words => otherVerbs[`${area}.${verb}` as Permission] ?? verbs[verb]

const areaAndVerb = (permission: Permission) => permission.split('.') as [RightArea, RightVerb]
/** Returns a right as a sentence names it: 「监控开启」. */
export function permissionName(permission: Permission): Words {
  const [area, verb] = areaAndVerb(permission)
  const [of, may] = [rightAreaNames[area], verbName(area, verb)]
  return words(`${of['zh-CN']}${may['zh-CN']}`, `${of.en}: ${may.en.toLowerCase()}`)
}

/** The rights of a role that names only the areas known before there were others: it may view all, and handle tickets. */
const formerly: readonly Permission[] = permissions.filter(
  (permission) => permission.endsWith('.view') && permission !== 'operation_log.view',
)
export const usualRights: readonly Permission[] = [...formerly, 'ticket.create', 'ticket.edit']

/** Returns whether a right is worth nothing without the right to view its area. */
export const needsView = (permission: Permission): boolean => !permission.endsWith('.view') && permission !== 'ticket.create'
export const viewOf = (permission: Permission): Permission => `${areaAndVerb(permission)[0]}.view` as Permission

type Verbs<A extends RightArea> = (typeof rightAreas)[A][number]
type Flags<A extends RightArea> = Record<Verbs<A>, Flag>
type Beside = Exclude<RightArea, 'member' | 'network'>
/** Rights as the API writes them: members are `easylink.router`, networks `easylink.network`, and other areas are next to `easylink`. */
export type RightFlags = { easylink: { router: Flags<'member'>; network: Flags<'network'> } } & { [A in Beside]: Flags<A> }
/** The same with some flags or areas left out. */
export type SomeRightFlags = {
  easylink: { [K in 'router' | 'network']: { [V in RightVerb]?: Flag | undefined } }
} & { [A in Beside]?: { [V in RightVerb]?: Flag | undefined } | undefined }

const allVerbs = { view: Flag, create: Flag, edit: Flag, delete: Flag }
const onlyView = { view: Flag }
/** The flags of each area that is next to `easylink`. */
export const besideShapes = {
  monitor: allVerbs,
  ticket: allVerbs,
  log: onlyView,
  service: onlyView,
  saas: onlyView,
  directory: { view: Flag, edit: Flag },
  download: onlyView,
  operation_log: onlyView,
} satisfies Record<Beside, z.ZodRawShape>
export const allRights = allVerbs

const objectOf = <S extends z.ZodRawShape>(shape: S) => z.object(shape)
/** The areas beside `easylink`, as an answer has them. */
export const besideAnswered = {
  monitor: objectOf(besideShapes.monitor),
  ticket: objectOf(besideShapes.ticket),
  log: objectOf(besideShapes.log),
  service: objectOf(besideShapes.service),
  saas: objectOf(besideShapes.saas),
  directory: objectOf(besideShapes.directory),
  download: objectOf(besideShapes.download),
  operation_log: objectOf(besideShapes.operation_log),
}

const areaOf = (auth: SomeRightFlags, area: RightArea) =>
  area === 'member' ? auth.easylink.router : area === 'network' ? auth.easylink.network : auth[area]
/** Returns the flag of a right; undefined where it was left out. */
export function flagOf(auth: SomeRightFlags, permission: Permission): Flag | undefined {
  const [area, verb] = areaAndVerb(permission)
  return areaOf(auth, area)?.[verb]
}
/** Returns the rights that flags grant; where one was left out, `otherwise` decides. */
export const rightsGranted = (auth: SomeRightFlags, otherwise: readonly Permission[] = []): Permission[] =>
  permissions.filter((permission) => {
    const flag = flagOf(auth, permission)
    return flag === undefined ? otherwise.includes(permission) : flag === 1
  })
/** Returns rights as the API writes them. */
export function flagsGranting(may: (permission: Permission) => boolean): RightFlags {
  const of = (area: RightArea) =>
    Object.fromEntries(verbsOf(area).map((verb) => [verb, may(`${area}.${verb}` as Permission) ? 1 : 0])) as Record<RightVerb, Flag>
  return {
    easylink: { router: of('member'), network: of('network') },
    monitor: of('monitor'),
    ticket: of('ticket'),
    log: of('log'),
    service: of('service'),
    saas: of('saas'),
    directory: of('directory'),
    download: of('download'),
    operation_log: of('operation_log'),
  }
}

/** Roles that many accounts need, which the form offers to begin with. */
export const rolePresets = {
  read_only: { name: words('只读', 'Read only'), rights: formerly },
  network_admin: {
    name: words('网络管理', 'Network administration'),
    rights: [
      ...usualRights,
      ...permissions.filter((permission) => /^(member|network|monitor)\.(?!view)/.test(permission)),
      'directory.edit',
    ],
  },
  support: {
    name: words('客服', 'Customer service'),
    rights: ['member.view', 'network.view', 'monitor.view', 'ticket.view', 'ticket.create', 'ticket.edit', 'log.view', 'download.view'],
  },
  finance: { name: words('财务', 'Finance'), rights: ['service.view', 'ticket.create'] },
  audit: { name: words('审计', 'Audit'), rights: [...formerly, 'operation_log.view'] },
} satisfies Record<string, { name: Words; rights: readonly Permission[] }>
export type RolePreset = keyof typeof rolePresets

/** What a role grants, and how far its networks reach. */
export interface RoleReach {
  rights: readonly Permission[]
  /** The number of networks to which it is confined; undefined for all. */
  networks: number | undefined
  /** It sees the members of these networks alone. */
  by_network?: boolean
  /** It sees only members with one of these tags. */
  tags?: readonly string[]
}

const said = {
  'zh-CN': {
    and: '、',
    also: '，',
    next: '；',
    may: (verb: string, thing: string) => `可${verb}${thing}`,
    mayNotView: (things: string) => `不可查看${things}`,
    all: { member: '全部成员', network: '全部组网', ticket: '全部售后工单' },
    one: { member: '成员', network: '组网', ticket: '售后工单' },
    some: (ofNetworks: boolean, tags: readonly string[]) =>
      `${[...(ofNetworks ? ['指定组网内'] : []), ...(tags.length > 0 ? [`带标签「${tags.join('」「')}」`] : [])].join('且')}的成员`,
    networks: (n: number) => ` ${n} 个指定组网`,
    noneChosen: '尚未选择组网',
    monitorOnly: '监控仅查看',
    ownTickets: '仅查看本人的售后工单',
  },
  en: {
    and: ', ',
    also: ', ',
    next: '; ',
    may: (verb: string, thing: string) => `may ${verb.toLowerCase()} ${thing}`,
    mayNotView: (things: string) => `may not view ${things}`,
    all: { member: 'all members', network: 'all networks', ticket: 'all support tickets' },
    one: { member: 'members', network: 'networks', ticket: 'support tickets' },
    some: (ofNetworks: boolean, tags: readonly string[]) =>
      `members ${[...(ofNetworks ? ['of the designated networks'] : []), ...(tags.length > 0 ? [`tagged ${tags.join(' or ')}`] : [])].join(' ')}`,
    networks: (n: number) => `${n} designated networks`,
    noneChosen: 'no network chosen yet',
    monitorOnly: 'may view monitoring',
    ownTickets: 'sees only its own support tickets',
  },
} as const

/** Returns an area as it stands within a sentence: 「SaaS devices」 and 「LDAP directory」 keep their capitals. */
export const areaInSentence = (area: RightArea, language: Language): string =>
  language === 'en'
    ? rightAreaNames[area].en.replace(/^[A-Z](?=[a-z]+(\s|$))/, (first) => first.toLowerCase())
    : rightAreaNames[area][language]

/** Returns one sentence on what a role may do: 「可查看全部成员；可编辑 2 个指定组网；监控仅查看；…」. */
export function roleSentence({ rights, networks, by_network = false, tags = [] }: RoleReach, language: Language): string {
  const t = said[language]
  const held = new Set(rights)
  const name = (area: RightArea) => areaInSentence(area, language)
  const granted = (area: RightArea, of: readonly RightVerb[]) =>
    of.filter((verb) => held.has(`${area}.${verb}` as Permission)).map((verb) => verbName(area, verb)[language])
  // Everybody sees their own tickets, which has words of its own.
  const hidden = areasOfRights.filter((area) => area !== 'ticket' && !held.has(`${area}.view` as Permission))
  /** Names creation apart, because a new object is not one of the existing ones. */
  const ofMany = (area: 'member' | 'network', reach: string): string[] => {
    if (!held.has(`${area}.view`)) return []
    const changes = granted(area, ['edit', 'delete'])
    const creates = granted(area, ['create'])
    const parts = [
      ...(creates.length > 0 ? [t.may(creates[0]!, t.one[area])] : []),
      ...(changes.length > 0 || creates.length === 0
        ? [t.may(changes.length > 0 ? changes.join(t.and) : verbs.view[language], reach)]
        : []),
    ]
    return [parts.join(t.also)]
  }
  const monitor = (): string[] => {
    if (!held.has('monitor.view')) return []
    const changes = granted('monitor', ['create', 'edit', 'delete'])
    return [changes.length === 0 ? t.monitorOnly : t.may(changes.join(t.and), language === 'en' ? 'monitoring' : name('monitor'))]
  }
  const tickets = (): string[] => {
    const parts = held.has('ticket.create') ? [t.may(verbName('ticket', 'create')[language], t.one.ticket)] : []
    const others = granted('ticket', ['view', 'edit', 'delete'])
    parts.push(held.has('ticket.view') ? t.may(others.join(t.and), t.all.ticket) : t.ownTickets)
    return [parts.join(t.also)]
  }
  const rest: RightArea[] = ['log', 'service', 'saas', 'directory', 'download', 'operation_log']
  const viewed = rest.filter((area) => held.has(`${area}.view` as Permission))
  const reach = networks === undefined ? t.all.network : t.networks(networks)
  const sentence = [
    ...ofMany('member', by_network || tags.length > 0 ? t.some(by_network, tags) : t.all.member),
    ...(networks === 0 && held.has('network.view') ? [t.noneChosen] : ofMany('network', reach)),
    ...monitor(),
    ...tickets(),
    ...(viewed.length > 0 ? [t.may(verbs.view[language], viewed.map(name).join(t.and))] : []),
    ...(held.has('directory.edit') ? [t.may(verbName('directory', 'edit')[language], name('directory'))] : []),
    ...(hidden.length > 0 ? [t.mayNotView(hidden.map(name).join(t.and))] : []),
  ].join(t.next)
  return language === 'en' ? sentence : spaced(sentence)
}
