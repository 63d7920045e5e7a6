import { useQuery, useQueryClient } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { ApiRefusal, asking, call } from '@weft/ui'
import { serverSeconds } from '@weft/ui/time/server-time.ts'
import { useRef } from 'react'
import { networkKey } from '../network-key.ts'
import { networkPath } from '../network-paths.ts'
import { liveNetwork, type LiveNetwork, outdates, withState } from './network-state.ts'

const POLL_MILLISECONDS = 10_000
/** A picture that could not be brought up to date for this long is shown as old. */
const STALE_MILLISECONDS = 30_000
/** A full load brings the strips of the last 24 h, which grow by a quarter of an hour. */
const QUARTER_MILLISECONDS = 900_000

/**
 * Loads a network and polls its state every 10 s while the tab is visible. The first answer after a full load
 * contains everything, each further one the changes since the last.
 */
export function useNetwork(network_number: string) {
  const queries = useQueryClient()
  /** The time of the last applied state; undefined after a full load, which may be older than that state. */
  const since = useRef<number>(undefined)
  const fullReads = useRef(0)
  const fullReadAt = useRef(0)
  const key = networkKey(network_number)

  const readAnew = () => void queries.refetchQueries({ queryKey: key, exact: true }, { cancelRefetch: false })

  const info = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const read = await call(contract.network.info, { network_number }, { missing: networkPath.list, signal })
      since.current = undefined
      fullReads.current += 1
      fullReadAt.current = Date.now()
      return liveNetwork(read, serverSeconds(), queries.getQueryData<LiveNetwork>(key))
    },
    // `liveNetwork` already keeps the objects of unchanged parts.
    structuralSharing: false,
  })
  const state = useQuery({
    ...asking(contract.network.status, { network_number }),
    queryFn: async ({ signal }) => {
      const reads = fullReads.current
      const input = since.current === undefined ? { network_number } : { network_number, since: since.current }
      const status = await call(contract.network.status, input, { quiet: true, signal }).catch((error: unknown) => {
        // The full load reports that the network is deleted, and opens the list.
        if (error instanceof ApiRefusal && error.code === 204) readAnew()
        throw error
      })
      const before = queries.getQueryData<LiveNetwork>(key)
      // A full load that arrived meanwhile may be newer than this state.
      if (before === undefined || reads !== fullReads.current) return status
      since.current = status.time
      queries.setQueryData<LiveNetwork>(key, withState(before, status, serverSeconds()))
      if (outdates(before, status) || Date.now() - fullReadAt.current >= QUARTER_MILLISECONDS) readAnew()
      return status
    },
    enabled: info.isSuccess,
    refetchInterval: POLL_MILLISECONDS,
    refetchIntervalInBackground: false,
    retry: false,
  })

  const failing = state.isError || (info.isError && info.data !== undefined)
  const tried = Math.max(state.errorUpdatedAt, state.dataUpdatedAt)
  return {
    info,
    network: info.data,
    /** True while the whole network is loaded, at first or again. */
    loading: info.isFetching,
    /** Unix milliseconds. */
    updated: info.dataUpdatedAt,
    failing,
    /** True after 30 s without an answer. */
    stale: failing && tried - info.dataUpdatedAt >= STALE_MILLISECONDS,
    /** When the state is asked for again, in Unix milliseconds. */
    nextTry: tried + POLL_MILLISECONDS,
    retry: () => void state.refetch(),
    reload: () => void info.refetch(),
  }
}
