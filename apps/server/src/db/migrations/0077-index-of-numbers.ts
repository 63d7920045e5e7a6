import type { Kysely } from 'kysely'
import { createIndexConcurrently } from '../migration-index.ts'

/** The indexes that find a ticket and an order by the number that people say, and those without a number from the oldest on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(db, 'support_ticket_no', 'support_ticket (no, create_time)')
  await createIndexConcurrently(db, 'network_ticket_no', 'network_ticket (no, create_time)')
}

export const serves = '0047-former-names'
export const concurrently = ['support_ticket', 'network_ticket']
