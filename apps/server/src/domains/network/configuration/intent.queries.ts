import type { Flag, RouterType } from '@weft/contract'
import type { AreaFacts, LinkSettings, MemberSettings, NetworkIntent, NetworkSettings } from '@weft/member-config'
import { isPublic, parseIpv4 } from '@weft/net'
import { sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'
import { optionColumns } from '../../../db/network-options.ts'
import { serviceRuns } from '../../../db/service-term.ts'

/** Whole networks by number; or with `names`, the parts of these members' networks that concern them: see NetworkIntent. */
export type IntentFilter = { network_number: string } | { networks: readonly string[] } | { names: readonly string[] }

interface IntentRow extends Omit<NetworkSettings, 'routing' | 'members'> {
  network_number: string
  network_status: Flag
  routing: NetworkSettings['routing']
  members: MemberRow[]
  links: ({ center_router_name: string; router_name: string } & LinkSettings)[]
  pop_links: { ov_id: string; router_name: string; vpn_ip: string }[]
  areas: (AreaFacts & { ov_id: string })[]
}
interface MemberRow extends Omit<MemberSettings, 'links' | 'pop_links'> {
  router_name: string
  router_type: RouterType
  status: Flag
  router_ipv4: string | null
}

/**
 * Returns the settings and facts of networks from one statement and so one snapshot, in the order of their numbers. For the named
 * members of a large network it reads few rows: the members themselves, all centers and listening branches, and the members that
 * dial the named ones.
 */
export async function loadIntents(db: AccountDb, filter: IntentFilter): Promise<NetworkIntent[]> {
  const names = 'names' in filter ? [...filter.names] : null
  const { account_id } = db
  const numbers = 'networks' in filter ? [...filter.networks] : 'network_number' in filter ? [filter.network_number] : []
  const networks = names
    ? sql`n.network_number in (select network_number from network_member where account_id = ${account_id} and router_name = any(${names}))`
    : sql`n.network_number = any(${numbers}::text[])`
  const members = names
    ? sql`and (c.router_name is not null or nm.router_name = any(${names}) or nm.router_name in (select l.router_name from network_link l
        where (l.account_id, l.network_number) = (n.account_id, n.network_number) and l.center_router_name = any(${names})))`
    : sql``
  const links = names ? sql`and (l.router_name = any(${names}) or l.center_router_name = any(${names}))` : sql``
  const { rows } = await sql<IntentRow>`
    select n.network_number, a.network_usable as network_status, n.network_name, ${optionColumns}, n.dns, n.center_link,
      json_build_object('type', n.routing_type, 'main_router', n.main_router, 'secondary_router', n.secondary_router) as routing,
      fr.network_fr_id::text as network_fr_id,
      coalesce((select json_agg(json_build_object('router_name', nm.router_name, 'router_type', nm.router_type, 'status', m.status,
          'router_ipv4', m.router_ipv4, 'member_type', nm.member_type, 'default_route', nm.default_route, 'metric', nm.metric, 'quagga', nm.quagga,
          'mode', nm.software_mode, 'ov_main', nm.ov_main::text, 'ov_backup', nm.ov_backup::text, 'prefix', nm.prefix,
          'center', case when c.router_name is not null then json_build_object('router_segment', c.router_segment,
            'software_segment', c.software_segment, 'router_port', c.router_port, 'software_port', c.software_port) end) order by nm.router_name)
        from network_member nm join member m using (account_id, router_name)
        left join network_center c on (c.account_id, c.network_number, c.router_name) = (nm.account_id, nm.network_number, nm.router_name)
        where (nm.account_id, nm.network_number) = (n.account_id, n.network_number) ${members}), '[]') as members,
      coalesce((select json_agg(json_build_object('center_router_name', l.center_router_name, 'router_name', l.router_name,
          'vpn_ip', host(l.vpn_ip), 'enable', l.enable) order by l.center_router_name)
        from network_link l where (l.account_id, l.network_number) = (n.account_id, n.network_number) and l.kind in ('center', 'p2p') ${links}), '[]') as links,
      coalesce((select json_agg(json_build_object('ov_id', l.ov_id::text, 'router_name', l.router_name, 'vpn_ip', host(l.vpn_ip)) order by l.ov_id)
        from network_link l where (l.account_id, l.network_number) = (n.account_id, n.network_number) and l.kind = 'pop' ${links}), '[]') as pop_links,
      coalesce((select json_agg(json_build_object('ov_id', area.ov_id::text, 'area', area.area, 'pop_name', pop.pop_name, 'public_ip', host(pop.public_ip),
          'port', pop.port, 'slot', area.slot, 'router_segment', area.router_segment, 'software_segment', area.software_segment) order by area.ov_id)
        from network_fr_area area join pop on pop.id = area.pop_id join service s on (s.account_id, s.id) = (fr.account_id, fr.service_id)
        where (area.account_id, area.network_fr_id) = (fr.account_id, fr.network_fr_id)
          and ${serviceRuns}), '[]') as areas
    from network n join account a using (account_id) left join network_fr fr using (account_id, network_number)
    where n.account_id = ${account_id} and ${networks}
    order by n.network_number`.execute(db.sql)
  return rows.map(intentOf)
}

function intentOf({ network_number, network_status, members, links, pop_links, areas, ...network }: IntentRow): NetworkIntent {
  const intent: NetworkIntent = {
    settings: { ...network, members: {} },
    facts: { network_number, network_status, members: {}, areas: Object.fromEntries(areas.map(({ ov_id, ...area }) => [ov_id, area])) },
  }
  for (const { router_name, router_type, status, router_ipv4, ...settings } of members) {
    intent.settings.members[router_name] = { ...settings, links: {}, pop_links: {} }
    intent.facts.members[router_name] = { router_type, status, address: publicAddress(router_ipv4) }
  }
  for (const { center_router_name, router_name, ...link } of links) {
    const member = intent.settings.members[router_name]
    if (member) member.links[center_router_name] = link
  }
  for (const { ov_id, router_name, vpn_ip } of pop_links) {
    const member = intent.settings.members[router_name]
    if (member) member.pop_links[ov_id] = { vpn_ip }
  }
  return intent
}

/** Returns the address of a device if others can dial it, else null. */
export function publicAddress(text: string | null): string | null {
  const address = parseIpv4(text ?? '')
  return address !== undefined && isPublic(address) ? text : null
}
