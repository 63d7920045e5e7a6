import { attentionStates, type MemberCondition, memberStates, type RevisionState } from '@weft/contract'
import { type RawBuilder, sql } from 'kysely'

/** The members whose state is asked for, and what the caller may know of them. */
export interface StateScope {
  /** The account, or the condition on the column `account_id` that several fulfil. */
  account: number | ((column: RawBuilder<unknown>) => RawBuilder<unknown>)
  /** The networks that the caller may see; undefined for all. Tunnels of the others do not count. */
  visible?: readonly string[] | undefined
  /** The condition on the column `router_name` that the members fulfil; left out if they are all or nearly all of the account. */
  names?: ((column: RawBuilder<unknown>) => RawBuilder<unknown>) | undefined
}

/**
 * Returns the SQL that follows `member m` in a `from` and gives the member's `st.state`, `why.cause` and `why.since`, what its tunnels
 * say as `f`, and its account as `payer`. All are stored (decision 114): of a caller who sees some networks alone, the worst of these is
 * the member's.
 */
export const withState = ({ visible }: StateScope): RawBuilder<unknown> =>
  visible === undefined
    ? sql`join account payer on payer.account_id = m.account_id
  join member_state f on (f.account_id, f.router_name) = (m.account_id, m.router_name)
  cross join lateral (select f.state) st cross join lateral (select f.cause, f.since) why`
    : sql`join account payer on payer.account_id = m.account_id
  join member_state s on (s.account_id, s.router_name) = (m.account_id, m.router_name)
  cross join lateral (select min(severity) as severity, sum(up)::int as up, sum(lost)::int as lost, bool_and(behind) filter (where lost > 0) as behind,
      max(up_time) as up_time, max(lost_time) as lost_time from membership_state o
    where (o.account_id, o.router_name) = (m.account_id, m.router_name) and o.network_number = any(${visible}::text[])) f
  left join lateral (select state, cause, max(since) over () as since from membership_state o
    where (o.account_id, o.router_name, o.severity) = (m.account_id, m.router_name, f.severity) and o.network_number = any(${visible}::text[]) limit 1) seen on true
  cross join lateral (select coalesce(seen.state, s.apart_state) as state) st
  cross join lateral (select case when seen.state is null then s.apart_cause else seen.cause end as cause,
    case when seen.state is null then s.apart_since else seen.since end as since) why`

/** The columns of a member's condition after `withState`. */
export const conditionColumns = sql<MemberCondition>`st.state, why.cause, why.since`

/** True if the member needs attention. */
export const needsAttention = sql<boolean>`st.state in (${sql.join(attentionStates.map((state) => sql.lit(state)))})`

/** The place of a member's state in the order of states, the worst first. */
export const stateRank = sql<number>`array_position(array[${sql.join(memberStates.map((state) => sql.lit(state)))}], st.state)`

/** The SQL of the revision state of member `m`. */
export const revisionState = sql<RevisionState>`case when m.config_error is not null then 'failed'
  when m.applied_revision < m.config_revision then 'pending' else 'applied' end`
