import type { QueryClient } from '@tanstack/react-query'

const touched = /^(network|router)\/|^account\/(verdict|networks|changes)$/

/**
 * Marks all data of members, networks and usage as stale after a change to members.
 * @param leaving the page is about to close, and must not request again what may be deleted
 */
export function membersChanged(queries: QueryClient, { leaving = false }: { leaving?: boolean } = {}): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey: [path] }) => touched.test(String(path)),
    refetchType: leaving ? 'none' : 'active',
  })
}
