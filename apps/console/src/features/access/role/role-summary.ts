import type { Flag, Role, RoleAuth } from '@weft/contract'
import type * as text from './role.text.ts'

type Words = (typeof text)['zhCN']
export const actions = ['create', 'edit', 'delete'] as const
type Action = (typeof actions)[number]
type Rights = Record<Action, Flag>

/** The rights of a role, as a form holds them or as the server answers them. */
export type Granted = Pick<RoleAuth, 'monitor'> & {
  easylink: { router: Rights; network: Rights & { confined?: Flag | undefined; networks: readonly unknown[] } }
}

/** Returns a role that grants only what every role grants. */
export const nothingGranted = (): RoleAuth => {
  const none = { create: 0, edit: 0, delete: 0 } as const
  return { easylink: { router: none, network: { ...none, confined: 0, networks: [] } }, monitor: none }
}

/** Returns a role as its form holds it: networks by their numbers. */
export function grantedBy({ auth: { easylink, monitor } }: Pick<Role, 'auth'>): RoleAuth {
  const { view: _view, ...rights } = monitor
  const networks = easylink.network.networks.map(({ network_number }) => network_number)
  return { easylink: { router: easylink.router, network: { ...easylink.network, networks } }, monitor: rights }
}

const wordsOf = (rights: Rights, names: Record<Action, string>, of: readonly Action[] = actions) =>
  of.filter((action) => rights[action] === 1).map((action) => names[action])

export type Area = 'router' | 'network' | 'monitor'
interface AreaRights {
  area: Area
  /** 「创建、编辑」 or 「仅查看」. */
  actions: string
  /** The number of networks to which the role is confined; undefined if it is not confined. */
  designated?: number
}

/** Returns in words what a role grants for each area, for tags and small tables. */
export function rightsByArea({ easylink: { router, network }, monitor }: Granted, t: Words): AreaRights[] {
  const said = (words: string[]) => (words.length === 0 ? t.viewOnly : t.and(words))
  return [
    { area: 'router', actions: said(wordsOf(router, t.verbs)) },
    {
      area: 'network',
      actions: said(wordsOf(network, t.verbs)),
      ...(network.confined === 1 ? { designated: network.networks.length } : {}),
    },
    { area: 'monitor', actions: said(wordsOf(monitor, t.monitorActions)) },
  ]
}

/** Returns one sentence on what a role grants: 「可查看全部成员；可编辑 2 个指定组网；监控仅查看」. */
export function roleSummary({ easylink: { router, network }, monitor }: Granted, t: Words): string {
  const s = t.sentence
  const confined = network.confined === 1
  const reach = confined ? s.networks(network.networks.length) : s.allNetworks
  /** Names creation separately, because a new object is not one of the existing ones. */
  const of = (rights: Rights, thing: string, all: string) => {
    const changes = wordsOf(rights, t.verbs, ['edit', 'delete'])
    const parts = [
      ...(rights.create === 1 ? [s.may(t.verbs.create, thing)] : []),
      ...(changes.length > 0 || rights.create === 0 ? [s.may(changes.length > 0 ? t.and(changes) : t.verbs.view, all)] : []),
    ]
    return parts.join(s.also)
  }
  const watched = wordsOf(monitor, t.monitorActions)
  return [
    of(router, t.objects.router, s.members),
    confined && network.networks.length === 0 ? s.noneChosen : of(network, t.objects.network, reach),
    watched.length === 0 ? s.monitorOnly : s.monitor(t.and(watched)),
  ].join(s.next)
}
