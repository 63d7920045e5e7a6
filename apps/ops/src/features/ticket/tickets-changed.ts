import type { QueryClient } from '@tanstack/react-query'
import { opsContract } from '@weft/contract'

const { list, queue, info, waiting, state } = opsContract.tickets
const PATHS = new Set<unknown>([list, queue, info, waiting, state].map(({ path }) => path))

/** Reloads the tickets on screen after one of them changed. */
export const ticketsChanged = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => PATHS.has(path) })
