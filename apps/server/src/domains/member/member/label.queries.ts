import { sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'
import { memberInScope } from '../../../db/member-scope.ts'
import type { MemberScope } from '../../../kernel/actor.ts'

interface LabelUse {
  name: string
  members: number
}

/** The most tags that a filter offers. */
const MOST_TAGS = 200

/** Returns the provinces and tags that the members have which the caller may see, those of most members first. */
export async function labelsInUse(db: AccountDb, scope: MemberScope | undefined): Promise<{ provinces: LabelUse[]; tags: LabelUse[] }> {
  const provinces = await sql<LabelUse>`select province as name, count(*) as members from member
    where account_id = ${db.account_id} and province <> '' and router_type in (1, 2)
      and ${memberInScope(db.account_id, scope, sql`member.router_name`)} group by province order by members desc, name`.execute(db.sql)
  const tags = await sql<LabelUse>`select min(tag) as name, count(*) as members from member_tag
    where account_id = ${db.account_id} and ${memberInScope(db.account_id, scope, sql`member_tag.router_name`)} group by folded order by members desc, name limit ${sql.lit(MOST_TAGS)}`.execute(
    db.sql,
  )
  return { provinces: provinces.rows, tags: tags.rows }
}
