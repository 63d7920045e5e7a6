import type { QueryClient } from '@tanstack/react-query'
import { contract } from '@weft/contract'

/** Refetches the signed-in account after a change that the header and the account's pages show. */
export const accountChanged = (queries: QueryClient): Promise<void> => queries.invalidateQueries({ queryKey: [contract.account.info.path] })
