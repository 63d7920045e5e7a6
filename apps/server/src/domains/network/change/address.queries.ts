import { sql } from 'kysely'
import type { SystemDb } from '../../../db/client.ts'

export interface Addressed {
  router_name: string
  account_id: number
  network_number: string
  router_ipv4: string | null
  /** True if others dial the member in this network, and true if its hardware service has a fixed public address. */
  listens: boolean
  fixed: boolean
  /** True if one of its services, or the center link, is dialled at the address from which the member connects. */
  followed: boolean
  /** True if the network has neither centers nor POPs. */
  point_to_point: boolean
}

/** Returns the networks in which the addresses of these hardware members matter: others dial them, or the network is point-to-point. */
export async function listAddressed(
  { sql: db }: SystemDb,
  members: readonly { account_id: number; router_name: string }[],
): Promise<Addressed[]> {
  const { rows } = await sql<Addressed>`
    select nm.account_id, nm.network_number, nm.router_name, m.router_ipv4, c.router_name is not null as listens,
      coalesce(c.router_port->>'public_ip' is not null, false) as fixed, s.point_to_point,
      c.router_name is not null and (c.router_port->>'public_ip' is null or c.software_port->>'public_ip' is null
        or (n.center_link->>'center_router_name' = nm.router_name and n.center_link->>'public_ip' is null)) as followed
    from network_member nm join member m using (account_id, router_name) join network n using (account_id, network_number)
      left join network_center c on (c.account_id, c.network_number, c.router_name) = (nm.account_id, nm.network_number, nm.router_name)
      cross join lateral (select nm.member_type = 'point'
        and not exists (select from network_center oc join network_member o using (account_id, network_number, router_name)
          where (oc.account_id, oc.network_number, o.member_type) = (nm.account_id, nm.network_number, 'center'))
        and not exists (select from network_fr f where (f.account_id, f.network_number) = (nm.account_id, nm.network_number)) as point_to_point) s
    where nm.router_type = 1 and (nm.account_id, nm.router_name) in
      (select * from unnest(${members.map((m) => m.account_id)}::bigint[], ${members.map((m) => m.router_name)}::text[]))
      and (c.router_name is not null or s.point_to_point)
    order by nm.account_id, nm.network_number`.execute(db)
  return rows
}
