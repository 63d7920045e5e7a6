import { attentionStates, type Device, type DeviceCondition, MOST_FOUND, type PageOf } from '@weft/contract'
import { type RawBuilder, sql } from 'kysely'
import type { SystemDb } from '../db/client.ts'
import { all, any, containing, type Counted, hasText, isCommon, pageOf } from '../db/search.ts'
import { needsAttention } from '../domains/network/state/state.service.ts'
import { nicknameOfAccount } from './account.queries.ts'

export interface DeviceQuery {
  page: number
  limit: number
  search: string
  kind?: Device['kind'] | undefined
  state?: Device['state'] | undefined
  condition?: DeviceCondition | undefined
  account_id?: number | undefined
  /** A credential that was last used before this has lapsed: its device must be activated again. */
  lapse: Date
}

/** A text is common if at least `COMMON` of the newest `SAMPLE` devices has it. */
const SAMPLE = 300
const COMMON = 0.05

const ofNumber = (account_number: string) => sql`(select account_id from account where account_number = ${account_number})`

/** Returns the condition that device `d` has a text in its number, model, MAC or name, or that the text is the number of its account. */
const has = (search: string) =>
  any(
    hasText(sql`lower(d.router_name || ' ' || d.router_model || ' ' || coalesce(d.router_mac, ''))`, search),
    // One value, not `exists`, for which PostgreSQL reads all names beforehand.
    sql`coalesce((select ${hasText(sql`t.words`, search)} from member_text t where (t.account_id, t.router_name) = (d.account_id, d.router_name)), false)`,
    sql`d.account_id = ${ofNumber(search)}`,
  )

/** Returns the same condition as the indexes answer it. */
const isGathered = (search: string) =>
  // A union instead of an `or` over several tables, so that each part uses its index.
  sql`d.router_name in (
    select router_name from device where router_name || ' ' || router_model || ' ' || coalesce(router_mac, '') ilike ${containing(search)}
    union select router_name from device where account_id = ${ofNumber(search)}
    union select t.router_name from member_text t where t.router_type = 1
      and weft_grams('', t.words) @> (select weft_gram_query('', lower(${search}::text))) and ${hasText(sql`t.words`, search)})`

/** The name of the member that device `d` is, how it is, and its networks; null of a device that is none. */
const memberColumn = sql<Device['member']>`case when st.router_name is not null then json_build_object('note', m.note, 'state', st.state,
  'cause', st.cause, 'since', floor(extract(epoch from st.since))::bigint, 'networks', (
    select coalesce(json_agg(json_build_object('network_number', n.network_number, 'network_name', n.network_name)
      order by n.network_name, n.network_number), '[]')
    from network_member nm join network n using (account_id, network_number)
    where (nm.account_id, nm.router_name) = (d.account_id, d.router_name))) end`

/**
 * Returns devices with their accounts, in one statement: the newest first, or of a condition the worst and then the longest. Both orders have an
 * index, from which a page is read. At most `MOST_FOUND` and one more are counted.
 */
export async function pageDevices(
  { sql: db }: SystemDb,
  { page, limit, search, kind, state, condition, account_id, lapse }: DeviceQuery,
): Promise<PageOf<Device>> {
  const inactive = any(
    sql`d.activate_time is null`,
    sql`(d.account_id, d.router_name) in (select account_id, router_name from member_credential where coalesce(use_time, create_time) <= ${lapse})`,
  )
  const wanted = all(
    sql`true`,
    kind !== undefined && sql`d.kind = ${kind}`,
    state !== undefined && (state === 'stock' ? sql`d.account_id is null` : sql`d.account_id is not null`),
    state === 'assigned' && inactive,
    state === 'activated' && sql`not ${inactive}`,
    account_id !== undefined && sql`d.account_id = ${account_id}`,
    condition !== undefined && needsAttention,
    condition !== undefined && condition !== 'attention' && sql`st.rank = ${sql.lit(attentionStates.indexOf(condition))}`,
  )
  const joinState = sql`join member_state st on (st.account_id, st.router_name) = (d.account_id, d.router_name)`
  const [keys, order] =
    condition === undefined
      ? [sql`d.create_time`, sql`create_time desc, router_name`]
      : [sql`st.rank, st.since`, sql`rank, since, router_name`]
  const first = (...conditions: RawBuilder<unknown>[]) => sql`(select d.router_name, ${keys} from device d
    ${condition === undefined ? sql`` : joinState} where ${all(wanted, ...conditions)} order by ${order} limit ${sql.lit(MOST_FOUND + 1)})`
  const common = sql`(select common from sample)`
  // What is common is found by walking the devices in order, what is rare by the indexes, which would gather all that have it.
  const found =
    search === ''
      ? sql`found as not materialized ${first()}`
      : sql`sample as materialized (select ${isCommon(has(search), COMMON)} as common
          from (select * from device order by create_time desc, router_name limit ${sql.lit(SAMPLE)}) d),
        found as materialized (${first(has(search), common)} union all ${first(isGathered(search), sql`${common} is not true`)})`
  const { rows } = await sql<Counted<Device>>`
    with ${found},
      page as materialized (select router_name, row_number() over (order by ${order}) as place
        from (select * from found order by ${order} limit ${limit} offset ${(page - 1) * limit}) one),
      shown as (select page.place, d.router_name, d.router_model, d.router_mac, d.kind, a.account_number, ${nicknameOfAccount} as nickname,
          case when d.account_id is null then 'stock' when ${inactive} then 'assigned' else 'activated' end as state,
          d.bandwidth, d.expire_date, d.create_time, ${memberColumn} as member
        from page join device d using (router_name) left join account a on a.account_id = d.account_id left ${joinState}
          left join member m on (m.account_id, m.router_name) = (d.account_id, d.router_name))
    select total.count, shown.* from (select count(*) from found) total left join shown on true order by place`.execute(db)
  return pageOf(rows)
}

/** Returns devices that came into stock after a moment and are there still, the oldest first. */
export async function listNewInStock(
  { sql: db }: SystemDb,
  since: Date,
  limit: number,
): Promise<{ router_name: string; router_model: string; create_time: number }[]> {
  const { rows } = await sql<{ router_name: string; router_model: string; create_time: number }>`
    select router_name, router_model, create_time from device where account_id is null and create_time > ${since}
    order by create_time, router_name limit ${limit}`.execute(db)
  return rows
}
