import type { FoundAddress } from '@weft/contract'
import { dottedMask, formatPrefix, type Prefix } from '@weft/net'
import { type RawBuilder, sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'
import { memberInScope } from '../../../db/member-scope.ts'
import type { Actor } from '../../../kernel/actor.ts'

const OCTET = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
/** Returns the SQL of a text as an address, null if it is none: devices report what they like, and a cast would fail. */
const asAddress = (text: RawBuilder<unknown>) => sql`case when ${text} ~ ${`^(${OCTET}\\.){3}${OCTET}$`} then (${text})::inet end`

/** The dotted masks by their bits, 0 to 32. */
const MASKS = Array.from({ length: 33 }, (_, bits) => dottedMask(bits))

/**
 * Returns the addresses and networks of the members that the caller may see which overlap a range, those of nearly its size first. What
 * they have in a network is found only by those who may see that network.
 */
export async function findAddresses(
  { account_id, sql: db }: AccountDb,
  range: Prefix,
  { designated: visible, members: scope }: Pick<Actor, 'designated' | 'members'>,
  limit: number,
): Promise<FoundAddress[]> {
  const text = formatPrefix(range)
  const overlaps = (address: RawBuilder<unknown>) => sql`${address} && ${text}::inet`
  const seen = (table: string) => (visible ? sql`${sql.ref(`${table}.network_number`)} = any(${[...visible]}::text[])` : sql`true`)
  const prefix = sql`network(set_masklen((r->>'ip')::inet, (r->>'mask')::int))`
  const lan = sql`network(set_masklen(${asAddress(sql`i->>'ipv4'`)}, (mask.bits - 1)::int))`
  const reached = asAddress(sql`m.router_ipv4`)
  const { rows } = await sql<FoundAddress>`
    with found as (
      select 'prefix' as kind, ${prefix}::inet as address, nm.router_name, nm.network_number
        from network_member nm, lateral jsonb_array_elements(nm.prefix) r
        where nm.account_id = ${account_id} and r->>'permission' = 'permit' and ${seen('nm')} and ${overlaps(prefix)}
      union all
      select 'lan', ${lan}, m.router_name, null
        from member m, lateral jsonb_array_elements(m.interfaces) i
          join unnest(${MASKS}::text[]) with ordinality as mask(dotted, bits) on mask.dotted = i->>'ipv4_subnet_mask'
        where m.account_id = ${account_id} and m.router_type = 1 and i->>'interface' ~ '^(br-)?lan' and ${overlaps(lan)}
      union all
      select 'tunnel', l.vpn_ip::inet, l.router_name, l.network_number
        from network_link l where l.account_id = ${account_id} and ${seen('l')} and ${overlaps(sql`l.vpn_ip::inet`)}
      union all
      select 'segment', s.segment, c.router_name, c.network_number
        from network_center c, lateral (values (c.router_segment::inet), (c.software_segment::inet)) s(segment)
        where c.account_id = ${account_id} and ${seen('c')} and ${overlaps(sql`s.segment`)}
      union all
      select 'public', ${reached}, m.router_name, null from member m where m.account_id = ${account_id} and ${overlaps(reached)})
    select f.kind, abbrev(f.address) as address, f.router_name, m.note, m.router_type, f.network_number, n.network_name
    from (select * from found where ${memberInScope(account_id, scope, sql`found.router_name`)} order by abs(masklen(address) - ${range.mask}), address, router_name, kind limit ${limit}) f
      join member m on (m.account_id, m.router_name) = (${account_id}, f.router_name)
      left join network n on (n.account_id, n.network_number) = (${account_id}, f.network_number)
    order by abs(masklen(f.address) - ${range.mask}), f.address, f.router_name, f.kind`.execute(db)
  return rows
}
