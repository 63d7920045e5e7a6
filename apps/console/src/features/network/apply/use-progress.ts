import { useQuery } from '@tanstack/react-query'
import { contract, type NetworkProgress } from '@weft/contract'
import { call } from '@weft/ui'
import { useEffect, useRef, useState } from 'react'
import { type Applying, applying } from '../../../shared/apply/applying.ts'
import { useConnection } from '../../../shared/session/connection.ts'

/** The least time between two questions; a slow answer lets the next wait longer, so that a large network is not asked ten times a second. */
const APART_MS = 100
const PAUSE_PER_ANSWER = 4
/** How often it is asked while no event arrives and members have yet to answer. */
const POLL_MS = 2000

/** Follows a network's newest revision to its members: asks at each event about it, at most ten times a second. */
export function useProgress({ network_number, saving, saved, conflict }: Applying) {
  const { lost } = useConnection()
  const took = useRef(0)
  const query = useQuery({
    queryKey: [contract.networkRevisions.progress.path, { network_number }],
    queryFn: async ({ signal }) => {
      const began = performance.now()
      const answers = applying.answers()
      const progress = await call(contract.networkRevisions.progress, { network_number }, { quiet: true, missing: 'stay', signal })
      took.current = performance.now() - began
      return { progress, answers }
    },
    enabled: saving === undefined && conflict === undefined,
    retry: false,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data !== undefined && data.progress.counts.pending > 0 ? POLL_MS : false),
  })
  const { refetch } = query
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let asked = 0
    const ask = () => {
      timer = undefined
      asked = performance.now()
      void refetch({ cancelRefetch: true })
    }
    const stop = applying.hear(network_number, () => {
      const pause = Math.max(APART_MS, took.current * PAUSE_PER_ANSWER) - (performance.now() - asked)
      timer ??= setTimeout(ask, Math.max(0, pause))
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [network_number, refetch])
  const { data, dataUpdatedAt: updated, error } = query
  const progress = data?.progress
  /** Whether `progress` was asked for before the newest save of this page was answered: it is of an older revision. */
  const behind = (data?.answers ?? 0) < saved
  return { progress, updated, error, behind, lost: lost !== undefined, revisions: useFollowed(progress) }
}

/** Returns the newest revision, and before it those that others followed before all members had answered. */
function useFollowed(progress: NetworkProgress | undefined): readonly number[] {
  const [seen, setSeen] = useState<{ revision: number; open: boolean; before: readonly number[] }>()
  if (!progress) return []
  const { revision, counts } = progress
  const open = counts.pending > 0
  if (seen?.revision !== revision) setSeen({ revision, open, before: seen?.open ? [...seen.before, seen.revision] : [] })
  else if (seen.open !== open) setSeen({ ...seen, open })
  return [...(seen?.before ?? []), revision]
}

/** Returns the time in Unix milliseconds, read again at each tick. @param every milliseconds; undefined does not tick */
export function useNow(every: number | undefined): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (every === undefined) return undefined
    const timer = setInterval(() => setNow(Date.now()), every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
