import { type Kysely, sql } from 'kysely'
import { createIndexConcurrently } from '../migration-index.ts'

/** The index that counts the members of a network, in place of a shorter one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(
    db,
    'membership_state_counts',
    'membership_state (account_id, network_number) include (router_name, member_online, member_rank, member_watched)',
  )
  await sql.raw('drop index concurrently if exists membership_state_network').execute(db)
}

export const serves = '0047-former-names'
export const concurrently = ['membership_state']
