import { type Kysely, sql } from 'kysely'

/** Lists of members of one state, newest first, without reading the others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(INDEXES).execute(db)
}

const INDEXES = /* sql */ `
create index member_online on member (account_id, router_type, online, create_time desc, router_name);
create index member_signed_in on member (account_id, router_type, online_status, create_time desc, router_name);
-- Those that are in use are nearly all.
create index member_disabled on member (account_id, router_type, create_time desc, router_name) where status = 0;
`
