import type { MemberCondition } from '@weft/contract'
import { sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'
import { revisionState } from '../../network/detail/detail.service.ts'
import { conditionColumns, withState } from '../../network/state/state.service.ts'

export const findInfo = (db: AccountDb, router_name: string) =>
  db.sql
    .selectFrom('member as m')
    .select([
      'm.router_name',
      'm.note',
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

/** Returns how a member is. @param visible the networks that the caller may see; undefined for all */
export async function findCondition(
  db: AccountDb,
  router_name: string,
  visible: ReadonlySet<string> | undefined,
): Promise<MemberCondition | undefined> {
  const scope = { account: db.account_id, visible: visible && [...visible] }
  const { rows } = await sql<MemberCondition>`
    select ${conditionColumns} from member m ${withState({ ...scope, names: (name) => sql`${name} = ${router_name}` })}
    where m.account_id = ${db.account_id} and m.router_name = ${router_name}`.execute(db.sql)
  return rows[0]
}
