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

/** Seconds within which a center notices, after a change of address, that the tunnel from the former one is down. */
const TUNNEL_LOSS_SECONDS = 120

const seen = ({ visible }: StateScope, column: RawBuilder<unknown>) =>
  visible === undefined ? sql`true` : sql`${column} = any(${visible}::text[])`
const ofAccount = ({ account }: StateScope, column: RawBuilder<unknown>) =>
  typeof account === 'function' ? account(column) : sql`${column} = ${account}`

/**
 * True for link `l`, which is down, if it is meant to be: its POP resource `f` has ended, or its member dials the other kind of target
 * first (docs/design/domain.md §3) and has a tunnel there.
 */
const restsByPlan = sql`(f.network_fr_id is not null and ((l.kind = 'pop' and f.running = 0)
  or case coalesce((select o.software_mode from network_member o
        where (o.account_id, o.network_number, o.router_name) = (l.account_id, l.network_number, l.router_name)), n.mode)
      when 2 then l.kind = 'pop' and exists (select from network_link o where (o.account_id, o.network_number, o.router_name)
        = (l.account_id, l.network_number, l.router_name) and o.kind <> 'pop' and o.vpn_online = 1)
      when 3 then l.kind <> 'pop' and exists (select from network_link o where (o.account_id, o.network_number, o.router_name)
        = (l.account_id, l.network_number, l.router_name) and o.kind = 'pop' and o.vpn_online = 1)
      else false end))`

/** True if link `l` leads to a center that is neither signed in nor has a tunnel. */
const leadsAway = (scope: StateScope) => sql`(l.kind <> 'pop' and (l.account_id, l.center_router_name) in (
  select z.account_id, z.router_name from network_center z join member c using (account_id, router_name)
  where ${ofAccount(scope, sql`z.account_id`)} and c.online_status = 0 and c.online = 0))`

/**
 * Builds the query of what the tunnels of each member say, of the tunnels that it dials: how many should be up apart from that between
 * centers (`own`), how many are (`up`) and are not (`lost`), since when, and how many of the lost ones lead to centers that are away
 * (`behind`); and of the centers that it dials, how many there are, and how many are away.
 */
const linkFacts = (scope: StateScope) => sql`
  select l.account_id, l.router_name,
    count(*) filter (where l.kind <> 'twin' and l.enable = 1 and (l.vpn_online = 1 or w.lost))::int as own,
    count(*) filter (where l.vpn_online = 1)::int as up,
    count(*) filter (where w.lost)::int as lost,
    count(*) filter (where w.lost and ${leadsAway(scope)})::int as behind,
    max(l.vpn_offline_since) filter (where w.lost) as lost_time,
    max(l.vpn_online_since) as up_time,
    count(*) filter (where l.kind in ('center', 'p2p') and l.enable = 1) as dialled,
    count(*) filter (where l.kind in ('center', 'p2p') and l.enable = 1 and l.vpn_online = 0 and ${leadsAway(scope)}) as away
  from network_link l join network n using (account_id, network_number) left join network_fr f using (account_id, network_number)
    cross join lateral (select l.enable = 1 and l.vpn_online = 0 and not ${restsByPlan} as lost) w
  where ${ofAccount(scope, sql`l.account_id`)} and ${seen(scope, sql`l.network_number`)}
    ${scope.names ? sql`and ${scope.names(sql`l.router_name`)}` : sql``}
  group by l.account_id, l.router_name`

/** True if there is a network in which every center that member `m` dials is away. One network is the rule, and needs no look at each. */
const stranded = (scope: StateScope) => sql`(f.away > 0 and (f.away = f.dialled or exists (
  select from network_link l where l.account_id = m.account_id and l.router_name = m.router_name and l.enable = 1
    and l.kind in ('center', 'p2p') and ${seen(scope, sql`l.network_number`)}
  group by l.network_number having bool_and(${leadsAway(scope)}))))`

/** True if member `m` is signed in. A standard client has no control connection, and a tunnel to one of the centers. */
const signedIn = sql`(m.online_status = 1 or (m.router_type = 2 and m.online = 1))`

/** True if no tunnel of member `m` is up although one should be; the networks of an account that must renew have none on purpose. */
const withoutTunnel = sql`(payer.network_usable = 1 and f.own > 0 and f.up = 0 and m.online = 0)`

/** True if member `m` was refused its configuration, for a network that the caller may see. */
const refused = (scope: StateScope) => sql`(m.config_error is not null and exists (select from network_member o
  where (o.account_id, o.router_name) = (m.account_id, m.router_name) and ${seen(scope, sql`o.network_number`)}))`

/** True if the address of member `m` changed and its tunnel has not come back since, as its diagnosis has it. */
const addressChanged = (
  scope: StateScope,
) => sql`(f.lost_time <= m.connect_time + make_interval(secs => ${TUNNEL_LOSS_SECONDS + 1}) and coalesce((
  select c.differ and s.start_time < date_trunc('second', c.time)
      and date_trunc('second', s.end_time) <= date_trunc('second', c.time) + make_interval(secs => ${TUNNEL_LOSS_SECONDS})
  from (select max(create_time) as time, count(distinct remote_ip) = 2 as differ from (
      select remote_ip, create_time from connect_log
      where account_id = m.account_id and router_name = m.router_name and create_time >= m.create_time and online = 1
      order by create_time desc limit 2) two) c,
    (select start_time, end_time from tunnel_session t
      where t.account_id = m.account_id and t.router_name = m.router_name and t.start_time >= m.create_time and ${seen(scope, sql`t.network_number`)}
      order by t.start_time desc limit 1) s), false))`

const stateSql = (scope: StateScope) => sql`case
  when m.status <> 1 then 'disabled'
  when m.router_type = 1 and m.online_status = 0 then case when m.connect_time is null then 'never' else 'down' end
  when not ${signedIn} then 'idle'
  when ${withoutTunnel} then 'down'
  when ${refused(scope)} then 'failed'
  when payer.network_usable = 1 and f.lost > 0 and m.online_status = 1 then 'degraded'
  else 'up' end`

/** What `diagnose` says of the same member, except that a member some of whose tunnels are down has a cause too, although it is online. */
const causeSql = (scope: StateScope) => sql`case
  when st.state in ('up', 'idle') then null
  when st.state = 'disabled' then 'disabled'
  when st.state = 'never' then 'never_activated'
  when not ${signedIn} then 'connection_lost'
  when ${refused(scope)} then 'config_failed'
  when st.state = 'degraded' then case when f.lost = f.behind then 'center_down' else 'tunnel_down' end
  when ${stranded(scope)} then 'center_down'
  when ${addressChanged(scope)} then 'address_changed'
  else 'tunnel_down' end`

const sinceSql = sql`case
  when st.state in ('disabled', 'never', 'failed') then null
  when not ${signedIn} then coalesce(m.report_time, m.connect_time)
  when st.state in ('down', 'degraded') then f.lost_time
  else greatest(m.connect_time, f.up_time) end`

/**
 * Returns the SQL that follows `member m` in a `from` and gives the member's `st.state`, `why.cause` and `why.since`, and what its tunnels
 * say as `f`. This is the one place that says how a member is (decision 071). The facts are materialized, because a plan without
 * statistics, as in the minute after a large network was made, computes them again for each member: 6 s for a thousand in place of 0.15 s.
 */
export const withState = (scope: StateScope): RawBuilder<unknown> => sql`
  join account payer on payer.account_id = m.account_id
  left join (with facts as materialized (${linkFacts(scope)}) select * from facts) f on (f.account_id, f.router_name) = (m.account_id, m.router_name)
  cross join lateral (select ${stateSql(scope)} as state) st
  cross join lateral (select ${causeSql(scope)} as cause, ${sinceSql} as since) why`

/** The columns of a member's condition after `withState`. */
export const conditionColumns = sql<MemberCondition>`st.state, why.cause, why.since`

/** True if the member needs attention. */
export const needsAttention = sql<boolean>`st.state in (${sql.join(attentionStates.map((state) => sql.lit(state)))})`

/** The place of a member's state in the order of states, the worst first. */
export const stateRank = sql<number>`array_position(array[${sql.join(memberStates.map((state) => sql.lit(state)))}], st.state)`

/** Seconds for which a network shows that an address of it is on trial: longer than judging one takes while all ends are connected. */
const TRIAL_SHOWN_SECONDS = 120

/** Returns the SQL of a condition: an address of the network was changed lately, and no tunnel has used it since. */
export const onTrial = (account: RawBuilder<unknown>, network: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from address_trial t where (t.account_id, t.network_number) = (${account}, ${network})
    and t.since > now() - make_interval(secs => ${TRIAL_SHOWN_SECONDS}))`

/** The SQL of the revision state of member `m`. */
export const revisionState = sql<RevisionState>`case when m.config_error is not null then 'failed'
  when m.applied_revision < m.config_revision then 'pending' else 'applied' end`
