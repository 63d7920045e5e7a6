export const ticketPath = {
  list: '/tickets' as const,
  detail: (ticket_number: string) => `/tickets/detail?ticket_number=${ticket_number}`,
  replies: '/tickets/replies',
}
