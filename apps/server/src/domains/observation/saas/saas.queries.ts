import { type RawBuilder, sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'
import { memberInScope } from '../../../db/member-scope.ts'
import type { MemberScope } from '../../../kernel/actor.ts'
import { containing } from '../../../db/search.ts'

/** A SaaS device as the queries return it. */
export interface SaasRow {
  router_name: string
  bandwidth: number | null
  expire_date: number | null
  temp_bandwidth: number | null
  temp_start_date: number | null
  temp_expire_date: number | null
  interfaces: unknown
  online: 0 | 1
  online_time: number | null
  input: number
  out: number
}

/** Returns those of these names that are SaaS devices of the account. */
export async function existingSaas(
  { account_id, sql: db }: AccountDb,
  scope: MemberScope | undefined,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('device')
    .select('router_name')
    .where('account_id', '=', account_id)
    .where('kind', '=', 'saas')
    .where(memberInScope(account_id, scope, sql`device.router_name`))
    .where(sql<boolean>`router_name = any(${[...names]})`)
    .execute()
  return new Set(rows.map((row) => row.router_name))
}

const devices = ({ account_id, sql: db }: AccountDb, which: RawBuilder<unknown>, paging: RawBuilder<unknown>) =>
  sql<SaasRow>`
    with m as (
      select m.account_id, m.router_name, m.interfaces, m.create_time, d.bandwidth, d.temp_bandwidth, d.temp_start_date, d.temp_expire_date,
        -- The service is what was bought: it is renewed and revoked by itself.
        case when v.id is null then d.expire_date else coalesce(v.revoke_time, v.expired_time) end as expire_date
      from device d join member m on (m.account_id, m.router_name) = (d.account_id, d.router_name)
        left join service v on (v.account_id, v.id) = (d.account_id, d.service_id)
      where d.account_id = ${account_id} and d.kind = 'saas' and ${which}
      order by m.create_time desc, m.router_name ${paging})
    select m.router_name, m.bandwidth, m.expire_date, m.temp_bandwidth, m.temp_start_date, m.temp_expire_date, m.interfaces,
      case when s.start_time is not null and s.end_time is null then 1 else 0 end as online,
      case when s.start_time is not null and s.end_time is null then greatest(0, floor(extract(epoch from now() - s.start_time)))::bigint end as online_time,
      -- A session says what the device received and sent.
      coalesce(s.out, 0) as input, coalesce(s.input, 0) as out
    from m left join lateral (select t.start_time, t.end_time, t.input, t.out from tunnel_session t
        where t.account_id = m.account_id and t.router_name = m.router_name and t.mode = 'saas' and t.start_time >= m.create_time
        order by t.start_time desc limit 1) s on true
    order by m.create_time desc, m.router_name`
    .execute(db)
    .then(({ rows }) => rows)

/** Returns a page of the account's SaaS devices, the newest first, and their number. */
export async function pageSaas(
  db: AccountDb,
  scope: MemberScope | undefined,
  { page, limit, search }: { page: number; limit: number; search: string },
): Promise<{ rows: SaasRow[]; count: number }> {
  const found = search === '' ? sql`true` : sql`d.router_name ilike ${containing(search)}`
  const which = sql`${found} and ${memberInScope(db.account_id, scope, sql`d.router_name`)}`
  const rows = await devices(db, which, sql`limit ${limit} offset ${(page - 1) * limit}`)
  const counted = await sql<{ count: number }>`
    select count(*) as count from device d where d.account_id = ${db.account_id} and d.kind = 'saas' and ${which}`.execute(db.sql)
  return { rows, count: counted.rows[0]!.count }
}

export const findSaas = async (db: AccountDb, router_name: string): Promise<SaasRow | undefined> =>
  (await devices(db, sql`d.router_name = ${router_name}`, sql``))[0]
