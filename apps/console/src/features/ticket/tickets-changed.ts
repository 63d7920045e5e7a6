import type { QueryClient } from '@tanstack/react-query'
import { contract } from '@weft/contract'

const { list, counts, info } = contract.supportTickets

/** Reloads the tickets on screen after one was changed. @param leaving true if the ticket's own page is being left */
export const ticketsChanged = (queries: QueryClient, { leaving = false } = {}): Promise<void> =>
  queries.invalidateQueries({
    predicate: ({ queryKey: [path] }) => path === list.path || path === counts.path || (!leaving && path === info.path),
  })
