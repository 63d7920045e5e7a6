import { type Kysely, sql } from 'kysely'

/** Until when a member may be on its way to another server, after its own one has gone silent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
}

export const serves = '0047-former-names'

const SCHEMA = /* sql */ `
-- Until then such a member is not alerted: it may still be finding out that its server is silent.
alter table member add column returning_until timestamptz;
create index member_returning on member (returning_until) where returning_until is not null;
`
