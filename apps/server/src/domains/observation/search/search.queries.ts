import type { FoundAddress } from '@weft/contract'
import { formatPrefix, type Prefix } from '@weft/net'
import { sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'
import { memberInScope } from '../../../db/member-scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { addressesWithin } from '../../network/detail/detail.service.ts'

/**
 * Returns the addresses and networks of the members that the caller may see which overlap a range, those of nearly its size first. What
 * they have in a network is found only by those who may see that network.
 */
export async function findAddresses(
  { account_id, sql: db }: AccountDb,
  range: Prefix,
  { designated, members: scope }: Pick<Actor, 'designated' | 'members'>,
  limit: number,
): Promise<FoundAddress[]> {
  const { rows } = await sql<FoundAddress>`
    with found as (${addressesWithin(account_id, formatPrefix(range), designated && [...designated])})
    select f.kind, abbrev(f.address) as address, f.router_name, m.note, m.router_type, f.network_number, n.network_name
    from (select * from found where ${memberInScope(account_id, scope, sql`found.router_name`)} order by abs(masklen(address) - ${range.mask}), address, router_name, kind limit ${limit}) f
      join member m on (m.account_id, m.router_name) = (${account_id}, f.router_name)
      left join network n on (n.account_id, n.network_number) = (${account_id}, f.network_number)
    order by abs(masklen(f.address) - ${range.mask}), f.address, f.router_name, f.kind`.execute(db)
  return rows
}
