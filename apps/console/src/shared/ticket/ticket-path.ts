import type { TicketType } from '@weft/contract'

/** Addresses of the ticket pages. */
export const ticketPath = {
  list: '/ticket/lists' as const,
  create: '/ticket/create' as const,
  detail: (ticket_number: string): `/${string}` => `/ticket/detail?ticket_number=${ticket_number}`,
}

/** The contents that a new ticket's form starts with. */
export interface TicketBeginning {
  type: TicketType
  title?: string
  content?: string
  /** The serial number or login of the member that it is about. */
  subject?: string
}

/** Returns the address of a new ticket with its type, title, content and member filled in; the form cuts them to its limits. */
export function newTicketPath({ type, title, content, subject }: TicketBeginning): `/${string}` {
  const query = new URLSearchParams({ type: String(type) })
  if (title) query.set('title', title)
  if (content) query.set('content', content)
  if (subject) query.set('subject', subject)
  return `${ticketPath.create}?${query}`
}
