import { opsContract, type TicketPicture } from '@weft/contract'
import { readStored, writeStored } from '@weft/ui'
import { z } from 'zod'

/** An unsent reply. */
export interface ReplyDraft {
  content: string
  pictures: TicketPicture[]
  /** What saved replies left to be filled in. */
  blanks: string[]
}
const Kept = z.object({
  content: z.string(),
  pictures: z.array(opsContract.tickets.upload_file.output),
  blanks: z.array(z.string()).default([]),
})

const isEmpty = ({ content, pictures }: Pick<ReplyDraft, 'content' | 'pictures'>) => !content.trim() && pictures.length === 0

/** Returns access to an operator's unsent reply to a ticket, which the browser keeps until it is sent. */
export function replyDraftKeeper(operator: string, ticket_number: string) {
  const key = `reply-draft.${operator}.${ticket_number}`
  return {
    read(): ReplyDraft | undefined {
      try {
        const kept = Kept.safeParse(JSON.parse(readStored(key) ?? 'null'))
        return kept.success && !isEmpty(kept.data) ? kept.data : undefined
      } catch {
        return undefined
      }
    },
    keep: (draft: ReplyDraft) => writeStored(key, isEmpty(draft) ? undefined : JSON.stringify(draft)),
    forget: () => writeStored(key, undefined),
  }
}
