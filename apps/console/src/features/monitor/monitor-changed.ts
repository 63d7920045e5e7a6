import type { QueryClient } from '@tanstack/react-query'

/** What is shown of monitoring is read anew: settings, contacts and webhook tell of each other. */
export const monitorChanged = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => /^(monitor|contacts|webhook)\//.test(String(path)) })
