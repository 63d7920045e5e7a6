import type { DeviceBudgetName } from '@weft/contract'
import { sql } from 'kysely'
import type { SystemDb } from '../db/client.ts'
import { rowsOf } from '../db/rows-of.ts'

export interface Arrival {
  account_id: number
  router_name: string
  connection_id: string
  boot_id: string
  time: Date
  version: string | null
  os: string | null
  router_model: string | null
  router_mac: string | null
  router_ipv4: string | null
  sys_brand: string | null
  sys_model: string | null
  sys_version: string | null
  interfaces: string
  applied_revision: number
  applied_hash: string | null
}
export interface Arrived {
  account_id: number
  router_name: string
  connection_id: string
  config_revision: number
  applied_revision: number
  applied_hash: string | null
  event_seq: number
  /** The previous state in the database: the connection that this one follows, and when the member was last heard. */
  former_connection: string | null
  former_gateway: string | null
  former_report: number | null
  /** The new boot of a device that has restarted since its previous connection, so that none of its former tunnels is up; null otherwise. */
  new_boot: string | null
  /** The address that the database held before. */
  former_ipv4: string | null
}

/** A device that has restarted since its previous connection. */
export interface Booted extends Pick<Arrived, 'account_id' | 'router_name' | 'connection_id'> {
  new_boot: string
}

/** More revisions than a member gets between a backup and its restoration. */
const MOST_AHEAD = 1_000_000

const ARRIVAL = {
  router_name: 'text',
  account_id: 'bigint',
  connection_id: 'uuid',
  time: 'timestamptz',
  version: 'text',
  os: 'text',
  router_model: 'text',
  router_mac: 'text',
  router_ipv4: 'text',
  sys_brand: 'text',
  sys_model: 'text',
  sys_version: 'text',
  interfaces: 'text',
  applied_revision: 'bigint',
  applied_hash: 'text',
  boot_id: 'text',
} as const

/**
 * Records that the control connections of members opened; the caller has locked the members. A member that a newer connection already
 * holds is left out of the answer. The applied configuration becomes what the device reports to run. After the
 * database was restored from a backup, a device may report a higher revision than the database has: the desired revision is then set one
 * above it, because a device ignores lower ones. A revision more than MOST_AHEAD above the desired one cannot be true, and counts as 0.
 * For a device that restarted, `noteBoots` writes the new boot, and the time of this report, which until then is that of the former boot.
 */
export async function arrive({ sql: db }: SystemDb, gateway_id: string, rows: readonly Arrival[]): Promise<Arrived[]> {
  const { rows: arrived } = await sql<Arrived>`
    with a as (select * from ${rowsOf('a', rows, ARRIVAL)}),
    former as (select m.account_id, m.router_name, m.connection_id, m.gateway_id, m.connect_time, m.report_time, m.boot_id, m.router_ipv4,
        case when a.applied_revision <= m.config_revision + ${MOST_AHEAD} then a.applied_revision else 0 end as claimed
      from member m join a using (account_id, router_name))
    update member m set online_status = 1, gateway_id = ${gateway_id}::uuid, connection_id = a.connection_id, connect_time = a.time,
      report_time = case when m.boot_id <> a.boot_id then m.report_time else a.time end,
      returning_until = null,
      watched_since = coalesce(m.watched_since, a.time), boot_id = coalesce(m.boot_id, a.boot_id),
      version = coalesce(a.version, m.version), os = coalesce(a.os, m.os), router_model = coalesce(m.router_model, a.router_model),
      router_mac = coalesce(m.router_mac, a.router_mac), router_ipv4 = coalesce(a.router_ipv4, m.router_ipv4), sys_brand = coalesce(a.sys_brand, m.sys_brand),
      sys_model = coalesce(a.sys_model, m.sys_model), sys_version = coalesce(a.sys_version, m.sys_version), interfaces = a.interfaces::jsonb,
      config_revision = case when f.claimed > m.config_revision then f.claimed + 1 else m.config_revision end,
      applied_revision = case when a.applied_hash is not distinct from m.applied_hash then m.applied_revision else f.claimed end,
      applied_hash = a.applied_hash
    from a join former f using (account_id, router_name)
    where (m.account_id, m.router_name) = (a.account_id, a.router_name)
      and (f.connection_id is null or f.connection_id = a.connection_id or f.connect_time <= a.time)
    returning m.account_id, m.router_name, m.connection_id, m.config_revision, m.applied_revision, m.applied_hash, m.event_seq,
      f.connection_id as former_connection, f.gateway_id as former_gateway, f.report_time as former_report,
      case when f.boot_id <> a.boot_id then a.boot_id end as new_boot, f.router_ipv4 as former_ipv4`.execute(db)
  return arrived
}

/**
 * Records that devices which restarted run as their new boot; call it with the members locked, once their former tunnels have ended. A
 * device that has a newer connection is left to that one.
 */
export async function noteBoots({ sql: db }: SystemDb, rows: readonly Booted[]): Promise<void> {
  await sql`update member m set boot_id = b.new_boot, report_time = greatest(m.report_time, m.connect_time)
    from ${rowsOf('b', rows, { account_id: 'bigint', router_name: 'text', connection_id: 'uuid', new_boot: 'text' })}
    where (m.account_id, m.router_name) = (b.account_id, b.router_name) and (m.connection_id = b.connection_id or m.connection_id is null)`.execute(
    db,
  )
}

/**
 * Logs the end of each connection that one of `rows` replaces; call it before `arrive`. The instance with the newer connection writes it,
 * because the other may be dead: a connection of another instance ended at that instance's last sign of life, one of this instance now.
 */
export async function closeFollowed({ sql: db }: SystemDb, gateway_id: string, rows: readonly Arrival[]): Promise<void> {
  await sql`
    with a as (select * from ${rowsOf('a', rows, { account_id: 'bigint', router_name: 'text', connection_id: 'uuid', time: 'timestamptz' })})
    insert into connect_log (account_id, router_name, remote_ip, remote_port, version, online, create_time)
    select m.account_id, m.router_name, coalesce(c.remote_ip, ''), coalesce(c.remote_port, 0), coalesce(c.version, m.version), 0,
      greatest(m.connect_time, a.time - interval '7 days', least(a.time - interval '1 millisecond',
        case when m.gateway_id <> ${gateway_id}::uuid then coalesce(g.last_time, m.report_time) end))
    from a join member m using (account_id, router_name) left join instance g on g.instance_id = m.gateway_id
      left join lateral (select remote_ip, remote_port, version from connect_log c
        where (c.account_id, c.router_name, c.create_time) = (m.account_id, m.router_name, m.connect_time) and c.online = 1 limit 1) c on true
    where m.connection_id <> a.connection_id and m.connect_time <= a.time`.execute(db)
}

export interface Departure {
  account_id: number
  router_name: string
  connection_id: string
  time: Date
}

/** Marks members offline whose control connection closed, unless they have a newer one. @returns those that it marked */
export async function depart(
  { sql: db }: SystemDb,
  rows: readonly Departure[],
): Promise<Pick<Departure, 'account_id' | 'router_name' | 'connection_id'>[]> {
  const { rows: gone } = await sql<Pick<Departure, 'account_id' | 'router_name' | 'connection_id'>>`
    update member m set online_status = 0, gateway_id = null, connection_id = null, report_time = d.time
    from ${rowsOf('d', rows, { account_id: 'bigint', router_name: 'text', connection_id: 'uuid', time: 'timestamptz' })}
    where (m.account_id, m.router_name) = (d.account_id, d.router_name) and m.connection_id = d.connection_id
    returning m.account_id, m.router_name, d.connection_id`.execute(db)
  return gone
}

/** Writes the end of the connections of members that were deleted while connected, unless it is already on record. */
export async function closeDeleted({ sql: db }: SystemDb, rows: readonly Departure[]): Promise<void> {
  await sql`
    with d as (select * from ${rowsOf('d', rows, { account_id: 'bigint', router_name: 'text', time: 'timestamptz' })})
    insert into connect_log (account_id, router_name, remote_ip, remote_port, version, online, create_time)
    select d.account_id, d.router_name, c.remote_ip, c.remote_port, c.version, 0, d.time
    from d cross join lateral (select remote_ip, remote_port, version, online from connect_log c
        where (c.account_id, c.router_name) = (d.account_id, d.router_name) order by c.create_time desc limit 1) c
    where c.online = 1 and not exists (select from member m where (m.account_id, m.router_name) = (d.account_id, d.router_name))`.execute(
    db,
  )
}

/** Records when members were last heard, and nothing else. */
export async function touch({ sql: db }: SystemDb, rows: readonly Departure[]): Promise<void> {
  await sql`update member m set report_time = r.time
    from ${rowsOf('r', rows, { account_id: 'bigint', router_name: 'text', connection_id: 'uuid', time: 'timestamptz' })}
    where (m.account_id, m.router_name) = (r.account_id, r.router_name) and m.connection_id = r.connection_id`.execute(db)
}

export interface ConnectLogRow {
  account_id: number
  router_name: string
  remote_ip: string
  remote_port: number
  version: string | null
  online: 0 | 1
  exceeded: DeviceBudgetName | null
  create_time: Date
}

const CONNECT_LOG = {
  account_id: 'bigint',
  router_name: 'text',
  remote_ip: 'text',
  remote_port: 'int',
  version: 'text',
  online: 'smallint',
  exceeded: 'text',
  create_time: 'timestamptz',
} as const

export async function insertConnectLog({ sql: db }: SystemDb, rows: readonly ConnectLogRow[]): Promise<void> {
  await sql`insert into connect_log (account_id, router_name, remote_ip, remote_port, version, online, exceeded, create_time)
    select * from ${rowsOf('r', rows, CONNECT_LOG)}`.execute(db)
}
