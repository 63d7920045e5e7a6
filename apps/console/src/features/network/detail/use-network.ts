import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking } from '@weft/ui'
import { useEffect, useState } from 'react'
import { networkPath } from '../network-paths.ts'
import { outdates, withState } from './network-state.ts'

const POLL_MILLISECONDS = 10_000

/** A network with its newest state: asked every 10 s while the tab is visible, unless paused. */
export function useNetwork(network_number: string) {
  const [paused, setPaused] = useState(false)
  const info = useQuery(asking(contract.network.info, { network_number }, { missing: networkPath.list }))
  const state = useQuery({
    ...asking(contract.network.status, { network_number }, { quiet: true, missing: 'stay' }),
    enabled: info.isSuccess && !paused,
    refetchInterval: POLL_MILLISECONDS,
    refetchIntervalInBackground: false,
    retry: false,
  })

  const stale =
    info.data !== undefined && state.data !== undefined && state.dataUpdatedAt > info.dataUpdatedAt && outdates(info.data, state.data)
  const { refetch } = info
  useEffect(() => {
    if (stale) void refetch()
  }, [stale, refetch])

  return {
    info,
    /** An older state than the last full read says nothing. */
    network: info.data && withState(info.data, state.dataUpdatedAt > info.dataUpdatedAt ? state.data : undefined),
    /** Milliseconds of the epoch. */
    updated: Math.max(info.dataUpdatedAt, state.dataUpdatedAt),
    failing: state.isError || (info.isError && info.data !== undefined),
    paused,
    setPaused,
    reload: () => void refetch(),
  }
}
