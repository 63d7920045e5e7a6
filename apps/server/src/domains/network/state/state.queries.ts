import { attentionStates, FRESH_SECONDS, type MemberCondition, type RevisionState } from '@weft/contract'
import { MOST_CAUSES } from '@weft/network-rules'
import { type RawBuilder, sql } from 'kysely'

/**
 * Returns the SQL that follows `member m` in a `from` and gives `st`: the member's state, cause, since, the place of its state among all
 * (`rank`), its name in small letters, and what its tunnels say (`up`, `lost`, `behind`, `up_time`, `lost_time`). All is stored (decision
 * 114). To a caller who sees some networks alone, the member is what it is in the worst of these.
 * @param visible the networks that the caller may see; undefined for all
 */
export const withState = (visible: readonly string[] | undefined): RawBuilder<unknown> =>
  visible === undefined
    ? sql`join member_state st on (st.account_id, st.router_name) = (m.account_id, m.router_name)`
    : sql`join member_state s on (s.account_id, s.router_name) = (m.account_id, m.router_name)
  cross join lateral (select min(severity) as severity, coalesce(sum(up), 0)::int as up, coalesce(sum(lost), 0)::int as lost,
      coalesce(bool_and(behind) filter (where lost > 0), false) as behind, max(up_time) as up_time, max(lost_time) as lost_time
    from membership_state o where (o.account_id, o.router_name) = (m.account_id, m.router_name) and o.network_number = any(${visible}::text[])) seen
  left join lateral (select state, cause, max(since) over () as since from membership_state o
    where (o.account_id, o.router_name, o.severity / ${sql.lit(MOST_CAUSES)}) = (m.account_id, m.router_name, seen.severity / ${sql.lit(MOST_CAUSES)})
      and o.network_number = any(${visible}::text[])
    order by o.severity limit 1) worst on true
  cross join lateral (select coalesce(worst.state, s.apart_state) as state,
    case when worst.state is null then s.apart_cause else worst.cause end as cause,
    case when worst.state is null then s.apart_since else worst.since end as since,
    coalesce(seen.severity, s.apart_severity) / ${sql.lit(MOST_CAUSES)} as rank, s.name, seen.up, seen.lost, seen.behind, seen.up_time, seen.lost_time) st`

/**
 * Returns the SQL in a `from` of all members of an account as lists sort and filter them: `account_id`, `router_name`, `router_type`, `name`, `rank`,
 * `online`, `online_status`, the same as `withState` gives. To a caller who sees all networks it is a table with an index for the order of lists.
 */
export const statesOf = (account_id: number, visible: readonly string[] | undefined): RawBuilder<unknown> =>
  visible === undefined
    ? sql`member_state`
    : sql`(select s.account_id, s.router_name, s.router_type, s.name, s.online, s.online_status,
      coalesce(seen.severity, s.apart_severity) / ${sql.lit(MOST_CAUSES)} as rank
    from member_state s left join (select router_name, min(severity) as severity from membership_state
      where account_id = ${account_id} and network_number = any(${visible}::text[]) group by 1) seen using (router_name)
    where s.account_id = ${account_id})`

/**
 * Returns the SQL in a `from` of all members in networks, as lists of networks count them: `account_id`, `network_number`, and of the member over
 * all that the caller sees `online`, `rank`, `watched`. To a caller who sees all networks, an index has all that is counted.
 */
export const membershipsOf = (visible: readonly string[] | undefined): RawBuilder<unknown> => {
  const rank =
    visible === undefined
      ? sql`s.member_rank`
      : sql`(select min(o.severity) from membership_state o where (o.account_id, o.router_name) = (s.account_id, s.router_name)
          and o.network_number = any(${visible}::text[])) / ${sql.lit(MOST_CAUSES)}`
  return sql`(select s.account_id, s.network_number, s.member_online as online, s.member_watched as watched, ${rank} as rank from membership_state s)`
}

/** The columns of a member's condition after `withState`. */
export const conditionColumns = sql<MemberCondition>`st.state, st.cause, st.since`

/** True if member `c`, which others dial, is away: neither signed in nor with a tunnel to anyone. */
export const centerAway = sql<boolean>`coalesce(c.online_status = 0 and c.online = 0, false)`

/** True if the member needs attention: such states are the first of all, so that the order of lists finds them. */
export const needsAttention = sql<boolean>`st.rank < ${sql.lit(attentionStates.length)}`

/** True if the member broke a moment ago: it is neither alarmed nor explained yet (`isFresh` of the contract). */
export const isFresh = sql<boolean>`coalesce(st.state in ('down', 'degraded') and st.since > now() - make_interval(secs => ${sql.lit(FRESH_SECONDS)}), false)`

/** Seconds for which a network shows that an address of it is on trial: longer than judging one takes while all ends are connected. */
const TRIAL_SHOWN_SECONDS = 120

/** Returns the SQL of a condition: an address of the network was changed lately, and no tunnel has used it since. */
export const onTrial = (account: RawBuilder<unknown>, network: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from address_trial t where (t.account_id, t.network_number) = (${account}, ${network})
    and t.since > now() - make_interval(secs => ${TRIAL_SHOWN_SECONDS}))`

/** True if member `m` is connected and has not answered its newest configuration yet. One that is away is not waited for (`phaseOf`). */
export const isPending = sql<boolean>`(m.config_error is null and m.applied_revision < m.config_revision and m.online_status = 1)`

/** The SQL of the revision state of member `m`. */
export const revisionState = sql<RevisionState>`case when m.config_error is not null then 'failed'
  when m.applied_revision < m.config_revision then 'pending' else 'applied' end`
