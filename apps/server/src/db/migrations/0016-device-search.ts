import { type Kysely, sql } from 'kysely'

/** Operators look for one device among all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index device_search on device
    using gin ((router_name || ' ' || router_model || ' ' || coalesce(router_mac, '')) gin_trgm_ops)`.execute(db)
}
