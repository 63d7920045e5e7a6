import { sql } from 'kysely'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import type { NameRow } from './member-name.rules.ts'

/** Returns what members of an account are called, also deleted ones, in one statement. */
export async function listNames(db: AccountDb | SystemDb, account_id: number, names: readonly string[]): Promise<NameRow[]> {
  const { rows } = await sql<NameRow>`
    select named.router_name, named.note, m.router_name is null as deleted,
      named.note <> '' and exists (select from member o
        where o.account_id = ${account_id} and o.note = named.note and o.note <> '' and o.router_name <> named.router_name) as shared
    from unnest(${[...names]}::text[]) asked(router_name)
      left join member m on m.account_id = ${account_id} and m.router_name = asked.router_name
      left join former_member f on f.account_id = ${account_id} and f.router_name = asked.router_name
      cross join lateral (select asked.router_name, coalesce(m.note, f.note, '') as note) named`.execute(db.sql)
  return rows
}
