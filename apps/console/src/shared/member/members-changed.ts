import type { QueryClient } from '@tanstack/react-query'

const touched = /^(network|router)\/|^account\/overview$/

/**
 * After a change to members: all that is known of members, of networks that hold them and of usage is to be asked again.
 * @param leaving the page is about to close, and must not ask once more for what may be gone
 */
export function membersChanged(queries: QueryClient, { leaving = false }: { leaving?: boolean } = {}): Promise<void> {
  return queries.invalidateQueries({
    predicate: ({ queryKey: [path] }) => touched.test(String(path)),
    refetchType: leaving ? 'none' : 'active',
  })
}
