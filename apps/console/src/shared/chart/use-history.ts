import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Endpoint, TrafficHistoryPoint, TrafficRange } from '@weft/contract'
import { asking } from '@weft/ui'
import type { z } from 'zod'

/** Milliseconds after which the traffic is requested again when it is shown. */
const FRESH_MS = 60_000

/**
 * Requests the traffic of a range; requests nothing while `input` is undefined. Events of the account do not refetch it, since
 * it does not change when members go online or offline.
 * @param live request it again every minute while it is shown
 */
export function useHistory(
  endpoint: Endpoint<z.ZodType, z.ZodType<TrafficHistoryPoint[]>>,
  input: { router_name: string; interface?: string; range: TrafficRange } | undefined,
  { live = false }: { live?: boolean } = {},
) {
  return useQuery({
    ...asking(endpoint, input, { quiet: true, missing: 'stay' }),
    queryKey: ['traffic', endpoint.path, input],
    enabled: input !== undefined,
    staleTime: FRESH_MS,
    refetchInterval: live && FRESH_MS,
    placeholderData: keepPreviousData,
  })
}
