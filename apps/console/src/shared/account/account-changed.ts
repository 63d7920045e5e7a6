import type { QueryClient } from '@tanstack/react-query'
import { contract } from '@weft/contract'

/** Asks again who is signed in, after a change that the header and the account's pages show. */
export const accountChanged = (queries: QueryClient): Promise<void> => queries.invalidateQueries({ queryKey: [contract.account.info.path] })
