import { type Permission, permissions } from '@weft/contract'

/** `monitor.view` is part of every role and has no column. */
type Kept = Exclude<Permission, 'monitor.view'>
type Column<P extends string> = P extends `${infer Area}.${infer Verb}` ? `${Area}_${Verb}` : never
export type RoleColumns = Record<Column<Kept>, 0 | 1>

/** A role's rights as columns. Who is confined to designated networks creates none: `network.create` is stored as 0. */
export function columnsOf(flags: readonly Permission[], networks: readonly string[]): RoleColumns {
  const granted = (permission: Permission) => flags.includes(permission) && !(permission === 'network.create' && networks.length > 0)
  const kept = permissions.filter((permission) => permission !== 'monitor.view')
  return Object.fromEntries(kept.map((permission) => [permission.replace('.', '_'), granted(permission) ? 1 : 0])) as RoleColumns
}
