import { type Permission, permissions, type Role, type RoleAuth } from '@weft/contract'

/** `monitor.view` is part of every role and has no column. */
type Kept = Exclude<Permission, 'monitor.view'>
type Column<P extends string> = P extends `${infer Area}.${infer Verb}` ? `${Area}_${Verb}` : never
export type RoleColumns = Record<Column<Kept>, 0 | 1>

const kept = permissions.filter((permission): permission is Kept => permission !== 'monitor.view')
const columnOf = (permission: Kept) => permission.replace('.', '_') as keyof RoleColumns

/** Returns a role's rights as columns. A role that is confined to designated networks creates none: `network.create` is stored as 0. */
export function columnsOf(flags: readonly Permission[], networks: readonly string[]): RoleColumns {
  const granted = (permission: Permission) => flags.includes(permission) && !(permission === 'network.create' && networks.length > 0)
  return Object.fromEntries(kept.map((permission) => [columnOf(permission), granted(permission) ? 1 : 0])) as RoleColumns
}

/** Returns the rights that the columns of a role grant, `monitor.view` included. */
export const flagsOf = (role: RoleColumns): Permission[] =>
  permissions.filter((permission) => permission === 'monitor.view' || role[columnOf(permission)] === 1)

/** Returns the rights that a form grants. */
export function flagsAsked({ easylink, monitor }: RoleAuth): Permission[] {
  const areas = { member: easylink.router, network: easylink.network, monitor }
  return permissions.filter((permission) => {
    const [area, verb] = permission.split('.') as [keyof typeof areas, 'create' | 'edit' | 'delete' | 'view']
    return verb === 'view' || areas[area][verb] === 1
  })
}

/** Returns a role's rights in the form of the API. */
export const authOf = (
  role: RoleColumns & { confined: 0 | 1 },
  networks: Role['auth']['easylink']['network']['networks'],
): Role['auth'] => ({
  easylink: {
    router: { create: role.member_create, edit: role.member_edit, delete: role.member_delete },
    network: {
      create: role.network_create,
      edit: role.network_edit,
      delete: role.network_delete,
      confined: role.confined,
      networks,
    },
  },
  monitor: { view: 1, create: role.monitor_create, edit: role.monitor_edit, delete: role.monitor_delete },
})

/** Returns what only the second list has, and what only the first has. */
export const differenceOf = <T>(before: readonly T[], after: readonly T[]): { gained: T[]; lost: T[] } => ({
  gained: after.filter((one) => !before.includes(one)),
  lost: before.filter((one) => !after.includes(one)),
})
