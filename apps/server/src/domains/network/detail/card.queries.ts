import { CARD_ROWS, CARD_THREADS, type Flag, type MemberState, memberStates, MOST_CARDS, type NetworkInfo } from '@weft/contract'
import type { DialledLink } from '@weft/network-rules'
import { sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'
import { isFresh, needsAttention, withState } from '../state/state.service.ts'
import type { Visible } from './network.queries.ts'

/** A line of a card: one site, or the worst of several that follow each other. */
export interface CardLine {
  router_name: string
  state: MemberState
  mode: NetworkInfo['mode'] | null
  ov_main: string | null
}

export interface CardRow extends Pick<NetworkInfo, 'network_number' | 'network_name' | 'network_status' | 'mode' | 'routing'> {
  /** The number of all networks that the caller may see. */
  networks: number
  member_count: number
  attention: number
  /** Its devices that ever connected. */
  watched: number
  /** The worst state of a member that needs attention; null if none does. */
  worst: MemberState | null
  /** 0 once the network's POP resource has ended; null without one. */
  pops: Flag | null
  bytes: number | null
  centers: { router_name: string; note: string; state: MemberState }[]
  areas: { ov_id: string; area: string }[]
  /** Of points that dial each other, those that are dialled. */
  dialled: { router_name: string; note: string; state: MemberState }[]
  sites: number
  lines: CardLine[]
}

/**
 * Returns the networks that have a card, the worst first, with what it shows. It is one statement, because the states of all members of the
 * account decide which networks these are, and are shown in them.
 * @param only these networks, in place of those that have a card, and of them only what a picture shows: neither traffic nor the worst state
 */
export async function listCards(db: AccountDb, visible: Visible, only?: readonly string[]): Promise<CardRow[]> {
  const { account_id } = db
  const own = visible && [...visible]
  const ofOnly = only && sql`= any(${[...only]}::text[])`
  const { rows } = await sql<CardRow>`
    with condition as materialized (
      select m.router_name, m.note, case when ${isFresh} then 'idle' else st.state end as state,
        case when ${isFresh} then ${sql.lit(memberStates.indexOf('idle'))} else st.rank end as rank,
        ${needsAttention} and not ${isFresh} as ailing, m.router_type = 1 and m.watched_since is not null as watched
      from member m ${withState(own)} where m.account_id = ${account_id} and m.router_type < 3
        ${ofOnly ? sql`and m.router_name in (select router_name from network_member where account_id = ${account_id} and network_number ${ofOnly})` : sql``}),
    held as (
      select nm.network_number, count(*) as member_count, count(*) filter (where c.ailing) as attention,
        count(*) filter (where c.watched) as watched, min(c.rank) filter (where c.ailing) as rank, bool_or(nm.member_type = 'point' and nm.router_type = 1) as hardware
      from network_member nm join condition c using (router_name)
      where nm.account_id = ${account_id} ${ofOnly ? sql`and nm.network_number ${ofOnly}` : sql``} group by 1),
    card as materialized (
      select n.account_id, n.network_number, n.network_name, n.create_time, n.mode, n.routing_type, n.main_router, n.secondary_router, count(*) over () as networks,
        coalesce(held.member_count, 0) as member_count, coalesce(held.attention, 0) as attention, coalesce(held.watched, 0) as watched, held.rank, coalesce(held.hardware, false) as hardware
      from network n left join held using (network_number)
      where n.account_id = ${account_id} ${own ? sql`and n.network_number = any(${own}::text[])` : sql``} ${ofOnly ? sql`and n.network_number ${ofOnly}` : sql``}
      order by held.rank nulls last, attention desc, n.create_time desc, n.network_number limit ${only ? only.length : MOST_CARDS}),
    site as (
      select card.network_number, nm.router_name, c.state, c.rank, nm.software_mode as mode, nm.ov_main::text as ov_main,
        row_number() over one - 1 as at, count(*) over (partition by card.network_number) as sites
      from card join network_member nm on (nm.account_id, nm.network_number) = (${account_id}::bigint, card.network_number) join condition c using (router_name)
      where nm.member_type = 'point' and (nm.router_type = 1) = card.hardware
      window one as (partition by card.network_number order by nm.router_name)),
    line as (
      select distinct on (network_number, bin) network_number, bin, router_name, state, mode, ov_main, sites
      from (select site.*, at * least(sites, ${CARD_ROWS}) / sites as bin from site) binned order by network_number, bin, rank, router_name)
    select card.networks, card.network_number, card.network_name, a.network_usable as network_status, card.mode, card.member_count, card.attention, card.watched,
      json_build_object('type', card.routing_type, 'main_router', card.main_router, 'secondary_router', card.secondary_router) as routing,
      ${
        only
          ? sql`null as worst, null as bytes`
          : sql`(select state from condition where rank = card.rank and ailing limit 1) as worst,
      (select sum(down + upload)::bigint from network_traffic t
        where (t.account_id, t.network_number) = (${account_id}::bigint, card.network_number) and t.time >= now() - interval '1 day') as bytes`
      }, f.running as pops,
      coalesce((select json_agg(json_build_object('router_name', c.router_name, 'note', c.note, 'state', c.state)
          order by c.router_name = card.main_router desc nulls last, c.router_name)
        from network_member z join condition c using (router_name)
        where (z.account_id, z.network_number, z.member_type) = (${account_id}::bigint, card.network_number, 'center')), '[]') as centers,
      coalesce((select json_agg(json_build_object('ov_id', area.ov_id::text, 'area', area.area) order by area.ov_id)
        from network_fr_area area where (area.account_id, area.network_fr_id) = (f.account_id, f.network_fr_id)), '[]') as areas,
      coalesce((select json_agg(json_build_object('router_name', d.router_name, 'note', d.note, 'state', d.state)) from (
          select c.router_name, c.note, c.state from network_link l join condition c on c.router_name = l.center_router_name
          where (l.account_id, l.network_number) = (${account_id}::bigint, card.network_number) and l.kind = 'p2p'
          group by 1, 2, 3 order by count(*) desc, c.router_name limit ${CARD_THREADS}) d), '[]') as dialled,
      coalesce((select max(sites) from line where line.network_number = card.network_number), 0) as sites,
      coalesce((select json_agg(json_build_object('router_name', line.router_name, 'state', line.state, 'mode', line.mode, 'ov_main', line.ov_main) order by bin)
        from line where line.network_number = card.network_number), '[]') as lines
    from card join account a using (account_id) left join network_fr f using (account_id, network_number)
    order by card.rank nulls last, card.attention desc, card.create_time desc, card.network_number`.execute(db.sql)
  return rows
}

export interface CardLink extends DialledLink {
  network_number: string
  router_name: string
}

/** Returns the links that these members dial in these networks, which are given in pairs. */
export async function listCardLinks(db: AccountDb, networks: readonly string[], members: readonly string[]): Promise<CardLink[]> {
  const { rows } = await sql<CardLink>`
    select l.network_number, l.router_name, l.center_router_name, l.kind, l.ov_id::text as ov_id, l.enable, l.vpn_online
    from unnest(${[...networks]}::text[], ${[...members]}::text[]) as asked(network_number, router_name)
      join network_link l on (l.account_id, l.network_number, l.router_name) = (${db.account_id}::bigint, asked.network_number, asked.router_name)`.execute(
    db.sql,
  )
  return rows
}
