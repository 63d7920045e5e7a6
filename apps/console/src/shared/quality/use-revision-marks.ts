import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking } from '@weft/ui'
import { useMemo } from 'react'
import type { RevisionMark } from './quality-plot.ts'

/** More revisions than this would cover a curve. */
const MOST = 20

/** Returns the newest revisions of a network, to be marked above its curves. */
export function useRevisionMarks(network_number: string): readonly RevisionMark[] {
  const { data } = useQuery(asking(contract.networkRevisions.list, { network_number, limit: MOST }, { quiet: true, missing: 'stay' }))
  return useMemo(() => data?.rows.map(({ create_time, revision }) => ({ time: create_time, revision })) ?? [], [data])
}
