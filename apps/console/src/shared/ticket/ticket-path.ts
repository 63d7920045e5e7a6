import type { TicketType } from '@weft/contract'

/** Addresses of the ticket pages. */
export const ticketPath = {
  list: '/ticket/lists' as const,
  create: '/ticket/create' as const,
  detail: (ticket_number: string): `/${string}` => `/ticket/detail?ticket_number=${ticket_number}`,
}

/** What a new ticket begins with. */
export interface TicketBeginning {
  type: TicketType
  title?: string
  content?: string
}

/** The address of a new ticket that says already what it is about; the ticket takes of it what it has room for. */
export function newTicketPath({ type, title, content }: TicketBeginning): `/${string}` {
  const query = new URLSearchParams({ type: String(type) })
  if (title) query.set('title', title)
  if (content) query.set('content', content)
  return `${ticketPath.create}?${query}`
}
