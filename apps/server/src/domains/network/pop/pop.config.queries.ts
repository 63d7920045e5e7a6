import { sql } from 'kysely'
import type { SystemDb } from '../../../db/client.ts'
import { serviceRuns } from '../../../db/service-term.ts'

export interface Served {
  account_id: number
  network_number: string
  /** Hash that changes with everything from which the network's part of the POP's document is made. */
  state: string
}

/**
 * Returns the networks whose POP resource has an area at this POP; unusable ones compile to nothing. A change of a network's settings or
 * of its members' states changes the time of its last update; `state` also includes its account, its resource and the POPs.
 */
export async function networksServed({ sql: db }: SystemDb, pop_name: string): Promise<Served[]> {
  const { rows } = await sql<Served>`
    select f.account_id, f.network_number, md5(json_build_array(extract(epoch from n.update_time), n.revision, acc.network_usable,
        ${serviceRuns},
        (select json_agg(json_build_array(a, other.pop_name, other.port) order by a.ov_id) from network_fr_area a join pop other on other.id = a.pop_id
          where (a.account_id, a.network_fr_id) = (f.account_id, f.network_fr_id)))::text) as state
    from network_fr f join network n using (account_id, network_number) join account acc using (account_id)
      left join service s on (s.account_id, s.id) = (f.account_id, f.service_id)
    where (f.account_id, f.network_fr_id) in
      (select a.account_id, a.network_fr_id from pop p join network_fr_area a on a.pop_id = p.id where p.pop_name = ${pop_name})
    order by f.account_id, f.network_number`.execute(db)
  return rows
}
