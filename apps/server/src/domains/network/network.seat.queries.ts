import { sql } from 'kysely'
import type { AccountDb } from '../../db/client.ts'
import type { Candidate, Seat } from './network.rules.ts'
import type { CenterSegments, Link } from './network.segment.rules.ts'

const columns = <T extends object, K extends keyof T>(rows: readonly T[], key: K): T[K][] => rows.map((row) => row[key])

export const listSeats = (db: AccountDb, network_number: string): Promise<Seat[]> =>
  db.sql
    .selectFrom('network_member')
    .select(['router_name', 'router_type', 'member_type'])
    .where('account_id', '=', db.account_id)
    .where('network_number', '=', network_number)
    .orderBy('member_type')
    .orderBy('router_name')
    .execute()

/** The networks that a member is in. */
export const listNetworksOf = (db: AccountDb, router_name: string) =>
  db.sql
    .selectFrom('network_member')
    .select('network_number')
    .where('account_id', '=', db.account_id)
    .where('router_name', '=', router_name)
    .orderBy('network_number')
    .execute()

export async function findCandidates(db: AccountDb, names: readonly string[]): Promise<Map<string, Candidate>> {
  const rows = await db.sql
    .selectFrom('member')
    .select(['router_name', 'router_type', 'status'])
    .where('account_id', '=', db.account_id)
    .where(sql<boolean>`router_name = any(${[...names]})`)
    .execute()
  return new Map(rows.map((row) => [row.router_name, row]))
}

export async function insertSeats(db: AccountDb, network_number: string, seats: readonly Seat[]): Promise<void> {
  await sql`
    insert into network_member (account_id, network_number, router_name, router_type, member_type)
    select ${db.account_id}::bigint, ${network_number}::text, * from
      unnest(${columns(seats, 'router_name')}::text[], ${columns(seats, 'router_type')}::smallint[], ${columns(seats, 'member_type')}::text[])
  `.execute(db.sql)
}

/** Their centers, links and addresses go with them. */
export async function deleteSeats(db: AccountDb, network_number: string, names: readonly string[]): Promise<void> {
  await db.sql
    .deleteFrom('network_member')
    .where('account_id', '=', db.account_id)
    .where('network_number', '=', network_number)
    .where(sql<boolean>`router_name = any(${[...names]})`)
    .execute()
}

export async function moveSeats(
  db: AccountDb,
  network_number: string,
  names: readonly string[],
  member_type: Seat['member_type'],
): Promise<void> {
  await db.sql
    .updateTable('network_member')
    .set({ member_type })
    .where('account_id', '=', db.account_id)
    .where('network_number', '=', network_number)
    .where(sql<boolean>`router_name = any(${[...names]})`)
    .execute()
}

export const listCenters = (db: AccountDb, network_number: string): Promise<CenterSegments[]> =>
  db.sql
    .selectFrom('network_center')
    .select(['router_name', 'router_segment', 'software_segment'])
    .where('account_id', '=', db.account_id)
    .where('network_number', '=', network_number)
    .execute()

/** Of the whole account: no two overlap. */
export async function listSegments(db: AccountDb): Promise<string[]> {
  const rows = await db.sql
    .selectFrom('network_center')
    .select(['router_segment', 'software_segment'])
    .where('account_id', '=', db.account_id)
    .execute()
  return rows.flatMap((row) => [row.router_segment, row.software_segment])
}

export async function insertCenters(db: AccountDb, network_number: string, centers: readonly CenterSegments[]): Promise<void> {
  await db.sql
    .insertInto('network_center')
    .values(centers.map((center) => ({ ...center, account_id: db.account_id, network_number })))
    .execute()
}

/** The links to them go with them. */
export async function deleteCenters(db: AccountDb, network_number: string, names: readonly string[]): Promise<void> {
  await db.sql
    .deleteFrom('network_center')
    .where('account_id', '=', db.account_id)
    .where('network_number', '=', network_number)
    .where(sql<boolean>`router_name = any(${[...names]})`)
    .execute()
}

/** The addresses that each center's points hold. */
export async function takenAddresses(db: AccountDb, network_number: string): Promise<Map<string, Set<string>>> {
  const rows = await db.sql
    .selectFrom('network_link')
    .select(['center_router_name', sql<string>`host(vpn_ip)`.as('vpn_ip')])
    .where('account_id', '=', db.account_id)
    .where('network_number', '=', network_number)
    .execute()
  const taken = new Map<string, Set<string>>()
  for (const { center_router_name, vpn_ip } of rows) {
    const held = taken.get(center_router_name)
    if (held) held.add(vpn_ip)
    else taken.set(center_router_name, new Set([vpn_ip]))
  }
  return taken
}

export async function insertLinks(db: AccountDb, network_number: string, links: readonly Link[]): Promise<void> {
  await sql`
    insert into network_link (account_id, network_number, center_router_name, router_name, vpn_ip)
    select ${db.account_id}::bigint, ${network_number}::text, * from
      unnest(${columns(links, 'center_router_name')}::text[], ${columns(links, 'router_name')}::text[], ${columns(links, 'vpn_ip')}::inet[])
  `.execute(db.sql)
}

/** A point that becomes a center dials nobody. */
export async function deleteLinksOf(db: AccountDb, network_number: string, names: readonly string[]): Promise<void> {
  await db.sql
    .deleteFrom('network_link')
    .where('account_id', '=', db.account_id)
    .where('network_number', '=', network_number)
    .where(sql<boolean>`router_name = any(${[...names]})`)
    .execute()
}

/** These members should run another configuration; a former failure is about the one before. Locks in one order, as every writer of several does. */
export async function raiseConfigs(db: AccountDb, names: readonly string[]): Promise<void> {
  await sql`
    with held as (
      select router_name from member where account_id = ${db.account_id} and router_name = any(${[...names]}) order by router_name for no key update
    )
    update member m set config_revision = m.config_revision + 1, config_error = null
    from held where m.account_id = ${db.account_id} and m.router_name = held.router_name`.execute(db.sql)
}
