import type { PageOf, PopArea, PopResource, PopResourceSummary } from '@weft/contract'
import { sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'
import { memberInScope } from '../../../db/member-scope.ts'
import type { MemberScope } from '../../../kernel/actor.ts'
import { resourceDaysLeft, resourceEnds, serviceRuns } from '../../../db/service-term.ts'

/** The networks that the caller may see; undefined for all of the account, and then also resources that no network uses. */
type Visible = ReadonlySet<string> | undefined

const within = (visible: Visible) => (visible === undefined ? sql`true` : sql`f.network_number = any(${[...visible]}::text[])`)

const service = sql`left join service s on (s.account_id, s.id) = (f.account_id, f.service_id)`
/** The SQL columns of a resource as it is shown: `f` with its service `s`. */
const columns = sql`f.network_fr_id::text, f.shortname, f.bandwidth, coalesce(${serviceRuns}, false)::int as status, ${resourceEnds} as expire_time, ${resourceDaysLeft} as expire_day`

/** Returns a page of resources, newest first, with the members of each area. The statement returns a row even for a page past the end. */
export async function pageResources(
  db: AccountDb,
  visible: Visible,
  scope: MemberScope | undefined,
  { page, limit }: { page: number; limit: number },
): Promise<PageOf<PopResourceSummary>> {
  const { rows } = await sql<PopResourceSummary & { count: number; place: number | null }>`
    with found as not materialized (select * from network_fr f where f.account_id = ${db.account_id} and ${within(visible)}),
      page as materialized (select *, row_number() over (order by create_time desc, network_fr_id desc) as place from found
        order by place limit ${limit} offset ${(page - 1) * limit})
    select total.count, f.place, ${columns}, f.network_number, n.network_name,
      (select json_agg(json_build_object('ov_id', a.ov_id::text, 'area', a.area, 'members',
          coalesce(users.names, '[]'), 'notes', coalesce(users.notes, '[]')) order by a.ov_id)
        from network_fr_area a cross join lateral (
          select json_agg(m.router_name order by m.router_name) as names, json_agg(m.note order by m.router_name) as notes
          from network_member nm join member m using (account_id, router_name)
          where (nm.account_id, nm.network_number) = (f.account_id, f.network_number) and nm.ov_main = a.ov_id
            and ${memberInScope(db.account_id, scope, sql`m.router_name`)}) users where (a.account_id, a.network_fr_id) = (f.account_id, f.network_fr_id)) as areas
    from (select count(*) from found) total left join page f on true left join network n using (account_id, network_number) ${service}
    order by f.place`.execute(db.sql)
  return {
    count: rows[0]?.count ?? 0,
    rows: rows.flatMap(({ count: _, place, ...row }) => (place === null ? [] : [row])),
  }
}

/** Returns the resources that a network may use: their service runs, and no other network uses them. */
export async function listAttachable(db: AccountDb, visible: Visible, network_number: string): Promise<PopResource[]> {
  const { rows } = await sql<PopResource>`
    select ${columns} from network_fr f ${service}
    where f.account_id = ${db.account_id} and ${within(visible)} and (f.network_number is null or f.network_number = ${network_number}) and ${serviceRuns}
    order by f.create_time desc, f.network_fr_id desc`.execute(db.sql)
  return rows
}

/** Returns those of the resources that the caller may see. */
export async function findVisibleResources(db: AccountDb, visible: Visible, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ network_fr_id: string }>`select f.network_fr_id::text from network_fr f
    where f.account_id = ${db.account_id} and f.network_fr_id = any(${ids}::bigint[]) and ${within(visible)}`.execute(db.sql)
  return rows.map((row) => row.network_fr_id)
}

/** Returns the areas of one resource, or of the one that a network uses. */
export async function listAreas(
  db: AccountDb,
  visible: Visible,
  { network_fr_id, network_number }: { network_fr_id?: string | undefined; network_number?: string | undefined },
): Promise<PopArea[]> {
  const { rows } = await sql<PopArea>`
    select a.ov_id::text, a.area from network_fr f join network_fr_area a using (account_id, network_fr_id)
    where f.account_id = ${db.account_id} and ${within(visible)}
      and ${network_fr_id === undefined ? sql`true` : sql`f.network_fr_id = ${network_fr_id}::bigint`}
      and ${network_number === undefined ? sql`true` : sql`f.network_number = ${network_number}`}
    order by a.ov_id`.execute(db.sql)
  return rows
}

/** Writes which resources run now, and returns the networks that use one which started or ended. */
export async function turnResources(db: AccountDb): Promise<string[]> {
  const { rows } = await sql<{ network_number: string | null }>`
    update network_fr f set running = 1 - f.running from network_fr r left join service s on (s.account_id, s.id) = (r.account_id, r.service_id)
    where (f.account_id, f.network_fr_id) = (r.account_id, r.network_fr_id) and r.account_id = ${db.account_id} and f.running <> ${serviceRuns}::int
    returning f.network_number`.execute(db.sql)
  return rows.flatMap((row) => row.network_number ?? [])
}
