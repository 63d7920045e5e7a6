import type { QueryClient } from '@tanstack/react-query'
import { opsContract } from '@weft/contract'

const { workOrders, pops } = opsContract
const PATHS = new Set<unknown>([workOrders.list, workOrders.open, workOrders.info, pops.list].map(({ path }) => path))

/** After an order was moved on: what is on screen is asked for again. */
export const workOrdersChanged = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => PATHS.has(path) })
