import type { ServicePort } from '@weft/contract'
import { sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'

export interface ProfileFacts {
  router_type: 1 | 2
  status: 0 | 1
  /** Null where the member is not in the network. */
  membership: 'center' | 'point' | null
  network_name: string
  ncp_ciphers: 'default' | 'sm'
  /** The centers that it may dial, by name, with the address that each last connected from, null if it never did. */
  centers: { router_name: string; address: string | null; software_port: ServicePort }[]
}

export async function profileFacts(db: AccountDb, router_name: string, network_number: string): Promise<ProfileFacts | undefined> {
  const { rows } = await sql<ProfileFacts>`
    select m.router_type, m.status, nm.member_type as membership, n.network_name, n.ncp_ciphers,
      coalesce((select json_agg(json_build_object('router_name', c.router_name, 'software_port', s.software_port, 'address',
            (select g.remote_ip from connect_log g where g.account_id = ${db.account_id} and g.router_name = c.router_name
              and g.create_time >= c.create_time and g.online = 1 order by g.create_time desc limit 1)) order by c.router_name)
        from network_link l join member c on (c.account_id, c.router_name) = (l.account_id, l.center_router_name)
          join network_center s on (s.account_id, s.network_number, s.router_name) = (l.account_id, l.network_number, l.center_router_name)
        where (l.account_id, l.network_number, l.router_name) = (nm.account_id, nm.network_number, nm.router_name)
          and l.enable = 1 and c.status = 1), '[]') as centers
    from member m cross join network n
      left join network_member nm on (nm.account_id, nm.network_number, nm.router_name) = (n.account_id, n.network_number, m.router_name)
    where m.account_id = ${db.account_id} and m.router_name = ${router_name}
      and n.account_id = ${db.account_id} and n.network_number = ${network_number}`.execute(db.sql)
  return rows[0]
}
