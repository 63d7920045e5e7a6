import type { QueueView } from '@weft/contract'

const viewOf = (view: QueueView | undefined, before: string) => (view === undefined || view === 'open' ? '' : `${before}view=${view}`)

export const ticketPath = {
  /** The queue. */
  queue: (view?: QueueView) => `/tickets${viewOf(view, '?')}` as const,
  /** A ticket, with the queue beside it. */
  detail: (ticket_number: string, view?: QueueView) => `/tickets/detail?ticket_number=${ticket_number}${viewOf(view, '&')}` as const,
  /** All tickets, with search and filters. */
  list: '/tickets/all' as const,
  bin: '/tickets/all?deleted=1' as const,
  replies: '/tickets/replies',
}
