import type { CenterIntent, LinkIntent, NetworkIntent, PointIntent } from '@weft/member-config'
import { sql } from 'kysely'
import type { AccountDb } from '../../db/client.ts'

/** The revision that each of these members should run; members that are gone are missing. */
export async function desiredRevisions(
  db: AccountDb,
  names: readonly string[],
): Promise<{ router_name: string; config_revision: number }[]> {
  return db.sql
    .selectFrom('member')
    .select(['router_name', 'config_revision'])
    .where('account_id', '=', db.account_id)
    .where('router_name', '=', sql<string>`any(${[...names]})`)
    .execute()
}

/**
 * The networks of these members, as one snapshot: every center's segments, all links of these members, and the points at the
 * other end of them. Not the links of others, so a point of a large network costs a few rows.
 */
export async function intentOf(db: AccountDb, names: readonly string[]): Promise<NetworkIntent[]> {
  const wanted = [...names]
  const { rows } = await sql<
    Omit<NetworkIntent, 'center' | 'point' | 'link'> & { center: CenterIntent[]; link: (LinkIntent & PointIntent)[]; point: PointIntent[] }
  >`
    select n.network_number, n.mode, n.ncp_ciphers, a.network_usable as network_status,
      coalesce((select json_agg(json_build_object('router_name', c.router_name, 'router_segment', c.router_segment, 'software_segment', c.software_segment))
        from network_center c where (c.account_id, c.network_number) = (n.account_id, n.network_number)), '[]') as center,
      coalesce((select json_agg(json_build_object('router_name', p.router_name, 'router_type', p.router_type, 'status', m.status))
        from network_member p join member m using (account_id, router_name)
        where (p.account_id, p.network_number) = (n.account_id, n.network_number) and p.member_type = 'point' and p.router_name = any(${wanted})), '[]') as point,
      coalesce((select json_agg(json_build_object('center_router_name', l.center_router_name, 'router_name', l.router_name, 'vpn_ip', host(l.vpn_ip),
          'enable', l.enable, 'router_type', p.router_type, 'status', m.status))
        from network_link l join network_member p using (account_id, network_number, router_name) join member m using (account_id, router_name)
        where (l.account_id, l.network_number) = (n.account_id, n.network_number)
          and (l.router_name = any(${wanted}) or l.center_router_name = any(${wanted}))), '[]') as link
    from network n join account a using (account_id)
    where n.account_id = ${db.account_id} and n.network_number in
      (select network_number from network_member where account_id = ${db.account_id} and router_name = any(${wanted}))`.execute(db.sql)
  return rows.map(({ link, point, ...network }) => ({ ...network, link, point: [...point, ...link] }))
}
