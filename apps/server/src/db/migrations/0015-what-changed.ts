import { type Kysely, sql } from 'kysely'

/** A page that asks every ten seconds what changed in its network reads that alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(CHANGED).execute(db)
}

const CHANGED = /* sql */ `
create index network_link_changed on network_link (account_id, network_number, change_time);
create index member_changed on member (account_id, change_time);
create index member_unsettled on member (account_id, router_name) where config_error is not null or applied_revision < config_revision;
`
