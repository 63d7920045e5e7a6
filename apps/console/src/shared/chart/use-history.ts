import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Endpoint, TrafficPoint, TrafficRange } from '@weft/contract'
import { asking } from '@weft/ui'
import type { z } from 'zod'

/** What is older than this is asked for again when it is looked at. */
const FRESH_MS = 60_000

/**
 * The traffic of a range; nothing while it is not said of what. It does not change because some member came or went, so events of the
 * account leave it alone.
 */
export function useHistory(
  endpoint: Endpoint<z.ZodType, z.ZodType<TrafficPoint[]>>,
  input: { router_name: string; interface?: string; range: TrafficRange } | undefined,
) {
  return useQuery({
    ...asking(endpoint, input, { quiet: true, missing: 'stay' }),
    queryKey: ['traffic', endpoint.path, input],
    enabled: input !== undefined,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  })
}
