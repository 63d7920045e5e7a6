import {
  areaInSentence,
  areasOfRights,
  flagOf,
  flagsGranting,
  type Language,
  type Permission,
  type RightArea,
  rightsGranted,
  type RightVerb,
  type Role,
  type RoleAuth,
  roleSentence,
  type SomeRightFlags,
  usualRights,
  verbName,
  verbsOf,
} from '@weft/contract'
import type * as text from './role.text.ts'

type Words = (typeof text)['zhCN']

/** The rights of a role, as a form holds them or as the server answers them. */
export type Granted = SomeRightFlags & {
  easylink: {
    router: { by_network?: 0 | 1 | undefined; tags?: readonly string[] | undefined }
    network: { confined?: 0 | 1 | undefined; networks: readonly unknown[] }
  }
}

/** Returns rights as a form holds them, for all networks. */
export function formOf(rights: readonly Permission[]): RoleAuth {
  const { easylink, ...beside } = flagsGranting((permission) => rights.includes(permission))
  return {
    easylink: { router: { ...easylink.router, by_network: 0, tags: [] }, network: { ...easylink.network, confined: 0, networks: [] } },
    ...beside,
  }
}
/** Returns what a new role grants until something else is chosen. */
export const newRole = (): RoleAuth => formOf(usualRights)

/** Returns a role as its form holds it: networks by their numbers. */
export function grantedBy({ auth: { easylink, ...beside } }: Pick<Role, 'auth'>): RoleAuth {
  const networks = easylink.network.networks.map(({ network_number }) => network_number)
  return { easylink: { router: easylink.router, network: { ...easylink.network, networks } }, ...beside }
}

/** Areas of which a role grants more than to view them; the others are named together. */
const wide = new Set<RightArea>(['member', 'network', 'monitor', 'ticket', 'directory'])
interface AreaRights {
  area: RightArea
  /** 「创建、编辑」 or 「仅查看」. */
  actions: string
  /** True if the role grants to view all of it. */
  viewed: boolean
  /** The number of networks to which the role is confined; undefined if it is not confined. */
  designated?: number
}

/** Returns in words what a role grants for each area that has more than one right, without those of which it grants none. */
export function rightsByArea(auth: Granted, t: Words, spoken: Language): AreaRights[] {
  const { network } = auth.easylink
  return areasOfRights
    .filter((area) => wide.has(area))
    .flatMap((area): AreaRights[] => {
      const held = verbsOf(area).filter((verb) => flagOf(auth, `${area}.${verb}` as Permission) === 1)
      if (held.length === 0) return []
      const actions = held.filter((verb) => verb !== 'view').map((verb: RightVerb) => verbName(area, verb)[spoken])
      return [
        {
          area,
          actions: actions.length === 0 ? t.viewOnly : t.and(actions),
          viewed: held.includes('view'),
          ...(area === 'network' && network.confined === 1 ? { designated: network.networks.length } : {}),
        },
      ]
    })
}

/** Returns the names of the other areas that a role may view. */
export const alsoViewed = (auth: Granted, spoken: Language): string[] =>
  areasOfRights
    .filter((area) => !wide.has(area) && flagOf(auth, `${area}.view` as Permission) === 1)
    .map((area) => areaInSentence(area, spoken))

/** Returns one sentence on what a role grants. */
export function roleSummary(auth: Granted, spoken: Language): string {
  const { confined, networks } = auth.easylink.network
  const { by_network, tags = [] } = auth.easylink.router
  const reach = { networks: confined === 1 ? networks.length : undefined, by_network: confined === 1 && by_network === 1, tags }
  return roleSentence({ rights: rightsGranted(auth), ...reach }, spoken)
}
