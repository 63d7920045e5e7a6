import { type RawBuilder, sql } from 'kysely'
import type { MemberScope } from '../kernel/actor.ts'

/**
 * Returns the condition that a member is among those to which the caller's role is limited; true for a role without a limit. It is the
 * only place that says so. Each member costs one look into an index for each limit.
 * @param name the column with the member's name, not of a table called `sn` or `sg`
 */
export function memberInScope(account_id: number, scope: MemberScope | undefined, name: RawBuilder<unknown>): RawBuilder<boolean> {
  if (scope === undefined) return sql<boolean>`true`
  const { networks, tags } = scope
  const ofNetwork =
    networks &&
    sql`exists (select from network_member sn where sn.account_id = ${account_id} and sn.router_name = ${name}
      and sn.network_number = any(${networks}::text[]))`
  const tagged =
    tags &&
    sql`exists (select from member_tag sg where sg.account_id = ${account_id} and sg.router_name = ${name}
      and sg.folded = any(${tags}::text[]))`
  return sql<boolean>`(${ofNetwork ?? sql`true`} and ${tagged ?? sql`true`})`
}

/**
 * Returns the condition that the caller may know a member's name: it is in the caller's scope, or one of those in scope dials it, such as
 * the center of a branch. Each member costs one look into an index more.
 */
export function memberNamed(account_id: number, scope: MemberScope | undefined, name: RawBuilder<unknown>): RawBuilder<boolean> {
  if (scope === undefined) return sql<boolean>`true`
  return sql<boolean>`(${memberInScope(account_id, scope, name)} or exists (select from network_link dialled
    where dialled.account_id = ${account_id} and dialled.center_router_name = ${name} and dialled.kind <> 'pop'
      and ${memberInScope(account_id, scope, sql`dialled.router_name`)}))`
}
