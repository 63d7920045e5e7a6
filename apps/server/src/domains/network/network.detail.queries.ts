import type { MemberType, NetworkLink, NetworkMember } from '@weft/contract'
import { sql } from 'kysely'
import type { AccountDb } from '../../db/client.ts'

/** Whether member `m` runs what it should. */
export const revisionState = sql<NetworkMember['revision_state']>`case when m.config_error is not null then 'failed'
  when m.applied_revision < m.config_revision then 'pending' else 'applied' end`

/** Hubs first. */
export async function listMembers(db: AccountDb, network_number: string): Promise<NetworkMember[]> {
  const rows = await db.sql
    .selectFrom('network_member as nm')
    .innerJoin('member as m', (join) => join.onRef('m.account_id', '=', 'nm.account_id').onRef('m.router_name', '=', 'nm.router_name'))
    .leftJoin('network_center as c', (join) =>
      join
        .onRef('c.account_id', '=', 'nm.account_id')
        .onRef('c.network_number', '=', 'nm.network_number')
        .onRef('c.router_name', '=', 'nm.router_name'),
    )
    .select([
      'm.router_name',
      'm.note',
      'm.router_type',
      'nm.member_type',
      'm.online',
      'm.online_status',
      'm.status',
      'm.version',
      'm.os',
      revisionState.as('revision_state'),
      sql<NetworkMember['gateway']>`case when c.router_name is not null then jsonb_build_object(
        'router', jsonb_build_object('gateway', host(c.router_segment), 'mask', masklen(c.router_segment)),
        'software', jsonb_build_object('gateway', host(c.software_segment), 'mask', masklen(c.software_segment))) end`.as('gateway'),
    ])
    .where('nm.account_id', '=', db.account_id)
    .where('nm.network_number', '=', network_number)
    .orderBy('nm.member_type')
    .orderBy('m.router_name')
    .execute()
  return rows
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

export async function listLinks(db: AccountDb, network_number: string): Promise<NetworkLink[]> {
  const rows = await db.sql
    .selectFrom('network_link as l')
    .innerJoin('member as p', (join) => join.onRef('p.account_id', '=', 'l.account_id').onRef('p.router_name', '=', 'l.router_name'))
    .innerJoin('member as c', (join) => join.onRef('c.account_id', '=', 'l.account_id').onRef('c.router_name', '=', 'l.center_router_name'))
    .select([
      'l.router_name',
      'p.note as router_name_note',
      'l.center_router_name',
      'c.note as center_router_name_note',
      'l.enable',
      'l.vpn_online',
      sql<string>`host(l.vpn_ip)`.as('vpn_ip'),
      sql<number | null>`case when l.vpn_online = 1 then greatest(0, extract(epoch from now() - l.vpn_online_since))::int end`.as(
        'vpn_online_time',
      ),
    ])
    .where('l.account_id', '=', db.account_id)
    .where('l.network_number', '=', network_number)
    .orderBy('l.center_router_name')
    .orderBy('l.router_name')
    .execute()
  return rows.map((row) => ({ ...row, kind: 'center' }))
}
