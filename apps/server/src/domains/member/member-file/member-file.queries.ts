import { memberLabelNames, type MemberLabels, type RouterType } from '@weft/contract'
import { sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'

/** One member as the export has it. */
export interface ExportedMember extends MemberLabels {
  router_name: string
  area_code: string | null
  phone: string | null
  status: 0 | 1
  router_model: string | null
  os: string | null
  version: string | null
  /** Time of the last login of software, in Beijing; null if it never logged in, or longer ago than logs are kept. */
  last_login: string | null
}

const exportedRows = (db: AccountDb) =>
  db.sql
    .selectFrom('member as m')
    .select(['m.router_name', 'm.area_code', 'm.phone', 'm.status', 'm.router_model', 'm.os', 'm.version'])
    .select(memberLabelNames.map((column) => `m.${column}` as const))
    .select(
      sql<string | null>`(select to_char(l.create_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') from software_login_log l
        where l.account_id = m.account_id and l.router_name = m.router_name order by l.create_time desc limit 1)`.as('last_login'),
    )
    .where('m.account_id', '=', db.account_id)

/** Returns the members of some kinds whose names come after `last`, in the order of their names: a page far down costs what the first does. */
export const pageOfMembers = (db: AccountDb, kinds: readonly RouterType[], last: string, limit: number): Promise<ExportedMember[]> =>
  exportedRows(db).where('m.router_type', 'in', kinds).where('m.router_name', '>', last).orderBy('m.router_name').limit(limit).execute()

/** Returns these members, in their order; those that were deleted meanwhile are left out. */
export async function listNamed(db: AccountDb, names: readonly string[]): Promise<ExportedMember[]> {
  const rows = await exportedRows(db)
    .where(sql<boolean>`m.router_name = any(${[...names]}::text[])`)
    .execute()
  const found = new Map(rows.map((row) => [row.router_name, row]))
  return names.flatMap((name) => found.get(name) ?? [])
}
