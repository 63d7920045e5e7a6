import { flagsGranting, type Permission, permissions, type Role } from '@weft/contract'
import { type RightColumns, rightColumn } from '../../../kernel/actor.ts'

export type RoleColumns = RightColumns

/** Returns a role's rights as columns. A role that is confined to designated networks creates none: `network.create` is stored as 0. */
export function columnsOf(flags: readonly Permission[], networks: readonly string[]): RoleColumns {
  const granted = (permission: Permission) => flags.includes(permission) && !(permission === 'network.create' && networks.length > 0)
  return Object.fromEntries(permissions.map((permission) => [rightColumn(permission), granted(permission) ? 1 : 0])) as RoleColumns
}

/** Returns the rights that the columns of a role grant. */
export const flagsOf = (role: RoleColumns): Permission[] => permissions.filter((permission) => role[rightColumn(permission)] === 1)

/** Returns a role's rights in the form of the API. */
export function authOf(
  role: RoleColumns & { confined: 0 | 1; by_network: 0 | 1 },
  networks: Role['auth']['easylink']['network']['networks'],
  tags: string[],
): Role['auth'] {
  const { easylink, ...beside } = flagsGranting((permission) => role[rightColumn(permission)] === 1)
  return {
    easylink: {
      router: { ...easylink.router, by_network: role.by_network, tags },
      network: { ...easylink.network, confined: role.confined, networks },
    },
    ...beside,
  }
}

/** Returns what only the second list has, and what only the first has. */
export const differenceOf = <T>(before: readonly T[], after: readonly T[]): { gained: T[]; lost: T[] } => ({
  gained: after.filter((one) => !before.includes(one)),
  lost: before.filter((one) => !after.includes(one)),
})
