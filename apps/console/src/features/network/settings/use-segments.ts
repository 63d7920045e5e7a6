import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking } from '@weft/ui'

/** Queries all address ranges of a network. */
export const useSegments = (network_number: string) =>
  useQuery(asking(contract.networkSettings.segments, { network_number }, { quiet: true, missing: 'stay' }))
