import { type Kysely, sql } from 'kysely'

/** The changes of an account by their author, and the authors themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index network_revision_author on network_revision
    (account_id, (by_kind || ':' || coalesce(by_name, '')), create_time desc, network_number, revision)`.execute(db)
}
