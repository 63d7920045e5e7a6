import { type RawBuilder, sql } from 'kysely'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import { any, hasText } from '../../../db/search.ts'
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

/**
 * Builds the query of the serial numbers that a text may mean: of members of all kinds, also deleted ones, whose serial number or name
 * holds it, from the index of words.
 */
export const namesWith = ({ account_id }: Pick<AccountDb, 'account_id'>, search: string): RawBuilder<unknown> => sql`
  select m.router_name from (${sql.join(
    [1, 2, 3].map((kind) => sql`select router_name from weft_find_members(${sql.lit(kind)}::smallint, ${search}::text)`),
    sql` union all `,
  )}) f join member m on m.account_id = ${account_id} and m.router_name = f.router_name
  where ${any(hasText(sql`lower(m.router_name)`, search), hasText(sql`lower(m.note)`, search))}
  union select router_name from weft_find_former(${search}::text)`
