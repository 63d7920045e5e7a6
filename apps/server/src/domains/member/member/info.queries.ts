import { type Availability, type MemberCondition, memberLabelNames } from '@weft/contract'
import { sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'
import { wellDay } from '../../network/outage/outage.service.ts'
import { conditionColumns, revisionState, withState } from '../../network/state/state.service.ts'

export const findInfo = (db: AccountDb, router_name: string) =>
  db.sql
    .selectFrom('member as m')
    .select([
      'm.router_name',
      ...memberLabelNames.map((column) => `m.${column}` as const),
      'm.router_type',
      'm.status',
      'm.phone',
      'm.area_code',
      'm.router_model',
      'm.router_ipv4',
      'm.router_mac',
      'm.version',
      'm.os',
      'm.online',
      'm.online_status',
      'm.report_time',
      'm.interfaces',
      revisionState.as('revision_state'),
    ])
    .where('m.account_id', '=', db.account_id)
    .where('m.router_name', '=', router_name)
    .executeTakeFirst()

/** Returns the addresses from which a member was last seen, the one of its last connection first. */
export async function lastAddresses(db: AccountDb, router_name: string): Promise<string[]> {
  const { rows } = await sql<{ remote_ip: string | null; router_ipv4: string | null }>`
    select m.router_ipv4, (select c.remote_ip from connect_log c
      where c.account_id = m.account_id and c.router_name = m.router_name and c.create_time >= m.create_time and c.online = 1
      order by c.create_time desc limit 1) as remote_ip
    from member m where m.account_id = ${db.account_id} and m.router_name = ${router_name}`.execute(db.sql)
  return rows.flatMap(({ remote_ip, router_ipv4 }) => [remote_ip, router_ipv4].filter((address) => address !== null))
}

/** Returns the networks of a member, newest first. @param visible the networks that the caller may see; undefined for all */
export const listNetworksOf = (db: AccountDb, router_name: string, visible: ReadonlySet<string> | undefined) =>
  db.sql
    .selectFrom('network_member as nm')
    .innerJoin('network as n', (join) =>
      join.onRef('n.account_id', '=', 'nm.account_id').onRef('n.network_number', '=', 'nm.network_number'),
    )
    .select([
      'n.network_number',
      'n.network_name',
      sql<number>`(select count(*) from network_member c where c.account_id = n.account_id and c.network_number = n.network_number)`.as(
        'network_member_count',
      ),
    ])
    .where('nm.account_id', '=', db.account_id)
    .where('nm.router_name', '=', router_name)
    .$if(visible !== undefined, (query) => query.where(sql<boolean>`n.network_number = any(${[...visible!]})`))
    .orderBy('n.create_time', 'desc')
    .orderBy('n.network_number')
    .execute()

/** Returns how a member is, and its last 24 hours filled with "ok"; the caller corrects them. @param visible the networks that the caller may see; undefined for all */
export async function findCondition(
  db: AccountDb,
  router_name: string,
  visible: ReadonlySet<string> | undefined,
): Promise<(MemberCondition & Availability) | undefined> {
  const { rows } = await sql<MemberCondition & Availability>`
    select ${conditionColumns}, ${wellDay} from member m ${withState(visible && [...visible])}
    where m.account_id = ${db.account_id} and m.router_name = ${router_name}`.execute(db.sql)
  return rows[0]
}
