import type { Kysely } from 'kysely'
import { createIndexConcurrently } from '../migration-index.ts'

/** The indexes by which operators find who is in trouble, and a device by what its customer calls it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, on] of INDEXES) await createIndexConcurrently(db, name, on)
}

export const serves = '0047-former-names'
export const concurrently = ['member_state', 'member_text']

const INDEXES = [
  // The members that need attention are the first ranks, and few: those of all customers, the worst and the longest first.
  ['member_state_ailing', 'member_state (rank, since, account_id, router_name) where rank < 3'],
  // What customers call their devices; of software members there may be a hundred times as many, and no device.
  ['member_text_devices', `member_text using gin (weft_grams('', words)) where router_type = 1`],
] as const
