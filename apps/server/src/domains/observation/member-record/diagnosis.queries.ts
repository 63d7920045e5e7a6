import { sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'
import type { MemberTraces } from './diagnosis.rules.ts'

/**
 * Returns what is on record of a member, in one statement. Sessions of networks that the caller may not see are left out, and so are the
 * log rows of a former member of the same name.
 * @param visible the networks that the caller may see; undefined for all
 */
export async function findTraces(
  db: AccountDb,
  router_name: string,
  visible: ReadonlySet<string> | undefined,
): Promise<MemberTraces | undefined> {
  const seen = visible === undefined ? sql`true` : sql`network_number = any(${[...visible]}::text[])`
  const unix = (column: string) => sql`floor(extract(epoch from ${sql.ref(column)}))::bigint`
  const { rows } = await sql<MemberTraces>`
    select m.config_error,
      exists (select from network_member nm where (nm.account_id, nm.router_name) = (m.account_id, m.router_name) and not ${seen}) as hidden,
      coalesce((select json_agg(json_build_object('address', c.remote_ip, 'time', ${unix('c.create_time')}) order by c.create_time desc)
        from (select remote_ip, create_time from connect_log
          where account_id = ${db.account_id} and router_name = ${router_name} and create_time >= m.create_time and online = 1
          order by create_time desc limit 2) c), '[]') as connections,
      (select json_build_object('address', s.ip, 'time', ${unix('s.create_time')}) from software_login_log s
        where s.account_id = ${db.account_id} and s.router_name = ${router_name} and s.create_time >= m.create_time
        order by s.create_time desc limit 1) as login,
      (select json_build_object('address', t.orig, 'start_time', ${unix('t.start_time')}, 'end_time', ${unix('t.end_time')}) from tunnel_session t
        where t.account_id = ${db.account_id} and t.router_name = ${router_name} and t.start_time >= m.create_time and ${seen}
        order by t.start_time desc limit 1) as session
    from member m where m.account_id = ${db.account_id} and m.router_name = ${router_name}`.execute(db.sql)
  return rows[0]
}
