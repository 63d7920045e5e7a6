import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { contract, type QualityCurve, type QualityOrder } from '@weft/contract'
import { call } from '@weft/ui'
import { linkName } from './link-names.ts'

/** How many links are loaded at a time: curves that fill a screen, or rows of a table. */
export const CARDS = 24
export const ROWS = 100
/** With more than so many batches on screen they are not loaded again each minute. */
const MOST_RELOADED = 4
/** Devices report each minute. */
const AGAIN_MS = 60_000

interface Wanted {
  network_number: string
  /** Either end of the links. */
  router_name?: string | undefined
  center_router_name?: string | undefined
  search?: string
  range: QualityCurve
  order: QualityOrder
}

/** Loads the links of a network with their quality, some at a time. Events of the account do not refetch them: they change by the minute. */
export function useQualities({ router_name, center_router_name, ...wanted }: Wanted, batch = CARDS) {
  const ends = { ...(router_name !== undefined && { router_name }), ...(center_router_name !== undefined && { center_router_name }) }
  const input = { ...wanted, ...ends, limit: batch }
  const found = useInfiniteQuery({
    queryKey: ['quality', contract.quality.links.path, input],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) =>
      call(contract.quality.links, { ...input, page: pageParam }, { quiet: true, missing: 'stay', signal }),
    getNextPageParam: (last, pages) => (pages.length * batch < last.count ? pages.length + 1 : undefined),
    refetchInterval: ({ state: { data } }) => ((data?.pages.length ?? 0) > MOST_RELOADED ? false : AGAIN_MS),
    placeholderData: keepPreviousData,
  })
  const pages = found.data?.pages
  // A link that became worse between two answers would come twice.
  const links = pages && [...new Map(pages.flatMap((page) => page.rows).map((link) => [linkName(link), link])).values()]
  return { ...found, links, count: pages?.at(-1)?.count ?? 0 }
}
