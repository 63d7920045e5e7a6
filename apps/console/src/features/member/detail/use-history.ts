import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { contract, type TrafficRange } from '@weft/contract'
import { asking } from '@weft/ui'

/** What is older than this is asked for again when it is looked at. */
const FRESH_MS = 60_000

/** The traffic of a range. It does not change because some member came or went, so events of the account leave it alone. */
export function useHistory(router_name: string, name: string | undefined, range: TrafficRange | undefined) {
  const input = { router_name, interface: name ?? '', range: range ?? '12h' }
  return useQuery({
    ...asking(contract.traffic.history, input, { quiet: true, missing: 'stay' }),
    queryKey: ['traffic', input],
    enabled: range !== undefined && name !== undefined,
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  })
}
