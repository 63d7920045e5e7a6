import type { QueryClient } from '@tanstack/react-query'

const touched = /^(network|router)\/|^account\/overview$/

/** After a change to a member: all that is known of members and of the networks that they are in is to be asked again. */
export const membersChanged = (queries: QueryClient): Promise<void> =>
  queries.invalidateQueries({ predicate: ({ queryKey: [path] }) => touched.test(String(path)) })
