import type { QueryClient } from '@tanstack/react-query'

/** Reloads settings, contacts and webhook after one of them changed, because each shows parts of the others. */
export const monitorChanged = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => /^(monitor|contacts|webhook)\//.test(String(path)) })
