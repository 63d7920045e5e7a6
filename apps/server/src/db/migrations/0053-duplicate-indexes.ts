import { type Kysely, sql } from 'kysely'

/** Two indexes that only cost: `service_expiry` is the same as the first, and the unique key on `pop_id, slot` covers the second. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const index of ['service_ends', 'network_fr_area_pop']) await sql.raw(`drop index concurrently if exists ${index}`).execute(db)
}

export const serves = '0047-former-names'
export const concurrently = ['service', 'network_fr_area']
