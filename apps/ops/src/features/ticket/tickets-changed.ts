import type { QueryClient } from '@tanstack/react-query'
import { opsContract } from '@weft/contract'

const { list, info, waiting, state } = opsContract.tickets
const PATHS = new Set<unknown>([list, info, waiting, state].map(({ path }) => path))

/** After a ticket was written to: what is on screen is asked for again. */
export const ticketsChanged = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => PATHS.has(path) })
