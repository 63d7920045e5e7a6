import { type AlertChannel, type AlertContent, type AlertDelivery, MOST_FOUND } from '@weft/contract'
import { sql } from 'kysely'
import { type AccountDb, moment, type SystemDb } from '../../../db/client.ts'
import { memberInScope } from '../../../db/member-scope.ts'
import { countTo } from '../../../db/search.ts'
import type { Actor } from '../../../kernel/actor.ts'
import type { Watched, Window } from './alert.rules.ts'
import { rowsOf } from '../../../db/rows-of.ts'

/** True if member `m` is not on its way from a server that went silent to another one. */
const hasReturned = (now: Date) => sql<boolean>`coalesce(m.returning_until <= ${now}::timestamptz, true)`

/** Returns accounts with changes to alert. @param due changes at this time or earlier have lasted long enough */
export async function dueAccounts({ sql: db }: SystemDb, due: Date, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('alert_watch as w')
    .leftJoin('member as m', (join) => join.onRef('m.account_id', '=', 'w.account_id').onRef('m.router_name', '=', 'w.router_name'))
    .where(sql<boolean>`w.seen <> w.alerted`)
    .where('w.since', '<=', moment(due))
    .where(({ or, eb }) => or([eb('w.hold', 'is', null), eb('w.hold', '<=', moment(now))]))
    .where(hasReturned(now))
    .select('w.account_id')
    .distinct()
    .limit(limit)
    .execute()
  return rows.map((row) => row.account_id)
}

/** Returns the monitoring settings if monitoring is on. */
export const findMonitor = ({ account_id, sql: db }: AccountDb) =>
  db.selectFrom('monitor').where('account_id', '=', account_id).where('enable', '=', 1).selectAll().executeTakeFirst()

/** Returns the monitoring settings, locked until the transaction ends; undefined if monitoring is off or another transaction holds them. */
export const holdMonitor = ({ account_id, sql: db }: AccountDb) =>
  db
    .selectFrom('monitor')
    .where('account_id', '=', account_id)
    .where('enable', '=', 1)
    .selectAll()
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
export type MonitorRow = NonNullable<Awaited<ReturnType<typeof holdMonitor>>>

/** Deletes the states of members that are not watched any more; of all members if monitoring is off. */
export async function forgetUnwatched({ account_id, sql: db }: AccountDb): Promise<void> {
  await sql`delete from alert_watch w where account_id = ${account_id} and not exists (
    select from monitor_router r join monitor m using (account_id)
    where (r.account_id, r.router_name) = (w.account_id, w.router_name) and m.enable = 1)`.execute(db)
}

/**
 * Returns the states that differ from what was alerted, and those that were alerted with their center, locked until the transaction ends.
 * Rows that are locked now are left for the next time: a writer of presence holds many and must not be waited for.
 */
export async function holdWatched({ account_id, sql: db }: AccountDb, due: Date, now: Date): Promise<Watched[]> {
  const { rows } = await sql<Watched>`
    select w.router_name, w.link, w.alerted, w.seen, w.since, w.behind, m.note, m.online_status, a.area,
      (w.seen <> w.alerted and w.since <= ${due} and coalesce(w.hold <= ${now}, true) and ${hasReturned(now)}) as due
    from alert_watch w join member m using (account_id, router_name)
      left join network_fr_area a on a.account_id = w.account_id and a.ov_id = nullif(split_part(w.link, '/', 2), '')::bigint
    where w.account_id = ${account_id} and (w.seen <> w.alerted or w.behind = 1)
    order by w.since for update of w skip locked`.execute(db)
  return rows
}

/** Returns the centers that each of these members dials. */
export async function centersOf({ account_id, sql: db }: AccountDb, names: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ router_name: string; centers: string[] }>`
    select router_name, array_agg(distinct center_router_name) as centers from network_link
    where account_id = ${account_id} and router_name = any(${names}::text[]) and kind = 'center' and enable = 1 group by router_name`.execute(
    db,
  )
  return new Map(rows.map(({ router_name, centers }) => [router_name, centers]))
}

/** Returns those of these members that are watched and down, with the Unix time from which that may be alerted: 0 if it was alerted. */
export async function downCenters(
  { account_id, sql: db }: AccountDb,
  names: readonly string[],
  debounce: number,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ router_name: string; until: number | null }>`
    select m.router_name, extract(epoch from greatest(w.since + make_interval(secs => ${debounce}), w.hold, m.returning_until))::bigint as until
    from member m join monitor_router r using (account_id, router_name)
      left join alert_watch w on (w.account_id, w.router_name, w.link, w.alerted) = (m.account_id, m.router_name, '', 1)
    where m.account_id = ${account_id} and m.router_name = any(${names}::text[]) and m.online_status = 0`.execute(db)
  return new Map(rows.map(({ router_name, until }) => [router_name, until ?? 0]))
}

export const windowsAt = ({ account_id, sql: db }: AccountDb, now: Date): Promise<Window[]> =>
  db
    .selectFrom('maintenance')
    .where('account_id', '=', account_id)
    .where('start_time', '<=', moment(now))
    .where('end_time', '>', moment(now))
    .select(['end_time', 'router'])
    .execute()

type Keyed = Pick<Watched, 'router_name' | 'link'>
const keys = (rows: readonly Keyed[]) => sql`(select * from ${rowsOf('k', rows, { router_name: 'text', link: 'text' })})`
const these = (account_id: number) => sql`w.account_id = ${account_id} and (w.router_name, w.link) = (k.router_name, k.link)`

export async function deleteWatched({ account_id, sql: db }: AccountDb, rows: readonly Keyed[]): Promise<void> {
  await sql`delete from alert_watch w using ${keys(rows)} k where ${these(account_id)}`.execute(db)
}

export async function hideWatched({ account_id, sql: db }: AccountDb, rows: readonly Keyed[]): Promise<void> {
  await sql`update alert_watch w set alerted = 0, behind = 1, hold = null from ${keys(rows)} k where ${these(account_id)}`.execute(db)
}

export async function releaseWatched({ account_id, sql: db }: AccountDb, rows: readonly Keyed[], now: Date): Promise<void> {
  await sql`update alert_watch w set alerted = 1, behind = 0, since = ${now} from ${keys(rows)} k where ${these(account_id)}`.execute(db)
}

export async function postponeWatched({ account_id, sql: db }: AccountDb, rows: readonly Keyed[], until: Date): Promise<void> {
  await sql`update alert_watch w set hold = ${until} from ${keys(rows)} k where ${these(account_id)}`.execute(db)
}

/** Returns the addresses for an account's letters: its owner's and those of all verified contacts, each once. */
export async function addressesOf({ account_id, sql: db }: AccountDb): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select distinct on (lower(email)) email from (
      select email from login where account_id = ${account_id} and ram = 0 and email is not null
      union all select email from contact where account_id = ${account_id} and email_verify = 1) as address`.execute(db)
  return rows.map((row) => row.email)
}

export const accountNumberOf = async ({ account_id, sql: db }: AccountDb): Promise<string> =>
  (await db.selectFrom('account').where('account_id', '=', account_id).select('account_number').executeTakeFirstOrThrow()).account_number

export async function insertAlert(
  { account_id, sql: db }: AccountDb,
  { content, ...row }: { alert_id: string; title: string; content: AlertContent; create_time: Date },
): Promise<void> {
  await db
    .insertInto('alert')
    .values({ account_id, ...row, content: JSON.stringify(content) })
    .execute()
}

export async function writeTellTime({ account_id, sql: db }: AccountDb, now: Date): Promise<void> {
  await db.updateTable('monitor').set({ tell_time: now }).where('account_id', '=', account_id).execute()
}

/** Days before the end of a service at which its end is announced; 0 is the end itself. */
const NOTICE_DAYS = [30, 7, 1, 0]

/**
 * Returns services whose end is due to be announced and was not yet. What was missed for more than a day is not announced any more, and a
 * service of a month is not announced when it is bought. Accounts without monitoring are notified too.
 */
export async function endingServices({ sql: db }: SystemDb, now: Date) {
  const { rows } = await sql<{
    account_id: number
    service_id: number
    service_code: string
    quantity: number
    expired_time: number
    days: number
  }>`
    select s.account_id, s.id as service_id, s.service_code, s.quantity, s.expired_time, d.days
    from unnest(${NOTICE_DAYS}::int[]) as d(days)
      join service s on s.expired_time <= ${now}::timestamptz + make_interval(days => d.days)
        and s.expired_time > ${now}::timestamptz + make_interval(days => d.days - 1) and s.revoke_time is null
        and (d.days < 30 or s.start_time < s.expired_time - interval '32 days')
      left join monitor m on m.account_id = s.account_id and m.enable = 1
    where case when d.days = 0 then m.service_expired else m.service_ending end is distinct from 0 and not exists (select from service_alert a
      where (a.account_id, a.service_id, a.expired_time, a.days) = (s.account_id, s.id, s.expired_time, d.days))
    order by s.account_id`.execute(db)
  return rows
}
export type EndingService = Awaited<ReturnType<typeof endingServices>>[number]

/** Marks ends as announced. @returns those that were not marked before, as `service_id/days` */
export async function markServices({ sql: db }: AccountDb, services: readonly EndingService[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ service_id: number; days: number }>`
    insert into service_alert (account_id, service_id, expired_time, days)
    select s.account_id, s.id, s.expired_time, n.days from unnest(${services.map((one) => one.service_id)}::bigint[],
      ${services.map((one) => one.days)}::int[]) as n(id, days) join service s using (id)
    on conflict do nothing returning service_id, days`.execute(db)
  return new Set(rows.map((row) => `${row.service_id}/${row.days}`))
}

/** Deletes alerts and announced ends from before a time, after their deliveries. */
export async function deleteAlerts({ sql: db }: SystemDb, before: Date): Promise<void> {
  await db.deleteFrom('alert').where('create_time', '<', moment(before)).execute()
  await db.deleteFrom('service_alert').where('expired_time', '<', moment(before)).execute()
}

const wireChannels = { portal: 'portal', email: 'mail', webhook: 'webhook' } as const satisfies Record<AlertChannel, string>
const channelOf = { portal: 'portal', mail: 'email', webhook: 'webhook' } as const

/** Returns a page of the deliveries of alerts, newest first, and their number, counted up to `MOST_FOUND` and one more. */
export async function pageDeliveries(
  { account_id, sql: db }: AccountDb,
  {
    page,
    limit,
    channel,
    state,
    incident_id,
  }: {
    page: number
    limit: number
    channel?: AlertChannel | undefined
    state?: AlertDelivery['state'] | undefined
    incident_id?: string | undefined
  },
  { designated: visible, members: scope }: Pick<Actor, 'designated' | 'members'>,
) {
  let own = db.selectFrom('delivery as d').where('d.account_id', '=', account_id).where('d.alert_id', 'is not', null)
  if (channel !== undefined) own = own.where('d.channel', '=', wireChannels[channel])
  if (state !== undefined) own = own.where('d.state', '=', state)
  if (incident_id !== undefined)
    own = own.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('incident_alert as t')
          .where('t.account_id', '=', account_id)
          .where('t.incident_id', '=', Number(incident_id))
          .whereRef('t.alert_id', '=', 'd.alert_id')
          .select('t.alert_id'),
      ),
    )
  // A message about several networks is hidden from who may not see one of them.
  if (visible !== undefined)
    own = own.where(
      sql<boolean>`not exists (select from incident_alert t join incident i using (account_id, incident_id) where t.account_id = ${account_id}
        and t.alert_id = d.alert_id and i.network_number is not null and not i.network_number = any(${[...visible]}::text[]))`,
    )
  if (scope !== undefined)
    own = own.where(
      sql<boolean>`not exists (select from incident_alert t join incident i using (account_id, incident_id) where t.account_id = ${account_id}
        and t.alert_id = d.alert_id and i.router_name is not null and not ${memberInScope(account_id, scope, sql`i.router_name`)})`,
    )
  const counted = await sql<{ count: number }>`select ${countTo(MOST_FOUND, sql`${own.select('d.delivery_id')}`)} as count`.execute(db)
  const rows = await own
    .innerJoin('alert as a', (join) => join.onRef('a.account_id', '=', 'd.account_id').onRef('a.alert_id', '=', 'd.alert_id'))
    .select(['d.delivery_id', 'a.title', 'a.content', 'd.channel', 'd.masked_target', 'd.state', 'd.tries', 'd.reason', 'd.answer'])
    .select(['d.create_time', 'd.done_time'])
    .orderBy('d.create_time', 'desc')
    .orderBy('d.delivery_id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows: rows.map((row) => ({ ...row, channel: channelOf[row.channel as keyof typeof channelOf] })), count: counted.rows[0]!.count }
}
