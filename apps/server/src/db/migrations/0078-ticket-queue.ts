import type { Kysely } from 'kysely'
import { createIndexConcurrently } from '../migration-index.ts'

/** The indexes of the operators' queue of tickets, of how much an operator answered, and of the devices that wait to be assigned. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, on] of INDEXES) await createIndexConcurrently(db, name, on)
}

export const serves = '0047-former-names'
export const concurrently = ['support_ticket', 'support_ticket_reply', 'device']

const INDEXES = [
  // Those that wait for us, the first due first, and of those that are due at once the longest wait.
  ['support_ticket_due', 'support_ticket (due_time, waiting_since, ticket_number) include (assignee_id) where waiting_since is not null'],
  // Those that wait for their customers, the longest wait first.
  [
    'support_ticket_asked',
    'support_ticket (last_answer_id, ticket_number) include (assignee_id) where ticket_status = 2 and waiting_since is null and delete_time is null',
  ],
  ['support_ticket_reply_by', `support_ticket_reply (reply_name, reply_time) where side = 'support'`],
  ['device_stock', 'device (create_time, router_name) where account_id is null'],
] as const
