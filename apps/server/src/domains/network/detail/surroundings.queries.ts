import { maskBits, networkAddress, parseIpv4, parsePrefix } from '@weft/net'
import type { SourcedClaim, Surroundings } from '@weft/network-rules'
import { type RawBuilder, sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'
import { serviceRuns } from '../../../db/service-term.ts'
import type { Listening } from '../rules/port.rules.ts'
import type { Resource } from '../rules/scene.rules.ts'

const prefixOf = (text: string) => parsePrefix(text)!

/** Returns whether the caller may not see a network; null is no network. */
export type Hidden = (network_number: string | null) => boolean

/** Returns the segments of the account's other networks and of its POP resources, except the named ones. */
async function segmentsElsewhere(
  db: AccountDb,
  network_number: string,
  names: readonly string[],
  network_fr_id: string | null,
  hidden: Hidden,
): Promise<SourcedClaim[]> {
  const { account_id } = db
  interface Row {
    purpose: SourcedClaim['purpose']
    owner: string
    segment: string
    network_name: string
    number: string | null
    shared: boolean
  }
  const shared = (number: RawBuilder<unknown>) =>
    sql`exists (select from network_member s where (s.account_id, s.network_number) = (${account_id}, ${number})
      and s.router_type = 1 and s.router_name = any(${[...names]}))`
  const [ofNetwork, ofResource] = [sql.ref('n.network_number'), sql.ref('f.network_number')]
  const { rows } = await sql<Row>`
    select s.purpose, c.router_name as owner, s.segment::text, n.network_name, n.network_number as number, ${shared(ofNetwork)} as shared
      from network_center c join network n using (account_id, network_number),
        lateral (values ('center_hardware', c.router_segment), ('center_software', c.software_segment)) s(purpose, segment)
      where c.account_id = ${account_id} and c.network_number <> ${network_number}
    union all
    select 'center_link', '', n.center_link->>'segment', n.network_name, n.network_number, ${shared(ofNetwork)}
      from network n where n.account_id = ${account_id} and n.network_number <> ${network_number} and n.center_link->>'segment' is not null
    union all
    select s.purpose, '', s.segment::text, f.shortname, f.network_number, ${shared(ofResource)}
      from network_fr f, lateral (values ('pop', f.segment), ('other', f.other_segment)) s(purpose, segment)
      where f.account_id = ${account_id} and f.network_fr_id is distinct from ${network_fr_id}::bigint
    union all
    select 'pop_software', a.area, a.software_segment::text, f.shortname, f.network_number, ${shared(ofResource)}
      from network_fr_area a join network_fr f using (account_id, network_fr_id)
      where a.account_id = ${account_id} and a.network_fr_id is distinct from ${network_fr_id}::bigint`.execute(db.sql)
  return rows.map(({ segment, network_name, number, ...row }) => ({
    ...row,
    ...prefixOf(segment),
    network_name: hidden(number) ? '' : network_name,
    source: 'edited',
  }))
}

/** Returns the prefixes of networks that share a device with this one: on that device none may overlap (docs/design/data-plane.md §1). */
async function prefixesOfShared(db: AccountDb, network_number: string, names: readonly string[], hidden: Hidden): Promise<SourcedClaim[]> {
  const { account_id } = db
  const { rows } = await sql<{ owner: string; ip: string; mask: number; network_name: string; number: string }>`
    select p.router_name as owner, r->>'ip' as ip, (r->>'mask')::int as mask, n.network_name, n.network_number as number
    from network_member p join network n using (account_id, network_number), lateral jsonb_array_elements(p.prefix) r
    where p.account_id = ${account_id} and r->>'permission' = 'permit' and p.network_number in
      (select s.network_number from network_member s where s.account_id = ${account_id} and s.router_name = any(${[...names]})
        and s.router_type = 1 and s.network_number <> ${network_number})`.execute(db.sql)
  return rows.map(({ owner, ip, mask, network_name, number }) => ({
    purpose: 'prefix',
    owner,
    network: parseIpv4(ip)!,
    mask,
    network_name: hidden(number) ? '' : network_name,
    source: 'edited',
  }))
}

/** Returns the LANs that hardware members report. */
async function lansOf(db: AccountDb, names: readonly string[]): Promise<SourcedClaim[]> {
  const { rows } = await sql<{ owner: string; ip: string; mask: string }>`
    select m.router_name as owner, i->>'ipv4' as ip, i->>'ipv4_subnet_mask' as mask
    from member m, lateral jsonb_array_elements(m.interfaces) i
    where m.account_id = ${db.account_id} and m.router_name = any(${[...names]}) and m.router_type = 1
      and i->>'interface' ~ '^(br-)?lan' and i->>'ipv4' is not null and i->>'ipv4_subnet_mask' is not null`.execute(db.sql)
  return rows.flatMap(({ owner, ip, mask }): SourcedClaim[] => {
    const [address, bits] = [parseIpv4(ip), maskBits(mask)]
    if (address === undefined || bits === undefined) return []
    return [{ purpose: 'lan', owner, network: networkAddress(address, bits), mask: bits, source: 'reported' }]
  })
}

/** Returns all else that uses addresses around a network with these members and this POP resource. */
export async function surroundingsOf(
  db: AccountDb,
  network_number: string,
  names: readonly string[],
  network_fr_id: string | null,
  hidden: Hidden = () => false,
): Promise<Surroundings> {
  const resource = network_fr_id === null ? undefined : await findSegments(db, network_fr_id)
  return {
    others: [
      ...(await segmentsElsewhere(db, network_number, names, network_fr_id, hidden)),
      ...(await prefixesOfShared(db, network_number, names, hidden)),
    ],
    lans: await lansOf(db, names),
    pop: resource,
  }
}

const findSegments = (db: AccountDb, network_fr_id: string) =>
  db.sql
    .selectFrom('network_fr')
    .select(['segment', 'other_segment'])
    .where('account_id', '=', db.account_id)
    .where('network_fr_id', '=', Number(network_fr_id))
    .executeTakeFirst()

/** Returns POP resources of the account by id, with their areas; a resource is usable while its service runs. */
export async function findResources(db: AccountDb, ids: readonly string[]): Promise<Map<string, Resource>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Resource>`
    select f.network_fr_id::text, f.network_number, n.network_name,
      coalesce(${serviceRuns}, false) as usable,
      coalesce((select json_object_agg(a.ov_id::text, json_build_object('area', a.area, 'pop_name', p.pop_name, 'public_ip', host(p.public_ip),
          'port', p.port, 'slot', a.slot, 'router_segment', a.router_segment, 'software_segment', a.software_segment))
        from network_fr_area a join pop p on p.id = a.pop_id
        where (a.account_id, a.network_fr_id) = (f.account_id, f.network_fr_id)), '{}') as areas
    from network_fr f left join network n using (account_id, network_number) left join service s on s.id = f.service_id
    where f.account_id = ${db.account_id} and f.network_fr_id = any(${ids.map(Number)})`.execute(db.sql)
  return new Map(rows.map((row) => [row.network_fr_id, row]))
}

/** Returns the ports on which these devices listen for other networks. */
export async function listeningElsewhere(db: AccountDb, network_number: string, names: readonly string[]): Promise<Listening[]> {
  const { rows } = await sql<Listening>`
    select c.router_name, p.service, p.port::int as port, n.network_number, n.network_name
    from network_center c join network n using (account_id, network_number),
      lateral (values ('hardware', c.router_port->>'static_port'), ('software', c.software_port->>'static_port')) p(service, port)
    where c.account_id = ${db.account_id} and c.network_number <> ${network_number} and c.router_name = any(${[...names]})
    union all
    select n.center_link->>'center_router_name', 'twin', (n.center_link->>'static_port')::int, n.network_number, n.network_name
    from network n where n.account_id = ${db.account_id} and n.network_number <> ${network_number}
      and n.center_link->>'center_router_name' = any(${[...names]})`.execute(db.sql)
  return rows
}
