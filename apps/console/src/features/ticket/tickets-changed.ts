import type { QueryClient } from '@tanstack/react-query'
import { contract } from '@weft/contract'

const { list, info } = contract.supportTickets

/** After a ticket was written to: what is on screen is asked for again. @param leaving the ticket's own page is being left */
export const ticketsChanged = (queries: QueryClient, { leaving = false } = {}): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => path === list.path || (!leaving && path === info.path) })
