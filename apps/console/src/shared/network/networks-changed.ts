import type { QueryClient } from '@tanstack/react-query'

const touched = /^(network|network_fr|router)\/|^account\/(verdict|networks|changes)$/

/**
 * Marks all data of networks, work orders, POPs, available members and usage as stale after a change to a network.
 * @param leaving the page is about to close, and must not request again what may be deleted
 */
export function networksChanged(queries: QueryClient, { leaving = false }: { leaving?: boolean } = {}): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey: [path] }) => touched.test(String(path)),
    refetchType: leaving ? 'none' : 'active',
  })
}
