import {
  type CenterLink,
  type Flag,
  type MemberChanges,
  memberLabelNames,
  type MemberType,
  type NetworkInfo,
  type NetworkLink,
  type NetworkMember,
  type NetworkOptions,
  type NetworkState,
  type PopResource,
  type RevisionState,
  type Segment,
} from '@weft/contract'
import type { CenterLinkSettings } from '@weft/member-config'
import { parsePrefix } from '@weft/net'
import { type RawBuilder, sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'
import { optionColumns } from '../../../db/network-options.ts'
import { resourceDaysLeft, resourceEnds, serviceRuns } from '../../../db/service-term.ts'
import { wellDay } from '../outage/outage.service.ts'
import { conditionColumns, isPending, onTrial, revisionState, withState } from '../state/state.service.ts'
import type { Visible } from './network.queries.ts'

const LABELS = sql.join(memberLabelNames.map((column) => sql.ref(`m.${column}`)))

/** Returns the SQL of a condition: member `m` is in a network that the caller may not see. @param visible undefined for all */
export const hiddenNetworkOf = (visible: Visible) =>
  visible
    ? sql`exists (select from network_member o where (o.account_id, o.router_name) = (m.account_id, m.router_name)
        and not o.network_number = any(${[...visible]}::text[]))`
    : sql`false`

/** The SQL of the error of member `m`, without the phase that precedes it. */
const shownError = sql<string | null>`regexp_replace(m.config_error, '^(failed|rolled_back): ', '')`

/** A member of a network without what follows from its links. */
export type ListedMember = Omit<NetworkMember, 'center_router_name_note'>

/**
 * Returns the members, centers first, with their last 24 hours as if these had been well (`troubledDays` tells where not). A device's error may be about any of its networks, so only callers who may see them all get it.
 * @param visible the networks that the caller may see; undefined for all
 */
export async function listMembers(db: AccountDb, network_number: string, visible: Visible): Promise<ListedMember[]> {
  const { rows } = await sql<ListedMember>`
    select m.router_name, ${LABELS}, m.router_type, nm.member_type, m.online, m.online_status, m.status, m.version, m.os,
      ${revisionState} as revision_state,
      case when not ${hiddenNetworkOf(visible)} then ${shownError} end as config_error,
      nm.software_mode as mode, nm.default_route, nm.metric, nm.quagga,
      case when n.routing_type = 2 and nm.router_name = n.main_router then 1 when n.routing_type = 2 and nm.router_name = n.secondary_router then 0 end as routing,
      case when main.ov_id is not null then jsonb_build_object('main', main.ov_id::text, 'backup', backup.ov_id::text, 'main_name', main.area,
        'backup_name', backup.area, 'priority', 3) end as ov_id,
      case when c.router_name is not null then jsonb_build_object('router', c.router_port, 'software', c.software_port) end as fixed_port,
      case when c.router_name is not null then jsonb_build_object(
        'router', jsonb_build_object('gateway', host(c.router_segment), 'mask', masklen(c.router_segment)),
        'software', jsonb_build_object('gateway', host(c.software_segment), 'mask', masklen(c.software_segment))) end as gateway,
      jsonb_array_length(nm.prefix) as prefix_count, ${conditionColumns}, ${wellDay}
    from network_member nm join network n using (account_id, network_number) join member m using (account_id, router_name)
      ${withState(visible && [...visible])}
      left join network_center c on (c.account_id, c.network_number, c.router_name) = (nm.account_id, nm.network_number, nm.router_name)
      left join network_fr_area main on (main.account_id, main.ov_id) = (nm.account_id, nm.ov_main)
      left join network_fr_area backup on (backup.account_id, backup.ov_id) = (nm.account_id, nm.ov_backup)
    where nm.account_id = ${db.account_id} and nm.network_number = ${network_number}
    order by nm.member_type, m.router_name`.execute(db.sql)
  return rows
}

/** A member as its network's state shows it, and what decides which of its links carries. */
export type ChangedMember = NetworkState['member'][number] & Pick<NetworkMember, 'online' | 'mode'> & { ov_main: string | null }

/** Returns the members of a network; with `since` only those that changed from then on, or a tunnel of which did. */
export async function listConditions(
  db: AccountDb,
  network_number: string,
  visible: Visible,
  since: number | undefined,
): Promise<ChangedMember[]> {
  const { account_id } = db
  const names =
    since === undefined
      ? undefined
      : sql`array(select router_name from member where account_id = ${account_id} and change_time >= to_timestamp(${since})
          union select router_name from network_link
          where account_id = ${account_id} and network_number = ${network_number} and change_time >= to_timestamp(${since}))`
  const { rows } = await sql<ChangedMember>`
    select m.router_name, m.online, nm.software_mode as mode, nm.ov_main::text as ov_main, ${conditionColumns}
    from network_member nm join member m using (account_id, router_name)
      ${withState(visible && [...visible])}
    where nm.account_id = ${account_id} and nm.network_number = ${network_number} ${names ? sql`and nm.router_name = any(${names})` : sql``}`.execute(
    db.sql,
  )
  return rows
}

/** Returns the SQL of a condition: network `n` has a member `m` that satisfies `so`. */
const hasMember = (so: RawBuilder<unknown>) => sql`exists (select from member m join network_member nm using (account_id, router_name)
  where m.account_id = n.account_id and nm.network_number = n.network_number and ${so})`

/** The SQL of the revision state of network `n`, over all its members. */
const stateOfNetwork = sql<RevisionState>`case when ${hasMember(sql`m.config_error is not null`)} then 'failed'
  when ${hasMember(isPending)} or ${onTrial(sql`n.account_id`, sql`n.network_number`)} then 'pending' else 'applied' end`

/** Returns the revision state of a network, over all its members. */
export async function stateOf(db: AccountDb, network_number: string): Promise<RevisionState> {
  const { rows } = await sql<{ state: RevisionState }>`select ${stateOfNetwork} as state
    from network n where n.account_id = ${db.account_id} and n.network_number = ${network_number}`.execute(db.sql)
  return rows[0]?.state ?? 'applied'
}

/** The SQL of the routing of network `n`. */
const networkRouting = sql<
  NetworkInfo['routing']
>`json_build_object('type', n.routing_type, 'main_router', n.main_router, 'secondary_router', n.secondary_router)`

export interface FoundState
  extends Pick<NetworkState, 'network_status' | 'revision' | 'revision_state'>,
    Pick<NetworkInfo, 'routing' | 'mode'> {
  /** 0 once the network's POP resource has ended. */
  pops: Flag
  /** The database's time. */
  now: number
  /** True if a link of the network changed from `since` on. */
  links_changed: boolean
  /** True if a member of the account changed from `since` on, in this network or not. */
  members_changed: boolean
}

/** Returns a network's state, and whether links and members changed: most calls need no more. Without `since` both count as changed. */
export async function findState(db: AccountDb, network_number: string, since: number | undefined): Promise<FoundState | undefined> {
  const changed = (newest: RawBuilder<unknown>) =>
    since === undefined ? sql`true` : sql`coalesce((${newest}) >= to_timestamp(${since}), false)`
  const { rows } = await sql<FoundState>`
    select n.revision, n.mode, coalesce((select running from network_fr f
        where (f.account_id, f.network_number) = (n.account_id, n.network_number)), 1) as pops,
      ${networkRouting} as routing, extract(epoch from now())::bigint as now, a.network_usable as network_status, ${stateOfNetwork} as revision_state,
      ${changed(sql`select max(l.change_time) from network_link l where (l.account_id, l.network_number) = (n.account_id, n.network_number)`)}
        as links_changed,
      ${changed(sql`select max(m.change_time) from member m where m.account_id = n.account_id`)} as members_changed
    from network n join account a using (account_id)
    where n.account_id = ${db.account_id} and n.network_number = ${network_number}`.execute(db.sql)
  return rows[0]
}

/** Returns whether an address of the network is on trial. */
export async function isOnTrial(db: AccountDb, network_number: string): Promise<boolean> {
  const { rows } = await sql<{ trial: boolean }>`select ${onTrial(sql`${db.account_id}::bigint`, sql`${network_number}`)} as trial`.execute(
    db.sql,
  )
  return rows[0]!.trial
}

export const listMemberNames = (db: AccountDb, network_number: string, member_type: MemberType | undefined) =>
  db.sql
    .selectFrom('network_member as nm')
    .innerJoin('member as m', (join) => join.onRef('m.account_id', '=', 'nm.account_id').onRef('m.router_name', '=', 'nm.router_name'))
    .select(['m.router_name', 'm.note', 'm.router_type', 'nm.member_type', 'm.online'])
    .where('nm.account_id', '=', db.account_id)
    .where('nm.network_number', '=', network_number)
    .$if(member_type !== undefined, (query) => query.where('nm.member_type', '=', member_type!))
    .orderBy('nm.member_type')
    .orderBy('m.router_name')
    .execute()

/** A link before its state is decided (`packages/network-rules/src/link-state.ts`). */
export interface LinkRow extends Omit<NetworkLink, 'state'> {
  ov_id: string | null
}

const linkColumns = sql`l.router_name, l.center_router_name, l.kind, l.ov_id::text as ov_id, l.enable, l.vpn_online, host(l.vpn_ip) as vpn_ip,
  case when l.vpn_online = 1 then greatest(0, extract(epoch from now() - l.vpn_online_since))::int end as vpn_online_time,
  coalesce(l.vpn_online_since, l.vpn_offline_since) as since`
const linkArea = sql`left join network_fr_area a on (a.account_id, a.ov_id) = (l.account_id, l.ov_id)`
const linkOrder = sql`order by l.center_router_name, l.router_name`

/**
 * Returns the links, with `names` only those that these members dial. For a link to a POP, the other end's note is its area.
 * @param network_number undefined for those of all networks
 */
export async function listLinks(
  db: AccountDb,
  network_number: string | undefined,
  names?: readonly string[],
): Promise<(LinkRow & { network_number: string })[]> {
  const { rows } = await sql<LinkRow & { network_number: string }>`
    select l.network_number, ${linkColumns}, p.note as router_name_note, coalesce(a.area, c.note, '') as center_router_name_note
    from network_link l join member p using (account_id, router_name)
      left join member c on l.kind <> 'pop' and (c.account_id, c.router_name) = (l.account_id, l.center_router_name) ${linkArea}
    where l.account_id = ${db.account_id} ${network_number === undefined ? sql`` : sql`and l.network_number = ${network_number}`}
      ${names === undefined ? sql`` : sql`and l.router_name = any(${[...names]}::text[])`} ${linkOrder}`.execute(db.sql)
  return rows
}

/** How a member is in one of its networks: what decides which of its links there carries. */
export interface DialledNetwork extends Pick<NetworkInfo, 'network_number' | 'routing' | 'mode' | 'network_status'> {
  router_name: string
  pops: Flag
  own_mode: NetworkMember['mode']
  ov_main: string | null
}

/** Returns how these members are, and their networks. */
export async function readChanged(
  db: AccountDb,
  names: readonly string[],
): Promise<{ member: MemberChanges['member']; networks: DialledNetwork[] }> {
  const these = sql`= any(${[...names]}::text[])`
  const member = await sql<MemberChanges['member'][number]>`
    select m.router_name, m.note, m.online, m.online_status, m.status, m.version, m.os, ${revisionState} as revision_state,
      ${shownError} as config_error, ${conditionColumns} from member m ${withState(undefined)}
    where m.account_id = ${db.account_id} and m.router_name ${these} order by m.router_name`.execute(db.sql)
  const networks = await sql<DialledNetwork>`
    select nm.router_name, n.network_number, ${networkRouting} as routing, n.mode, a.network_usable as network_status,
      coalesce(f.running, 1) as pops, nm.software_mode as own_mode, nm.ov_main::text as ov_main
    from network_member nm join network n using (account_id, network_number) join account a using (account_id)
      left join network_fr f using (account_id, network_number)
    where nm.account_id = ${db.account_id} and nm.router_name ${these}`.execute(db.sql)
  return { member: member.rows, networks: networks.rows }
}

/** Returns all links of a network; their notes come from the given members, so that the database need not look them up for each link. */
export async function listLinksAmong(
  db: AccountDb,
  network_number: string,
  members: readonly Pick<NetworkMember, 'router_name' | 'note'>[],
): Promise<LinkRow[]> {
  const { rows } = await sql<Omit<LinkRow, 'router_name_note' | 'center_router_name_note'> & { area: string | null }>`
    select ${linkColumns}, a.area from network_link l ${linkArea}
    where l.account_id = ${db.account_id} and l.network_number = ${network_number} ${linkOrder}`.execute(db.sql)
  const notes = new Map(members.map(({ router_name, note }) => [router_name, note]))
  const noteOf = (name: string) => notes.get(name) ?? ''
  return rows.map(({ area, ...link }) => ({
    ...link,
    router_name_note: noteOf(link.router_name),
    center_router_name_note: area ?? noteOf(link.center_router_name),
  }))
}

/** Returns a segment in the form of the API. */
export function segmentParts(segment: string): Segment
export function segmentParts(segment: string | null): { [K in keyof Segment]: Segment[K] | null }
export function segmentParts(segment: string | null) {
  const prefix = segment === null ? undefined : parsePrefix(segment)
  return { gateway: prefix && segment ? segment.split('/')[0]! : null, mask: prefix?.mask ?? null }
}

type CenterLinkRow = CenterLinkSettings & Pick<CenterLink, 'center_router_name'>
interface SettingsRow
  extends Pick<
    NetworkInfo,
    | 'network_number'
    | 'network_name'
    | 'create_time'
    | keyof NetworkOptions
    | 'revision'
    | 'network_status'
    | 'network_dns'
    | 'routing'
    | 'network_fr'
  > {
  center_link: CenterLinkRow
  /** Number of centers. */
  centers: number
}

/** Returns the settings of a network as a whole, and the POP resource that it uses. */
export async function readSettings(db: AccountDb, network_number: string): Promise<SettingsRow | undefined> {
  const { rows } = await sql<SettingsRow>`
    select n.network_number, n.network_name, n.create_time, ${optionColumns}, n.revision, acc.network_usable as network_status,
      n.dns as network_dns, n.center_link,
      ${networkRouting} as routing,
      (select count(*)::int from network_member c where (c.account_id, c.network_number, c.member_type) = (n.account_id, n.network_number, 'center')) as centers,
      ${popResource} as network_fr
    from network n join account acc using (account_id) left join network_fr f using (account_id, network_number)
      left join service s on s.id = f.service_id
    where n.account_id = ${db.account_id} and n.network_number = ${network_number}`.execute(db.sql)
  return rows[0]
}

/** The SQL of resource `f` with its service `s`, as the console shows it: with its areas and its end. */
const popResource = sql<
  (PopResource & { areas: { ov_id: string; area: string }[] }) | null
>`case when f.network_fr_id is not null then json_build_object(
  'network_fr_id', f.network_fr_id::text, 'shortname', f.shortname, 'bandwidth', f.bandwidth,
  'status', coalesce(${serviceRuns}, false)::int, 'expire_day', ${resourceDaysLeft}, 'expire_time', extract(epoch from ${resourceEnds})::bigint,
  'areas', coalesce((select json_agg(json_build_object('ov_id', a.ov_id::text, 'area', a.area) order by a.ov_id)
    from network_fr_area a where (a.account_id, a.network_fr_id) = (f.account_id, f.network_fr_id)), '[]')) end`
