import {
  afterWorkingHours,
  answerHours,
  reopenableUntil,
  TICKET_REOPEN_DAYS,
  type TicketPriority,
  type TicketReply,
  type TicketStatus,
} from '@weft/contract'
import { Refusal } from '../../../kernel/refusal.ts'

interface State {
  ticket_number: string
  ticket_status: TicketStatus
  close_time: number | null
  merged_into: string | null
}

/** Refuses what a merged ticket takes no more, and names the one that continues it. @throws ticketMerged */
export function refuseMerged({ merged_into }: Pick<State, 'merged_into'>): void {
  if (merged_into !== null) throw new Refusal('ticketMerged', { number: merged_into })
}

/** Refuses a reply to a closed ticket, from either side. @throws ticketMerged, ticketClosed */
export function refuseClosed({ ticket_status, merged_into }: Pick<State, 'ticket_status' | 'merged_into'>): void {
  refuseMerged({ merged_into })
  if (ticket_status === 3) throw new Refusal('ticketClosed')
}

/** Refuses to reopen a ticket that is open, merged, or was closed too long ago. @throws ticketNotClosed, ticketMerged, ticketReopenLate */
export function refuseReopening(ticket: State, now: Date): void {
  if (ticket.ticket_status !== 3) throw new Refusal('ticketNotClosed')
  refuseMerged(ticket)
  if (now.getTime() / 1000 > (reopenableUntil(ticket) ?? 0))
    throw new Refusal('ticketReopenLate', { days: TICKET_REOPEN_DAYS, number: ticket.ticket_number })
}

/** Returns until when an answer is due to a customer who waits. @param since when the wait began, in Unix seconds */
export function dueTime(
  { priority, last_answer_id, ticket_status }: { priority: TicketPriority; last_answer_id: number | null; ticket_status: TicketStatus },
  level: 1 | 2,
  since: number,
): Date {
  const { first, next } = answerHours[level][priority]
  const answered = last_answer_id !== null || ticket_status > 1
  return new Date(afterWorkingHours(since, answered ? next : first) * 1000)
}

interface ReplyRow {
  ticket_number: string
  reply_id: number
  side: TicketReply['from']
  reply_name: string
  dialogue_content: string
  reply_time: number
}
interface FileRow {
  file_id: string
  ticket_number: string | null
  reply_id: number | null
}
interface PartRow {
  ticket_number: string
  ticket_content: string
  create_name: string
  create_time: number
}
interface Spoken {
  /** The ticket, and those that were merged into it. */
  parts: readonly PartRow[]
  replies: readonly ReplyRow[]
  files: readonly FileRow[]
}

/**
 * Returns the dialogue of a ticket and of those merged into it in order of time, with their pictures, and the pictures of the ticket
 * itself.
 * @param staff returns the name that is shown for an operator
 */
export function dialogueOf<P>(
  ticket_number: string,
  { parts, replies, files }: Spoken,
  show: (file_id: string) => P,
  staff: (reply_name: string) => string,
) {
  const pictures = Map.groupBy(files, ({ ticket_number, reply_id }) => `${ticket_number} ${reply_id}`)
  const picturesOf = (number: string, reply_id: number | null) =>
    (pictures.get(`${number} ${reply_id}`) ?? []).map(({ file_id }) => show(file_id))
  const mergedFrom = (number: string) => (number === ticket_number ? null : number)
  const openings = parts
    .filter((part) => part.ticket_number !== ticket_number)
    .map((part) => ({
      at: part.create_time,
      // Whatever was said to a ticket was said after its opening.
      order: 0,
      reply: {
        reply_name: part.create_name,
        reply_time: part.create_time,
        dialogue_content: part.ticket_content,
        images: picturesOf(part.ticket_number, null),
        from: 'customer' as const,
        merged_from: mergedFrom(part.ticket_number),
      },
    }))
  const answers = replies.map(({ ticket_number: number, reply_id, side, reply_name, dialogue_content, reply_time }) => ({
    at: reply_time,
    order: reply_id,
    reply: {
      reply_name: side === 'support' ? staff(reply_name) : reply_name,
      reply_time,
      dialogue_content,
      images: picturesOf(number, reply_id),
      from: side,
      merged_from: mergedFrom(number),
    },
  }))
  return {
    images: picturesOf(ticket_number, null),
    dialogue: [...openings, ...answers].toSorted((a, b) => a.at - b.at || a.order - b.order).map(({ reply }) => reply),
  }
}
