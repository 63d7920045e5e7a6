import type { TicketReply, TicketStatus } from '@weft/contract'
import { Refusal } from '../../../kernel/refusal.ts'

/** Refuses a reply to a closed ticket, from either side. @throws ticketClosed */
export function refuseClosed({ ticket_status }: { ticket_status: TicketStatus }): void {
  if (ticket_status === 3) throw new Refusal('ticketClosed')
}

interface ReplyRow {
  reply_id: number
  side: TicketReply['from']
  reply_name: string
  dialogue_content: string
  reply_time: number
}
interface FileRow {
  file_id: string
  reply_id: number | null
}

/**
 * Returns the replies of a ticket with their pictures, and the pictures of the ticket itself.
 * @param staff returns the name that is shown for an operator
 */
export function dialogueOf<P>(
  replies: readonly ReplyRow[],
  files: readonly FileRow[],
  show: (file_id: string) => P,
  staff: (reply_name: string) => string,
) {
  const pictures = Map.groupBy(files, ({ reply_id }) => reply_id)
  const picturesOf = (reply_id: number | null) => (pictures.get(reply_id) ?? []).map(({ file_id }) => show(file_id))
  return {
    images: picturesOf(null),
    dialogue: replies.map(({ reply_id, side, reply_name, dialogue_content, reply_time }) => ({
      reply_name: side === 'support' ? staff(reply_name) : reply_name,
      reply_time,
      dialogue_content,
      images: picturesOf(reply_id),
      from: side,
    })),
  }
}
