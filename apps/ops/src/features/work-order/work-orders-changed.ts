import type { QueryClient } from '@tanstack/react-query'
import { opsContract } from '@weft/contract'

const { workOrders, pops } = opsContract
const PATHS = new Set<unknown>([workOrders.list, workOrders.open, workOrders.info, pops.list].map(({ path }) => path))

/** Reloads the work orders on screen after one of them changed. */
export const workOrdersChanged = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => PATHS.has(path) })
