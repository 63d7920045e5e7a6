import { contract, TICKET_CONTENT_MAX, TICKET_TITLE_MAX, type TicketPicture, type TicketType, ticketTypes } from '@weft/contract'
import { z } from 'zod'

/** A ticket that is being written. */
export interface TicketDraft {
  title: string
  content: string
  type: TicketType | undefined
  pictures: TicketPicture[]
  /** The serial number or login of the member that it is about; '' for none. */
  subject: string
}
const Kept = z.object({
  title: z.string(),
  content: z.string(),
  type: z.union([z.literal(ticketTypes), z.undefined()]),
  pictures: z.array(contract.supportTickets.upload_file.output),
  subject: z.string().default(''),
})

export const emptyDraft: TicketDraft = { title: '', content: '', type: undefined, pictures: [], subject: '' }

const cut = (text: string, most: number) => [...text].slice(0, most).join('')
const typeOf = (text: string | null) => ticketTypes.find((type) => String(type) === text)

/** Returns the values that an address gives to a new ticket; undefined if it gives none. */
export function draftOfAddress(query: URLSearchParams): TicketDraft | undefined {
  const valueOf = (name: string) => query.get(name) ?? ''
  const [type, title, content, subject] = [typeOf(query.get('type')), valueOf('title'), valueOf('content'), valueOf('subject')]
  if (type === undefined && !title && !content && !subject) return undefined
  return { title: cut(title, TICKET_TITLE_MAX), content: cut(content, TICKET_CONTENT_MAX), type, pictures: [], subject }
}

const isEmpty = ({ title, content, type, pictures, subject }: TicketDraft) =>
  !title.trim() && !content.trim() && !type && !subject && pictures.length === 0

/** Returns the storage of one login's draft, which lasts as long as its browser tab. */
export function draftKeeper(login: string) {
  const key = `weft.ticket-draft.${login}`
  const quietly = <T>(work: () => T): T | undefined => {
    try {
      return work()
    } catch {
      // Private windows may refuse storage; the page works without it.
      return undefined
    }
  }
  return {
    read(): TicketDraft | undefined {
      const kept = Kept.safeParse(quietly(() => JSON.parse(sessionStorage.getItem(key) ?? 'null')))
      return kept.success && !isEmpty(kept.data) ? kept.data : undefined
    },
    keep: (draft: TicketDraft) => quietly(() => sessionStorage.setItem(key, JSON.stringify(draft))),
    forget: () => quietly(() => sessionStorage.removeItem(key)),
  }
}
