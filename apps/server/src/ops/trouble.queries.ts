import { type AttentionState, attentionStates, type DeskMember, type Flag } from '@weft/contract'
import { sql } from 'kysely'
import type { SystemDb } from '../db/client.ts'
import { all } from '../db/search.ts'
import { conditionColumns, needsAttention } from '../domains/network/state/state.service.ts'
import { nicknameOfAccount } from './account.queries.ts'

/** The SQL that member `st` is in this state. The states that need attention are the first ranks. */
const isIn = (state: AttentionState) => sql`st.rank = ${sql.lit(attentionStates.indexOf(state))}`
/** The SQL that member `st` needed attention at this moment already, or is not known to have come to it since. */
const since = (moment: Date) => sql`(st.since is null or st.since <= ${moment})`
const isStopped = sql`network_usable = 0`

interface Troubled extends Record<AttentionState, number> {
  account_id: number
  account_number: string
  nickname: string
  network_status: Flag
  since: number | null
}

/**
 * Returns the customers whose networks are stopped or whose members need attention, the gravest first (a customer who left without deleting
 * its networks stays stopped, and must not hide a loss of today), and how many there are. All comes from
 * stored states: an index has the members that need attention, and no others are read.
 * @param steady members that came to need attention later are left out
 */
export async function listTroubled({ sql: db }: SystemDb, steady: Date, limit: number): Promise<{ customers: number; rows: Troubled[] }> {
  const { rows } = await sql<Troubled & { customers: number; place: number | null }>`
    with ailing as (
      select account_id, ${sql.join(
        attentionStates.map(
          (state) => sql`count(*) filter (where ${isIn(state)}) as ${sql.ref(state)},
            min(since) filter (where ${isIn(state)}) as ${sql.ref(`${state}_since`)}`,
        ),
      )}
      from member_state st where ${all(needsAttention, since(steady))} group by account_id),
    troubled as materialized (
      select account_id, stopped.account_id is not null as is_stopped, coalesce(down, 0) as down, coalesce(failed, 0) as failed,
        coalesce(degraded, 0) as degraded, case when stopped.account_id is not null then null when down > 0 then down_since
          when failed > 0 then failed_since else degraded_since end as since
      from ailing full join (select account_id from account where ${isStopped}) stopped using (account_id)),
    page as (select *, row_number() over (order by down desc, failed desc, degraded desc, is_stopped desc, since, account_id) as place
      from troubled order by place limit ${limit})
    select total.customers, page.place, page.account_id, a.account_number, ${nicknameOfAccount} as nickname,
      case when page.is_stopped then 0 else 1 end as network_status, page.down, page.failed, page.degraded, page.since
    from (select count(*) as customers from troubled) total left join (page join account a using (account_id)) on true
    order by page.place`.execute(db)
  return {
    customers: rows[0]?.customers ?? 0,
    rows: rows.flatMap(({ customers: _, place, ...row }) => (place === null ? [] : [row])),
  }
}

/** Which members count: those of one account, or those of all that needed attention at a moment already. */
type Counted = { account_id: number } | { steady: Date }

/** Counts the customers and members in trouble, and tells when the latest came to it. */
export async function countTrouble(
  { sql: db }: SystemDb,
  counted: Counted,
): Promise<{ customers: number; members: number; latest: number | null }> {
  const ailing = all(needsAttention, 'steady' in counted ? since(counted.steady) : sql`st.account_id = ${counted.account_id}`)
  const stopped = all(isStopped, 'account_id' in counted && sql`account_id = ${counted.account_id}`)
  const { rows } = await sql<{ customers: number; members: number; latest: number | null }>`
    with ailing as materialized (select account_id, count(*) as members, max(since) as latest from member_state st where ${ailing} group by account_id)
    select (select count(*) from (select account_id from ailing union select account_id from account where ${stopped}) troubled) as customers,
      (select coalesce(sum(members), 0)::int from ailing) as members, (select max(latest) from ailing) as latest`.execute(db)
  return rows[0]!
}

/** Follows `member_state st` and gives what the account calls the member. */
const joinMember = sql`join member m on (m.account_id, m.router_name) = (st.account_id, st.router_name)`
const memberColumns = sql`st.router_name, m.note, st.router_type, ${conditionColumns}`
const inOrder = sql`st.rank, st.name, st.router_name`

/** Returns what is wrong at one customer: the members that need attention, the worst first, how many they are, and their networks. */
export async function readTrouble({ sql: db }: SystemDb, account_id: number, limit: number) {
  const ailing = all(sql`st.account_id = ${account_id}`, needsAttention)
  // Sent together, which takes one round trip.
  const [account, members, networks] = await Promise.all([
    sql<{ network_status: Flag; count: number }>`select network_usable as network_status,
      (select count(*) from member_state st where ${ailing}) as count from account where account_id = ${account_id}`.execute(db),
    sql<DeskMember & { networks: string[] }>`select ${memberColumns},
        (select coalesce(json_agg(n.network_name order by n.network_name, n.network_number), '[]') from network_member nm
          join network n using (account_id, network_number)
          where (nm.account_id, nm.router_name) = (st.account_id, st.router_name)) as networks
      from (select * from member_state st where ${ailing} order by ${inOrder} limit ${limit}) st ${joinMember} order by ${inOrder}`.execute(
      db,
    ),
    sql<{ network_number: string; network_name: string; attention: number }>`
      select n.network_number, n.network_name, held.attention
      from (select nm.network_number, count(*) as attention from member_state st
          join network_member nm on (nm.account_id, nm.router_name) = (st.account_id, st.router_name) where ${ailing}
          group by nm.network_number order by attention desc, nm.network_number limit ${limit}) held
        join network n on (n.account_id, n.network_number) = (${account_id}::bigint, held.network_number)
      order by held.attention desc, n.network_number`.execute(db),
  ])
  return { ...account.rows[0]!, members: members.rows, networks: networks.rows }
}

/** A name in an account that may be a member's. */
export interface PossibleName {
  account_id: number
  name: string
}

/** Returns the members that have one of these names, and so many of those of each account that need attention, the worst first. */
export async function listNamedOrAiling(
  { sql: db }: SystemDb,
  names: readonly PossibleName[],
  account_ids: readonly number[],
  ailing: number,
): Promise<(DeskMember & { account_id: number })[]> {
  const owners = names.map(({ account_id }) => account_id)
  const words = names.map(({ name }) => name)
  const { rows } = await sql<DeskMember & { account_id: number }>`select st.account_id, ${memberColumns}
    from (select st.account_id, st.router_name from unnest(${owners}::bigint[], ${words}::text[]) named(account_id, router_name)
          join member_state st using (account_id, router_name) union
        select worst.account_id, worst.router_name from unnest(${account_ids}::bigint[]) c(account_id), lateral (select account_id, router_name
          from member_state st where ${all(sql`st.account_id = c.account_id`, needsAttention)} order by ${inOrder} limit ${ailing}) worst) found
      join member_state st using (account_id, router_name) ${joinMember} order by ${inOrder}`.execute(db)
  return rows
}
