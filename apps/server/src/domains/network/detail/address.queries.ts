import { dottedMask } from '@weft/net'
import { type RawBuilder, sql } from 'kysely'

const OCTET = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
/** Returns the SQL of a text as an address, null if it is none: devices report what they like, and a cast would fail. */
const asAddress = (text: RawBuilder<unknown>) => sql`case when ${text} ~ ${`^(${OCTET}\\.){3}${OCTET}$`} then (${text})::inet end`

/** The dotted masks by their bits, 0 to 32. */
const MASKS = Array.from({ length: 33 }, (_, bits) => dottedMask(bits))

/**
 * Builds the query of the addresses and networks of an account's members which overlap a range: `kind`, `address`, `router_name`, and the
 * network to which it belongs, if it belongs to one. @param range as `10.1.0.0/16` @param visible the only networks in which it is looked for
 */
export function addressesWithin(account_id: number, range: string, visible: readonly string[] | undefined): RawBuilder<unknown> {
  const overlaps = (address: RawBuilder<unknown>) => sql`${address} && ${range}::inet`
  const seen = (table: string) => (visible ? sql`${sql.ref(`${table}.network_number`)} = any(${visible}::text[])` : sql`true`)
  const prefix = sql`network(set_masklen((r->>'ip')::inet, (r->>'mask')::int))`
  const lan = sql`network(set_masklen(${asAddress(sql`i->>'ipv4'`)}, (mask.bits - 1)::int))`
  const reached = asAddress(sql`m.router_ipv4`)
  return sql`
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
    select 'public', ${reached}, m.router_name, null from member m where m.account_id = ${account_id} and ${overlaps(reached)}`
}
