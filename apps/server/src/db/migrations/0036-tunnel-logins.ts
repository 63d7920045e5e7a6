import { type Kysely, sql } from 'kysely'

/** What a software member's device signs in with at its centers is not its credential for the controller any more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
}

const SCHEMA = /* sql */ `
-- Whether the device still signs in at centers with the credential itself, as agents did before they knew tickets. Those that were given
-- out before this migration may, until their agents say that they know better.
alter table member_credential add column bearer_login boolean not null default false;
update member_credential set bearer_login = true;
`
