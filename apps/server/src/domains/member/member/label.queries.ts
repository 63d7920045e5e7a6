import { sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'

interface LabelUse {
  name: string
  members: number
}

/** The most tags that a filter offers. */
const MOST_TAGS = 200

/** Returns the provinces and tags that members of the account have, those of most members first. */
export async function labelsInUse(db: AccountDb): Promise<{ provinces: LabelUse[]; tags: LabelUse[] }> {
  const provinces = await sql<LabelUse>`select province as name, count(*) as members from member
    where account_id = ${db.account_id} and province <> '' and router_type in (1, 2) group by province order by members desc, name`.execute(
    db.sql,
  )
  const tags = await sql<LabelUse>`select min(tag) as name, count(*) as members from member_tag
    where account_id = ${db.account_id} group by folded order by members desc, name limit ${sql.lit(MOST_TAGS)}`.execute(db.sql)
  return { provinces: provinces.rows, tags: tags.rows }
}
