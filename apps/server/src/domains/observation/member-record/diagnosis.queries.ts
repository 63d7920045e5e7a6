import { sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'
import type { DiagnosisFacts } from './diagnosis.rules.ts'

/**
 * Returns what is known of a member, in one statement. Networks that the caller may not see are left out with their centers and sessions,
 * and so are the log rows of a former member of the same name.
 * @param visible the networks that the caller may see; undefined for all
 */
export async function diagnosisFacts(
  db: AccountDb,
  router_name: string,
  visible: ReadonlySet<string> | undefined,
): Promise<DiagnosisFacts | undefined> {
  const seen = visible === undefined ? sql`true` : sql`network_number = any(${[...visible]}::text[])`
  const unix = (column: string) => sql`floor(extract(epoch from ${sql.ref(column)}))::bigint`
  const { rows } = await sql<DiagnosisFacts>`
    select m.router_type, m.status, m.online, m.online_status, m.config_error, m.connect_time, m.report_time, a.network_usable,
      coalesce((select json_agg(json_build_object('network_number', nm.network_number, 'member_type', nm.member_type,
          'pops', (select count(*) from network_link l where l.kind = 'pop' and l.enable = 1
            and (l.account_id, l.network_number, l.router_name) = (nm.account_id, nm.network_number, nm.router_name)), 'centers',
            coalesce((select json_agg(json_build_object('router_name', c.router_name, 'note', c.note, 'enable', l.enable,
                  'up', c.online_status = 1 or c.online = 1, 'report_time', ${unix('c.report_time')}) order by c.router_name)
              from network_link l join member c on (c.account_id, c.router_name) = (l.account_id, l.center_router_name)
              where (l.account_id, l.network_number, l.router_name) = (nm.account_id, nm.network_number, nm.router_name)), '[]'))
          order by nm.network_number)
        from network_member nm where (nm.account_id, nm.router_name) = (m.account_id, m.router_name) and ${seen}), '[]') as networks,
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
    from member m join account a using (account_id)
    where m.account_id = ${db.account_id} and m.router_name = ${router_name}`.execute(db.sql)
  return rows[0]
}
