import type { QueryClient } from '@tanstack/react-query'
import { opsContract } from '@weft/contract'

const { operators, desk } = opsContract

/** Returns the address of the page about an operator. */
export const operatorPath = (id: string): string => `/operators/detail?id=${id}`

/** Reloads everything that shows operators after one was changed. */
export const operatorsChanged = (queries: QueryClient): Promise<unknown> =>
  Promise.all(
    [operators.list, operators.info, operators.sessions, desk.audit].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })),
  )
