import { type Kysely, sql } from 'kysely'

/** What a member used up too much of, if its connection was ended for that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
}

export const serves = '0047-former-names'

const SCHEMA = /* sql */ `
-- The name of a budget of devices.
alter table connect_log add column exceeded text;
`
