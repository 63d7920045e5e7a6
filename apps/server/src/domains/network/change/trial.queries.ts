import type { ServicePort } from '@weft/contract'
import { sql } from 'kysely'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import type { DialledService, Moved } from '../rules/trial.rules.ts'

/** Seconds within which a member must be connected to a changed address, and for which both ends must have been able to. */
const TRIAL_SECONDS = 60
/** Seconds after which an address counts as confirmed, since its ends were never connected long enough to judge it. */
const JUDGED_SECONDS = 3600
/** Seconds by which the reported start of a tunnel may be too early: both ends round their clocks. */
const ROUNDED_SECONDS = 2

/** The service of an address on trial `t` to which link `l` of member `nm` leads. */
const leadsTo = sql`(l.account_id, l.network_number, l.center_router_name) = (t.account_id, t.network_number, t.router_name)
  and t.service = case when l.kind = 'twin' then 'twin' when nm.router_type = 1 then 'hardware' else 'software' end`
const dialling = sql`network_link l join network_member nm using (account_id, network_number, router_name)`

/**
 * Puts the moved addresses of services on trial to which tunnels are up. Those on trial already keep their former address, which no trial
 * follows if a change restores it.
 */
export async function startTrials(db: AccountDb, network_number: string, revision: number, moved: readonly Moved[]): Promise<void> {
  const { account_id } = db
  const rows = sql`jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as e(router_name text, service text, former jsonb, present jsonb)`
  const isOf = sql`(t.account_id, t.network_number, t.router_name, t.service)
    = (${account_id}::bigint, ${network_number}::text, e.router_name, e.service)`
  await sql`delete from address_trial t using ${rows} where ${isOf} and t.former = e.present`.execute(db.sql)
  await sql`update address_trial t set revision = ${revision}, since = now() from ${rows} where ${isOf}`.execute(db.sql)
  await sql`
    insert into address_trial (account_id, network_number, router_name, service, former, revision, dialled_by)
    select t.account_id, t.network_number, t.router_name, t.service, t.former, ${revision}, array_agg(l.router_name order by l.router_name)
    from (select ${account_id}::bigint as account_id, ${network_number}::text as network_number, e.* from ${rows}) t, ${dialling}
    where ${leadsTo} and l.enable = 1 and l.vpn_online = 1
    group by t.account_id, t.network_number, t.router_name, t.service, t.former
    on conflict (account_id, network_number, router_name, service) do nothing`.execute(db.sql)
}

/** Ends the trials of addresses to which a tunnel came up of a member that runs its configuration. */
export async function endProven({ sql: db }: SystemDb): Promise<void> {
  await sql`
    delete from address_trial t where exists (select from ${dialling} join member m using (account_id, router_name)
      where ${leadsTo} and l.vpn_online = 1 and l.vpn_online_since >= t.since - make_interval(secs => ${ROUNDED_SECONDS})
        and m.applied_revision >= m.config_revision)`.execute(db)
}

/** An address to which no tunnel comes up. */
export interface Unused {
  account_id: number
  network_number: string
  router_name: string
  service: DialledService
  former: ServicePort
  /** The last revision that changed it. */
  revision: number
  /** True if taking it back is not tried again. */
  last: boolean
}

/** True if member `alias` has been connected to the controller, and has run its configuration or failed to, for as long as a trial takes. */
const isSettled = (alias: string) => {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const longAgo = sql`now() - make_interval(secs => ${TRIAL_SECONDS})`
  return sql`(${column('online_status')} = 1 and ${column('connect_time')} <= ${longAgo}
    and coalesce(${column('settle_time')} <= ${longAgo}, true)
    and (${column('applied_revision')} >= ${column('config_revision')} or ${column('config_error')} is not null))`
}

/**
 * Returns the addresses on trial to which no tunnel came up in time, although both the dialled member and one of those that had a tunnel
 * to it are connected to the controller: while one of them is away, the address may be right.
 */
export async function listUnused({ sql: db }: SystemDb): Promise<Unused[]> {
  const { rows } = await sql<Unused>`
    select t.account_id, t.network_number, t.router_name, t.service, t.former, t.revision,
      t.since <= now() - make_interval(secs => ${JUDGED_SECONDS}) as last
    from address_trial t join member c using (account_id, router_name)
    where t.since <= now() - make_interval(secs => ${TRIAL_SECONDS}) and ${isSettled('c')}
      and exists (select from ${dialling} join member m using (account_id, router_name)
        where ${leadsTo} and l.enable = 1 and l.router_name = any(t.dialled_by) and ${isSettled('m')})
    order by t.account_id, t.network_number, t.router_name, t.service`.execute(db)
  return rows
}

/** Ends a trial. @returns false if it is over, or a later revision changed the address */
export async function endTrial(db: AccountDb, { network_number, router_name, service, revision }: Unused): Promise<boolean> {
  const ended = await db.sql
    .deleteFrom('address_trial')
    .where('account_id', '=', db.account_id)
    .where('network_number', '=', network_number)
    .where('router_name', '=', router_name)
    .where('service', '=', service)
    .where('revision', '=', revision)
    .returning('revision')
    .executeTakeFirst()
  return ended !== undefined
}

/** Ends the trials that could not be judged, or whose address could not be taken back, for an hour. */
export async function endOverTrials({ sql: db }: SystemDb): Promise<void> {
  await sql`delete from address_trial where since <= now() - make_interval(secs => ${JUDGED_SECONDS})`.execute(db)
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
