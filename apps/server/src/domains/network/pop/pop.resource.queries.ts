import { maskBits, networkAddress, parseIpv4, parsePrefix, type Prefix } from '@weft/net'
import { sql } from 'kysely'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import type { PopUse } from './pop.resource.rules.ts'
import type { ResourceSegments } from './pop.segment.rules.ts'

/** Returns the regions in which access may be ordered. */
export async function listRegions({ sql: db }: AccountDb): Promise<string[]> {
  const rows = await db.selectFrom('pop').select('region').distinct().orderBy('region').execute()
  return rows.map((row) => row.region)
}

/** Locks POPs until the transaction ends, in the order of their ids, so that free capacity is sold only once. */
export const lockPops = ({ sql: db }: SystemDb, ids: readonly string[]) =>
  db
    .selectFrom('pop')
    .select(['id', 'name', 'region', 'capacity'])
    .where(sql<boolean>`id = any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/** Returns the POPs of the resources that belong to services. */
export async function popsOfServices({ sql: db }: SystemDb, service_ids: readonly number[]): Promise<string[]> {
  const rows = await db
    .selectFrom('network_fr_area as a')
    .innerJoin('network_fr as f', 'f.network_fr_id', 'a.network_fr_id')
    .select('a.pop_id')
    .where('f.service_id', 'in', service_ids)
    .execute()
  return rows.map((row) => String(row.pop_id))
}

/** Returns what all accounts together use of each of these POPs. */
export async function usesOf({ sql: db }: SystemDb, ids: readonly number[]): Promise<ReadonlyMap<number, PopUse>> {
  const { rows } = await sql<PopUse & { id: number }>`
    select p.id, coalesce(max(a.slot) + 1, 0) as slot,
      coalesce(sum(f.bandwidth) filter (where s.revoke_time is null and (s.expired_time is null or s.expired_time > now())), 0)::bigint as sold,
      coalesce(array_remove(array_agg(a.router_segment::text) || array_agg(a.software_segment::text), null), '{}') as segments
    from pop p left join network_fr_area a on a.pop_id = p.id left join network_fr f using (account_id, network_fr_id)
      left join service s on (s.account_id, s.id) = (f.account_id, f.service_id)
    where p.id = any(${[...ids]}::bigint[]) group by p.id`.execute(db)
  return new Map(rows.map(({ id, ...use }) => [id, use]))
}

/** Returns every segment of the account, also those of ended POP resources, which may still be shown. */
export async function takenSegments(db: AccountDb): Promise<Prefix[]> {
  const { account_id } = db
  const { rows } = await sql<{ segment: string }>`
    select unnest(array[router_segment, software_segment])::text as segment from network_center where account_id = ${account_id}
    union all select center_link->>'segment' from network where account_id = ${account_id} and center_link->>'segment' is not null
    union all select unnest(array[segment, other_segment])::text from network_fr where account_id = ${account_id}
    union all select unnest(array[router_segment, software_segment])::text from network_fr_area where account_id = ${account_id}`.execute(
    db.sql,
  )
  return rows.map((row) => parsePrefix(row.segment)!)
}

/** Returns the prefixes that the account's members announce, and the LANs that their devices report. */
export async function announcedRoutes(db: AccountDb): Promise<Prefix[]> {
  const { account_id } = db
  const { rows } = await sql<{ ip: string; mask: string }>`
    select r->>'ip' as ip, r->>'mask' as mask from network_member p, lateral jsonb_array_elements(p.prefix) r
      where p.account_id = ${account_id} and r->>'permission' = 'permit'
    union all
    select i->>'ipv4', i->>'ipv4_subnet_mask' from member m, lateral jsonb_array_elements(m.interfaces) i
      where m.account_id = ${account_id} and m.router_type = 1 and i->>'interface' ~ '^(br-)?lan'`.execute(db.sql)
  return rows.flatMap(({ ip, mask }) => {
    const address = parseIpv4(ip ?? '')
    const bits = /^\d+$/.test(mask ?? '') ? Number(mask) : maskBits(mask ?? '')
    return address === undefined || bits === undefined ? [] : [{ network: networkAddress(address, bits), mask: bits }]
  })
}

export async function listShortnames(db: AccountDb): Promise<ReadonlySet<string>> {
  const rows = await db.sql.selectFrom('network_fr').select('shortname').where('account_id', '=', db.account_id).execute()
  return new Set(rows.map((row) => row.shortname))
}

/** Returns a term from now for `years` calendar years in Shanghai, in whole Unix seconds of the database's clock, by which services run. */
export async function termOf(db: AccountDb, years: number): Promise<{ start_time: number; expired_time: number }> {
  const { rows } = await sql<{ start_time: number; expired_time: number }>`
    select floor(extract(epoch from now()))::bigint as start_time, floor(extract(epoch from
      (now() at time zone 'Asia/Shanghai' + make_interval(years => ${years}::int)) at time zone 'Asia/Shanghai'))::bigint as expired_time`.execute(
    db.sql,
  )
  return rows[0]!
}

export interface NewResource {
  shortname: string
  /** Mbit/s. */
  bandwidth: number
  service_id: number
  segments: ResourceSegments
  /** In the order of the segments' areas. */
  pops: readonly { id: number; region: string; slot: number }[]
}

/** Inserts a resource, and returns its id and the id of each region's area. */
export async function insertResource(
  db: AccountDb,
  { shortname, bandwidth, service_id, segments, pops }: NewResource,
): Promise<{ network_fr_id: string; areas: Map<string, string> }> {
  const { account_id } = db
  const { segment, other_segment } = segments
  const { network_fr_id } = await db.sql
    .insertInto('network_fr')
    .values({ account_id, shortname, bandwidth, service_id, segment, other_segment })
    .returning('network_fr_id')
    .executeTakeFirstOrThrow()
  const rows = await db.sql
    .insertInto('network_fr_area')
    .values(pops.map(({ id, region, slot }, i) => ({ account_id, network_fr_id, pop_id: id, area: region, slot, ...segments.areas[i]! })))
    .returning(['area', sql<string>`ov_id::text`.as('ov_id')])
    .execute()
  return { network_fr_id: String(network_fr_id), areas: new Map(rows.map((row) => [row.area, row.ov_id])) }
}

export const findResource = (db: AccountDb, network_fr_id: number) =>
  db.sql
    .selectFrom('network_fr')
    .select(['shortname', 'service_id', 'network_number'])
    .where('account_id', '=', db.account_id)
    .where('network_fr_id', '=', network_fr_id)
    .executeTakeFirst()
