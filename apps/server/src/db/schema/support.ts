import type { TicketFact, TicketPriority, TicketStatus, TicketType } from '@weft/contract'
import type { ColumnType, Generated } from 'kysely'
import type { Id, NullableTime, Time } from './columns.ts'

interface SupportTicket {
  account_id: number
  ticket_number: string
  login_id: number | null
  create_name: string
  ticket_title: string
  ticket_content: string
  ticket_type: TicketType
  ticket_status: Generated<TicketStatus>
  create_time: Time
  waiting_since: NullableTime
  grade: number | null
  appraisal: string | null
  close_time: NullableTime
  delete_time: NullableTime
  delete_name: Generated<string | null>
  merged_into: Generated<string | null>
  priority: Generated<TicketPriority>
  priority_by: Generated<string | null>
  assignee_id: Generated<number | null>
  assigned_by: Generated<string | null>
  due_time: NullableTime
  last_answer_id: Generated<number | null>
  /** Given by the database; null of a ticket from before there were such numbers, until it gets one. */
  no: Generated<number | null>
  router_name: Generated<string | null>
  evidence: ColumnType<TicketFact[] | null, string | null | undefined, never>
  /** Written by the database. */
  words: ColumnType<string, never, never>
}

interface SupportTicketReply {
  account_id: number
  ticket_number: string
  reply_id: Id
  side: 'customer' | 'support'
  reply_name: string
  dialogue_content: string
  reply_time: Time
}

interface SupportTicketFile {
  account_id: number
  file_id: string
  login_id: number | null
  operator_id: number | null
  ticket_number: string | null
  reply_id: number | null
  position: Generated<number>
  create_time: Time
}

interface SupportTicketSeen {
  account_id: number
  login_id: number
  ticket_number: string
  reply_id: number
}

interface SupportTicketNote {
  account_id: number
  ticket_number: string
  note_id: Id
  operator_name: string
  content: string
  create_time: Time
}

/** The ticket to which an operator writes an answer. */
interface SupportTicketWriter {
  operator_id: number
  account_id: number
  ticket_number: string
  write_time: ColumnType<number, Date, Date>
}

interface SavedReply {
  id: Id
  title: string
  content: string
  create_time: Time
  version: Generated<number>
  update_time: NullableTime
  update_name: Generated<string | null>
}

export interface SupportTables {
  support_ticket: SupportTicket
  support_ticket_reply: SupportTicketReply
  support_ticket_file: SupportTicketFile
  support_ticket_seen: SupportTicketSeen
  support_ticket_note: SupportTicketNote
  support_ticket_writer: SupportTicketWriter
  saved_reply: SavedReply
}
