import { type Kysely, sql } from 'kysely'
import { createIndexConcurrently } from '../migration-index.ts'

/** The indexes for the lists and searches of tickets, and the tickets that the messages of earlier releases are about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, on] of INDEXES) await createIndexConcurrently(db, name, on)
  await sql`update message set ticket_number = substring(content from 'ticket_number=(\\d{14})') where type = '工单通知' and ticket_number is null`.execute(
    db,
  )
}

export const serves = '0047-former-names'
export const concurrently = ['support_ticket', 'support_ticket_reply', 'message']

const QUEUE = 'waiting_since, create_time desc, ticket_number'
const WHAT_LISTS_READ = 'include (account_id, delete_time, words)'

const INDEXES = [
  ['support_ticket_of_account', `support_ticket (account_id, ticket_status, create_time desc, ticket_number) where delete_time is null`],
  ['support_ticket_merged', 'support_ticket (account_id, merged_into) where merged_into is not null'],
  // Operators' lists: the longest wait first, then the newest.
  ['support_ticket_queue', `support_ticket (${QUEUE}) ${WHAT_LISTS_READ}`],
  ['support_ticket_queue_status', `support_ticket (ticket_status, ${QUEUE}) ${WHAT_LISTS_READ}`],
  ['support_ticket_queue_priority', `support_ticket (priority, ${QUEUE}) ${WHAT_LISTS_READ}`],
  ['support_ticket_queue_assignee', `support_ticket (assignee_id, ${QUEUE}) ${WHAT_LISTS_READ}`],
  ['support_ticket_deleted', 'support_ticket (delete_time desc, ticket_number) where delete_time is not null'],
  ['support_ticket_text', `support_ticket using gin (weft_grams(account_id || '/', lower(ticket_content)))`],
  ['support_ticket_reply_text', `support_ticket_reply using gin (weft_grams(account_id || '/', lower(dialogue_content)))`],
  ['message_ticket', 'message (account_id, ticket_number) where ticket_number is not null'],
] as const
