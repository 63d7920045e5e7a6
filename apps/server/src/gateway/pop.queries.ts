import { sql } from 'kysely'
import type { SystemDb } from '../db/client.ts'
import { OPERATOR } from '../domains/member/device/credential.service.ts'
import type { ConfigReport } from './config.queries.ts'
import type { Arrival, Arrived, Booted, Departure } from './presence.queries.ts'
import { rowsOf } from '../db/rows-of.ts'

/** Creates the agent of a new POP, to be activated with this code. */
export async function insertPopAgent({ sql: db }: SystemDb, pop_name: string, activation_hash: Buffer): Promise<void> {
  await db.insertInto('pop_agent').values({ pop_name, activation_hash }).execute()
}

export async function writePopActivation({ sql: db }: SystemDb, pop_name: string, activation_hash: Buffer): Promise<void> {
  await db.updateTable('pop_agent').set({ activation_hash, activate_time: null }).where('pop_name', '=', pop_name).execute()
}

/** Uses up a POP's activation code. @returns whether the code was right */
export async function activatePop(
  { sql: db }: SystemDb,
  { router_name, activation_hash, csr, now }: { router_name: string; activation_hash: Buffer; csr: string | null; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('pop_agent')
    .set({ activate_time: now, csr, event_seq: 0 })
    .where('pop_name', '=', router_name)
    .where('activation_hash', '=', activation_hash)
    .where('activate_time', 'is', null)
    .returning('pop_name')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the signing request that came with a POP's activation; undefined if this code did not activate it. */
export async function requestOfPop(
  { sql: db }: SystemDb,
  { router_name, activation_hash }: { router_name: string; activation_hash: Buffer },
): Promise<{ csr: string | null } | undefined> {
  return db
    .selectFrom('pop_agent')
    .select('csr')
    .where('pop_name', '=', router_name)
    .where('activation_hash', '=', activation_hash)
    .where('activate_time', 'is not', null)
    .executeTakeFirst()
}

/** Does for a POP what `arrive` does for members. Its revision is assigned when its document is compiled, from the content. */
export async function arrivePop({ sql: db }: SystemDb, gateway_id: string, row: Arrival): Promise<Arrived[]> {
  const { router_name, connection_id, time, version, boot_id, applied_revision, applied_hash } = row
  const { rows } = await sql<Arrived>`
    with former as (select * from pop_agent where pop_name = ${router_name} for update)
    update pop_agent a set online_status = 1, gateway_id = ${gateway_id}::uuid, connection_id = ${connection_id}::uuid, connect_time = ${time},
      report_time = case when a.boot_id <> ${boot_id} then a.report_time else ${time}::timestamptz end,
      boot_id = coalesce(a.boot_id, ${boot_id}), version = coalesce(${version}, a.version),
      config_revision = case when ${applied_revision}::bigint > a.config_revision then ${applied_revision}::bigint + 1 else a.config_revision end,
      applied_revision = case when ${applied_hash}::text is not distinct from a.applied_hash then a.applied_revision else ${applied_revision}::bigint end,
      applied_hash = ${applied_hash}
    from former f where a.pop_name = f.pop_name
      and (f.connection_id is null or f.connection_id = ${connection_id}::uuid or f.connect_time <= ${time}::timestamptz)
    returning ${OPERATOR}::bigint as account_id, a.pop_name as router_name, a.connection_id, a.config_revision, a.applied_revision, a.applied_hash,
      a.event_seq, f.connection_id as former_connection, f.gateway_id as former_gateway, f.report_time as former_report,
      case when f.boot_id <> ${boot_id} then ${boot_id}::text end as new_boot, null as former_ipv4`.execute(db)
  return rows
}

/** Does for POPs what `noteBoots` does for members. */
export async function notePopBoots({ sql: db }: SystemDb, rows: readonly Omit<Booted, 'account_id'>[]): Promise<void> {
  for (const { router_name, connection_id, new_boot } of rows)
    await sql`update pop_agent set boot_id = ${new_boot}, report_time = greatest(report_time, connect_time)
      where pop_name = ${router_name} and (connection_id = ${connection_id}::uuid or connection_id is null)`.execute(db)
}

/** Records that the connections of these POPs closed; a POP that a newer connection holds stays as it is. */
export async function departPops({ sql: db }: SystemDb, rows: readonly Departure[]): Promise<void> {
  for (const { connection_id, time } of rows)
    await sql`update pop_agent set online_status = 0, gateway_id = null, connection_id = null, report_time = ${time}
      where connection_id = ${connection_id}::uuid`.execute(db)
}

export async function touchPops({ sql: db }: SystemDb, rows: readonly Departure[]): Promise<void> {
  for (const { connection_id, time } of rows)
    await sql`update pop_agent set report_time = ${time} where connection_id = ${connection_id}::uuid`.execute(db)
}

/** Sets the POPs of instances without a lease offline. */
export async function abandonPops({ sql: db }: SystemDb): Promise<void> {
  await sql`update pop_agent a set online_status = 0, gateway_id = null, connection_id = null
    where gateway_id is not null and not exists (select from instance i where i.instance_id = a.gateway_id)`.execute(db)
}

/** Returns the POPs that are connected to this instance and serve networks of an account, or all of them. */
export async function popsHere({ sql: db }: SystemDb, gateway_id: string, account_id: number | undefined): Promise<string[]> {
  const { rows } = await sql<{ pop_name: string }>`
    select a.pop_name from pop_agent a join pop p using (pop_name) where a.gateway_id = ${gateway_id}::uuid
      and (${account_id ?? null}::bigint is null or exists (select from network_fr_area f where f.pop_id = p.id and f.account_id = ${account_id ?? null}::bigint))
    order by a.pop_name`.execute(db)
  return rows.map((row) => row.pop_name)
}

/** Does for POPs what `updateApplied` does for members. */
export async function updatePopsApplied({ sql: db }: SystemDb, reports: readonly ConfigReport[]): Promise<void> {
  for (const { router_name, revision, hash, error } of reports)
    await sql`update pop_agent set
        config_error = case when ${error}::text is null and ${revision}::bigint < config_revision then config_error else ${error} end,
        applied_revision = case when ${error}::text is null then ${revision}::bigint else applied_revision end,
        applied_hash = case when ${error}::text is null then ${hash} else applied_hash end
      where pop_name = ${router_name} and ${revision}::bigint between applied_revision and config_revision
        and (${error}::text is null or ${revision}::bigint = config_revision)`.execute(db)
}

/** Locks POPs until the transaction ends, after links and members. @returns the last event kept of each */
export async function lockPops(
  { sql: db }: SystemDb,
  names: readonly string[],
): Promise<{ account_id: number; router_name: string; event_seq: number }[]> {
  const { rows } = await sql<{ account_id: number; router_name: string; event_seq: number }>`
    select ${OPERATOR}::bigint as account_id, pop_name as router_name, event_seq from pop_agent
    where pop_name = any(${[...names]}::text[]) order by pop_name for no key update`.execute(db)
  return rows
}

export async function updatePopSeqs({ sql: db }: SystemDb, rows: readonly { router_name: string; event_seq: number }[]): Promise<void> {
  for (const { router_name, event_seq } of rows)
    await db.updateTable('pop_agent').set({ event_seq }).where('pop_name', '=', router_name).execute()
}

export interface Served {
  pop_name: string
  network_number: string
}

/**
 * Returns the accounts of these networks, if the POP serves them or still has an open session of theirs on record. Reports of a POP
 * about any other network belong to no account.
 */
export async function accountsServed({ sql: db }: SystemDb, served: readonly Served[]): Promise<(Served & { account_id: number })[]> {
  const { rows } = await sql<Served & { account_id: number }>`
    select s.pop_name, n.network_number, n.account_id
    from (select distinct * from ${rowsOf('s', served, { pop_name: 'text', network_number: 'text' })}) s join network n using (network_number)
    where exists (select from network_link l where (l.account_id, l.network_number, l.center_router_name, l.kind)
        = (n.account_id, n.network_number, s.pop_name, 'pop'))
      or exists (select from tunnel_session t where (t.account_id, t.network_number, t.link_router_name) = (n.account_id, n.network_number, s.pop_name)
        and t.end_time is null)`.execute(db)
  return rows
}

/** Returns the revision of a POP's configuration with this hash; another hash gets the next revision. Undefined if the POP is gone. */
export async function popRevision({ sql: db }: SystemDb, pop_name: string, hash: string): Promise<number | undefined> {
  const { rows } = await sql<{ config_revision: number }>`
    update pop_agent set config_hash = ${hash}, config_revision = config_revision + (config_hash is distinct from ${hash})::int,
      config_error = case when config_hash is distinct from ${hash} then null else config_error end
    where pop_name = ${pop_name} returning config_revision`.execute(db)
  return rows[0]?.config_revision
}
