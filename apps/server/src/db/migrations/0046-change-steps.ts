import { type Kysely, sql } from 'kysely'

/** What each change of a draft does, kept with the revision that they make together. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table network_revision add column steps jsonb not null default '[]'`.execute(db)
}
