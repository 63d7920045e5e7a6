import type { QueryClient } from '@tanstack/react-query'
import { contract } from '@weft/contract'

const touched = new Set<unknown>(
  [contract.subAccounts, contract.roles, contract.accessKeys, contract.operationLog].flatMap((group) =>
    Object.values(group).map(({ path }) => path),
  ),
)

/** After a sub-account, a role or an access key changed: they name and count each other, so all of them are asked again. */
export const accessChanged = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => touched.has(path) })
