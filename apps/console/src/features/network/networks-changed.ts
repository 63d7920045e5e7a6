import type { QueryClient } from '@tanstack/react-query'

const touched = /^(network|network_fr|router)\/|^account\/overview$/

/**
 * After a change to a network: all that is known of networks, their orders and POPs, free members and usage is to be asked again.
 * @param leaving the page is about to close, and must not ask once more for what may be gone
 */
export function networksChanged(queries: QueryClient, { leaving = false }: { leaving?: boolean } = {}): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey: [path] }) => touched.test(String(path)),
    refetchType: leaving ? 'none' : 'active',
  })
}
