import type { QueryClient } from '@tanstack/react-query'
import { contract } from '@weft/contract'

const touched = new Set<unknown>(
  [contract.subAccounts, contract.roles, contract.accessKeys, contract.operationLog].flatMap((group) =>
    Object.values(group).map(({ path }) => path),
  ),
)

/** Reloads the sub-accounts, roles and access keys after one of them changed, because they name and count each other. */
export const accessChanged = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => touched.has(path) })
