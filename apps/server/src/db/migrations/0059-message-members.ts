import { type Kysely, sql } from 'kysely'

/** The members that a message is about, so that roles which may not see them do not read it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table message add column router_names text[]`.execute(db)
}

export const serves = '0047-former-names'
