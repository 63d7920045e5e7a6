import { contract, folded, type RouterType } from '@weft/contract'
import { call } from '@weft/ui'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { Candidate } from './builder-state.ts'
import { namedLike } from '../../../shared/member/named-like.ts'

const BATCH = 100

interface Asked {
  kind: RouterType
  search: string
  network_number: string | undefined
  /** Members added here, which the list leaves out; the server leaves out the network's members. */
  added: readonly Candidate[]
  /** Members of the network that saving would remove: available again, though the server does not know yet. */
  removed: readonly Candidate[]
}

const matches = (search: string) => {
  const wanted = folded(search)
  return (m: Pick<Candidate, 'router_name' | 'note'>) => namedLike(m, wanted)
}

/** Loads the members that may still be chosen, page by page as the list is scrolled. */
export function useAvailableMembers({ kind, search, network_number, added, removed }: Asked) {
  const endpoint = kind === 1 ? contract.router.hardware : contract.router.software
  const input = { search, limit: BATCH, ...(network_number ? { network_number } : {}) }
  const query = useInfiniteQuery({
    queryKey: [endpoint.path, 'endless', input],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => call(endpoint, { ...input, page: pageParam }, { signal, quiet: true }),
    getNextPageParam: (last, pages) => (pages.length * BATCH < last.count ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
  })

  const sought = matches(search)
  const of = (members: readonly Candidate[]) => members.filter((m) => m.router_type === kind && sought(m))
  const returned = of(removed).map((m) => ({
    ...m,
    network_count: 0,
    network_number: null,
    networks: [],
    lan: [],
    address: null,
    returned: true,
  }))
  const taken = new Set(added.map((m) => m.router_name))
  const loaded = new Map(query.data?.pages.flatMap((page) => page.rows).map((m) => [m.router_name, m]))
  const free = [...loaded.values()].filter((m) => !taken.has(m.router_name)).map((m) => ({ ...m, router_type: kind, returned: false }))
  const addedUnseen = of(added).filter((m) => !loaded.has(m.router_name)).length
  const total = query.data?.pages[0]?.count ?? 0
  const takenLoaded = loaded.size - free.length

  return {
    query,
    rows: [...returned, ...free],
    /** Number of available members, loaded or not. */
    count: query.hasNextPage ? Math.max(free.length, total - takenLoaded - addedUnseen) + returned.length : returned.length + free.length,
  }
}
export type AvailableMember = ReturnType<typeof useAvailableMembers>['rows'][number]
