import { type Kysely, sql } from 'kysely'

/** When each member came to run what the newest revision of a network gave it: later configurations do not change the time that it took. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
}

export const serves = '0047-former-names'

const SCHEMA = /* sql */ `
-- When the member first reported a configuration as late as touched_config; null before.
alter table network_member add column touched_settled timestamptz;
`
