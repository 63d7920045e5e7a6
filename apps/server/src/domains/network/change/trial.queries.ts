import { DAY_SECONDS, type ServicePort } from '@weft/contract'
import { type RawBuilder, sql } from 'kysely'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import type { DialledService, Moved } from '../rules/trial.rules.ts'

/** Seconds for which both ends must have been able to make a tunnel before an address counts as unused. */
const TRIAL_SECONDS = 60
/**
 * Seconds for which all looks must find an address unused before it is taken back, and the longest pause between two of them. After the
 * database was away, the tunnels that came up meanwhile are written within this time.
 */
const UNUSED_SECONDS = 30
const LOOK_SECONDS = 15
/** Seconds between two attempts to restore a setting, and how many there are. */
const RETRY_SECONDS = 60
const MOST_TRIES = 60
/** Seconds after which a trial that nobody could judge ends. */
const LONGEST_SECONDS = DAY_SECONDS
/** Seconds by which the reported start of a tunnel may be too early: both ends round their clocks. */
const ROUNDED_SECONDS = 2

/** The service of an address on trial `t` to which link `l` of member `nm` leads. */
const leadsTo = sql`(l.account_id, l.network_number, l.center_router_name) = (t.account_id, t.network_number, t.router_name)
  and t.service = case when l.kind = 'twin' then 'twin' when nm.router_type = 1 then 'hardware' else 'software' end`
const links = sql`network_link l join network_member nm using (account_id, network_number, router_name)
  join member m using (account_id, router_name)`
/** The start of a subquery of the member that is dialled at an address on trial `t`. */
const dialled = sql`select from member c where (c.account_id, c.router_name) = (t.account_id, t.router_name)`

const hasApplied = (member: RawBuilder<unknown>) => sql`${member}.applied_revision >= ${member}.config_revision`
const [m, c] = [sql`m`, sql`c`]
/** Member `m` dials by its profile: a standard client, which has no connection to the controller, never reports what it runs. */
const isStandard = sql`(m.router_type = 2 and m.online_status = 0)`
const isConnected = (member: RawBuilder<unknown>) => sql`(${member}.online_status = 1
  and ${member}.connect_time <= now() - make_interval(secs => ${TRIAL_SECONDS})
  and coalesce(${member}.settle_time <= now() - make_interval(secs => ${TRIAL_SECONDS}), true))`

/** Since address `t` was changed, a tunnel to it came up of a member that dials it, while the dialled member listens there. */
const isProven = sql`(exists (${dialled} and ${hasApplied(c)}) and exists (select from ${links}
  where ${leadsTo} and l.vpn_online = 1 and l.vpn_online_since >= t.since - make_interval(secs => ${ROUNDED_SECONDS})
    and (${hasApplied(m)} or ${isStandard})))`

/**
 * No tunnel of a member that dials address `t` is up, although the dialled member and one of those that had a tunnel to it have been
 * connected to the controller, and done with their configuration, for as long as a trial takes. The dialled member may have failed to apply it.
 */
const isUnused = sql`(t.since <= now() - make_interval(secs => ${TRIAL_SECONDS}) and not ${isProven}
  and not exists (select from ${links} where ${leadsTo} and l.vpn_online = 1 and ${hasApplied(m)})
  and exists (${dialled} and ${isConnected(c)} and (${hasApplied(c)} or c.config_error is not null))
  and exists (select from ${links}
    where ${leadsTo} and l.enable = 1 and l.router_name = any(t.dialled_by) and ${isConnected(m)} and ${hasApplied(m)}))`

/**
 * Puts the moved addresses of services on trial to which tunnels of members that are connected to the controller are up. Those on trial
 * already keep their former address, which no trial follows if a change restores it.
 */
export async function startTrials(db: AccountDb, network_number: string, revision: number, moved: readonly Moved[]): Promise<void> {
  const { account_id } = db
  const rows = sql`jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as e(router_name text, service text, former jsonb, present jsonb)`
  const isOf = sql`(t.account_id, t.network_number, t.router_name, t.service)
    = (${account_id}::bigint, ${network_number}::text, e.router_name, e.service)`
  // A former address that a tunnel has replaced since the last look is none to go back to.
  await sql`delete from address_trial t using ${rows} where ${isOf} and (t.former = e.present or ${isProven})`.execute(db.sql)
  await sql`update address_trial t set revision = ${revision}, present = e.present, since = now(), unused_since = null, tries = 0, tried_at = null
    from ${rows} where ${isOf}`.execute(db.sql)
  await sql`
    insert into address_trial (account_id, network_number, router_name, service, former, present, revision, dialled_by)
    select t.account_id, t.network_number, t.router_name, t.service, t.former, t.present, ${revision},
      array_agg(l.router_name order by l.router_name)
    from (select ${account_id}::bigint as account_id, ${network_number}::text as network_number, e.* from ${rows}) t, ${links}
    where ${leadsTo} and l.enable = 1 and l.vpn_online = 1 and m.online_status = 1
    group by t.account_id, t.network_number, t.router_name, t.service, t.former, t.present
    on conflict (account_id, network_number, router_name, service) do nothing`.execute(db.sql)
}

/** Ends the trials of addresses that a tunnel uses, and of those to which no member is to dial any more that had a tunnel before. */
export async function endDecided({ sql: db }: SystemDb): Promise<void> {
  await sql`delete from address_trial t where ${isProven} or not exists (select from ${links}
    where ${leadsTo} and l.enable = 1 and l.router_name = any(t.dialled_by))`.execute(db)
}

const isDue = sql`unused_since <= now() - make_interval(secs => ${UNUSED_SECONDS})`

export interface InNetwork {
  account_id: number
  network_number: string
}

/**
 * Notes which addresses on trial are unused. @returns the networks of those that were at all looks of the last 30 s; each is returned
 * once a minute, and to one caller
 */
export async function claimUnused({ sql: db }: SystemDb): Promise<InNetwork[]> {
  await sql`
    with looked as materialized (select account_id, network_number, router_name, service, ${isUnused} as unused from address_trial t
      order by account_id, network_number, router_name, service for update of t skip locked)
    update address_trial t set looked_at = now(), unused_since = case when not o.unused then null
      when t.looked_at >= now() - make_interval(secs => ${LOOK_SECONDS}) then coalesce(t.unused_since, now()) else now() end
    from looked o where (t.account_id, t.network_number, t.router_name, t.service) = (o.account_id, o.network_number, o.router_name, o.service)`.execute(
    db,
  )
  const { rows } = await sql<InNetwork>`
    with claimed as (update address_trial set tried_at = now(), tries = tries + 1
      where looked_at = now() and ${isDue}
        and coalesce(tried_at <= now() - make_interval(secs => ${RETRY_SECONDS}), true)
      returning account_id, network_number)
    select distinct account_id, network_number from claimed order by account_id, network_number`.execute(db)
  return rows
}

/** An address to which no tunnel comes up. */
export interface Unused {
  router_name: string
  service: DialledService
  former: ServicePort
  present: ServicePort
  /** The last revision that changed it. */
  revision: number
}

/** Ends the trials of a network, which the caller holds, whose addresses are unused still. @returns these */
export async function endUnused(db: AccountDb, network_number: string): Promise<Unused[]> {
  const { rows } = await sql<Unused>`
    with ended as (delete from address_trial t
      where t.account_id = ${db.account_id} and t.network_number = ${network_number} and ${isDue} and ${isUnused}
      returning router_name, service, former, present, revision)
    select * from ended order by router_name, service`.execute(db.sql)
  return rows
}

const isOver = sql`(tries >= ${MOST_TRIES} and tried_at <= now() - make_interval(secs => ${RETRY_SECONDS}) or since <= now() - make_interval(secs => ${LONGEST_SECONDS}))`

/** Returns the networks with trials that are over: they could not be judged for a day, or their address could not be taken back. */
export async function listOver({ sql: db }: SystemDb): Promise<InNetwork[]> {
  const { rows } = await sql<InNetwork>`select distinct account_id, network_number from address_trial where ${isOver}`.execute(db)
  return rows
}

/** Ends the trials of a network that are over. @returns the dialled members whose address could not be taken back */
export async function endOver(db: AccountDb, network_number: string): Promise<string[]> {
  const { rows } = await sql<{ router_name: string }>`
    with ended as (delete from address_trial where account_id = ${db.account_id} and network_number = ${network_number} and ${isOver}
      returning router_name, tries)
    select distinct router_name from ended where tries > 0 order by router_name`.execute(db.sql)
  return rows.map(({ router_name }) => router_name)
}

/** Returns the patch of a revision. */
export async function patchOfRevision(db: AccountDb, network_number: string, revision: number) {
  const row = await db.sql
    .selectFrom('network_revision')
    .select('patch')
    .where('account_id', '=', db.account_id)
    .where('network_number', '=', network_number)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return row?.patch ?? []
}
